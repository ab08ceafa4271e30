//! `POST /batch`: several operations in one commit.

use std::pin::Pin;
use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{ETAG, IF_MATCH, LOCATION};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use domain::Code;
use domain::batch::Step;
use domain::book::context::MadeId;
use domain::rows::Reply;
use domain::rows::replies::Item;
use domain::value::TypedId;
use domain::value::id::EntryId;
use http_body_util::BodyExt;
use tokio::sync::oneshot;
use tower::ServiceExt;

use super::references::{BadName, Dangling, Names};
use super::targets::{Missed, Targets, below_prefix};
use super::wire::{BatchAnswer, BatchItem, BatchItemResult, BatchRequest};
use crate::commit::Submitted;
use crate::http::body::{BATCH_BODY_BYTES, JsonBody};
use crate::http::context::RequestContext;
use crate::http::input::{MAX_VIOLATIONS, Pointer, Violations};
use crate::http::json::Node;
use crate::http::operations::{Access, Kind, Operation};
use crate::http::output::RawObject;
use crate::http::prefer::Prefer;
use crate::http::preview;
use crate::http::problem::{Problem, ProblemCode, ServerCode};
use crate::http::seat::{Carried, Seat};
use crate::http::writing::{Writing, set};

pub(super) const OPERATION: Operation = Operation::new(Kind::Write, Access::Login)
    .rejects(Code::ALL)
    .faults(&[ServerCode::ItemsConflict])
    .preferable()
    .body_bytes(BATCH_BODY_BYTES);

/// Carry out several operations in one commit
///
/// Up to 1,000 writes of any kind: a sale with its goods, a payment with its match, a cancellation. All are carried out, or
/// none: if one is refused, the answer is its problem, with pointers that begin at the item. Each item is an operation with
/// its body as it is sent alone, and needs the permission of that operation; the answer has what each would have answered.
///
/// An item with a `name` can be referred to by those after it: where an id is expected, in a path or a body, `$name` stands for
/// the id of what that item makes. One `Idempotency-Key` covers all items.
///
/// Reads, sign-ins, users, organizations and the batches of one kind are not part of a batch.
#[utoipa::path(post, path = "/api/v1/batch", operation_id = "BatchController_run", tag = "Batch",
    request_body = BatchRequest,
    responses((status = 200, description = "The answer of each item", body = BatchAnswer)))]
pub async fn run(
    Extension(targets): Extension<Targets>,
    context: RequestContext,
    writing: Writing,
) -> Result<Response, Problem> {
    let request: BatchRequest = writing.body().await?;
    let calls = calls(&targets, request.items.0)?;
    let (steps, running) = seated(&targets, &context, &writing, calls).await?;
    if writing.is_dry_run() {
        let preview = writing.preview_together(steps).await?;
        let (replies, _) = replies(preview.submitted.clone())?;
        let results = running.into_iter().zip(replies);
        let results = results.map(|(one, reply)| BatchItemResult { id: Some(reply.subject), ..one.result }).collect();
        let answer = serde_json::to_value(BatchAnswer { results }).map_err(|error| Problem::internal(&error))?;
        return preview::response(&preview, Some(answer));
    }
    let (replies, replayed) = replies(writing.run_together(steps).await?)?;
    let mut results = Vec::with_capacity(running.len());
    for (one, reply) in running.into_iter().zip(replies) {
        let result = one.answered(reply, replayed).await?;
        let body = result.body.filter(|_| writing.prefer() != Prefer::Minimal);
        results.push(BatchItemResult { body, ..result });
    }
    let mut response = axum::Json(BatchAnswer { results }).into_response();
    if replayed {
        set(response.headers_mut(), HeaderName::from_static("idempotent-replayed"), "true");
    }
    Ok(response)
}

/// An item with ids in place of names.
struct Call {
    item: BatchItem,
    path: String,
    body: Option<Node>,
    makes: Option<MadeId>,
}

