//! `POST /accounting/journal-entries/{id}/reverse`: its effect ends on a later date.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::journal_entries::reverse::ReverseEntry;
use domain::rows::{Entry, Line};
use domain::value::Date;
use domain::value::id::EntryId;

use super::view::EntryView;
use super::wire::NewStatus;
use crate::http::called;
use crate::http::input::{LongText, Reason};
use crate::http::operations::{Operation, rejections};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{Done, Writing};

crate::input! {
    /// When and why an entry is reversed.
    pub struct ReverseInput {
        /// The reversal's date: the entry's own or a later one, in an open period.
        pub date: Date = "2011-01-01",
        pub reason: Reason = "the customer returned the goods",
        /// The description of the reversal; number and reason if absent.
        pub description: Option<LongText<0, 2000>>,
        /// `posted` (the default), or `draft`: a reversal to be posted or submitted later.
        pub status: Option<NewStatus> = "posted",
    }
}

pub(super) const OPERATION: Operation = Operation::of::<ReverseEntry>()
    .makes::<EntryId>()
    .least(ReverseEntry::TO_DRAFT)
    .rejects(rejections::TAKES_BACK)
    .rejects(&[Code::DateBeforeEntry, Code::ApprovalRequired, Code::SeparationOfDuties])
    .conditional();

/// Reverse a posted entry
///
/// For closed periods and accruals: posts the same lines with debit and credit swapped on `date`, linked both ways, as
/// ordinary turnover. The original stays posted. An entry can be reversed once; to reverse it again, void the reversal.
/// If an approval policy covers it, draft the reversal with `"status": "draft"` (which needs only
/// `journalEntries:draft`) and submit the draft.
#[utoipa::path(post, path = "/api/v1/accounting/journal-entries/{id}/reverse",
    operation_id = "JournalEntriesController_reverse", tag = "Journal entries", request_body = ReverseInput,
    params(("id" = String, Path, description = "The entry")),
    responses((status = 201, description = "The reversal", body = EntryView)))]
pub async fn reverse(Path(PathId(id)): Path<PathId<EntryId>>, writing: Writing) -> Result<Response, Problem> {
    let input: ReverseInput = writing.body().await?;
    let post = input.status != Some(NewStatus::Draft);
    let command = ReverseEntry {
        post,
        entry: id,
        date: input.date,
        reason: input.reason.0,
        description: input.description.map(|text| text.0),
        if_match: writing.if_match.clone(),
    };
    let done = writing.run(command).await?;
    let view = called::answered(&writing, &done, made(&done)?).await?;
    done.created("/accounting/journal-entries", view)
}

/// The entry that a command made among others that it wrote.
pub fn made(done: &Done) -> Result<EntryView, Problem> {
    let mut entries = done.rows::<Entry>();
    entries.retain(|entry| entry.id.to_string() == done.reply.subject);
    let entry = entries.pop().ok_or_else(|| Problem::internal(&"an entry without its row"))?;
    let mut lines = done.rows::<Line>();
    lines.retain(|line| Some(line.entry_sequence) == entry.sequence);
    EntryView::of(entry, &lines)
}
