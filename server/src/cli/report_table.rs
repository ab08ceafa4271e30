//! A report as a table on a terminal, drawn of its CSV.

use comfy_table::presets::UTF8_FULL_CONDENSED;
use comfy_table::{Attribute, Cell, CellAlignment, ContentArrangement, Table, TableComponent};

use crate::documents::csv::{KIND, LEVEL};
use crate::documents::formula::unguarded;
use crate::documents::table::RowKind;

/// Draws it as wide as the terminal, or as it needs where there is none: headers, rows below their groups, sums in bold.
pub fn drawn(records: &[u8]) -> Result<String, csv::Error> {
    let mut reader = csv::Reader::from_reader(records);
    let headers: Vec<String> = reader.headers()?.iter().map(str::to_owned).collect();
    let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>()?;
    let at = |name: &str| headers.iter().position(|header| header == name);
    let (kind, level) = (at(KIND), at(LEVEL));
    let shown: Vec<usize> = (0..headers.len()).filter(|place| ![kind, level].contains(&Some(*place))).collect();
    if rows.is_empty() {
        return Ok("Nothing to report.".to_owned());
    }
    let mut table = Table::new();
    table.load_preset(UTF8_FULL_CONDENSED).set_content_arrangement(ContentArrangement::Dynamic);
    for frame in [
        TableComponent::LeftBorder,
        TableComponent::RightBorder,
        TableComponent::TopBorder,
        TableComponent::BottomBorder,
        TableComponent::LeftHeaderIntersection,
        TableComponent::RightHeaderIntersection,
        TableComponent::TopBorderIntersections,
        TableComponent::BottomBorderIntersections,
        TableComponent::TopLeftCorner,
        TableComponent::TopRightCorner,
        TableComponent::BottomLeftCorner,
        TableComponent::BottomRightCorner,
    ] {
        table.remove_style(frame);
    }
    table.set_header(shown.iter().map(|place| Cell::new(&headers[*place]).add_attribute(Attribute::Bold)));
    for row in &rows {
        let depth = level.and_then(|place| row.get(place)).and_then(|text| text.parse().ok()).unwrap_or(0usize);
        let is_line = kind.and_then(|place| row.get(place)).is_none_or(|kind| kind == RowKind::Line.name());
        table.add_row(shown.iter().enumerate().map(|(order, place)| {
            let text = unguarded(row.get(*place).unwrap_or_default());
            let indent = if order == 0 { "  ".repeat(depth) } else { String::new() };
            let cell = Cell::new(format!("{indent}{text}"));
            if is_line { cell } else { cell.add_attribute(Attribute::Bold) }
        }));
    }
    for (order, place) in shown.iter().enumerate() {
        let mut texts = rows.iter().filter_map(|row| row.get(*place)).filter(|text| !text.is_empty()).peekable();
        let is_numbers =
            texts.peek().is_some() && texts.all(|text| is_number(text) && (order > 1 || text.contains('.')));
        if let Some(column) = table.column_mut(order).filter(|_| is_numbers) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    Ok(table.trim_fmt())
}

/// Amounts and quantities. Codes of digits alone are text: they stand in the first columns.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && digits.chars().all(|one| one.is_ascii_digit() || one == '.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_below_their_groups_and_numbers_to_the_right() {
        let csv = "row,level,Account,Name,Debit\r\ngroup,0,1,Assets,\r\nline,1,1000,Cash,1203.50\r\nline,1,1100,\"Claims, old\",7.00\r\n\
                   total,0,,Total,1210.50\r\n";
        let table = drawn(csv.as_bytes()).unwrap();
        let lines: Vec<String> = table.lines().map(|line| line.replace(['\u{1b}'], "")).collect();
        assert_eq!(lines.len(), 6, "{table}");
        assert!(lines[0].contains("Account") && !table.contains("level") && !table.contains("line"), "{table}");
        assert!(lines[3].trim_start().starts_with("1000") && lines[3].ends_with("1203.50"), "{table}");
        assert!(lines[4].contains("Claims, old") && lines[4].ends_with("   7.00"), "{table}");
    }

    #[test]
    fn a_report_without_rows_says_so_and_an_apostrophe_for_spreadsheets_is_left_out() {
        assert_eq!(drawn(b"row,Account\r\n").unwrap(), "Nothing to report.");
        let table = drawn(b"row,Name\r\nline,'=1+1\r\nline,'quoted'\r\n").unwrap();
        assert!(table.contains("=1+1") && !table.contains("'=1") && table.contains("'quoted'"), "{table}");
    }
}
