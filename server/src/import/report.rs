//! An import's report at its end: for people, and for machines.

use domain::value::counted;
use serde_json::{Value, json};

use super::amount::readable;
use super::goods::GoodsTally;
use super::posting::{Refusal, Tally};
use super::retail::{CURRENCY, CURRENCY_DECIMALS, Document, LineProblem, RetailFile};

/// How an import went.
#[derive(Clone, Debug)]
pub struct ImportReport {
    /// Whether nothing was written.
    pub dry_run: bool,
    /// Rows of the file.
    pub rows: u64,
    /// How many documents without `C` there are, and their sum in minor units.
    pub invoices: (usize, i64),
    /// How many credit notes there are, and their sum in minor units.
    pub credit_notes: (usize, i64),
    /// Documents worth nothing: number, first line, rows.
    pub worthless: Vec<(String, u64, u64)>,
    /// The listed faults of the file.
    pub problems: Vec<LineProblem>,
    /// How much is wrong in all.
    pub problem_count: usize,
    /// Documents that are left out since a row of theirs is wrong.
    pub left_out: Vec<String>,
    /// The rows created for the import, or to be created.
    pub created: Vec<String>,
    /// How the documents fared.
    pub tally: Tally,
    /// How their goods fared, where they were to move.
    pub goods: Option<GoodsTally>,
}

impl ImportReport {
    /// The report of a file before anything is posted.
    #[must_use]
    pub fn of(file: &RetailFile, dry_run: bool) -> Self {
        let sum = |wanted: fn(&Document) -> bool| {
            let own = file.documents.iter().filter(|document| wanted(document));
            own.fold((0, 0_i64), |(count, total), document| (count + 1, total.saturating_add(document.total_minor)))
        };
        let worthless = file.documents.iter().filter(|document| document.total_minor == 0);
        Self {
            dry_run,
            rows: file.rows,
            invoices: sum(|document| !document.is_credit_note()),
            credit_notes: sum(Document::is_credit_note),
            worthless: worthless.map(|document| (document.number.clone(), document.line, document.rows)).collect(),
            problems: file.problems.clone(),
            problem_count: file.problem_count,
            left_out: file.left_out.clone(),
            created: Vec::new(),
            tally: Tally::default(),
            goods: None,
        }
    }

    /// All that the books refused.
    pub fn refused(&self) -> impl Iterator<Item = &Refusal> {
        self.tally.refused.iter().chain(self.goods.iter().flat_map(|goods| &goods.refused))
    }

    /// Whether anything was posted.
    #[must_use]
    pub fn is_news(&self) -> bool {
        self.tally.taken > 0 || self.goods.as_ref().is_some_and(|goods| goods.taken() > 0)
    }

    /// Invoices less credit notes, in minor units.
    #[must_use]
    pub fn net_minor(&self) -> i64 {
        self.invoices.1.saturating_add(self.credit_notes.1)
    }

    /// The report for machines.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let amount = |units: i64| domain::value::Decimal::from_units(units, CURRENCY_DECIMALS).to_string();
        json!({
            "dryRun": self.dry_run,
            "currency": CURRENCY,
            "rows": self.rows,
            "invoices": {"count": self.invoices.0, "total": amount(self.invoices.1)},
            "creditNotes": {"count": self.credit_notes.0, "total": amount(self.credit_notes.1)},
            "net": amount(self.net_minor()),
            "posted": self.tally.taken,
            "alreadyThere": self.tally.already_there,
            "created": self.created.iter().chain(self.goods.iter().flat_map(|goods| &goods.created)).collect::<Vec<_>>(),
            "worthless": self.worthless.iter().map(|(number, line, rows)| json!({"number": number, "line": line, "rows": rows})).collect::<Vec<_>>(),
            "goods": self.goods.as_ref().map(GoodsTally::to_json),
            "refused": self.refused().map(|refusal| json!({
                "number": refusal.number, "line": refusal.line, "code": refusal.code, "message": refusal.message,
            })).collect::<Vec<_>>(),
            "errorCount": self.problem_count,
            "errors": self.problems.iter().map(|problem| json!({
                "line": problem.line, "column": problem.column, "message": problem.message,
            })).collect::<Vec<_>>(),
            "leftOut": self.left_out,
        })
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}, document {}: {}", self.line, self.number, self.message)
    }
}

impl std::fmt::Display for ImportReport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let amount = |units: i64| format!("{:>12} {CURRENCY}", readable(i128::from(units), CURRENCY_DECIMALS));
        let documents = self.invoices.0 + self.credit_notes.0;
        let (rows, documents) = (counted(self.rows, "row", "rows"), counted(documents, "document", "documents"));
        writeln!(f, "{rows}, {documents}")?;
        writeln!(f, "  {:>5} invoices      {}", self.invoices.0, amount(self.invoices.1))?;
        writeln!(f, "  {:>5} credit notes  {}", self.credit_notes.0, amount(self.credit_notes.1))?;
        writeln!(f, "        net           {}", amount(self.net_minor()))?;
        let would = if self.dry_run { "would be " } else { "" };
        for created in &self.created {
            writeln!(f, "{would}created: {created}")?;
        }
        writeln!(
            f,
            "{would}posted: {}, already there: {}, skipped without value: {}",
            self.tally.taken,
            self.tally.already_there,
            self.worthless.len()
        )?;
        if !self.worthless.is_empty() {
            let numbers: Vec<&str> = self.worthless.iter().map(|(number, ..)| number.as_str()).collect();
            writeln!(f, "worth nothing:\n{}", wrapped(&numbers))?;
        }
        if let Some(goods) = &self.goods {
            goods.write(f, self.dry_run)?;
        }
        for refusal in self.refused() {
            writeln!(f, "refused: {refusal}")?;
        }
        write_problems(f, &self.problems, self.problem_count)?;
        if !self.left_out.is_empty() {
            let numbers: Vec<&str> = self.left_out.iter().map(String::as_str).collect();
            writeln!(f, "left out because a row is wrong:\n{}", wrapped(&numbers))?;
        }
        Ok(())
    }
}

/// Everything wrong in a file, one line each.
pub fn write_problems(out: &mut dyn std::fmt::Write, problems: &[LineProblem], count: usize) -> std::fmt::Result {
    for problem in problems {
        writeln!(out, "{problem}")?;
    }
    if count > problems.len() {
        writeln!(out, "… and {} more", count - problems.len())?;
    }
    Ok(())
}

/// Numbers, ten to a line.
fn wrapped(numbers: &[&str]) -> String {
    numbers.chunks(10).map(|line| format!("  {}", line.join(" "))).collect::<Vec<_>>().join("\n")
}
