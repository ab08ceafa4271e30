//! `POST /accounting/journal-entries/{id}/void`: "this should not have been posted".

use axum::extract::Path;
use axum::http::header::{HeaderName, LOCATION};
use axum::response::Response;
use domain::Code;
use domain::commands::journal_entries::void::VoidEntry;
use domain::rows::{Entry, EntryStatus};
use domain::value::id::EntryId;

use super::get;
use super::wire::VoidInput;
use crate::http::operations::{Operation, rejections};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{Writing, set};

pub(super) const OPERATION: Operation = Operation::of::<VoidEntry>()
    .rejects(rejections::TAKES_BACK)
    .rejects(&[Code::ApprovalRequired, Code::SeparationOfDuties])
    .conditional()
    .preferable();

/// Void a posted entry
///
/// Posts a mirror entry on the same date, linked both ways: both halves net to zero in their own period. The original
/// keeps its number, lines and date. `Location` is the mirror. A posted scheduled reversal is voided with it. If the
/// period is closed and the organization's `voidInClosedPeriod` allows it, the entry is reversed in the first open
/// period instead: `Void-Effect` is then `reversed`, and `Location` is the reversal.
#[utoipa::path(post, path = "/api/v1/accounting/journal-entries/{id}/void",
    operation_id = "JournalEntriesController_void", tag = "Journal entries", request_body = VoidInput,
    params(("id" = String, Path, description = "The entry")),
    responses((status = 204, description = "Voided", headers(
        ("Void-Effect" = String, description = "`reversed` if the entry was reversed instead, because its period is \
             closed"),
    )), (status = 200, description = "Voided, with `Prefer: return=representation`", body = super::view::EntryView)))]
pub async fn void(Path(PathId(id)): Path<PathId<EntryId>>, writing: Writing) -> Result<Response, Problem> {
    let input: VoidInput = writing.body().await?;
    let command = VoidEntry { entry: id.clone(), reason: input.reason.0, if_match: writing.if_match.clone() };
    let done = writing.run(command).await?;
    let mirror = done.reply.related.clone();
    // Of all written rows, the entry itself has the outcome.
    let written = done.rows::<Entry>();
    let is_reversed = written.iter().any(|row| Some(row.id) == id.id() && row.status == EntryStatus::Posted);
    let view = get::preferred(&writing, &done, &id).await?;
    let mut response = done.changed(view)?;
    if let Some(mirror) = mirror.filter(|_| !writing.is_dry_run()) {
        let place = format!("{}/api/v1/accounting/journal-entries/{mirror}", writing.app.base_url);
        set(response.headers_mut(), LOCATION, &place);
        if is_reversed {
            set(response.headers_mut(), HeaderName::from_static("void-effect"), "reversed");
        }
    }
    Ok(response)
}
