//! `DELETE /inventory/serials/{id}`: only one that was never used.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::serials::delete::DeleteSerial;
use domain::value::id::SerialId;

use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{NoBody, Writing};

pub(super) const OPERATION: Operation = Operation::of::<DeleteSerial>().rejects(&[Code::SerialInUse]).conditional();

/// Delete a serial number that was never used
///
/// One whose piece was moved stays for ever.
#[utoipa::path(delete, path = "/api/v1/inventory/serials/{id}", operation_id = "SerialsController_delete", tag = "Serial numbers",
    params(("id" = String, Path, description = "Its id")), responses((status = 204, description = "Deleted")))]
pub async fn delete(Path(PathId(id)): Path<PathId<SerialId>>, writing: Writing) -> Result<Response, Problem> {
    let NoBody {} = writing.body_or_empty().await?;
    let command = DeleteSerial { serial: id, if_match: writing.if_match.clone() };
    writing.run(command).await?.deleted()
}
