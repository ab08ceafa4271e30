//! `PUT /warehouses/{id}/locations/{locationId}`: a merge (RFC 7396 rules).

use axum::extract::Path;
use axum::response::Response;
use domain::value::id::{LocationId, WarehouseId};
use domain::value::permission::Permission;

use super::get;
use super::view::LocationView;
use super::wire::LocationPatch;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::round_trip::{expected, require_same_id};
use crate::http::writing::Writing;

/// Update a location
///
/// A merge: absent fields stay, null clears, lists are replaced. A zone cannot become a bin while something is in it.
#[utoipa::path(put, path = "/api/v1/warehouses/{id}/locations/{locationId}", operation_id = "LocationsController_update", tag = "Locations",
    request_body = LocationPatch,
    params(("id" = String, Path, description = "The warehouse"), ("locationId" = String, Path, description = "The location")),
    responses((status = 204, description = "Updated or unchanged"), (status = 200, description = "Updated, with `Prefer: return=representation`", body = LocationView)))]
pub async fn update(
    Path((id, location)): Path<(PathId<WarehouseId>, PathId<LocationId>)>,
    writing: Writing,
) -> Result<Response, Problem> {
    let (PathId(id), PathId(location)) = (id, location);
    let input: LocationPatch = writing.body(Permission::WarehousesUpdate).await?;
    writing
        .caller
        .admit(&writing.app, Permission::WarehousesUpdate, require_same_id(input.id.as_ref(), &location))
        .await?;
    let expected = expected(writing.if_match.as_deref(), input.version);
    writing
        .keep(LocationPatch::KEPT, Permission::WarehousesUpdate, async |snapshot| {
            Ok(LocationView::from(get::find(snapshot, writing.caller.organization, &id, &location).await?))
        })
        .await?;
    let done = writing.run(input.command(id.clone(), location.clone(), expected)).await?;
    let view = if done.wants_body() {
        let mut snapshot = writing.app.database.snapshot().await?;
        let found = get::find(&mut snapshot, writing.caller.organization, &id, &location).await?;
        Some(LocationView::from(found))
    } else {
        None
    };
    done.changed(view)
}
