//! `POST /inventory/counts/{id}/cancel`: nothing is posted.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::counts::cancel::CancelCount;
use domain::value::id::CountId;

use super::get;
use super::wire::CountReasonInput;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation =
    Operation::of::<CancelCount>().rejects(&[Code::CountState]).conditional().preferable();

/// Cancel a count
///
/// Another count can then include its goods.
#[utoipa::path(post, path = "/api/v1/inventory/counts/{id}/cancel", operation_id = "CountsController_cancel",
    tag = "Counts", request_body = CountReasonInput, params(("id" = String, Path, description = "The count")),
    responses((status = 204, description = "Cancelled"), (status = 200, description = "Cancelled, with `Prefer: return=representation`", body = super::view::CountView)))]
pub async fn cancel(Path(PathId(id)): Path<PathId<CountId>>, writing: Writing) -> Result<Response, Problem> {
    let input: CountReasonInput = writing.body().await?;
    let command = CancelCount { count: id.clone(), reason: input.reason.0, if_match: writing.if_match.clone() };
    let done = writing.run(command).await?;
    let view = get::preferred(&writing, &done, &id).await?;
    done.changed(view)
}
