//! `PUT /accounting/entry-templates/{id}`: a merge (RFC 7396 rules).

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::entry_templates::update::UpdateEntryTemplate;
use domain::value::id::EntryTemplateId;

use super::get;
use super::view::EntryTemplateView;
use super::wire::EntryTemplatePatch;
use crate::http::operations::{Operation, rejections};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::round_trip::{expected, require_same_id};
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<UpdateEntryTemplate>()
    .rejects(&[Code::CodeTaken])
    .rejects(rejections::TEMPLATE_LINES)
    .conditional()
    .preferable();

/// Update an entry template
///
/// Only the fields that are sent change; lines are replaced as a whole.
#[utoipa::path(put, path = "/api/v1/accounting/entry-templates/{id}", operation_id = "EntryTemplatesController_update",
    tag = "Journal entries", request_body = EntryTemplatePatch, params(("id" = String, Path, description = "The template")),
    responses((status = 204, description = "Updated or unchanged"), (status = 200, description = "Updated, with `Prefer: return=representation`", body = EntryTemplateView)))]
pub async fn update(
    Path(PathId(id)): Path<PathId<EntryTemplateId>>,
    mut writing: Writing,
) -> Result<Response, Problem> {
    let caller = writing.caller.clone();
    writing.leave_out_repeated(async |snapshot| get::shown(snapshot, &caller, &id).await).await;
    let input: EntryTemplatePatch = writing.body().await?;
    writing.caller.admit(&writing.app, require_same_id(input.id.as_ref(), &id)).await?;
    let expected = expected(writing.if_match.as_deref(), input.version);
    let command = writing.caller.admit(&writing.app, input.command(id.clone(), expected)).await?;
    let done = writing.run(command).await?;
    writing.changed(done, async |snapshot| get::shown(snapshot, &caller, &id).await).await
}
