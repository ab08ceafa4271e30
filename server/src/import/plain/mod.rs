//! Import of plain-text journals: read and checked as a whole, then posted through the API like anybody's entries.
//!
//! Rows that the journal needs and the organization lacks are created: accounts, years, and declarations in an export
//! of ours (currencies, journals, dimensions). An entry is recognized by its `id` tag, else its code, else its content,
//! so that a second run posts nothing. The mirror of a void is not posted: its original is voided. So is a reversal
//! that takes back its original line by line: that is reversed.

mod accounts;
mod closing;
mod currencies;
mod entries;
mod figures;
mod ground;
mod sending;
mod settle;

use domain::value::counted;
use serde_json::{Value, json};

use self::accounts::Accounts;
use self::currencies::Currencies;
use self::ground::Ground;
use super::api::{Accounting, text};
use super::posting::Refusal;
use super::progress::Progress;
use super::report::write_problems;
use super::retail::LineProblem;
use crate::cli::client::{ApiClient, ClientError};
use crate::plaintext::{PlainFormat, read};

/// The namespace of the identities of imported entries.
pub const SOURCE: &str = "plaintext";

/// Why an import did not take place.
#[derive(Debug, thiserror::Error)]
pub enum PlainError {
    /// The API said no, or nothing.
    #[error(transparent)]
    Api(#[from] ClientError),
    /// The file has errors; nothing was written.
    #[error("{}{}{}, nothing was imported", told(.problems, *.count), noted(.notes), counted(*.count, "error", "errors"))]
    File {
        /// The first of them.
        problems: Vec<LineProblem>,
        /// What is left out, and what was not looked at because of them.
        notes: Vec<LineProblem>,
        /// How many there are.
        count: usize,
    },
    /// The books refuse entries. Rows created for them stay; no entry was posted.
    #[error("{}\nthe books refuse {}, none was posted", lines(.0), counted(.0.len(), "entry", "entries"))]
    Refused(Vec<Refusal>),
}

fn told(problems: &[LineProblem], count: usize) -> String {
    let mut out = String::new();
    // Writing to a text cannot fail.
    let _ = write_problems(&mut out, problems, count);
    out
}

fn noted(notes: &[LineProblem]) -> String {
    notes.iter().map(|note| format!("note: {note}\n")).collect()
}

fn lines(refusals: &[Refusal]) -> String {
    refusals.iter().take(100).map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// How an import went.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlainReport {
    /// Whether nothing was written.
    pub dry_run: bool,
    /// The rows created for the entries, or to be created.
    pub created: Vec<String>,
    /// Entries that were posted, or would be.
    pub posted: usize,
    /// Of them, those that were voided after it, or would be.
    pub voided: usize,
    /// Fiscal years that were closed, as the file says.
    pub closed: usize,
    /// Entries that were there already.
    pub already_there: usize,
    /// Balances that the file asserts, and that hold.
    pub asserted: usize,
    /// What is left out of the file or taken otherwise than it stands, by line.
    pub notes: Vec<LineProblem>,
    /// In a dry run, entries that the books would refuse.
    pub refused: Vec<Refusal>,
}

/// Imports a journal.
///
/// # Errors
/// If the file has errors, the books refuse an entry, or the API fails. Entries posted before a failure stay; running
/// it again posts the rest.
pub async fn import(
    client: &ApiClient,
    bytes: &[u8],
    format: PlainFormat,
    dry_run: bool,
    progress: &mut dyn Progress,
) -> Result<PlainReport, PlainError> {
    let api = Accounting(client);
    let organization = client.get("/api/v1/organization").await?;
    let own = api.get("/currencies?isIso=false").await?;
    let own = own["data"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut journal = read::read(bytes, format);
    let mut currencies = Currencies::of(text(&organization, "baseCurrency"), own, &journal)
        .ok_or_else(|| ClientError::Transport("the service keeps books in an unknown currency".to_owned()))?;
    let weighed = settle::settle(&mut journal, &currencies);
    currencies.complete(weighed.iter().flatten().map(|one| &one.amount));
    let accounts = Accounts::of(&mut journal);
    let figures = figures::of(&mut journal, &weighed, &currencies);
    if journal.problem_count == 0 {
        entries::check(&mut journal);
    }
    if journal.problem_count > 0 {
        let notes = journal.noted();
        return Err(PlainError::File { problems: journal.problems, notes, count: journal.problem_count });
    }
    let mut ground = Ground::look(api, &journal, &accounts, &currencies).await?;
    let mut report = PlainReport { dry_run, created: ground.lacks(), ..PlainReport::default() };
    report.asserted = journal.assertions.len();
    report.notes = journal.noted();
    let has_ground = report.created.is_empty();
    if !dry_run {
        ground.complete(api, progress).await?;
    }
    let entries = entries::of(&journal, &figures, &accounts, &ground, currencies.base);
    let ends = closing::of(&journal, &accounts);
    let there = sending::already_there(api, &journal, &entries).await?;
    report.already_there = entries.iter().filter(|entry| there.contains_key(&entry.external_id)).count();
    let is_new = |entry: &&entries::Ready| !there.contains_key(&entry.external_id);
    report.voided = entries.iter().filter(is_new).filter(|entry| entry.voided_at.is_some()).count();
    if dry_run {
        report.closed = if has_ground { closing::open(api, &ends).await?.len() } else { ends.len() };
    }
    if dry_run && !has_ground {
        // Without its ground there is nothing to check the entries against.
        report.posted = entries.iter().filter(is_new).count();
        return Ok(report);
    }
    let checked = sending::check(api, &entries, &there, bytes, progress).await?;
    report.posted = checked.taken;
    if dry_run {
        if !checked.refused.is_empty() {
            // One that is refused keeps all others out.
            (report.posted, report.voided) = (0, 0);
        }
        report.refused = checked.refused;
        return Ok(report);
    }
    if !checked.refused.is_empty() {
        return Err(PlainError::Refused(checked.refused));
    }
    report.posted = sending::post(api, &entries, there, bytes, progress).await?;
    ground.finish(api).await?;
    report.closed = closing::close(api, &ends, &ground, progress).await?;
    Ok(report)
}

impl PlainReport {
    /// The report for machines.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({
            "dryRun": self.dry_run,
            "created": self.created,
            "posted": self.posted,
            "voided": self.voided,
            "alreadyThere": self.already_there,
            "closedYears": self.closed,
            "assertedBalances": self.asserted,
            "notes": self.notes.iter().map(|note| json!({"line": note.line, "message": note.message}))
                .collect::<Vec<_>>(),
            "refused": self.refused.iter().map(|refusal| json!({
                "number": refusal.number, "line": refusal.line, "code": refusal.code, "message": refusal.message,
            })).collect::<Vec<_>>(),
        })
    }
}

impl std::fmt::Display for PlainReport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let would = if self.dry_run { "would be " } else { "" };
        f.write_str(&noted(&self.notes))?;
        for created in &self.created {
            writeln!(f, "{would}created: {created}")?;
        }
        for refusal in &self.refused {
            writeln!(f, "refused: {refusal}")?;
        }
        if self.closed > 0 {
            writeln!(f, "{would}closed: {}", counted(self.closed, "fiscal year", "fiscal years"))?;
        }
        writeln!(
            f,
            "{would}posted: {}, of them {would}voided: {}, already there: {}, balance assertions that hold: {}",
            self.posted, self.voided, self.already_there, self.asserted
        )
    }
}
