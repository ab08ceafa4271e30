//! `POST /auth/password`: the callers change their own password.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::Code;
use store::operational::logins;

use super::address::ClientAddress;
use super::new_password::NewPassword;
use super::problems::weak_at;
use super::sign_in;
use crate::app::App;
use crate::auth::password;
use crate::http::body::JsonBody;
use crate::http::caller::Login;
use crate::http::input::Text;
use crate::http::operations::{Access, Kind, Operation};
use crate::http::problem::{Problem, ServerCode};
use crate::http::query::{NoQuery, RawQuery};
use crate::identity::users::{self, ChosenBy};

crate::input! {
    /// A change of your own password.
    pub struct ChangePassword {
        pub current_password: Text<1, 1000>,
        /// At least 10 characters; length counts, not kinds of characters.
        pub new_password: NewPassword = "seven green umbrellas",
    }
}

pub(super) const OPERATION: Operation =
    Operation::new(Kind::Action, Access::Login).rejects(&[Code::Forbidden]).faults(&[ServerCode::InvalidCredentials]);

/// Change my password
///
/// Ends every sign-in of the user, including this one: sign in again with the new password.
#[utoipa::path(post, path = "/api/v1/auth/password", operation_id = "AuthController_changePassword", tag = "Authentication",
    request_body = ChangePassword, responses((status = 204, description = "Changed")))]
pub async fn change_password(
    State(app): State<App>,
    login: Login,
    address: ClientAddress,
    query: RawQuery,
    body: JsonBody,
) -> Result<Response, Problem> {
    let stored = logins::by_principal(&mut app.database.snapshot().await?, login.actor.principal).await?;
    let stored = stored.ok_or_else(|| Problem::new(Code::Forbidden, "only users have a password here"))?;
    let NoQuery {} = query.decode()?;
    let request: ChangePassword = body.decode()?;
    if request.new_password.0 == request.current_password.0 {
        return Err(Problem::violation("/newPassword", "unchanged", "is your present password: choose another one"));
    }
    password::require_strong(&request.new_password, &stored.username).map_err(|weak| weak_at("/newPassword", weak))?;
    let checked = sign_in::check_password(&app, &stored.username, request.current_password.0, address.0).await?;
    users::set_password(
        &app.database,
        &app.auth.passwords,
        &app.auth.standings,
        &checked,
        request.new_password.0,
        ChosenBy::Owner,
    )
    .await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
