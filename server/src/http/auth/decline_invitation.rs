//! `POST /auth/invitations/decline`: the invited stays out.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::Code;
use store::operational::invitations as stored;
use store::operational::security_events::SecurityEventKind;

use super::address::ClientAddress;
use super::invitations::{InvitationCode, nothing_open, opened};
use crate::app::App;
use crate::commit;
use crate::http::body::JsonBody;
use crate::http::caller::Login;
use crate::http::operations::{Access, Kind, Operation};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::identity::security::{self, Happened};

pub(super) const OPERATION: Operation =
    Operation::new(Kind::Action, Access::Login).rejects(&[Code::NotFound, Code::Forbidden]);

/// Decline an invitation
///
/// Its code no longer works.
#[utoipa::path(post, path = "/api/v1/auth/invitations/decline", operation_id = "AuthController_declineInvitation", tag = "Authentication",
    request_body = InvitationCode, responses((status = 204, description = "Declined")))]
pub async fn decline_invitation(
    State(app): State<App>,
    login: Login,
    address: ClientAddress,
    query: RawQuery,
    body: JsonBody,
) -> Result<Response, Problem> {
    let (own, invitation) = opened(&app, &login, address, query, &body).await?;
    if !stored::decline(&app.database, invitation.id, own.principal_id, commit::now()).await? {
        return Err(nothing_open());
    }
    let declined = Happened::named(SecurityEventKind::InvitationDeclined, &invitation.username);
    security::note(&app.database, Some(invitation.organization_id), &declined).await;
    Ok(StatusCode::NO_CONTENT.into_response())
}
