//! `POST /accounting/journal-entries/batch`: up to 1,000 entries in one commit.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::Code;
use domain::command::Command;
use domain::commands::journal_entries::create::CreateEntry;
use domain::rows::replies::Item;
use domain::value::permission::PermissionSet;
use domain::value::rejection::Violation;
use serde_json::{Value, json};

use super::wire::BatchInput;
use crate::commit::Submitted;
use crate::http::body::BATCH_BODY_BYTES;
use crate::http::context::RequestContext;
use crate::http::input::{EachItem, MAX_VIOLATIONS};
use crate::http::operations::{Operation, rejections};
use crate::http::output::Refusal;
use crate::http::preview;
use crate::http::problem::{Asks, Problem};
use crate::http::writing::{Writing, set};

crate::output! {
    /// The outcome of one item.
    pub struct BatchResult {
        pub index: i64,
        /// The status that the item would have had on its own.
        pub status: i64,
        /// What was created, or what the action was done with.
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
/// has its own result, also one that is malformed.
#[utoipa::path(post, path = "/api/v1/accounting/journal-entries/batch",
    operation_id = "JournalEntriesController_batch", tag = "Journal entries", request_body = BatchInput,
    responses((status = 200, description = "One result per item", body = BatchResults)))]
pub async fn batch(context: RequestContext, writing: Writing) -> Result<Response, Problem> {
    let input: BatchInput = writing.body().await?;
    let atomic = input.atomic.unwrap_or(false);
    let commands = commands(atomic, input.items.0, |item, at| item.command(at).map(Command::from));
    let commands = writing.caller.admit(&writing.app, commands).await?;
    answered(writing, &context, atomic, commands).await
}

/// The command of each item of a batch, or the problem of that item.
///
/// # Errors
/// Where all or none are carried out: the faults of all malformed items, else the problem of the first.
pub fn commands<T>(
    atomic: bool,
    items: Vec<EachItem<T>>,
    command: impl Fn(T, &str) -> Result<Command, Problem>,
) -> Result<Vec<Result<Command, Problem>>, Problem> {
    if atomic {
        let faults = items.iter().flat_map(|item| item.0.as_ref().err()).flatten().take(MAX_VIOLATIONS);
        let faults: Vec<Violation> = faults.cloned().collect();
        if !faults.is_empty() {
            return Err(Problem::validation(faults));
        }
    }
    let read = items.into_iter().enumerate().map(|(index, item)| {
        let item = item.0.map_err(Problem::validation)?;
        command(item, &format!("/items/{index}"))
    });
    if atomic { read.map(|one| one.map(Ok)).collect() } else { Ok(read.collect()) }
}

/// Runs the commands of a batch, or previews them, and returns the result of each.
///
/// # Errors
/// The problem of an atomic batch that was refused; 403 where a permission is missing.
pub async fn answered(
    writing: Writing,
    context: &RequestContext,
    atomic: bool,
    asked: Vec<Result<Command, Problem>>,
) -> Result<Response, Problem> {
    carried_out(writing, context, atomic, asked, StatusCode::CREATED).await
}

/// As [`answered`], of commands that change or delete something.
///
/// # Errors
/// As [`answered`].
pub async fn acted(
    writing: Writing,
    context: &RequestContext,
    atomic: bool,
    asked: Vec<Result<Command, Problem>>,
) -> Result<Response, Problem> {
    carried_out(writing, context, atomic, asked, StatusCode::NO_CONTENT).await
}

