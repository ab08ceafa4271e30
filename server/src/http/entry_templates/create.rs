//! `POST /accounting/entry-templates`

use axum::response::Response;
use domain::commands::entry_templates::create::CreateEntryTemplate;
use domain::rows::EntryTemplate;
use domain::value::id::EntryTemplateId;

use super::view::EntryTemplateView;
use super::wire::EntryTemplateInput;
use crate::http::accounts::statement::base_currency;
use crate::http::called;
use crate::http::operations::{Operation, rejections};
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<CreateEntryTemplate>()
    .makes::<EntryTemplateId>()
    .rejects(rejections::NEW)
    .rejects(rejections::TEMPLATE_LINES);

/// Create an entry template
///
/// Its accounts, parties and dimension values must exist; a party is created by its name.
#[utoipa::path(post, path = "/api/v1/accounting/entry-templates", operation_id = "EntryTemplatesController_create",
    tag = "Journal entries", request_body = EntryTemplateInput,
    responses((status = 201, description = "The template", body = EntryTemplateView)))]
pub async fn create(writing: Writing) -> Result<Response, Problem> {
    let input: EntryTemplateInput = writing.body().await?;
    let command = writing.caller.admit(&writing.app, input.command()).await?;
    let done = writing.run(command).await?;
    let template: EntryTemplate = done.row().ok_or_else(|| Problem::internal(&"a template without its row"))?;
    let mut snapshot = writing.app.database.snapshot().await?;
    let base = base_currency(&mut snapshot, writing.caller.organization).await?;
    drop(snapshot);
    let view = called::answered(&writing, &done, EntryTemplateView::of(template, base)?).await?;
    done.created("/accounting/entry-templates", view)
}
