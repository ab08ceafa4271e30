//! `DELETE /auth/session`: the session of the cookie ends, or the sign-in of the token.

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{HeaderName, SET_COOKIE};
use axum::response::{IntoResponse, Response};
use store::operational::console_sessions;

use super::{NOT_STORED, revoke};
use crate::app::App;
use crate::auth::opaque_token::SecretHash;
use crate::auth::session;
use crate::http::caller::{Login, Proof};
use crate::http::operations::{Access, Kind, Operation};
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::http::writing::set;

const CLEAR_SITE_DATA: HeaderName = HeaderName::from_static("clear-site-data");

pub(super) const OPERATION: Operation = Operation::new(Kind::Action, Access::Login).anywhere();

/// Sign out
///
/// Ends the session of the cookie, or the sign-in of the token; a token without a sign-in ends on its own.
#[utoipa::path(delete, path = "/api/v1/auth/session", operation_id = "AuthController_signOut", tag = "Authentication",
    responses((status = 204, description = "Signed out")))]
pub async fn sign_out(State(app): State<App>, login: Login, query: RawQuery) -> Result<Response, Problem> {
    let NoQuery {} = query.decode()?;
    // What a page of ours keeps, as the token that was pasted at /docs, goes with the sign-in. The console forgets by itself what
    // its user typed; what others scanned on the same device and have not sent yet is theirs, and stays.
    let forgotten = match &login.proof {
        Proof::Cookie(_) => "\"cache\"",
        Proof::Token(_) | Proof::Foreign => "\"cache\", \"storage\"",
    };
    match &login.proof {
        Proof::Cookie(value) => console_sessions::end(&app.database, SecretHash::of(value).0).await?,
        Proof::Token(Some(session)) => revoke::end(&app, *session).await?,
        Proof::Token(None) | Proof::Foreign => revoke::end_token(&app, login.token, login.expires_at).await?,
    }
    let mut response = (StatusCode::NO_CONTENT, NOT_STORED).into_response();
    set(response.headers_mut(), SET_COOKIE, &session::clear_cookie(&app.base_url));
    set(response.headers_mut(), CLEAR_SITE_DATA, forgotten);
    Ok(response)
}
