//! `GET /audit/verifications/latest`

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::value::permission::Permission;
use store::operational::verifications;

use super::view::VerificationView;
use crate::app::App;
use crate::commit;
use crate::http::caller::Caller;
use crate::http::operations::Operation;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::verifying;

pub(super) const OPERATION: Operation = Operation::read(Permission::AuditRead);

/// Get the latest verification
///
/// The one that began last, also one that the service made by itself (`by` is null). Its `state` is `none` before the first.
#[utoipa::path(get, path = "/api/v1/audit/verifications/latest", operation_id = "VerificationsController_latest",
    tag = "Audit", responses((status = 200, description = "The verification", body = VerificationView)))]
pub async fn latest(State(app): State<App>, caller: Caller, query: RawQuery) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let NoQuery {} = query.decode()?;
    let found = verifications::latest(&mut snapshot, caller.organization).await?;
    let rights = caller.rights(&mut snapshot).await?;
    let view = match found {
        Some(found) => VerificationView::of(verifying::seen(found, commit::now()), rights)?,
        None => VerificationView::NONE,
    };
    Ok(axum::Json(view).into_response())
}
