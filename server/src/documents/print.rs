//! A page to print: plain HTML with a style of its own, a header on every sheet, and nothing that runs.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufWriter, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use super::Writer;
use super::table::{Cell, Column, ColumnKind, Heading, Paper, Row};

/// The style of the page; its hash is in the page's policy.
const STYLE: &str = include_str!("print.css");
/// Levels that the style indents.
const MOST_LEVELS: u8 = 12;

/// The resources that a browser may load for the page: its own style and nothing else.
#[must_use]
pub fn content_policy() -> String {
    let hash = STANDARD.encode(Sha256::digest(STYLE));
    format!(
        "default-src 'none'; style-src 'sha256-{hash}'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    )
}

/// Writes the page.
pub struct PrintWriter {
    to: BufWriter<File>,
    columns: Vec<Column>,
    signatures: Vec<&'static str>,
}

impl PrintWriter {
    /// Begins with title and table head.
    pub fn begin(heading: Heading, file: File) -> io::Result<Self> {
        let mut text = String::new();
        let title = escaped(&heading.title);
        let _ = write!(
            text,
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
             <style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
        );
        for line in &heading.subtitle {
            let _ = writeln!(text, "<p>{}</p>", escaped(line));
        }
        let paper = heading.paper.unwrap_or_default();
        write_facts(&mut text, &paper);
        let written = if paper.is_written_on { " class=\"written\"" } else { "" };
        let _ = write!(text, "<table{written}>\n<thead>\n<tr>");
        for column in &heading.columns {
            let _ = write!(text, "<th class=\"{}\">{}</th>", class(column.kind), escaped(&column.header));
        }
        text.push_str("</tr>\n</thead>\n<tbody>\n");
        let mut to = BufWriter::new(file);
        to.write_all(text.as_bytes())?;
        Ok(Self { to, columns: heading.columns, signatures: paper.signatures })
    }
}

impl Writer for PrintWriter {
    fn row(&mut self, row: &Row) -> io::Result<()> {
        let mut text = match row.level {
            0 => format!("<tr class=\"{}\">", row.kind.name()),
            level => format!("<tr class=\"{} level-{}\">", row.kind.name(), level.min(MOST_LEVELS)),
        };
        for (place, column) in self.columns.iter().enumerate() {
            let shown = match row.cells.get(place).unwrap_or(&Cell::Empty) {
                cell @ (Cell::Number(_) | Cell::Amount(_) | Cell::Sum { .. } | Cell::Across { .. }) => {
                    separated(&cell.plain(column.kind))
                }
                cell => escaped(&cell.plain(column.kind)),
            };
            let _ = write!(text, "<td class=\"{}\">{shown}</td>", class(column.kind));
        }
        text.push_str("</tr>\n");
        self.to.write_all(text.as_bytes())
    }

    fn finish(mut self: Box<Self>) -> io::Result<File> {
        let mut text = "</tbody>\n</table>\n".to_owned();
        if !self.signatures.is_empty() {
            text.push_str("<div class=\"signatures\">\n");
            for signature in &self.signatures {
                let _ = writeln!(text, "<p>{}</p>", escaped(signature));
            }
            text.push_str("</div>\n");
        }
        text.push_str("</body>\n</html>\n");
        self.to.write_all(text.as_bytes())?;
        self.to.into_inner().map_err(io::IntoInnerError::into_error)
    }
}

/// What a paper says above its rows.
fn write_facts(text: &mut String, paper: &Paper) {
    if paper.facts.is_empty() {
        return;
    }
    text.push_str("<dl>\n");
    for (name, said) in &paper.facts {
        let _ = writeln!(text, "<dt>{}</dt><dd>{}</dd>", escaped(name), escaped(said));
    }
    text.push_str("</dl>\n");
}

fn class(kind: ColumnKind) -> &'static str {
    match kind {
        ColumnKind::Text => "text",
        ColumnKind::Date => "date",
        ColumnKind::Integer => "integer",
        ColumnKind::Number | ColumnKind::Amount { .. } => "amount",
    }
}

/// Text as HTML shows it and never reads it.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            letter => out.push(letter),
        }
    }
    out
}

/// A plain amount with a comma between thousands.
fn separated(plain: &str) -> String {
    let (sign, digits) = plain.strip_prefix('-').map_or(("", plain), |rest| ("-", rest));
    let (whole, fraction) = digits.split_once('.').map_or((digits, None), |(whole, rest)| (whole, Some(rest)));
    let mut out = sign.to_owned();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    if let Some(fraction) = fraction {
        out.push('.');
        out.push_str(fraction);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated_and_nothing_else_changes() {
        for (plain, shown) in
            [("0.00", "0.00"), ("-139.12", "-139.12"), ("1234567.89", "1,234,567.89"), ("-100000", "-100,000")]
        {
            assert_eq!(separated(plain), shown);
        }
    }
}
