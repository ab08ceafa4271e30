//! `POST /accounting/statement-mappings`

use axum::response::Response;
use domain::Code;
use domain::commands::statement_mappings::create::CreateStatementMapping;
use domain::rows::StatementMapping;

use super::view::StatementMappingView;
use super::wire::StatementMappingInput;
use crate::http::operations::{Operation, rejections};
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<CreateStatementMapping>()
    .rejects(rejections::NEW)
    .rejects(&[Code::AccountClaimedTwice, Code::SectionInvalid]);

/// Create a statement mapping
///
/// The sections of a statement, for the `mapping` parameter of its report. The most specific claim on an account wins:
/// its own code, then a range of codes, then the code of a group above it, then its subtype, then its type. If two
/// sections make the same claim, the request is refused and names both.
#[utoipa::path(post, path = "/api/v1/accounting/statement-mappings", operation_id = "StatementMappingsController_create",
    tag = "Statement mappings", request_body = StatementMappingInput,
    responses((status = 201, description = "The mapping", body = StatementMappingView)))]
pub async fn create(writing: Writing) -> Result<Response, Problem> {
    let input: StatementMappingInput = writing.body().await?;
    let done = writing.run(input.command()).await?;
    let mapping: StatementMapping = done.row().ok_or_else(|| Problem::internal(&"a mapping without its row"))?;
    done.created("/accounting/statement-mappings", StatementMappingView::from(mapping))
}
