//! `PUT /accounting/approval-policies/{id}`: a merge (RFC 7396 rules).

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::approval_policies::update::UpdateApprovalPolicy;
use domain::value::id::ApprovalPolicyId;

use super::get;
use super::view::ApprovalPolicyView;
use super::wire::ApprovalPolicyPatch;
use crate::http::control_changes::proposal;
use crate::http::control_changes::view::ControlChangeView;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::round_trip::{expected, require_same_id};
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<UpdateApprovalPolicy>()
    .rejects(&[
        Code::CodeTaken,
        Code::UnknownReference,
        Code::LimitReached,
        Code::AmountOutOfRange,
        Code::AmountPrecision,
        Code::FieldsConflict,
    ])
    .conditional()
    .preferable();

/// Update an approval policy
///
/// A merge: absent fields stay, null clears. Entries and movements that are already waiting for approval keep waiting.
/// If the organization requires a second person to change controls, the change is proposed (202).
#[utoipa::path(put, path = "/api/v1/accounting/approval-policies/{id}", operation_id = "ApprovalPoliciesController_update",
    tag = "Approval policies", request_body = ApprovalPolicyPatch, params(("id" = String, Path, description = "The policy")),
    responses((status = 204, description = "Updated or unchanged"), (status = 200, description = "Updated, with `Prefer: return=representation`", body = ApprovalPolicyView), (status = 202,
        description = "Proposed: a second person must approve it", body = ControlChangeView)))]
pub async fn update(
    Path(PathId(id)): Path<PathId<ApprovalPolicyId>>,
    mut writing: Writing,
) -> Result<Response, Problem> {
    let caller = writing.caller.clone();
    writing.leave_out_repeated(async |snapshot| get::read(snapshot, &caller, &id).await).await;
    let input: ApprovalPolicyPatch = writing.body().await?;
    writing.caller.admit(&writing.app, require_same_id(input.id.as_ref(), &id)).await?;
    let expected = expected(writing.if_match.as_deref(), input.version);
    let command = writing.caller.admit(&writing.app, input.command(id.clone(), expected)).await?;
    writing.keep(ApprovalPolicyPatch::KEPT, async |snapshot| get::read(snapshot, &caller, &id).await).await?;
    let done = match proposal::or_made(writing.run(command).await?)? {
        Ok(done) => done,
        Err(proposed) => return Ok(*proposed),
    };
    writing.changed(done, async |snapshot| get::read(snapshot, &caller, &id).await).await
}
