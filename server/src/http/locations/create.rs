//! `POST /warehouses/{id}/locations`

use axum::extract::Path;
use axum::response::Response;
use domain::rows::Location;
use domain::value::id::WarehouseId;
use domain::value::permission::Permission;

use super::view::LocationView;
use super::wire::LocationInput;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

/// Create a location
#[utoipa::path(post, path = "/api/v1/warehouses/{id}/locations", operation_id = "LocationsController_create", tag = "Locations",
    request_body = LocationInput, params(("id" = String, Path, description = "The warehouse")),
    responses((status = 201, description = "The location", body = LocationView)))]
pub async fn create(Path(PathId(id)): Path<PathId<WarehouseId>>, writing: Writing) -> Result<Response, Problem> {
    let input: LocationInput = writing.body(Permission::WarehousesUpdate).await?;
    let done = writing.run(input.command(id.clone())).await?;
    let location: Location = done.row().ok_or_else(|| Problem::internal(&"a location without its row"))?;
    done.created(&format!("/warehouses/{id}/locations"), LocationView::from(location))
}