/// What the items call.
///
/// # Errors
/// 400 with the faults of all items.
fn calls(targets: &Targets, items: Vec<BatchItem>) -> Result<Vec<Call>, Problem> {
    let (mut names, mut errors) = (Names::default(), Violations::default());
    let list = Pointer::Body.field("items");
    let mut calls = Vec::with_capacity(items.len());
    for (index, mut item) in items.into_iter().enumerate() {
        let at = list.item(index);
        let path = names.in_path(below_prefix(&item.path.0)).unwrap_or_else(|dangling| {
            errors.push(&at.field("path"), "unknown_item", told(&dangling));
            item.path.0.clone()
        });
        let operation = targets.find(item.method, &path).map_err(|missed| {
            let (field, code, message) = missed_at(&item, missed);
            errors.push(&at.field(field), code, message);
        });
        let body = item.body.take().map(|body| names.in_body(body.0)).transpose().unwrap_or_else(|dangling| {
            errors.push(&at.field("body"), "unknown_item", told(&dangling));
            None
        });
        // A fault of an item is told once, and not again by those that refer to it.
        let makes = operation.map_or(Some(EntryId::PREFIX), |operation| operation.makes);
        let makes = match item.name.as_ref().map(|name| names.call(&name.0, makes)) {
            Some(Err(bad)) => {
                errors.push(&at.field("name"), "malformed_name", told_of_name(bad));
                None
            }
            Some(Ok(makes)) => makes,
            None => None,
        };
        calls.push(Call { item, path, body, makes });
    }
    if errors.is_empty() { Ok(calls) } else { Err(Problem::validation(errors.into_vec())) }
}

fn told(dangling: &Dangling) -> String {
    match dangling {
        Dangling::Unknown(name) => format!("no item before this one has the name {name:?}"),
        Dangling::MakesNothing(name) => {
            format!("the item {name:?} makes nothing that has an id of its own: give the id itself")
        }
    }
}

fn told_of_name(bad: BadName) -> &'static str {
    match bad {
        BadName::Taken => "an item before this one has this name: give another",
        BadName::Malformed => "must be made of letters, digits, - and _",
    }
}

fn missed_at(item: &BatchItem, missed: Missed) -> (&'static str, &'static str, String) {
    match missed {
        Missed::Path(near) => {
            let hint = near.map(|near| format!(": did you mean {near:?}?")).unwrap_or_default();
            ("path", "unknown_operation", format!("no operation has this path{hint}"))
        }
        Missed::Method(known) if known.is_empty() => {
            ("path", "unknown_operation", "this path is only read: a batch is made of writes".to_owned())
        }
        Missed::Method(known) => ("method", "unknown_operation", format!("this path has {}", known.join(" and "))),
        Missed::Alone => {
            let method = crate::http::input::NamedEnum::wire_name(item.method);
            ("path", "not_in_batches", format!("{method} {} cannot be part of a batch: send it alone", item.path.0))
        }
    }
}

/// An item whose handler waits for the commit.
struct Running {
    handler: Pin<Box<dyn Future<Output = Response> + Send>>,
    outcome: oneshot::Sender<Carried>,
    result: BatchItemResult,
}

impl Running {
    /// The answer of the item, once it was carried out.
    async fn answered(self, reply: Reply, replayed: bool) -> Result<BatchItemResult, Problem> {
        let id = Some(reply.subject.clone());
        let _ = self.outcome.send(Carried { reply, replayed });
        let response = self.handler.await;
        let (etag, location) = (field(&response, &ETAG), field(&response, &LOCATION));
        let status = Some(i64::from(response.status().as_u16()));
        let body = response.into_body().collect().await.map_err(|error| Problem::internal(&error))?.to_bytes();
        let body = Some(body).filter(|body| !body.is_empty());
        let body = body.map(|body| RawObject(String::from_utf8_lossy(&body).into_owned()));
        Ok(BatchItemResult { status, id, etag, location, body, ..self.result })
    }
}

fn field(response: &Response, name: &HeaderName) -> Option<String> {
    response.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned)
}

