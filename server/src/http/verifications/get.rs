//! `GET /audit/verifications/{id}`

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::value::id::VerificationId;
use domain::value::permission::Permission;
use store::operational::verifications;

use super::view::VerificationView;
use crate::app::App;
use crate::commit;
use crate::http::caller::Caller;
use crate::http::conditional::etag;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::verifying;

pub(super) const OPERATION: Operation = Operation::read(Permission::AuditRead);

/// Get a verification
#[utoipa::path(get, path = "/api/v1/audit/verifications/{id}", operation_id = "VerificationsController_get", tag = "Audit",
    params(("id" = String, Path, description = "The verification")),
    responses((status = 200, description = "How far it is, and what it found", body = VerificationView)))]
pub async fn get(
    State(app): State<App>,
    caller: Caller,
    id: PathId<VerificationId>,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let NoQuery {} = query.decode()?;
    let found =
        verifications::get(&mut snapshot, caller.organization, id.id()?).await?.ok_or_else(Problem::not_found)?;
    let found = verifying::seen(found, commit::now());
    let rights = caller.rights(&mut snapshot).await?;
    // It changes whenever it tells how far it is.
    Ok(([etag(found.heard_at.0)], axum::Json(VerificationView::of(found, rights)?)).into_response())
}
