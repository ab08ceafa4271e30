//! `GET /accounting/recurring-entries/{id}`

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::rows::RecurringEntry;
use domain::value::Sought;
use domain::value::id::{OrganizationId, RecurringEntryId};
use domain::value::permission::Permission;
use store::Snapshot;

use super::view::{self, RecurringEntryView};
use crate::app::App;
use crate::http::accounts::statement::base_currency;
use crate::http::called;
use crate::http::caller::Caller;
use crate::http::conditional::etag;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::http::round_trip;

pub(super) const OPERATION: Operation = Operation::read(Permission::RecurringEntriesRead);

/// Get a recurring entry
#[utoipa::path(get, path = "/api/v1/accounting/recurring-entries/{id}", operation_id = "RecurringEntriesController_get",
    tag = "Recurring entries", params(("id" = String, Path, description = "The recurring entry")),
    responses((status = 200, description = "The recurring entry", body = RecurringEntryView)))]
pub async fn get(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<RecurringEntryId>>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    query.decode::<NoQuery>()?;
    let view = read(&mut snapshot, caller.organization, &id).await?;
    let view = called::filled(&mut snapshot, &caller, view).await?;
    Ok(([etag(view.version)], axum::Json(view)).into_response())
}

/// The view of the recurring entry with this wire id.
pub async fn read(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    id: &Sought<RecurringEntryId>,
) -> Result<RecurringEntryView, Problem> {
    let recurring = round_trip::find::<RecurringEntry, _>(snapshot, organization, id).await?;
    let next = view::next(snapshot, organization, recurring.id).await?;
    let base = base_currency(snapshot, organization).await?;
    RecurringEntryView::of(recurring, next.as_ref(), base)
}
