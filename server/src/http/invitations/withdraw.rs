//! `DELETE /invitations/{id}`: its code works no more.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::value::id::InvitationId;
use domain::value::permission::Permission;
use store::operational::invitations;

use crate::app::App;
use crate::http::caller::Caller;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};

pub(super) const OPERATION: Operation = Operation::action(Permission::UsersManage);

/// Withdraw an invitation
///
/// Removes it from the list, whatever its status. A person who accepted it stays a user.
#[utoipa::path(delete, path = "/api/v1/invitations/{id}", operation_id = "InvitationsController_withdraw", tag = "Invitations",
    params(("id" = String, Path, description = "The invitation")),
    responses((status = 204, description = "Withdrawn")))]
pub async fn withdraw(
    State(app): State<App>,
    caller: Caller,
    id: PathId<InvitationId>,
    query: RawQuery,
) -> Result<Response, Problem> {
    drop(caller.read(&app).await?);
    let NoQuery {} = query.decode()?;
    match invitations::remove(&app.database, caller.organization, id.id()?).await? {
        true => Ok(StatusCode::NO_CONTENT.into_response()),
        false => Err(Problem::not_found()),
    }
}
