//! `GET /accounting/entry-templates/{id}`

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::rows::EntryTemplate;
use domain::value::Sought;
use domain::value::id::EntryTemplateId;
use domain::value::permission::Permission;
use store::Snapshot;

use super::view::EntryTemplateView;
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

pub(super) const OPERATION: Operation = Operation::read(Permission::JournalEntriesRead);

/// Get an entry template
#[utoipa::path(get, path = "/api/v1/accounting/entry-templates/{id}", operation_id = "EntryTemplatesController_get",
    tag = "Journal entries", params(("id" = String, Path, description = "The template")),
    responses((status = 200, description = "The template", body = EntryTemplateView)))]
pub async fn get(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<EntryTemplateId>>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let NoQuery {} = query.decode()?;
    let view = shown(&mut snapshot, &caller, &id).await?;
    Ok(([etag(view.version)], axum::Json(view)).into_response())
}

/// The view of the template with this wire id.
pub(super) async fn shown(
    snapshot: &mut Snapshot,
    caller: &Caller,
    id: &Sought<EntryTemplateId>,
) -> Result<EntryTemplateView, Problem> {
    let template = round_trip::find::<EntryTemplate, _>(snapshot, caller.organization, id).await?;
    let view = EntryTemplateView::of(template, base_currency(snapshot, caller.organization).await?)?;
    called::filled(snapshot, caller, view).await
}
