//! `POST /auth/invitations/accept`: the invited joins.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::Code;

use super::NOT_STORED;
use super::address::ClientAddress;
use super::invitations::{InvitationCode, OfferView, nothing_open, offer, opened};
use crate::app::App;
use crate::http::body::JsonBody;
use crate::http::caller::Login;
use crate::http::context::RequestContext;
use crate::http::operations::{Access, Kind, Operation};
use crate::http::problem::{Problem, ServerCode};
use crate::http::query::RawQuery;
use crate::identity::invitations;

pub(super) const OPERATION: Operation = Operation::new(Kind::Action, Access::Login)
    .rejects(&[Code::NotFound, Code::Forbidden, Code::LastAdmin])
    .faults(&[ServerCode::StorageFull, ServerCode::OutcomeUnknown]);

/// Accept an invitation
///
/// The caller joins the organization and stays in all others. Get a token with its id from `POST /auth/token`; a
/// sign-in without an id leads to the same organization as before.
#[utoipa::path(post, path = "/api/v1/auth/invitations/accept", operation_id = "AuthController_acceptInvitation", tag = "Authentication",
    request_body = InvitationCode, responses((status = 200, description = "Joined", body = OfferView)))]
pub async fn accept_invitation(
    State(app): State<App>,
    login: Login,
    context: RequestContext,
    address: ClientAddress,
    query: RawQuery,
    body: JsonBody,
) -> Result<Response, Problem> {
    let (own, invitation) = opened(&app, &login, address, query, &body).await?;
    if !own.has_own_password {
        // Whoever set it could sign in to the other organization with it.
        let detail = "somebody else chose your password: change it with POST /api/v1/auth/password, then accept";
        return Err(Problem::new(Code::Forbidden, detail));
    }
    let (standings, request_id) = (&app.auth.standings, &context.request_id);
    let done = invitations::accept(&app.database, &app.committer, standings, &invitation, &own, request_id).await?;
    if !done {
        return Err(nothing_open());
    }
    let view = offer(&mut app.database.snapshot().await?, &login, invitation).await?;
    Ok((NOT_STORED, Json(view)).into_response())
}
