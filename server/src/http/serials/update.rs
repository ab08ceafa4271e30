//! `PUT /inventory/serials/{id}`: a merge (RFC 7396 rules).

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::serials::update::UpdateSerial;
use domain::value::id::SerialId;

use super::get;
use super::view::SerialView;
use super::wire::SerialPatch;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::round_trip::{expected, require_same_id};
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation =
    Operation::of::<UpdateSerial>().rejects(&[Code::CodeTaken, Code::LimitReached]).conditional().preferable();

/// Update a serial number
///
/// A merge: absent fields stay, null clears. An empty object checks everything and changes nothing.
#[utoipa::path(put, path = "/api/v1/inventory/serials/{id}", operation_id = "SerialsController_update", tag = "Serial numbers",
    request_body = SerialPatch, params(("id" = String, Path, description = "Its id")),
    responses((status = 204, description = "Updated or unchanged"), (status = 200, description = "Updated, with `Prefer: return=representation`", body = SerialView)))]
pub async fn update(Path(PathId(id)): Path<PathId<SerialId>>, writing: Writing) -> Result<Response, Problem> {
    let input: SerialPatch = writing.body().await?;
    writing.caller.admit(&writing.app, require_same_id(input.id.as_ref(), &id)).await?;
    let if_match = expected(writing.if_match.as_deref(), input.version);
    writing
        .keep(SerialPatch::KEPT, async |snapshot| get::read(snapshot, writing.caller.organization, &id).await)
        .await?;
    let done = writing.run(input.command(id.clone(), if_match)).await?;
    writing.changed(done, async |snapshot| get::read(snapshot, writing.caller.organization, &id).await).await
}
