//! `POST /accounting/recurring-entries/{id}/skip`

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::recurring_entries::skip::SkipOccurrence;
use domain::value::id::RecurringEntryId;

use super::view::RecurringEntryView;
use super::wire::OccurrenceInput;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation =
    Operation::of::<SkipOccurrence>().rejects(&[Code::OccurrenceNotDue, Code::SpreadHasBegun]);

/// Leave out one day
///
/// Nothing is posted for that day. It stays in the list of occurrences, with the reason.
#[utoipa::path(post, path = "/api/v1/accounting/recurring-entries/{id}/skip",
    operation_id = "RecurringEntriesController_skip", tag = "Recurring entries", request_body = OccurrenceInput,
    params(("id" = String, Path, description = "The recurring entry")),
    responses((status = 204, description = "Skipped")))]
pub async fn skip(Path(PathId(id)): Path<PathId<RecurringEntryId>>, writing: Writing) -> Result<Response, Problem> {
    let input: OccurrenceInput = writing.body().await?;
    let done = writing.run(SkipOccurrence { recurring: id, date: input.date }).await?;
    done.changed(None::<RecurringEntryView>)
}
