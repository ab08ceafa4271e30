//! `POST /accounting/recurring-entries/{id}/run`

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::recurring_entries::run::RunOccurrence;
use domain::rows::Line;
use domain::value::id::RecurringEntryId;

use super::wire::OccurrenceInput;
use crate::http::called;
use crate::http::journal_entries::view::EntryView;
use crate::http::operations::{Operation, rejections};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation =
    Operation::of::<RunOccurrence>().rejects(rejections::NEW_ENTRY).rejects(&[Code::OccurrenceNotDue]);

/// Make the entry of one day now
///
/// Use it before its day, for a paused recurring entry, or after a failed run. A day makes its entry once.
#[utoipa::path(post, path = "/api/v1/accounting/recurring-entries/{id}/run",
    operation_id = "RecurringEntriesController_run", tag = "Recurring entries", request_body = OccurrenceInput,
    params(("id" = String, Path, description = "The recurring entry")),
    responses((status = 201, description = "The entry", body = EntryView)))]
pub async fn run(Path(PathId(id)): Path<PathId<RecurringEntryId>>, writing: Writing) -> Result<Response, Problem> {
    let input: OccurrenceInput = writing.body().await?;
    let done = writing.run(RunOccurrence { recurring: id, date: input.date, is_scheduled: false }).await?;
    let entry = done.row().ok_or_else(|| Problem::internal(&"a day without its entry"))?;
    let view = called::answered(&writing, &done, EntryView::of(entry, &done.rows::<Line>())?).await?;
    done.created("/accounting/journal-entries", view)
}
