//! `POST /accounting/journals`

use axum::response::Response;
use domain::Code;
use domain::commands::journals::create::CreateJournal;
use domain::rows::Journal;
use domain::value::id::JournalId;

use super::view::JournalView;
use super::wire::JournalInput;
use crate::http::operations::{Operation, rejections};
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation =
    Operation::of::<CreateJournal>().makes::<JournalId>().rejects(rejections::NEW).rejects(&[Code::JournalNotUsable]);

/// Create a journal
///
/// A journal has its own series of numbers, such as `GJ-2026-000001`, without gaps. Its type decides which entries go
/// into it.
#[utoipa::path(post, path = "/api/v1/accounting/journals", operation_id = "JournalsController_create", tag = "Journals",
    request_body = JournalInput, responses((status = 201, description = "The journal", body = JournalView)))]
pub async fn create(writing: Writing) -> Result<Response, Problem> {
    let input: JournalInput = writing.body().await?;
    let done = writing.run(input.command()).await?;
    let journal: Journal = done.row().ok_or_else(|| Problem::internal(&"a journal without its row"))?;
    done.created("/accounting/journals", JournalView::of(journal, &[]))
}
