//! `X-Organization-Id`: the organization that a client believes to act for. A session can be led to another one by another
//! window, and what was meant for the one books must not get into the others.

use axum::http::request::Parts;
use domain::value::TypedId;
use domain::value::id::OrganizationId;
use domain::value::rejection::{Resolution, Value};

use super::{Login, Proof};
use crate::app::App;
use crate::http::operations::Operation;
use crate::http::problem::{Problem, ServerCode};
use crate::identity::memberships;

/// The name of the header field, as it is written in texts.
const NAME: &str = "X-Organization-Id";

/// Goes on where the request names no organization, or the caller's.
///
/// # Errors
/// 400 for a name that is no id, 409 for another organization than the caller's.
pub async fn require(parts: &Parts, app: &App, login: &Login) -> Result<(), Problem> {
    let mut sent = parts.headers.get_all(NAME).iter();
    let Some(first) = sent.next() else { return Ok(()) };
    if parts.extensions.get::<&Operation>().is_some_and(|operation| operation.is_anywhere) {
        return Ok(());
    }
    let expected = first.to_str().ok().and_then(OrganizationId::parse).filter(|_| sent.next().is_none());
    let malformed =
        || Problem::violation(NAME, "malformed_header", "must be the id of one organization, as org_… of GET /auth/me");
    let expected = expected.ok_or_else(malformed)?;
    if login.organization == Some(expected) {
        return Ok(());
    }
    Err(mismatch(app, login, expected).await?)
}

async fn mismatch(app: &App, login: &Login, expected: OrganizationId) -> Result<Problem, Problem> {
    let acts = match login.organization {
        Some(actual) => format!("you act for {actual}"),
        None => "you act for none".to_owned(),
    };
    let is_session = matches!(login.proof, Proof::Cookie(_));
    let step = match is_session {
        true => "lead the session there with PUT /api/v1/auth/session, or read everything again",
        false => "get a token of that organization from POST /api/v1/auth/token",
    };
    let detail = format!("the request is meant for the organization {expected}, and {acts}: {step}");
    let mut problem = Problem::new(ServerCode::OrganizationMismatch, detail)
        .with("expected", expected.to_string())
        .with("actual", login.organization.map_or(Value::Null, |actual| actual.to_string().into()));
    let mut snapshot = app.database.snapshot().await?;
    if is_session && memberships::active(&mut snapshot, expected, login.actor.principal).await?.is_some() {
        problem.resolutions.push(Resolution {
            rel: "switch-organization",
            title: "Act for this organization from now on, in all windows".to_owned(),
            method: "PUT",
            path: "/auth/session".to_owned(),
            body: Some(Value::Object(vec![("organizationId", expected.to_string().into())])),
            repeats: false,
        });
    }
    Ok(problem)
}
