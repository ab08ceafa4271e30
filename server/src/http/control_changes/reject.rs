//! `POST /control-changes/{id}/reject`: a proposed change is not made, with a reason.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::control_changes::reject::RejectControlChange;
use domain::value::id::ControlChangeId;

use super::get;
use crate::http::journal_entries::wire::RejectInput;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<RejectControlChange>()
    .rejects(&[Code::PersonRequired, Code::SeparationOfDuties, Code::ControlChangeNotOpen])
    .conditional()
    .preferable();

/// Reject a change of controls
///
/// Nothing changes. Whoever proposed it sees the reason.
#[utoipa::path(post, path = "/api/v1/control-changes/{id}/reject", operation_id = "ControlChangesController_reject",
    tag = "Control changes", request_body = RejectInput, params(("id" = String, Path, description = "The change")),
    responses((status = 204, description = "Rejected"), (status = 200, description = "Rejected, with `Prefer: return=representation`", body = super::view::ControlChangeView)))]
pub async fn reject(Path(PathId(id)): Path<PathId<ControlChangeId>>, writing: Writing) -> Result<Response, Problem> {
    let input: RejectInput = writing.body().await?;
    let command =
        RejectControlChange { change: id.clone(), reason: input.reason.0, if_match: writing.if_match.clone() };
    let done = writing.run(command).await?;
    let view = get::preferred(&writing, &done, &id).await?;
    done.changed(view)
}
