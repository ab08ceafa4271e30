//! `DELETE /accounting/approval-policies/{id}`

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::approval_policies::delete::DeleteApprovalPolicy;
use domain::value::id::ApprovalPolicyId;

use crate::http::control_changes::proposal;
use crate::http::control_changes::view::ControlChangeView;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{NoBody, Writing};

pub(super) const OPERATION: Operation =
    Operation::of::<DeleteApprovalPolicy>().rejects(&[Code::LimitReached]).conditional();

/// Delete an approval policy
///
/// Entries and movements that are already waiting for approval keep waiting. If the organization requires a second
/// person to change controls, the change is proposed (202).
#[utoipa::path(delete, path = "/api/v1/accounting/approval-policies/{id}", operation_id = "ApprovalPoliciesController_delete",
    tag = "Approval policies", params(("id" = String, Path, description = "The policy")),
    responses((status = 204, description = "Deleted"), (status = 202, description = "Proposed: a second person must \
         approve it", body = ControlChangeView)))]
pub async fn delete(Path(PathId(id)): Path<PathId<ApprovalPolicyId>>, writing: Writing) -> Result<Response, Problem> {
    let NoBody {} = writing.body_or_empty().await?;
    let command = DeleteApprovalPolicy { policy: id, if_match: writing.if_match.clone() };
    match proposal::or_made(writing.run(command).await?)? {
        Ok(done) => done.deleted(),
        Err(proposed) => Ok(*proposed),
    }
}