/// The commands of all items, and their handlers, each in its seat.
///
/// # Errors
/// Why an item was refused before it had a command.
async fn seated(
    targets: &Targets,
    context: &RequestContext,
    writing: &Writing,
    calls: Vec<Call>,
) -> Result<(Vec<Step>, Vec<Running>), Problem> {
    let (mut steps, mut running, mut refused) = (Vec::new(), Vec::new(), Vec::new());
    for (index, mut call) in calls.into_iter().enumerate() {
        let (seat, mut place) = Seat::new(writing.caller.clone(), JsonBody::of_tree(call.body.take()));
        let Some(request) = request(&call, seat, context, writing.prefer()) else {
            refused.push(Problem::violation(format!("/items/{index}/path"), "malformed", "is no path"));
            continue;
        };
        let routes = targets.routes.clone();
        let mut handler: Pin<Box<dyn Future<Output = Response> + Send>> = Box::pin(async move {
            let Ok(response) = routes.oneshot(request).await;
            response
        });
        let command = tokio::select! {
            biased;
            command = &mut place.command => command.ok(),
            response = &mut handler => {
                refused.push(refusal(&response, index));
                continue;
            }
        };
        let Some(command) = command else {
            refused.push(refusal(&handler.await, index));
            continue;
        };
        steps.push(Step { command, makes: call.makes });
        let name = call.item.name.map(|name| name.0);
        let result = BatchItemResult {
            index: i64::try_from(index).unwrap_or(i64::MAX),
            name,
            status: None,
            id: None,
            etag: None,
            location: None,
            body: None,
        };
        running.push(Running { handler, outcome: place.outcome, result });
    }
    if refused.is_empty() { Ok((steps, running)) } else { Err(joined(refused)) }
}

/// The item as a request of its own; `None` where its path is none.
fn request(call: &Call, seat: Seat, context: &RequestContext, prefer: Prefer) -> Option<Request> {
    let method = crate::http::input::NamedEnum::wire_name(call.item.method);
    let builder = Request::builder().method(method).uri(format!("/api/v1{}", call.path));
    let mut request = builder.body(Body::empty()).ok()?;
    let mut headers = HeaderMap::new();
    prefer.ask(&mut headers);
    if let Some(version) = &call.item.if_match {
        headers.insert(IF_MATCH, HeaderValue::from_str(&version.0).ok()?);
    }
    *request.headers_mut() = headers;
    request.extensions_mut().insert(context.clone());
    request.extensions_mut().insert(Arc::new(seat));
    Some(request)
}

/// The refusal of an item, with pointers into the batch.
fn refusal(response: &Response, index: usize) -> Problem {
    let Some(problem) = response.extensions().get::<Arc<Problem>>() else {
        return Problem::internal(&format!("item {index} of a batch answered {} without a command", response.status()));
    };
    let mut problem = Problem::clone(problem);
    for error in &mut problem.errors {
        error.pointer = match error.pointer.as_str() {
            "if-match" => format!("/items/{index}/ifMatch"),
            inner if inner.is_empty() || inner.starts_with('/') => format!("/items/{index}/body{inner}"),
            _ => format!("/items/{index}"),
        };
    }
    if problem.errors.is_empty() {
        let (code, message) = (problem.code.name(), problem.detail.clone());
        problem = problem.at(format!("/items/{index}"), code, message);
    }
    problem.detail = format!("item {index}: {}", problem.detail);
    problem
}

/// One answer for all refused items: every fault, where all are faults of the request itself, else the first refusal.
fn joined(mut refused: Vec<Problem>) -> Problem {
    let is_fault = |problem: &Problem| problem.code == ProblemCode::from(Code::ValidationFailed);
    if refused.len() > 1 && refused.iter().all(is_fault) {
        let errors = refused.iter().flat_map(|problem| problem.errors.iter().cloned());
        return Problem::validation(errors.take(MAX_VIOLATIONS).collect());
    }
    let first = refused.iter().position(|problem| !is_fault(problem)).unwrap_or(0);
    refused.swap_remove(first)
}

/// The replies of all items, and whether they were answered before.
///
/// # Errors
/// The refusal of the batch.
fn replies(submitted: Submitted) -> Result<(Vec<Reply>, bool), Problem> {
    let (items, replayed) = match submitted {
        Submitted::Rejected(rejection) => return Err((*rejection).into()),
        Submitted::Done { items, replayed } => (items, replayed),
    };
    let reply = |item| match item {
        Item::Done(reply) => Ok(reply),
        Item::Rejected(_) | Item::RejectedBefore(_) => Err(Problem::internal(&"a part of a batch was refused")),
    };
    Ok((items.into_iter().map(reply).collect::<Result<_, _>>()?, replayed))
}
