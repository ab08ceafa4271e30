//! `POST /auth/token`: access tokens for passwords, refresh tokens and client secrets (OAuth 2.0).

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use domain::Code;
use domain::book::context::Actor;
use domain::value::id::OrganizationId;
use domain::value::permission::PermissionSet;
use domain::value::{Instant, Sought};

use super::address::ClientAddress;
use super::{NOT_STORED, client_grant, oauth_error, password_grant, refresh_grant};
use crate::app::App;
use crate::auth::session_id::SessionId;
use crate::http::body::FormOrJson;
use crate::http::caller::rights_of;
use crate::http::input::Text;
use crate::http::operations::{Access, Kind, Operation};
use crate::http::output::Id;
use crate::http::problem::{Problem, ServerCode};
use crate::http::query::{NoQuery, RawQuery};
use crate::identity::mint;

crate::input! {
    /// A request for an access token; `grant_type` determines its fields.
    pub struct TokenRequest {
        /// `password`, `refresh_token` or `client_credentials`.
        pub grant_type as "grant_type": Text<1, 100> = "password",
        /// For `password`.
        pub username: Option<Text<1, 200>> = "admin",
        /// For `password`.
        pub password: Option<Text<1, 1000>> = "correct horse battery",
        /// For `refresh_token`.
        pub refresh_token as "refresh_token": Option<Text<1, 1000>>,
        /// For `client_credentials`, unless HTTP Basic carries it.
        pub client_id as "client_id": Option<Text<1, 200>>,
        /// For `client_credentials`, unless HTTP Basic carries it.
        pub client_secret as "client_secret": Option<Text<1, 1000>>,
        /// Restricts the token to these permissions, separated by spaces.
        pub scope: Option<Text<0, 4000>>,
        /// The organization to act in; needed if the user belongs to several.
        pub organization_id: Option<Sought<OrganizationId>>,
    }
}

crate::output! {
    /// An access token.
    pub struct TokenAnswer {
        /// Send it as `Authorization: Bearer …`.
        pub access_token as "access_token": String,
        /// `Bearer`.
        pub token_type as "token_type": String,
        /// Seconds until the access token expires.
        pub expires_in as "expires_in": i64,
        /// Good for one new access token; null for service accounts.
        pub refresh_token as "refresh_token": Option<String>,
        /// The permissions that the token has now, separated by spaces.
        pub scope: String,
        /// The organization of the token; null if the user has none.
        pub organization_id: Option<Id<OrganizationId>>,
        /// Whether the password must be changed before anything else.
        pub must_change_password: bool,
    }
}

/// The login that a grant lets in.
pub struct Admitted {
    /// Who acts, narrowed to the scope.
    pub actor: Actor,
    /// In which organization.
    pub organization: Option<OrganizationId>,
    /// The sign-in behind the token.
    pub session: Option<SessionId>,
    /// When the secret that was shown stops to work: the token ends then, too.
    pub until: Option<Instant>,
    /// The next refresh token.
    pub refresh_token: Option<String>,
    /// Whether the password must be changed first.
    pub must_change: bool,
}

pub(super) const OPERATION: Operation =
    Operation::new(Kind::Action, Access::Public).rejects(&[Code::Forbidden]).faults(&[
        ServerCode::InvalidCredentials,
        ServerCode::OrganizationRequired,
        ServerCode::TokenRevoked,
        ServerCode::TokenExpired,
    ]);

/// Get an access token
///
/// The token of a user acts in one organization. A refresh token works once; the answer has the next one. If it is sent
/// again within 30 seconds, as by two windows at once, the answer has the same next one. If it is sent later, or after
/// the next one was used, the sign-in ends, because somebody may have copied the token.
///
/// Errors have `error` and `error_description` of RFC 6749 beside the members of a problem, so that OAuth libraries know
/// them as errors.
#[utoipa::path(post, path = "/api/v1/auth/token", operation_id = "AuthController_token", tag = "Authentication",
    request_body(content((TokenRequest = "application/json"), (TokenRequest = "application/x-www-form-urlencoded"))),
    responses((status = 200, description = "The token", body = TokenAnswer)))]
pub async fn token(
    State(app): State<App>,
    address: ClientAddress,
    query: RawQuery,
    headers: HeaderMap,
    body: Result<FormOrJson, Problem>,
) -> Result<Response, Problem> {
    let request = query.decode::<NoQuery>().and(body).and_then(|FormOrJson(body)| body.decode());
    let request: TokenRequest = request.map_err(|problem| oauth_error::of_request(problem, &headers))?;
    let grant = request.grant_type.0.clone();
    let issued = issue(&app, request, &headers, address).await;
    issued.map_err(|problem| oauth_error::of_grant(problem, &grant, &headers))
}

async fn issue(
    app: &App,
    request: TokenRequest,
    headers: &HeaderMap,
    address: ClientAddress,
) -> Result<Response, Problem> {
    let scope = scope(request.scope.as_ref().map(|text| text.0.as_str()))?;
    let admitted = match request.grant_type.0.as_str() {
        "password" if app.auth.allows_password_grant => password_grant::admit(app, request, scope, address.0).await?,
        "refresh_token" => refresh_grant::admit(app, request, scope).await?,
        "client_credentials" => client_grant::admit(app, request, scope, headers, address.0).await?,
        "password" => return Err(unsupported("is switched off here: use refresh_token or client_credentials")),
        _ => return Err(unsupported("must be one of password, refresh_token, client_credentials")),
    };
    answer(app, admitted).await
}

async fn answer(app: &App, admitted: Admitted) -> Result<Response, Problem> {
    let Admitted { actor, organization, session, until, refresh_token, must_change } = admitted;
    let rights = match organization {
        Some(organization) => rights_of(&actor, &mut app.database.snapshot().await?, organization).await?,
        None => PermissionSet::NONE,
    };
    let minted = mint::of_session(&app.database, &app.auth, actor, organization, session, until).await?;
    let answer = TokenAnswer {
        access_token: minted.token,
        token_type: "Bearer".to_owned(),
        expires_in: minted.expires_in_s,
        refresh_token,
        scope: rights.names(),
        organization_id: organization.map(Id),
        must_change_password: must_change,
    };
    Ok((NOT_STORED, Json(answer)).into_response())
}

fn unsupported(message: &str) -> Problem {
    Problem::violation("/grant_type", "unsupported_grant_type", message)
}

/// The permissions that a scope names; a misspelt one would narrow the token more than meant.
fn scope(text: Option<&str>) -> Result<Option<PermissionSet>, Problem> {
    let Some(text) = text.filter(|text| !text.trim().is_empty()) else { return Ok(None) };
    PermissionSet::parse(text)
        .map(Some)
        .map_err(|name| Problem::violation("/scope", "unknown_value", format!("no permission is named {name:?}")))
}

/// A field that this grant needs.
pub fn needed(field: Option<impl Into<String>>, name: &str) -> Result<String, Problem> {
    field
        .map(Into::into)
        .ok_or_else(|| Problem::violation(format!("/{name}"), "required", "this grant_type needs this field"))
}
