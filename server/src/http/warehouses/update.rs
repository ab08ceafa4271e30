//! `PUT /warehouses/{id}`: a merge (RFC 7396 rules).

use axum::extract::Path;
use axum::response::Response;
use domain::commands::warehouses::update::UpdateWarehouse;
use domain::value::id::WarehouseId;
use domain::value::permission::Permission;

use super::get;
use super::view::WarehouseView;
use super::wire::WarehousePatch;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

/// Update a warehouse
///
/// A merge: absent fields stay, null clears, objects merge by key, lists are replaced. An empty object checks
/// everything and changes nothing.
#[utoipa::path(put, path = "/api/v1/warehouses/{id}", operation_id = "WarehousesController_update", tag = "Warehouses",
    request_body = WarehousePatch, params(("id" = String, Path, description = "The warehouse")),
    responses((status = 204, description = "Updated or unchanged"), (status = 200, description = "Updated, with `Prefer: return=representation`", body = WarehouseView)))]
pub async fn update(Path(PathId(id)): Path<PathId<WarehouseId>>, writing: Writing) -> Result<Response, Problem> {
    let input: WarehousePatch = writing.body(Permission::WarehousesUpdate).await?;
    writing.caller.admit(&writing.app, Permission::WarehousesUpdate, input.require_same_id(&id)).await?;
    let command = UpdateWarehouse {
        warehouse: id.clone(),
        if_match: writing.if_match.clone(),
        body_version: input.version.map(|version| version.0),
        fields: input.fields(),
    };
    let done = writing.run(command).await?;
    let view = if done.wants_body() {
        let mut snapshot = writing.app.database.snapshot().await?;
        let warehouse = get::find(&mut snapshot, writing.caller.organization, &id).await?;
        Some(get::view(&mut snapshot, writing.caller.organization, &writing.app.base_url, warehouse).await?)
    } else {
        None
    };
    done.changed(view)
}
