//! `GET /accounting/statement-mappings/{id}`

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::rows::StatementMapping;
use domain::value::Sought;
use domain::value::id::{OrganizationId, StatementMappingId};
use domain::value::permission::Permission;
use store::Snapshot;

use super::view::StatementMappingView;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::conditional::etag;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::http::round_trip;

pub(super) const OPERATION: Operation = Operation::read(Permission::AccountsRead);

/// Get a statement mapping
///
/// With its lines and the accounts of each.
#[utoipa::path(get, path = "/api/v1/accounting/statement-mappings/{id}", operation_id = "StatementMappingsController_get",
    tag = "Statement mappings", params(("id" = String, Path, description = "The mapping")),
    responses((status = 200, description = "The mapping", body = StatementMappingView)))]
pub async fn get(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<StatementMappingId>>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    query.decode::<NoQuery>()?;
    let view = StatementMappingView::from(find(&mut snapshot, caller.organization, &id).await?);
    Ok(([etag(view.version)], axum::Json(view)).into_response())
}

/// The mapping with this wire id.
pub async fn find(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    id: &Sought<StatementMappingId>,
) -> Result<StatementMapping, Problem> {
    round_trip::find::<StatementMapping, _>(snapshot, organization, id).await
}
