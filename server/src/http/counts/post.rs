//! `POST /inventory/counts/{id}/post`: its differences become one movement.

use axum::extract::Path;
use axum::http::header::LOCATION;
use axum::response::Response;
use domain::Code;
use domain::commands::counts::post::PostCount;
use domain::value::id::CountId;

use super::get;
use crate::http::operations::{Operation, rejections};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{NoBody, Writing, set};

pub(super) const OPERATION: Operation = Operation::of::<PostCount>()
    .rejects(rejections::POSTS)
    .rejects(rejections::ACCOUNTS)
    .rejects(rejections::COSTS)
    .rejects(&[
        Code::DimensionRequired,
        Code::ReasonNotUsable,
        Code::PoolTooLarge,
        Code::CountState,
        Code::ValuationAccountInUse,
    ])
    .conditional()
    .preferable();

/// Post a count
///
/// Posts one movement of kind `countAdjustment`, as of the instant of the snapshot, with its journal entry; `Location`
/// is the movement. A count without differences posts none. Goods found but not expected get the given cost, or else
/// the present cost of such goods.
#[utoipa::path(post, path = "/api/v1/inventory/counts/{id}/post", operation_id = "CountsController_post",
    tag = "Counts", params(("id" = String, Path, description = "The count")),
    responses((status = 204, description = "Posted"), (status = 200, description = "Posted, with `Prefer: return=representation`", body = super::view::CountView)))]
pub async fn post(Path(PathId(id)): Path<PathId<CountId>>, writing: Writing) -> Result<Response, Problem> {
    let NoBody {} = writing.body_or_empty().await?;
    let command = PostCount { count: id.clone(), if_match: writing.if_match.clone() };
    let done = writing.run(command).await?;
    let view = get::preferred(&writing, &done, &id).await?;
    let movement = done.reply.related.clone();
    let mut response = done.changed(view)?;
    if let Some(movement) = movement.filter(|_| !writing.is_dry_run()) {
        let place = format!("{}/api/v1/inventory/movements/{movement}", writing.app.base_url);
        set(response.headers_mut(), LOCATION, &place);
    }
    Ok(response)
}