async fn carried_out(
    writing: Writing,
    context: &RequestContext,
    atomic: bool,
    asked: Vec<Result<Command, Problem>>,
    done: StatusCode,
) -> Result<Response, Problem> {
    let (mut commands, mut places) = (Vec::new(), Vec::with_capacity(asked.len()));
    for one in asked {
        places.push(one.map(|command| commands.push(command)));
    }
    if commands.is_empty() {
        writing.caller.require_operation(&writing.app).await?;
    }
    if writing.is_dry_run() {
        let preview = writing.preview_many(atomic, commands).await?;
        let (results, _) = results(preview.submitted.clone(), places, &writing, context, done).await?;
        let would_return = serde_json::to_value(results).map_err(|error| Problem::internal(&error))?;
        return preview::response(&preview, Some(would_return));
    }
    let submitted = writing.run_many(atomic, commands).await?;
    let (results, replayed) = results(submitted, places, &writing, context, done).await?;
    let mut response = axum::Json(results).into_response();
    if replayed {
        set(response.headers_mut(), "idempotent-replayed".parse().map_err(|bad| Problem::internal(&bad))?, "true");
    }
    Ok(response)
}

/// The result of each item of a batch, and whether it was answered before. Items that had a problem before they had a
/// command keep it.
///
/// # Errors
/// The problem of an atomic batch that was refused.
async fn results(
    submitted: Submitted,
    places: Vec<Result<(), Problem>>,
    writing: &Writing,
    context: &RequestContext,
    done: StatusCode,
) -> Result<(BatchResults, bool), Problem> {
    let done = i64::from(done.as_u16());
    let (items, replayed) = match submitted {
        Submitted::Rejected(rejection) => {
            // A way out that is one item in another form would not be the batch.
            let mut problem = Problem::from(*rejection);
            problem.resolutions.retain(|way| !way.repeats);
            return Err(problem);
        }
        Submitted::Done { items, replayed } => (items, replayed),
    };
    let are_done = items.iter().all(|item| matches!(item, Item::Done(_))) && places.iter().all(Result::is_ok);
    let rights = if are_done { None } else { Some(writing.caller.rights_now(&writing.app).await?) };
    let mut items = items.into_iter();
    let mut results = Vec::with_capacity(places.len());
    for (index, place) in (0..).zip(places) {
        results.push(match place.map(|()| items.next()) {
            Err(problem) => refused(index, problem.to_json(context, rights)),
            Ok(Some(Item::Done(reply))) => BatchResult { index, status: done, id: Some(reply.subject), problem: None },
            Ok(Some(Item::Rejected(rejection))) => {
                let problem = writing.with_item_repeated(Problem::from(*rejection), index);
                refused(index, problem.to_json(context, rights))
            }
            Ok(Some(Item::RejectedBefore(text))) => refused(index, again(&text, context, rights)?),
            Ok(None) => return Err(Problem::internal(&"a batch answered for fewer items than it has")),
        });
    }
    Ok((BatchResults { results }, replayed))
}

fn refused(index: i64, problem: Value) -> BatchResult {
    let status = problem["status"].as_i64().unwrap_or(500);
    BatchResult { index, status, id: None, problem: Some(Refusal(problem)) }
}

/// A problem from its stored rejection, for a caller with these rights.
pub fn again(stored: &str, context: &RequestContext, rights: Option<PermissionSet>) -> Result<Value, Problem> {
    let damaged = || Problem::damaged(&"a refusal of receipts cannot be read");
    let mut stored: Value = serde_json::from_str(stored).map_err(|_| damaged())?;
    let code = stored["code"].as_str().and_then(domain::value::rejection::Code::parse).ok_or_else(damaged)?;
    let detail = stored["detail"].as_str().ok_or_else(damaged)?;
    let mut problem = Problem::new(code, detail).to_json(context, rights);
    problem["errors"] = stored["errors"].take();
    problem["context"] = stored["context"].take();
    let mut ways = stored["resolutions"].take();
    for way in ways.as_array_mut().into_iter().flatten() {
        let path = way["path"].take();
        let path = path.as_str().unwrap_or_default();
        let asks = Asks::of(way["method"].as_str().unwrap_or_default(), path, way.get("body"), rights);
        way["href"] = json!(context.href(path));
        way["allowed"] = json!(asks.is_allowed);
        way["needs"] = json!(asks.needs);
        if let Some(members) = way.as_object_mut() {
            members.remove("path");
        }
    }
    problem["resolutions"] = ways;
    Ok(problem)
}
