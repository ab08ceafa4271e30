//! `DELETE /inventory/lots/{id}`: only one that was never used.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::lots::delete::DeleteLot;
use domain::value::id::LotId;

use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{NoBody, Writing};

pub(super) const OPERATION: Operation = Operation::of::<DeleteLot>().rejects(&[Code::LotInUse]).conditional();

/// Delete a lot that was never used
///
/// One whose goods were moved stays for ever.
#[utoipa::path(delete, path = "/api/v1/inventory/lots/{id}", operation_id = "LotsController_delete", tag = "Lots",
    params(("id" = String, Path, description = "Its id")), responses((status = 204, description = "Deleted")))]
pub async fn delete(Path(PathId(id)): Path<PathId<LotId>>, writing: Writing) -> Result<Response, Problem> {
    let NoBody {} = writing.body_or_empty().await?;
    let command = DeleteLot { lot: id, if_match: writing.if_match.clone() };
    writing.run(command).await?.deleted()
}
