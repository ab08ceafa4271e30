//! `PUT /accounting/statement-mappings/{id}`: a merge (RFC 7396 rules).

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::statement_mappings::update::UpdateStatementMapping;
use domain::value::id::StatementMappingId;

use super::get;
use super::view::StatementMappingView;
use super::wire::StatementMappingPatch;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::round_trip::{expected, require_same_id};
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<UpdateStatementMapping>()
    .rejects(&[Code::CodeTaken, Code::AccountClaimedTwice, Code::SectionInvalid])
    .conditional()
    .preferable();

/// Update a statement mapping
///
/// A merge: absent fields stay; `sections` replaces all of them.
#[utoipa::path(put, path = "/api/v1/accounting/statement-mappings/{id}", operation_id = "StatementMappingsController_update",
    tag = "Statement mappings", request_body = StatementMappingPatch, params(("id" = String, Path, description = "The mapping")),
    responses((status = 204, description = "Updated or unchanged"), (status = 200, description = "Updated, with `Prefer: return=representation`", body = StatementMappingView)))]
pub async fn update(Path(PathId(id)): Path<PathId<StatementMappingId>>, writing: Writing) -> Result<Response, Problem> {
    let input: StatementMappingPatch = writing.body().await?;
    writing.caller.admit(&writing.app, require_same_id(input.id.as_ref(), &id)).await?;
    let expected = expected(writing.if_match.as_deref(), input.version);
    let done = writing.run(input.command(id.clone(), expected)).await?;
    writing
        .changed(done, async |snapshot| {
            Ok(StatementMappingView::from(get::find(snapshot, writing.caller.organization, &id).await?))
        })
        .await
}
