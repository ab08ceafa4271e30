//! `POST /warehouses`

use axum::response::Response;
use domain::Code;
use domain::commands::warehouses::create::CreateWarehouse;
use domain::value::id::WarehouseId;

use super::get;
use super::view::WarehouseView;
use super::wire::WarehouseInput;
use crate::http::operations::{Operation, rejections};
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<CreateWarehouse>()
    .makes::<WarehouseId>()
    .rejects(rejections::NEW)
    .rejects(rejections::IN_TREE)
    .rejects(rejections::IN_WAREHOUSE)
    .rejects(&[
        Code::AccountNotUsable,
        Code::ParentCycle,
        Code::ParentNotUsable,
        Code::WarehouseNotEmpty,
        Code::WarehouseIsDefault,
    ]);

/// Create a warehouse
///
/// A place of goods. Its kind decides what they are: ready for sale, on their way, in quarantine, or of others.
#[utoipa::path(post, path = "/api/v1/warehouses", operation_id = "WarehousesController_create", tag = "Warehouses",
    request_body = WarehouseInput, responses((status = 201, description = "The warehouse", body = WarehouseView)))]
pub async fn create(writing: Writing) -> Result<Response, Problem> {
    let input: WarehouseInput = writing.body().await?;
    let done = writing.run(CreateWarehouse { fields: input.fields() }).await?;
    let warehouse = done.row().ok_or_else(|| Problem::internal(&"a warehouse without its row"))?;
    let mut snapshot = writing.app.database.snapshot().await?;
    let view = get::view(&mut snapshot, writing.caller.organization, &writing.app.base_url, warehouse).await?;
    done.created("/warehouses", view)
}
