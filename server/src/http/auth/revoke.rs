//! `POST /auth/revoke`: ends the sign-in of a token, or a token that has none (RFC 7009).

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::value::{Instant, TypedId};
use store::operational::{refresh_families, revoked_tokens};

use super::NOT_STORED;
use crate::app::App;
use crate::auth::refresh;
use crate::auth::session_id::SessionId;
use crate::auth::token::OwnClaims;
use crate::auth::verifier::Verified;
use crate::commit;
use crate::http::body::FormOrJson;
use crate::http::caller::end_of;
use crate::http::input::Text;
use crate::http::operations::{Access, Kind, Operation};
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};

crate::input! {
    /// A token to revoke. Its holder may revoke it; a hint or client is accepted and ignored.
    pub struct RevokeRequest ignoring ["token_type_hint", "client_id", "client_secret"] {
        /// A refresh token, or any access token that is valid here.
        pub token: Text<1, 8000>,
    }
}

pub(super) const OPERATION: Operation = Operation::new(Kind::Action, Access::Public);

/// Revoke a token
///
/// Ends the whole sign-in: its refresh token and its access tokens. An access token without a sign-in (of a service
/// account, of the command line, of a trusted issuer) ends on its own. An unknown or expired token gets the same
/// answer.
#[utoipa::path(post, path = "/api/v1/auth/revoke", operation_id = "AuthController_revoke", tag = "Authentication",
    request_body(content((RevokeRequest = "application/json"), (RevokeRequest = "application/x-www-form-urlencoded"))),
    responses((status = 200, description = "The token no longer works")))]
pub async fn revoke(
    State(app): State<App>,
    query: RawQuery,
    FormOrJson(body): FormOrJson,
) -> Result<Response, Problem> {
    let NoQuery {} = query.decode()?;
    let request: RevokeRequest = body.decode()?;
    let now = commit::now();
    if let Some((session, hash)) = refresh::read(&request.token) {
        refresh_families::revoke(&app.database, session.bytes(), hash.0, now).await?;
    } else {
        match app.auth.verifier.verify_or_refetch(&request.token, now).await {
            Ok(Verified::Own(OwnClaims { session: Some(session), .. })) => end(&app, session).await?,
            Ok(Verified::Own(own)) => end_token(&app, Some(own.mark), end_of(own.expires_at_s)).await?,
            Ok(Verified::Foreign(foreign)) => {
                end_token(&app, Some(foreign.mark), end_of(foreign.expires_at_s)).await?;
            }
            // It does not work as it is.
            Err(_) => {}
        }
    }
    app.auth.standings.forget();
    Ok((StatusCode::OK, NOT_STORED).into_response())
}

/// Ends one token, for every process of the database.
pub async fn end_token(app: &App, token: Option<[u8; 32]>, expires_at: Instant) -> Result<(), Problem> {
    if let Some(token) = token {
        revoked_tokens::add(&app.database, token, expires_at).await?;
    }
    app.auth.standings.forget();
    Ok(())
}

/// Ends a sign-in, whichever its refresh token is now.
pub async fn end(app: &App, session: SessionId) -> Result<(), Problem> {
    let family = refresh_families::get(&mut app.database.snapshot().await?, session.0).await?;
    if let Some(family) = family {
        refresh_families::revoke(&app.database, session.0, family.current_hash, commit::now()).await?;
    }
    app.auth.standings.forget();
    Ok(())
}
