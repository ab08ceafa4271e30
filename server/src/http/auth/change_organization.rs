//! `PUT /auth/session`: the console's session acts for another organization.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::Code;
use domain::value::Sought;
use domain::value::id::OrganizationId;
use store::operational::{console_sessions, logins};

use super::address::ClientAddress;
use super::open_session::SessionView;
use super::{NOT_STORED, sign_in as signing};
use crate::app::App;
use crate::auth::opaque_token::SecretHash;
use crate::auth::session;
use crate::commit;
use crate::http::body::JsonBody;
use crate::http::caller::{Login, Proof};
use crate::http::operations::{Access, Kind, Operation};
use crate::http::output::{At, Id};
use crate::http::problem::{Problem, ServerCode};
use crate::http::query::{NoQuery, RawQuery};

crate::input! {
    /// The organization that a session acts for from now on.
    pub struct SessionChange {
        /// One of those that you belong to.
        pub organization_id: Sought<OrganizationId>,
    }
}

pub(super) const OPERATION: Operation = Operation::new(Kind::Action, Access::Login)
    .anywhere()
    .rejects(&[Code::Forbidden])
    .faults(&[ServerCode::OrganizationRequired]);

/// Act for another organization
///
/// For the console: the session of the cookie acts for this organization from now on, in all windows. Cookie, CSRF token
/// and end of the session stay. A window that still shows the former books learns it by `X-Organization-Id`, and its event
/// stream ends. A token acts for one organization: get another one from `POST /auth/token`.
#[utoipa::path(put, path = "/api/v1/auth/session", operation_id = "AuthController_changeOrganization",
    tag = "Authentication", request_body = SessionChange,
    responses((status = 200, description = "The session as it is now", body = SessionView)))]
pub async fn change_organization(
    State(app): State<App>,
    login: Login,
    address: ClientAddress,
    query: RawQuery,
    body: JsonBody,
) -> Result<Response, Problem> {
    let Proof::Cookie(cookie) = &login.proof else {
        let detail = "a token acts for one organization: send its id as organizationId to POST /api/v1/auth/token";
        return Err(Problem::new(Code::Forbidden, detail));
    };
    let NoQuery {} = query.decode()?;
    let request: SessionChange = body.decode()?;
    let ended = || Problem::new(ServerCode::TokenRevoked, "the session has ended: sign in again");
    // Before the membership is looked at: what ends everything issued to the member since then ends this, too.
    let now = commit::now();
    let stored = logins::by_principal(&mut app.database.snapshot().await?, login.actor.principal).await?;
    let stored = stored.ok_or_else(ended)?;
    let chosen = signing::choose_organization(&app, &stored, Some(&request.organization_id)).await?;
    if let Some(organization) = chosen.filter(|_| chosen != login.organization) {
        if !console_sessions::enter(&app.database, SecretHash::of(cookie).0, organization, now).await? {
            return Err(ended());
        }
        signing::note(&app, &stored, chosen, address.0).await;
    }
    let view = SessionView {
        principal_id: Id(login.actor.principal),
        organization_id: chosen.map(Id),
        csrf_token: session::csrf_token(cookie),
        expires_at: At(login.expires_at),
        must_change_password: login.must_change,
    };
    Ok((NOT_STORED, Json(view)).into_response())
}
