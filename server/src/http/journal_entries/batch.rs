//! `POST /accounting/journal-entries/batch`: up to 1,000 entries in one commit.

use axum::response::{IntoResponse, Response};
use domain::Code;
use domain::command::Command;
use domain::commands::journal_entries::create::CreateEntry;
use domain::rows::replies::Item;
use serde_json::{Value, json};

use super::wire::BatchInput;
use crate::commit::Submitted;
use crate::http::body::BATCH_BODY_BYTES;
use crate::http::context::RequestContext;
use crate::http::operations::{Operation, rejections};
use crate::http::output::Refusal;
use crate::http::preview;
use crate::http::problem::Problem;
use crate::http::writing::{Writing, set};

crate::output! {
    /// The outcome of one item.
    pub struct BatchResult {
        pub index: i64,
        /// The status that the item would have had on its own.
        pub status: i64,
        /// The entry, if it was created.
        pub id: Option<String>,
        /// Why the item was refused; null if it was not.
        pub problem: Option<Refusal>,
    }

    /// The outcome of a batch, in the order of its items.
    pub struct BatchResults {
        pub results: Vec<BatchResult>,
    }
}

pub(super) const OPERATION: Operation = Operation::of::<CreateEntry>()
    .alone()
    .rejects(rejections::NEW_ENTRY)
    .rejects(&[Code::NotFound])
    .body_bytes(BATCH_BODY_BYTES);

/// Create up to 1,000 entries in one commit
///
/// With `atomic`, one refused item causes all to be refused, and the answer is that item's problem; otherwise each item
/// has its own result.
#[utoipa::path(post, path = "/api/v1/accounting/journal-entries/batch",
    operation_id = "JournalEntriesController_batch", tag = "Journal entries", request_body = BatchInput,
    responses((status = 200, description = "One result per item", body = BatchResults)))]
pub async fn batch(context: RequestContext, writing: Writing) -> Result<Response, Problem> {
    let input: BatchInput = writing.body().await?;
    let atomic = input.atomic.unwrap_or(false);
    let commands = input.items.0.into_iter().enumerate();
    let commands = commands.map(|(index, item)| item.command(&format!("/items/{index}")).map(Command::from));
    let commands: Result<Vec<Command>, Problem> = commands.collect();
    let commands = writing.caller.admit(&writing.app, commands).await?;
    answered(writing, &context, atomic, commands).await
}

/// Runs the commands of a batch, or previews them, and returns the result of each.
///
/// # Errors
/// The problem of an atomic batch that was refused.
pub async fn answered(
    writing: Writing,
    context: &RequestContext,
    atomic: bool,
    commands: Vec<Command>,
) -> Result<Response, Problem> {
    if writing.is_dry_run() {
        let preview = writing.preview_many(atomic, commands).await?;
        let (results, _) = results(preview.submitted.clone(), context)?;
        let would_return = serde_json::to_value(results).map_err(|error| Problem::internal(&error))?;
        return preview::response(&preview, Some(would_return));
    }
    let (results, replayed) = results(writing.run_many(atomic, commands).await?, context)?;
    let mut response = axum::Json(results).into_response();
    if replayed {
        set(response.headers_mut(), "idempotent-replayed".parse().map_err(|bad| Problem::internal(&bad))?, "true");
    }
    Ok(response)
}

/// The result of each item of a batch, and whether it was answered before.
///
/// # Errors
/// The problem of an atomic batch that was refused.
fn results(submitted: Submitted, context: &RequestContext) -> Result<(BatchResults, bool), Problem> {
    let (items, replayed) = match submitted {
        Submitted::Rejected(rejection) => return Err((*rejection).into()),
        Submitted::Done { items, replayed } => (items, replayed),
    };
    let result = |(index, item)| -> Result<BatchResult, Problem> {
        Ok(match item {
            Item::Done(reply) => BatchResult { index, status: 201, id: Some(reply.subject), problem: None },
            Item::Rejected(rejection) => refused(index, Problem::from(*rejection).to_json(context)),
            Item::RejectedBefore(text) => refused(index, again(&text, context)?),
        })
    };
    Ok((BatchResults { results: (0..).zip(items).map(result).collect::<Result<_, _>>()? }, replayed))
}

fn refused(index: i64, problem: Value) -> BatchResult {
    let status = problem["status"].as_i64().unwrap_or(500);
    BatchResult { index, status, id: None, problem: Some(Refusal(problem)) }
}

/// A problem from its stored rejection.
pub fn again(stored: &str, context: &RequestContext) -> Result<Value, Problem> {
    let damaged = || Problem::damaged(&"a refusal of receipts cannot be read");
    let mut stored: Value = serde_json::from_str(stored).map_err(|_| damaged())?;
    let code = stored["code"].as_str().and_then(domain::value::rejection::Code::parse).ok_or_else(damaged)?;
    let detail = stored["detail"].as_str().ok_or_else(damaged)?;
    let mut problem = Problem::new(code, detail).to_json(context);
    problem["errors"] = stored["errors"].take();
    problem["context"] = stored["context"].take();
    let mut ways = stored["resolutions"].take();
    for way in ways.as_array_mut().into_iter().flatten() {
        let path = way["path"].take();
        way["href"] = json!(context.href(path.as_str().unwrap_or_default()));
        if let Some(members) = way.as_object_mut() {
            members.remove("path");
        }
    }
    problem["resolutions"] = ways;
    Ok(problem)
}
