//! `POST /inventory/counts/{id}/submit`: the counting is over.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::counts::submit::SubmitCount;
use domain::value::id::CountId;

use super::get;
use super::wire::SubmitCountInput;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<SubmitCount>()
    .rejects(&[Code::LimitReached, Code::CountState, Code::CountIncomplete])
    .conditional()
    .preferable()
    .body_optional();

/// Submit a count
///
/// It is refused with a list of the lines that were not counted, unless the body says that nothing is there. If a
/// difference exceeds the tolerance, the count waits for approval; otherwise it can be posted. The answer has a body with
/// `blockers` if something would refuse the posting: the counting is over all the same.
#[utoipa::path(post, path = "/api/v1/inventory/counts/{id}/submit", operation_id = "CountsController_submit",
    tag = "Counts", request_body = SubmitCountInput, params(("id" = String, Path, description = "The count")),
    responses((status = 204, description = "Submitted"), (status = 200, description = "Submitted, and something stands in the way of posting (`blockers`), or with `Prefer: return=representation`", body = super::view::CountView)))]
pub async fn submit(Path(PathId(id)): Path<PathId<CountId>>, writing: Writing) -> Result<Response, Problem> {
    let input: SubmitCountInput = writing.body_or_empty().await?;
    let command = SubmitCount {
        count: id.clone(),
        uncounted_as_zero: input.uncounted_as_zero.unwrap_or(false),
        if_match: writing.if_match.clone(),
    };
    let done = writing.run(command).await?;
    let view = get::on_the_way(&writing, &done, &id).await?;
    done.changed(view)
}
