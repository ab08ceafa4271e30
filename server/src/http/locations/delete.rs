//! `DELETE /warehouses/{id}/locations/{locationId}`: only one in which nothing is.

use axum::extract::Path;
use axum::response::Response;
use domain::commands::locations::delete::DeleteLocation;
use domain::value::id::{LocationId, WarehouseId};
use domain::value::permission::Permission;

use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{NoBody, Writing};

/// Delete a location that was never used
#[utoipa::path(delete, path = "/api/v1/warehouses/{id}/locations/{locationId}", operation_id = "LocationsController_delete", tag = "Locations",
    params(("id" = String, Path, description = "The warehouse"), ("locationId" = String, Path, description = "The location")),
    responses((status = 204, description = "Deleted")))]
pub async fn delete(
    Path((id, location)): Path<(PathId<WarehouseId>, PathId<LocationId>)>,
    writing: Writing,
) -> Result<Response, Problem> {
    let (PathId(id), PathId(location)) = (id, location);
    let NoBody {} = writing.body_or_empty(Permission::WarehousesUpdate).await?;
    let command = DeleteLocation { warehouse: id, location, if_match: writing.if_match.clone() };
    writing.run(command).await?.deleted()
}
