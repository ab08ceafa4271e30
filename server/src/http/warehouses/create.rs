//! `POST /warehouses`

use axum::response::Response;
use domain::commands::warehouses::create::CreateWarehouse;
use domain::value::permission::Permission;

use super::get;
use super::view::WarehouseView;
use super::wire::WarehouseInput;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

/// Create a warehouse
#[utoipa::path(post, path = "/api/v1/warehouses", operation_id = "WarehousesController_create", tag = "Warehouses",
    request_body = WarehouseInput, responses((status = 201, description = "The warehouse", body = WarehouseView)))]
pub async fn create(writing: Writing) -> Result<Response, Problem> {
    let input: WarehouseInput = writing.body(Permission::WarehousesCreate).await?;
    let done = writing.run(CreateWarehouse { fields: input.fields() }).await?;
    let warehouse = done.row().ok_or_else(|| Problem::internal(&"a warehouse without its row"))?;
    let mut snapshot = writing.app.database.snapshot().await?;
    let view = get::view(&mut snapshot, writing.caller.organization, &writing.app.base_url, warehouse).await?;
    done.created("/warehouses", view)
}
