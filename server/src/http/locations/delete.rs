//! `DELETE /warehouses/{id}/locations/{locationId}`: only one in which nothing is.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::locations::delete::DeleteLocation;
use domain::value::id::{LocationId, WarehouseId};

use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{NoBody, Writing};

pub(super) const OPERATION: Operation =
    Operation::of::<DeleteLocation>().rejects(&[Code::LocationInUse, Code::WarehouseNotAssigned]).conditional();

/// Delete a location that was never used
///
/// One that had goods stays for ever: make it inactive.
#[utoipa::path(delete, path = "/api/v1/warehouses/{id}/locations/{locationId}", operation_id = "LocationsController_delete", tag = "Locations",
    params(("id" = String, Path, description = "The warehouse"), ("locationId" = String, Path, description = "The location")),
    responses((status = 204, description = "Deleted")))]
pub async fn delete(
    Path((id, location)): Path<(PathId<WarehouseId>, PathId<LocationId>)>,
    writing: Writing,
) -> Result<Response, Problem> {
    let (PathId(id), PathId(location)) = (id, location);
    let NoBody {} = writing.body_or_empty().await?;
    let command = DeleteLocation { warehouse: id, location, if_match: writing.if_match.clone() };
    writing.run(command).await?.deleted()
}
