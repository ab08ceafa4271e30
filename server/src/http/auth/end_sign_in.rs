//! `DELETE /auth/sessions/{id}`: one of the caller's sign-ins ends.

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Response};
use store::operational::{console_sessions, refresh_families};

use super::{NOT_STORED, sign_ins};
use crate::app::App;
use crate::auth::session;
use crate::auth::session_id::SessionId;
use crate::commit;
use crate::http::caller::{Login, Proof};
use crate::http::operations::{Access, Kind, Operation};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::http::writing::set;

pub(super) const OPERATION: Operation = Operation::new(Kind::Action, Access::Login);

/// End one of my sign-ins
///
/// Its cookie, or its refresh token and access tokens, work no more. Those of other people are a 404.
#[utoipa::path(delete, path = "/api/v1/auth/sessions/{id}", operation_id = "AuthController_endSession",
    tag = "Authentication", params(("id" = String, Path, description = "The sign-in")),
    responses((status = 204, description = "Ended")))]
pub async fn end_sign_in(
    State(app): State<App>,
    login: Login,
    id: PathId<SessionId>,
    query: RawQuery,
) -> Result<Response, Problem> {
    let NoQuery {} = query.decode()?;
    let (id, principal) = (id.id()?, login.actor.principal);
    let has_ended = console_sessions::end_own(&app.database, principal, id.0).await?
        || refresh_families::revoke_own(&app.database, principal, id.0, commit::now()).await?;
    app.auth.standings.forget();
    if !has_ended {
        return Err(Problem::not_found());
    }
    let mut response = (StatusCode::NO_CONTENT, NOT_STORED).into_response();
    if matches!(login.proof, Proof::Cookie(_)) && sign_ins::current(&login) == Some(id) {
        set(response.headers_mut(), SET_COOKIE, &session::clear_cookie(&app.base_url));
    }
    Ok(response)
}
