//! `POST /auth/session`: the console's cookie.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{ORIGIN, SET_COOKIE};
use axum::response::{IntoResponse, Response};
use domain::Code;
use domain::value::Sought;
use domain::value::id::{OrganizationId, PrincipalId};
use store::operational::console_sessions::{self, ConsoleSession};

use super::address::ClientAddress;
use super::{NOT_STORED, sign_in as signing};
use crate::app::App;
use crate::auth::opaque_token::SecretHash;
use crate::auth::session_id::SessionId;
use crate::auth::{fresh, session};
use crate::commit;
use crate::http::body::JsonBody;
use crate::http::input::Text;
use crate::http::operations::{Access, Kind, Operation};
use crate::http::output::{At, Id};
use crate::http::problem::{Problem, ServerCode};
use crate::http::query::{NoQuery, RawQuery};
use crate::http::writing::set;
use crate::identity::IdentityError;

crate::input! {
    /// A sign-in of the console.
    pub struct SignIn {
        pub username: Text<1, 200> = "admin",
        pub password: Text<1, 1000> = "correct horse battery",
        /// The organization to show; needed if the user belongs to several.
        pub organization_id: Option<Sought<OrganizationId>>,
    }
}

crate::output! {
    /// A session of the console; its cookie is in the header.
    pub struct SessionView {
        pub principal_id: Id<PrincipalId>,
        pub organization_id: Option<Id<OrganizationId>>,
        /// Send it as `X-CSRF-Token` with every request that makes changes.
        pub csrf_token: String,
        /// The latest time at which it ends; an unused session ends earlier.
        pub expires_at: At,
        pub must_change_password: bool,
    }
}

pub(super) const OPERATION: Operation = Operation::new(Kind::Action, Access::Public)
    .rejects(&[Code::Forbidden])
    .faults(&[ServerCode::InvalidCredentials, ServerCode::OrganizationRequired, ServerCode::CsrfFailed]);

/// Sign in with a cookie
///
/// For the console: sets an `HttpOnly`, `SameSite=Strict` cookie with a new session, and ends the session of the cookie
/// sent with the request. The session ends with sign-out, a changed password, after 8 hours without use or after 7
/// days, unless configured otherwise. Scripts use `POST /auth/token`.
#[utoipa::path(post, path = "/api/v1/auth/session", operation_id = "AuthController_signIn", tag = "Authentication",
    request_body = SignIn, responses((status = 200, description = "Signed in", body = SessionView)))]
pub async fn open_session(
    State(app): State<App>,
    address: ClientAddress,
    query: RawQuery,
    headers: HeaderMap,
    body: JsonBody,
) -> Result<Response, Problem> {
    require_own_origin(&app, &headers)?;
    let NoQuery {} = query.decode()?;
    let request: SignIn = body.decode()?;
    let login = signing::check_password(&app, &request.username, request.password.0, address.0).await?;
    let organization = signing::choose_organization(&app, &login, request.organization_id.as_ref()).await?;
    if let Some(former) = session::find_cookie(&headers, session::cookie_name(&app.base_url)) {
        // The browser forgets it for the new one: nobody is to find it and go on.
        console_sessions::end(&app.database, SecretHash::of(former).0).await?;
        app.auth.standings.forget();
    }

    let id = SessionId(fresh::random().map_err(IdentityError::from)?);
    let cookie = session::write(id, fresh::random().map_err(IdentityError::from)?);
    let now = commit::now();
    let row = ConsoleSession {
        session_hash: SecretHash::of(&cookie).0,
        session_id: id.0,
        principal_id: login.principal_id,
        organization_id: organization,
        entered_at: now,
        expires_at: app.auth.sessions.end(now),
        created_at: now,
        last_used_at: now,
    };
    console_sessions::add(&app.database, &row).await?;
    if !signing::is_unchanged(&app, &login).await? {
        console_sessions::end(&app.database, row.session_hash).await?;
        return Err(signing::invalid_credentials());
    }
    signing::note(&app, &login, organization, address.0).await;
    let view = SessionView {
        principal_id: Id(login.principal_id),
        organization_id: organization.map(Id),
        csrf_token: session::csrf_token(&cookie),
        expires_at: At(row.expires_at),
        must_change_password: login.must_change,
    };
    let mut response = (NOT_STORED, Json(view)).into_response();
    set(response.headers_mut(), SET_COOKIE, &session::set_cookie(&cookie, &app.base_url, app.auth.sessions));
    Ok(response)
}

/// Another site must not sign a visitor in to somebody else's session.
fn require_own_origin(app: &App, headers: &HeaderMap) -> Result<(), Problem> {
    let Some(origin) = headers.get(ORIGIN) else { return Ok(()) };
    let ours = session::origins(&app.base_url).unwrap_or_default();
    if ours.iter().any(|own| origin.as_bytes().eq_ignore_ascii_case(own.as_bytes())) {
        return Ok(());
    }
    Err(Problem::new(ServerCode::CsrfFailed, session::CrossSite::OriginForeign.to_string()))
}
