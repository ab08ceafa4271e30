//! `GET /service-accounts/{id}`

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::rows::{Membership, PrincipalKind};
use domain::value::Sought;
use domain::value::id::{OrganizationId, PrincipalId};
use domain::value::permission::Permission;
use store::Snapshot;

use super::view::{self, ServiceAccountView};
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::conditional::etag;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::http::users::view::name;
use crate::identity::memberships;

pub(super) const OPERATION: Operation = Operation::read(Permission::ServiceAccountsRead);

/// Get a service account
///
/// With its secrets as far as they may be shown: by client id, with the days they were made and used last.
#[utoipa::path(get, path = "/api/v1/service-accounts/{id}", operation_id = "ServiceAccountsController_get", tag = "Service accounts",
    params(("id" = String, Path, description = "The service account")),
    responses((status = 200, description = "The service account", body = ServiceAccountView)))]
pub async fn get(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<PrincipalId>>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let NoQuery {} = query.decode()?;
    let membership = find(&mut snapshot, caller.organization, &id).await?;
    let view = view(&mut snapshot, caller.organization, &membership).await?;
    Ok(([etag(view.version)], axum::Json(view)).into_response())
}

/// The view of a service account.
pub async fn view(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    membership: &Membership,
) -> Result<ServiceAccountView, Problem> {
    let name = name(snapshot, organization, membership.principal_id).await?;
    let secrets = view::secrets(snapshot, organization, membership.principal_id).await?;
    let owner_active = owner_active(snapshot, organization, membership).await?;
    Ok(ServiceAccountView::of(membership, name, owner_active, secrets))
}

/// Whether the person who answers for it is an active member.
pub async fn owner_active(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    membership: &Membership,
) -> Result<bool, Problem> {
    let Some(owner) = membership.owner_id else { return Ok(false) };
    Ok(memberships::active(snapshot, organization, owner).await?.is_some())
}

/// The membership of the service account with this wire id.
pub async fn find(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    id: &Sought<PrincipalId>,
) -> Result<Membership, Problem> {
    let id = id.require()?;
    let found = memberships::find(snapshot, organization, id).await?;
    found.filter(|found| found.kind == PrincipalKind::ServiceAccount).ok_or_else(Problem::not_found)
}
