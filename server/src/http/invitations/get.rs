//! `GET /invitations/{id}`

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::value::id::InvitationId;
use domain::value::permission::Permission;
use store::operational::invitations;

use super::view::InvitationView;
use crate::app::App;
use crate::commit;
use crate::http::caller::Caller;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};

pub(super) const OPERATION: Operation = Operation::read(Permission::UsersRead);

/// Get an invitation
///
/// Whom it invites, to which roles, and until when. Its token is shown once, to whoever made it.
#[utoipa::path(get, path = "/api/v1/invitations/{id}", operation_id = "InvitationsController_get", tag = "Invitations",
    params(("id" = String, Path, description = "The invitation")), responses((status = 200, description = "The invitation", body = InvitationView)))]
pub async fn get(
    State(app): State<App>,
    caller: Caller,
    id: PathId<InvitationId>,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let NoQuery {} = query.decode()?;
    let found = invitations::get(&mut snapshot, caller.organization, id.id()?).await?;
    let found = found.ok_or_else(Problem::not_found)?;
    Ok(Json(InvitationView::of(found, commit::now())).into_response())
}
