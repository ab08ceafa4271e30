//! `DELETE /warehouses/{id}`: only a warehouse that was never used.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::warehouses::delete::DeleteWarehouse;
use domain::value::id::WarehouseId;

use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{NoBody, Writing};

pub(super) const OPERATION: Operation = Operation::of::<DeleteWarehouse>()
    .rejects(&[Code::WarehouseInUse, Code::WarehouseIsDefault, Code::WarehouseNotAssigned])
    .conditional();

/// Delete a warehouse that was never used
///
/// One that had goods stays for ever: make it inactive.
#[utoipa::path(delete, path = "/api/v1/warehouses/{id}", operation_id = "WarehousesController_delete", tag = "Warehouses",
    params(("id" = String, Path, description = "The warehouse")), responses((status = 204, description = "Deleted")))]
pub async fn delete(Path(PathId(id)): Path<PathId<WarehouseId>>, writing: Writing) -> Result<Response, Problem> {
    let NoBody {} = writing.body_or_empty().await?;
    let command = DeleteWarehouse { warehouse: id, if_match: writing.if_match.clone() };
    writing.run(command).await?.deleted()
}
