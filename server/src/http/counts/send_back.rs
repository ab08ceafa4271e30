//! `POST /inventory/counts/{id}/send-back`: count again.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::counts::send_back::SendBackCount;
use domain::value::id::CountId;

use super::get;
use super::wire::CountReasonInput;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation =
    Operation::of::<SendBackCount>().rejects(&[Code::CountState]).conditional().preferable();

/// Send a count back for recounting
///
/// All recordings stay, and later ones count.
#[utoipa::path(post, path = "/api/v1/inventory/counts/{id}/send-back", operation_id = "CountsController_sendBack",
    tag = "Counts", request_body = CountReasonInput, params(("id" = String, Path, description = "The count")),
    responses((status = 204, description = "Sent back"), (status = 200, description = "Sent back, with `Prefer: return=representation`", body = super::view::CountView)))]
pub async fn send_back(Path(PathId(id)): Path<PathId<CountId>>, writing: Writing) -> Result<Response, Problem> {
    let input: CountReasonInput = writing.body().await?;
    let command = SendBackCount { count: id.clone(), reason: input.reason.0, if_match: writing.if_match.clone() };
    let done = writing.run(command).await?;
    let view = get::preferred(&writing, &done, &id).await?;
    done.changed(view)
}
