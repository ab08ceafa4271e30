//! `DELETE /inventory/reason-codes/{id}`: only one that was never used.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::reason_codes::delete::DeleteReasonCode;
use domain::value::id::ReasonCodeId;

use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{NoBody, Writing};

pub(super) const OPERATION: Operation =
    Operation::of::<DeleteReasonCode>().rejects(&[Code::ReasonCodeInUse]).conditional();

/// Delete a reason code that was never used
///
/// One that a movement names stays for ever: make it inactive.
#[utoipa::path(delete, path = "/api/v1/inventory/reason-codes/{id}", operation_id = "ReasonCodesController_delete", tag = "Reason codes",
    params(("id" = String, Path, description = "Its id")), responses((status = 204, description = "Deleted")))]
pub async fn delete(Path(PathId(id)): Path<PathId<ReasonCodeId>>, writing: Writing) -> Result<Response, Problem> {
    let NoBody {} = writing.body_or_empty().await?;
    let command = DeleteReasonCode { reason: id, if_match: writing.if_match.clone() };
    writing.run(command).await?.deleted()
}
