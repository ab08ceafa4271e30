//! `PUT /accounting/recurring-entries/{id}`: a merge (RFC 7396 rules).

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::recurring_entries::update::UpdateRecurringEntry;
use domain::value::id::RecurringEntryId;
use store::Snapshot;

use super::get;
use super::view::RecurringEntryView;
use super::wire::RecurringEntryPatch;
use crate::http::operations::{Operation, rejections};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::round_trip::{expected, require_same_id};
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<UpdateRecurringEntry>()
    .rejects(rejections::NEW_ENTRY)
    .rejects(&[Code::NotSpreadable, Code::SpreadHasBegun])
    .conditional()
    .preferable();

/// Update a recurring entry
///
/// A merge: absent fields stay, null clears, objects merge by key, lines are replaced. The change applies to future
/// days: entries already made stay as they are. `isActive: false` pauses it.
#[utoipa::path(put, path = "/api/v1/accounting/recurring-entries/{id}",
    operation_id = "RecurringEntriesController_update", tag = "Recurring entries", request_body = RecurringEntryPatch,
    params(("id" = String, Path, description = "The recurring entry")),
    responses((status = 204, description = "Updated or unchanged"), (status = 200, description = "Updated, with `Prefer: return=representation`", body = RecurringEntryView)))]
pub async fn update(Path(PathId(id)): Path<PathId<RecurringEntryId>>, writing: Writing) -> Result<Response, Problem> {
    let input: RecurringEntryPatch = writing.body().await?;
    writing.caller.admit(&writing.app, require_same_id(input.id.as_ref(), &id)).await?;
    let expected = expected(writing.if_match.as_deref(), input.version);
    let command = writing.caller.admit(&writing.app, input.command(id.clone(), expected)).await?;
    let dates = command.schedule.as_ref().map(|schedule| schedule.dates.clone());
    let done = writing.run(command).await?;
    let changed = async |snapshot: &mut Snapshot| {
        let view = get::read(snapshot, writing.caller.organization, &id).await?;
        Ok(view.with_dates(dates))
    };
    writing.changed(done, changed).await
}
