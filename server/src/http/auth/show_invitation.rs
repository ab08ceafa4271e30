//! `POST /auth/invitations/show`: the invited looks at an invitation.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::Code;

use super::NOT_STORED;
use super::address::ClientAddress;
use super::invitations::{InvitationCode, OfferView, offer, opened};
use crate::app::App;
use crate::http::body::JsonBody;
use crate::http::caller::Login;
use crate::http::operations::{Access, Kind, Operation};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

pub(super) const OPERATION: Operation =
    Operation::new(Kind::Action, Access::Login).rejects(&[Code::NotFound, Code::Forbidden]);

/// Look at an invitation
///
/// Shows who invites, to which organization, with which roles, and to which organizations the caller already belongs.
/// Changes nothing.
#[utoipa::path(post, path = "/api/v1/auth/invitations/show", operation_id = "AuthController_showInvitation", tag = "Authentication",
    request_body = InvitationCode, responses((status = 200, description = "The invitation", body = OfferView)))]
pub async fn show_invitation(
    State(app): State<App>,
    login: Login,
    address: ClientAddress,
    query: RawQuery,
    body: JsonBody,
) -> Result<Response, Problem> {
    let (_, invitation) = opened(&app, &login, address, query, &body).await?;
    let view = offer(&mut app.database.snapshot().await?, &login, invitation).await?;
    Ok((NOT_STORED, Json(view)).into_response())
}
