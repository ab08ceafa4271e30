//! `GET /accounting/parties/{id}`

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::rows::{Party, PartyName};
use domain::value::id::{OrganizationId, PartyId};
use domain::value::permission::Permission;
use domain::value::{Cell, Sought};
use store::Snapshot;

use super::view::PartyView;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::conditional::etag;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::http::round_trip;

pub(super) const OPERATION: Operation = Operation::read(Permission::PartiesRead);

/// Get a party
#[utoipa::path(get, path = "/api/v1/accounting/parties/{id}", operation_id = "PartiesController_get", tag = "Parties",
    params(("id" = String, Path, description = "The party")),
    responses((status = 200, description = "The party", body = PartyView)))]
pub async fn get(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<PartyId>>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    query.decode::<NoQuery>()?;
    let view = read(&mut snapshot, caller.organization, &id).await?;
    Ok(([etag(view.version)], axum::Json(view)).into_response())
}

/// The view of the party with this wire id.
pub async fn read(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    id: &Sought<PartyId>,
) -> Result<PartyView, Problem> {
    let party = round_trip::find::<Party, _>(snapshot, organization, id).await?;
    let rest = "where organization_id = $1 and party_id = $2";
    let mut names: Vec<PartyName> = snapshot.rows(rest, &[Cell::Id(organization.0), Cell::Id(party.id.0)]).await?;
    Ok(PartyView::of(party, names.pop()))
}
