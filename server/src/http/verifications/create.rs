//! `POST /audit/verifications`

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::LOCATION;
use axum::response::{IntoResponse, Response};
use domain::value::permission::Permission;

use super::view::VerificationView;
use crate::app::App;
use crate::http::body::JsonBody;
use crate::http::caller::Caller;
use crate::http::context::RequestContext;
use crate::http::operations::Operation;
use crate::http::problem::{Problem, ServerCode};
use crate::http::query::{NoQuery, RawQuery};
use crate::http::writing::{NoBody, set};
use crate::verifying;

pub(super) const OPERATION: Operation = Operation::action(Permission::AuditRead).faults(&[ServerCode::StorageFull]);

/// Verify the books
///
/// Makes the checks of `countinghouse verify` for this organization in the background: the chain of hashes of its events,
/// the books against the events, and the rules between them. While one runs, that is the answer.
#[utoipa::path(post, path = "/api/v1/audit/verifications", operation_id = "VerificationsController_create", tag = "Audit",
    responses((status = 202, description = "It runs", body = VerificationView)))]
pub async fn create(
    State(app): State<App>,
    caller: Caller,
    context: RequestContext,
    query: RawQuery,
    body: JsonBody,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let NoQuery {} = query.decode()?;
    let NoBody {} = body.decode_or_empty()?;
    let rights = caller.rights(&mut snapshot).await?;
    drop(snapshot);
    let running = verifying::begin(&app.database, caller.organization, caller.actor.principal).await?;
    let place = context.href(&format!("/audit/verifications/{}", running.id));
    let mut response = (StatusCode::ACCEPTED, axum::Json(VerificationView::of(running, rights)?)).into_response();
    set(response.headers_mut(), LOCATION, &place);
    Ok(response)
}
