//! `POST /inventory/counts/{id}/approve`: its differences may be posted.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::counts::approve::ApproveCount;
use domain::value::id::CountId;

use super::get;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{NoBody, Writing};

pub(super) const OPERATION: Operation = Operation::of::<ApproveCount>()
    .rejects(&[Code::PersonRequired, Code::SeparationOfDuties, Code::CountState])
    .conditional()
    .preferable();

/// Approve a count
///
/// Only a person can approve and, if the organization separates these duties, nobody who counted. The answer has a body
/// with `blockers` if something would refuse the posting; the approval stands, and the count can be sent back.
#[utoipa::path(post, path = "/api/v1/inventory/counts/{id}/approve", operation_id = "CountsController_approve",
    tag = "Counts", params(("id" = String, Path, description = "The count")),
    responses((status = 204, description = "Approved"), (status = 200, description = "Approved, and something stands in the way of posting (`blockers`), or with `Prefer: return=representation`", body = super::view::CountView)))]
pub async fn approve(Path(PathId(id)): Path<PathId<CountId>>, writing: Writing) -> Result<Response, Problem> {
    let NoBody {} = writing.body_or_empty().await?;
    let command = ApproveCount { count: id.clone(), if_match: writing.if_match.clone() };
    let done = writing.run(command).await?;
    let view = get::on_the_way(&writing, &done, &id).await?;
    done.changed(view)
}
