//! `PUT /accounting/dimensions/{id}`: a merge (RFC 7396 rules).

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::dimensions::update::UpdateDimension;
use domain::value::id::DimensionId;

use super::get;
use super::view::DimensionView;
use super::wire::DimensionPatch;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::round_trip::{expected, require_same_id};
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation =
    Operation::of::<UpdateDimension>().rejects(&[Code::CodeTaken, Code::DimensionInUse]).conditional().preferable();

/// Update a dimension
///
/// A merge: absent fields stay, null clears. The code is frozen once a posted line has it or an account refers to it.
#[utoipa::path(put, path = "/api/v1/accounting/dimensions/{id}", operation_id = "DimensionsController_update", tag = "Dimensions",
    request_body = DimensionPatch, params(("id" = String, Path, description = "The dimension")),
    responses((status = 204, description = "Updated or unchanged"), (status = 200, description = "Updated, with `Prefer: return=representation`", body = DimensionView)))]
pub async fn update(Path(PathId(id)): Path<PathId<DimensionId>>, writing: Writing) -> Result<Response, Problem> {
    let input: DimensionPatch = writing.body().await?;
    writing.caller.admit(&writing.app, require_same_id(input.id.as_ref(), &id)).await?;
    let expected = expected(writing.if_match.as_deref(), input.version);
    let done = writing.run(input.command(id.clone(), expected)).await?;
    writing
        .changed(done, async |snapshot| {
            Ok(DimensionView::from(get::find(snapshot, writing.caller.organization, &id).await?))
        })
        .await
}
