//! `POST /control-changes/{id}/approve`: a second person lets a proposed change be made.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::control_changes::approve::ApproveControlChange;
use domain::value::id::ControlChangeId;

use super::get;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{NoBody, Writing};

pub(super) const OPERATION: Operation = Operation::of::<ApproveControlChange>()
    .rejects(&[
        Code::CodeTaken,
        Code::UnknownReference,
        Code::LimitReached,
        Code::PersonRequired,
        Code::SeparationOfDuties,
        Code::ControlChangeNotOpen,
        Code::ControlChangeOutdated,
    ])
    .conditional()
    .preferable();

/// Approve a change of controls, which makes it
///
/// The present state of the books decides: if the subject has changed since the proposal, the approval is refused. It
/// cannot be given by the proposer, by a service account, or by the person responsible for the account that proposed
/// it; nor if the proposer and the approver have given each other rights since changes take two people.
#[utoipa::path(post, path = "/api/v1/control-changes/{id}/approve", operation_id = "ControlChangesController_approve",
    tag = "Control changes", params(("id" = String, Path, description = "The change")),
    responses((status = 204, description = "Approved and made"), (status = 200, description = "Approved and made, with `Prefer: return=representation`", body = super::view::ControlChangeView)))]
pub async fn approve(Path(PathId(id)): Path<PathId<ControlChangeId>>, writing: Writing) -> Result<Response, Problem> {
    let NoBody {} = writing.body_or_empty().await?;
    let command = ApproveControlChange { change: id.clone(), if_match: writing.if_match.clone() };
    let done = writing.run(command).await?;
    let view = get::preferred(&writing, &done, &id).await?;
    done.changed(view)
}
