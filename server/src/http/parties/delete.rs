//! `DELETE /accounting/parties/{id}`: only one that nothing ever named.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::parties::delete::DeleteParty;
use domain::value::id::PartyId;

use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{NoBody, Writing};

pub(super) const OPERATION: Operation = Operation::of::<DeleteParty>().rejects(&[Code::PartyInUse]).conditional();

/// Delete a party that nothing ever named
///
/// One that a line, a draft or a document has named stays: merge or deactivate it.
#[utoipa::path(delete, path = "/api/v1/accounting/parties/{id}", operation_id = "PartiesController_delete", tag = "Parties",
    params(("id" = String, Path, description = "The party")), responses((status = 204, description = "Deleted")))]
pub async fn delete(Path(PathId(id)): Path<PathId<PartyId>>, writing: Writing) -> Result<Response, Problem> {
    let NoBody {} = writing.body_or_empty().await?;
    let command = DeleteParty { party: id, if_match: writing.if_match.clone() };
    writing.run(command).await?.deleted()
}
