//! `POST /accounting/approval-policies`

use axum::response::Response;
use domain::Code;
use domain::commands::approval_policies::create::CreateApprovalPolicy;
use domain::rows::ApprovalPolicy;

use super::view::ApprovalPolicyView;
use super::wire::ApprovalPolicyInput;
use crate::http::called;
use crate::http::control_changes::proposal;
use crate::http::control_changes::view::ControlChangeView;
use crate::http::operations::{Operation, rejections};
use crate::http::organization;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<CreateApprovalPolicy>().rejects(rejections::NEW).rejects(&[
    Code::UnknownReference,
    Code::AmountOutOfRange,
    Code::AmountPrecision,
    Code::FieldsConflict,
]);

/// Create an approval policy
///
/// From now on, the entries or movements that it covers are posted only by approval: submit a draft, and another person
/// approves it. If the organization requires a second person to change controls, the policy is proposed (202). Voids,
/// counts and the receipts of two-step transfers need no approval.
#[utoipa::path(post, path = "/api/v1/accounting/approval-policies", operation_id = "ApprovalPoliciesController_create",
    tag = "Approval policies", request_body = ApprovalPolicyInput,
    responses((status = 201, description = "The policy", body = ApprovalPolicyView), (status = 202,
        description = "Proposed: a second person must approve it", body = ControlChangeView)))]
pub async fn create(writing: Writing) -> Result<Response, Problem> {
    let input: ApprovalPolicyInput = writing.body().await?;
    let command = writing.caller.admit(&writing.app, input.command()).await?;
    let done = match proposal::or_made(writing.run(command).await?)? {
        Ok(done) => done,
        Err(proposed) => return Ok(*proposed),
    };
    let policy: ApprovalPolicy = done.row().ok_or_else(|| Problem::internal(&"a policy without its row"))?;
    let mut snapshot = writing.app.database.snapshot().await?;
    let settings = organization::find(&mut snapshot, writing.caller.organization).await?;
    drop(snapshot);
    let view = called::answered(&writing, &done, ApprovalPolicyView::of(policy, settings.base_currency)).await?;
    done.created("/accounting/approval-policies", view)
}
