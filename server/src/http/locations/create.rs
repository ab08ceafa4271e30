//! `POST /warehouses/{id}/locations`

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::locations::create::CreateLocation;
use domain::rows::Location;
use domain::value::id::{LocationId, WarehouseId};

use super::view::LocationView;
use super::wire::LocationInput;
use crate::http::operations::{Operation, rejections};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<CreateLocation>()
    .makes::<LocationId>()
    .rejects(rejections::IN_TREE)
    .rejects(&[Code::LimitReached, Code::ParentNotUsable, Code::WarehouseNotAssigned]);

/// Create a location
///
/// A zone or a bin. Goods are then received into, moved between and counted by locations.
#[utoipa::path(post, path = "/api/v1/warehouses/{id}/locations", operation_id = "LocationsController_create", tag = "Locations",
    request_body = LocationInput, params(("id" = String, Path, description = "The warehouse")),
    responses((status = 201, description = "The location", body = LocationView)))]
pub async fn create(Path(PathId(id)): Path<PathId<WarehouseId>>, writing: Writing) -> Result<Response, Problem> {
    let input: LocationInput = writing.body().await?;
    let done = writing.run(input.command(id.clone())).await?;
    let location: Location = done.row().ok_or_else(|| Problem::internal(&"a location without its row"))?;
    done.created(&format!("/warehouses/{id}/locations"), LocationView::from(location))
}
