//! `POST /accounting/parties/{id}/merge`

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::parties::merge::MergeParty;
use domain::value::id::PartyId;

use super::get;
use super::view::PartyView;
use super::wire::MergeInput;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<MergeParty>()
    .rejects(&[Code::PartyMerged, Code::PartyNotUsable, Code::UnknownReference])
    .conditional()
    .preferable();

/// Merge a party into another one
///
/// From then on both are the other one: new lines are of it, whichever is named, and its open items are those of both. What was
/// posted stays as it is. It cannot be undone.
#[utoipa::path(post, path = "/api/v1/accounting/parties/{id}/merge", operation_id = "PartiesController_merge",
    tag = "Parties", request_body = MergeInput, params(("id" = String, Path, description = "The party")),
    responses((status = 204, description = "Merged"), (status = 200, description = "Merged, with `Prefer: return=representation`", body = PartyView)))]
pub async fn merge(Path(PathId(id)): Path<PathId<PartyId>>, writing: Writing) -> Result<Response, Problem> {
    let input: MergeInput = writing.body().await?;
    let (reason, if_match) = (input.reason.0, writing.if_match.clone());
    let done = writing.run(MergeParty { party: id.clone(), into: input.into, reason, if_match }).await?;
    writing.changed(done, async |snapshot| get::read(snapshot, writing.caller.organization, &id).await).await
}
