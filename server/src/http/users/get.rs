//! `GET /users/{id}`

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::rows::{Membership, PrincipalKind};
use domain::value::Sought;
use domain::value::id::{OrganizationId, PrincipalId};
use domain::value::permission::Permission;
use store::Snapshot;

use super::view::{Shown, UserView};
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::conditional::etag;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::identity::memberships;

pub(super) const OPERATION: Operation = Operation::read(Permission::UsersRead);

/// Get a user
///
/// With their roles in this organization.
#[utoipa::path(get, path = "/api/v1/users/{id}", operation_id = "UsersController_get", tag = "Users",
    params(("id" = String, Path, description = "The user")), responses((status = 200, description = "The user", body = UserView)))]
pub async fn get(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<PrincipalId>>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let NoQuery {} = query.decode()?;
    let view = view(&mut snapshot, caller.organization, &id).await?;
    Ok(([etag(view.version)], axum::Json(view)).into_response())
}

/// The view of the user with this wire id.
pub async fn view(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    id: &Sought<PrincipalId>,
) -> Result<UserView, Problem> {
    let membership = find(snapshot, organization, id).await?;
    let shown = Shown::read(snapshot, organization, membership.principal_id).await?;
    Ok(UserView::of(&membership, shown))
}

/// The membership of the user with this wire id; service accounts are no users.
pub async fn find(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    id: &Sought<PrincipalId>,
) -> Result<Membership, Problem> {
    let id = id.require()?;
    let found = memberships::find(snapshot, organization, id).await?;
    let is_user = |found: &Membership| matches!(found.kind, PrincipalKind::User | PrincipalKind::Foreign);
    found.filter(is_user).ok_or_else(Problem::not_found)
}
