//! `PUT /inventory/reason-codes/{id}`: a merge (RFC 7396 rules).

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::reason_codes::update::UpdateReasonCode;
use domain::value::id::ReasonCodeId;

use super::get;
use super::view::ReasonCodeView;
use super::wire::ReasonCodePatch;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::round_trip::{expected, require_same_id};
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<UpdateReasonCode>()
    .rejects(&[Code::CodeTaken, Code::UnknownReference, Code::AccountNotUsable])
    .conditional()
    .preferable();

/// Update a reason code
///
/// A merge: absent fields stay, null clears. An empty object checks everything and changes nothing.
#[utoipa::path(put, path = "/api/v1/inventory/reason-codes/{id}", operation_id = "ReasonCodesController_update", tag = "Reason codes",
    request_body = ReasonCodePatch, params(("id" = String, Path, description = "Its id")),
    responses((status = 204, description = "Updated or unchanged"), (status = 200, description = "Updated, with `Prefer: return=representation`", body = ReasonCodeView)))]
pub async fn update(Path(PathId(id)): Path<PathId<ReasonCodeId>>, mut writing: Writing) -> Result<Response, Problem> {
    let caller = writing.caller.clone();
    writing.leave_out_repeated(async |snapshot| get::read(snapshot, caller.organization, &id).await).await;
    let input: ReasonCodePatch = writing.body().await?;
    writing.caller.admit(&writing.app, require_same_id(input.id.as_ref(), &id)).await?;
    let if_match = expected(writing.if_match.as_deref(), input.version);
    let done = writing.run(input.command(id.clone(), if_match)).await?;
    writing.changed(done, async |snapshot| get::read(snapshot, writing.caller.organization, &id).await).await
}
