//! `PUT /inventory/lots/{id}`: a merge (RFC 7396 rules).

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::lots::update::UpdateLot;
use domain::value::id::LotId;

use super::get;
use super::view::LotView;
use super::wire::LotPatch;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::round_trip::{expected, require_same_id};
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<UpdateLot>()
    .rejects(&[Code::CodeTaken, Code::LimitReached, Code::FieldsConflict])
    .conditional()
    .preferable();

/// Update a lot
///
/// A merge: absent fields stay, null clears. An empty object checks everything and changes nothing.
#[utoipa::path(put, path = "/api/v1/inventory/lots/{id}", operation_id = "LotsController_update", tag = "Lots",
    request_body = LotPatch, params(("id" = String, Path, description = "Its id")),
    responses((status = 204, description = "Updated or unchanged"), (status = 200, description = "Updated, with `Prefer: return=representation`", body = LotView)))]
pub async fn update(Path(PathId(id)): Path<PathId<LotId>>, writing: Writing) -> Result<Response, Problem> {
    let input: LotPatch = writing.body().await?;
    writing.caller.admit(&writing.app, require_same_id(input.id.as_ref(), &id)).await?;
    let if_match = expected(writing.if_match.as_deref(), input.version);
    writing.keep(LotPatch::KEPT, async |snapshot| get::read(snapshot, writing.caller.organization, &id).await).await?;
    let done = writing.run(input.command(id.clone(), if_match)).await?;
    writing.changed(done, async |snapshot| get::read(snapshot, writing.caller.organization, &id).await).await
}
