//! `POST /accounting/matches/{id}/unmatch`

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::matches::unmatch::UnmatchLines;
use domain::value::id::MatchId;

use super::get;
use super::view::MatchView;
use super::wire::UnmatchInput;
use crate::http::operations::{Operation, rejections};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<UnmatchLines>()
    .rejects(rejections::POSTS)
    .rejects(&[Code::MatchNotActive, Code::MatchSystemGenerated, Code::SeparationOfDuties, Code::JournalNotUsable])
    .conditional()
    .preferable();

/// Undo a match
///
/// Its lines are open again. Its entries are voided or, if their period is closed, reversed on the first open day. The
/// match stays, marked as undone.
#[utoipa::path(post, path = "/api/v1/accounting/matches/{id}/unmatch", operation_id = "MatchesController_unmatch",
    tag = "Open items", request_body = UnmatchInput, params(("id" = String, Path, description = "The match")),
    responses((status = 204, description = "Undone"), (status = 200, description = "Undone, with `Prefer: return=representation`", body = MatchView)))]
pub async fn unmatch(Path(PathId(id)): Path<PathId<MatchId>>, writing: Writing) -> Result<Response, Problem> {
    let input: UnmatchInput = writing.body().await?;
    let command = UnmatchLines { match_id: id.clone(), reason: input.reason.0, if_match: writing.if_match.clone() };
    let done = writing.run(command).await?;
    writing.changed(done, async |snapshot| get::read(snapshot, &writing.caller, &id).await).await
}
