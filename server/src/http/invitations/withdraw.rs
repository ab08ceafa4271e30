//! `DELETE /invitations/{id}`: its code works no more.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::value::id::InvitationId;
use domain::value::permission::Permission;
use store::operational::invitations::{self, InvitationStatus};
use store::operational::security_events::SecurityEventKind;

use crate::app::App;
use crate::http::caller::Caller;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::identity::security::{self, Happened};

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
    let removed = invitations::remove(&app.database, caller.organization, id.id()?).await?;
    let removed = removed.ok_or_else(Problem::not_found)?;
    if matches!(removed.status, InvitationStatus::Open) {
        let withdrawn = Happened::named(SecurityEventKind::InvitationWithdrawn, &removed.username);
        let withdrawn = withdrawn.by(Some(caller.actor.principal));
        security::note(&app.database, Some(caller.organization), &withdrawn).await;
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}
