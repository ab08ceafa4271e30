//! `DELETE /inventory/reason-codes/{id}`: only one that was never used.

use axum::extract::Path;
use axum::response::Response;
use domain::commands::reason_codes::delete::DeleteReasonCode;
use domain::value::id::ReasonCodeId;
use domain::value::permission::Permission;

use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{NoBody, Writing};

/// Delete a reason code that was never used
#[utoipa::path(delete, path = "/api/v1/inventory/reason-codes/{id}", operation_id = "ReasonCodesController_delete", tag = "Reason codes",
    params(("id" = String, Path, description = "Its id")), responses((status = 204, description = "Deleted")))]
pub async fn delete(Path(PathId(id)): Path<PathId<ReasonCodeId>>, writing: Writing) -> Result<Response, Problem> {
    let NoBody {} = writing.body_or_empty(Permission::ItemsManage).await?;
    let command = DeleteReasonCode { reason: id, if_match: writing.if_match.clone() };
    writing.run(command).await?.deleted()
}
