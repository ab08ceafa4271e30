//! `PUT /warehouses/{id}/locations/{locationId}`: a merge (RFC 7396 rules).

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::locations::update::UpdateLocation;
use domain::value::id::{LocationId, WarehouseId};

use super::get;
use super::view::LocationView;
use super::wire::LocationPatch;
use crate::http::operations::{Operation, rejections};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::round_trip::{expected, require_same_id};
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<UpdateLocation>()
    .rejects(rejections::IN_TREE)
    .rejects(&[Code::ParentCycle, Code::ParentNotUsable, Code::LocationInUse, Code::WarehouseNotAssigned])
    .conditional()
    .preferable();

/// Update a location
///
/// A merge: absent fields stay, null clears, lists are replaced. A zone cannot become a bin while something is in it.
#[utoipa::path(put, path = "/api/v1/warehouses/{id}/locations/{locationId}", operation_id = "LocationsController_update", tag = "Locations",
    request_body = LocationPatch,
    params(("id" = String, Path, description = "The warehouse"), ("locationId" = String, Path, description = "The location")),
    responses((status = 204, description = "Updated or unchanged"), (status = 200, description = "Updated, with `Prefer: return=representation`", body = LocationView)))]
pub async fn update(
    Path((id, location)): Path<(PathId<WarehouseId>, PathId<LocationId>)>,
    mut writing: Writing,
) -> Result<Response, Problem> {
    let (PathId(id), PathId(location)) = (id, location);
    let caller = writing.caller.clone();
    writing
        .leave_out_repeated(async |snapshot| {
            Ok(LocationView::from(get::find(snapshot, caller.organization, &id, &location).await?))
        })
        .await;
    let input: LocationPatch = writing.body().await?;
    writing.caller.admit(&writing.app, require_same_id(input.id.as_ref(), &location)).await?;
    let expected = expected(writing.if_match.as_deref(), input.version);
    writing
        .keep(LocationPatch::KEPT, async |snapshot| {
            Ok(LocationView::from(get::find(snapshot, writing.caller.organization, &id, &location).await?))
        })
        .await?;
    let done = writing.run(input.command(id.clone(), location.clone(), expected)).await?;
    writing
        .changed(done, async |snapshot| {
            Ok(LocationView::from(get::find(snapshot, writing.caller.organization, &id, &location).await?))
        })
        .await
}
