//! `PUT /accounting/parties/{id}`: a merge (RFC 7396 rules).

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::parties::update::UpdateParty;
use domain::value::id::PartyId;

use super::get;
use super::view::PartyView;
use super::wire::PartyPatch;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::round_trip::{expected, require_same_id};
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<UpdateParty>()
    .rejects(&[Code::CodeTaken, Code::LimitReached, Code::CurrencyNotUsable, Code::PartyMerged])
    .conditional()
    .preferable();

/// Update a party
///
/// A merge: absent fields stay, null clears, contact and metadata merge by key.
#[utoipa::path(put, path = "/api/v1/accounting/parties/{id}", operation_id = "PartiesController_update", tag = "Parties",
    request_body = PartyPatch, params(("id" = String, Path, description = "The party")),
    responses((status = 204, description = "Updated or unchanged"), (status = 200, description = "Updated, with `Prefer: return=representation`", body = PartyView)))]
pub async fn update(Path(PathId(id)): Path<PathId<PartyId>>, writing: Writing) -> Result<Response, Problem> {
    let input: PartyPatch = writing.body().await?;
    writing.caller.admit(&writing.app, require_same_id(input.id.as_ref(), &id)).await?;
    let expected = expected(writing.if_match.as_deref(), input.version);
    let done = writing.run(input.command(id.clone(), expected)).await?;
    writing.changed(done, async |snapshot| get::read(snapshot, writing.caller.organization, &id).await).await
}
