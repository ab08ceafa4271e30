//! `PUT /accounting/dimensions/{id}/values/{valueId}`: a merge (RFC 7396 rules).

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::dimension_values::update::UpdateDimensionValue;
use domain::value::id::{DimensionId, DimensionValueId};

use super::get;
use super::view::DimensionValueView;
use super::wire::DimensionValuePatch;
use crate::http::operations::{Operation, rejections};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::round_trip::{expected, require_same_id};
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<UpdateDimensionValue>()
    .rejects(rejections::IN_TREE)
    .rejects(&[Code::DimensionNotUsable, Code::DimensionInUse, Code::ParentCycle])
    .conditional()
    .preferable();

/// Update a value of a dimension
///
/// A merge: absent fields stay, null clears. The code is frozen once a posted line has it or it is a default of an
/// account. A value that becomes a group or inactive stays on the lines that have it, but cannot be used on new ones.
#[utoipa::path(put, path = "/api/v1/accounting/dimensions/{id}/values/{valueId}", operation_id = "DimensionValuesController_update", tag = "Dimensions",
    request_body = DimensionValuePatch,
    params(("id" = String, Path, description = "The dimension"), ("valueId" = String, Path, description = "The value")),
    responses((status = 204, description = "Updated or unchanged"), (status = 200, description = "Updated, with `Prefer: return=representation`", body = DimensionValueView)))]
pub async fn update(
    Path((id, value)): Path<(PathId<DimensionId>, PathId<DimensionValueId>)>,
    writing: Writing,
) -> Result<Response, Problem> {
    let (PathId(id), PathId(value)) = (id, value);
    let input: DimensionValuePatch = writing.body().await?;
    writing.caller.admit(&writing.app, require_same_id(input.id.as_ref(), &value)).await?;
    let expected = expected(writing.if_match.as_deref(), input.version);
    writing
        .keep(DimensionValuePatch::KEPT, async |snapshot| {
            Ok(DimensionValueView::from(get::find(snapshot, writing.caller.organization, &id, &value).await?))
        })
        .await?;
    let done = writing.run(input.command(id.clone(), value.clone(), expected)).await?;
    writing
        .changed(done, async |snapshot| {
            let found = get::find(snapshot, writing.caller.organization, &id, &value).await?;
            Ok(DimensionValueView::from(found))
        })
        .await
}
