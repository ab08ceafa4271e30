//! `POST /accounting/journal-entries`: a draft, or posted in the same call.

use axum::response::Response;
use domain::Code;
use domain::commands::journal_entries::create::CreateEntry;
use domain::rows::Line;
use domain::value::id::EntryId;

use super::view::EntryView;
use super::wire::EntryInput;
use crate::http::called;
use crate::http::operations::{Operation, rejections};
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation =
    Operation::of::<CreateEntry>().makes::<EntryId>().rejects(rejections::NEW_ENTRY).rejects(&[Code::NotFound]);

/// Create a journal entry
///
/// With `"status": "posted"`, it is posted in the same call: it gets its number and never changes again.
#[utoipa::path(post, path = "/api/v1/accounting/journal-entries", operation_id = "JournalEntriesController_create",
    tag = "Journal entries", request_body = EntryInput,
    responses((status = 201, description = "The entry", body = EntryView)))]
pub async fn create(writing: Writing) -> Result<Response, Problem> {
    let input: EntryInput = writing.body().await?;
    let command = writing.caller.admit_by_content(&writing.app, input, |input| input.command("")).await?;
    let done = writing.run(command).await?;
    let entry = done.row().ok_or_else(|| Problem::internal(&"an entry without its row"))?;
    let view = EntryView::of(entry, &done.rows::<Line>())?;
    // The decision knows no names of people: a repeated request, of which all is read, answers the same.
    let view = called::answered(&writing, &done, view).await?.without_people();
    done.created("/accounting/journal-entries", view)
}
