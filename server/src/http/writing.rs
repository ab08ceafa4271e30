//! Writing: the one path from a request to the committer and back to an answer.

use std::sync::Arc;

use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header::{CONTENT_TYPE, HeaderName, HeaderValue, LOCATION};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use domain::batch::{ReceiptKey, Step, Work};
use domain::command::Command;
use domain::rows::replies::Item;
use domain::rows::{CountOverrun, Reply, Row, Writes};
use domain::value::permission::Permission;
use domain::value::rejection::Value;
use serde::Serialize;
use sha2::{Digest, Sha256};
use store::Fault;

use super::body::JsonBody;
use super::caller::Caller;
use super::conditional::{Tags, etag};
use super::context::RequestContext;
use super::idempotency::IdempotencyKey;
use super::input::{Decode, as_sent};
use super::json::Node;
use super::prefer::Prefer;
use super::preview;
use super::problem::{Problem, ServerCode};
use super::query::{RawQuery, WriteQuery};
use super::seat::{Carried, Seat};
use crate::app::App;
use crate::commit::{self, CommitFault, Submitted};

crate::input! {
    /// For operations that take no body, or an empty object.
    pub struct NoBody {}
}

/// A write on its way: the caller, the body, and the wishes in the headers.
pub struct Writing {
    /// The service.
    pub app: App,
    /// Who writes.
    pub caller: Caller,
    /// The versions that `If-Match` names.
    pub if_match: Option<Vec<i64>>,
    pub(super) body: JsonBody,
    headers: Result<Headers, Problem>,
    request_id: String,
    /// Where it is an item of a batch: it is committed with the others.
    seat: Option<Arc<Seat>>,
}

/// The wishes in the headers and the query.
struct Headers {
    receipt: Option<ReceiptKey>,
    prefer: Prefer,
    dry_run: bool,
}

/// A write that was carried out, or that would be.
pub struct Done {
    /// The core's reply.
    pub reply: Reply,
    /// Whether it was done when the request came first.
    pub replayed: bool,
    prefer: Prefer,
    preview: Option<commit::Preview>,
    base_url: Arc<str>,
}

impl Done {
    /// The last written row of this table.
    #[must_use]
    pub fn row<R: Row>(&self) -> Option<R> {
        self.rows().pop()
    }

    /// All written rows of this table, in key order.
    #[must_use]
    pub fn rows<R: Row>(&self) -> Vec<R> {
        rows(&self.reply)
    }

    /// All rows of this table that a preview would leave, also those of what the write brings along, such as new lots. None
    /// of a write: its rows are stored.
    pub fn previewed<R: Row>(&self) -> Result<Vec<R>, Problem> {
        self.preview.as_ref().map_or_else(|| Ok(Vec::new()), preview::written)
    }

    /// Whether the answer to a change holds the resource.
    #[must_use]
    pub fn wants_body(&self) -> bool {
        self.preview.is_none() && self.prefer == Prefer::Representation
    }

    /// 201 with the resource and its place below `/api/v1`; for a preview, the resource as it would be.
    pub fn created(self, collection: &str, view: impl Serialize) -> Result<Response, Problem> {
        if let Some(preview) = &self.preview {
            let view = serde_json::to_value(view).map_err(|error| Problem::internal(&error))?;
            return preview::response(preview, Some(view));
        }
        let location = format!("{}/api/v1{collection}/{}", self.base_url, self.reply.subject);
        let mut response = (StatusCode::CREATED, [etag(self.reply.version)], json(&view)?).into_response();
        set(response.headers_mut(), LOCATION, &location);
        mark_replay(&mut response, self.replayed);
        Ok(response)
    }

    /// 202 with the proposal that waits for somebody else, and its place below `/api/v1`; for a preview, as it would
    /// be.
    pub fn accepted(self, collection: &str, view: impl Serialize) -> Result<Response, Problem> {
        let mut response = self.created(collection, view)?;
        if response.status() == StatusCode::CREATED {
            *response.status_mut() = StatusCode::ACCEPTED;
        }
        Ok(response)
    }

    /// 204, or 200 with the resource if one is given; for a preview, the resource as it would be.
    pub fn changed(self, view: Option<impl Serialize>) -> Result<Response, Problem> {
        if let Some(preview) = &self.preview {
            return preview::response(preview, None);
        }
        let mut response = match view {
            Some(view) => ([etag(self.reply.version)], json(&view)?).into_response(),
            None => (StatusCode::NO_CONTENT, [etag(self.reply.version)]).into_response(),
        };
        response.headers_mut().extend(self.prefer.applied());
        let overrun = self.rows::<CountOverrun>().len();
        if overrun > 0 {
            set(response.headers_mut(), HeaderName::from_static("overrun-counts"), &overrun.to_string());
        }
        mark_replay(&mut response, self.replayed);
        Ok(response)
    }

    /// 200 with the result; for a preview, the result as it would be.
    pub fn answered(self, result: impl Serialize) -> Result<Response, Problem> {
        if let Some(preview) = &self.preview {
            let result = serde_json::to_value(result).map_err(|error| Problem::internal(&error))?;
            return preview::response(preview, Some(result));
        }
        let mut response = json(&result)?.into_response();
        mark_replay(&mut response, self.replayed);
        Ok(response)
    }

    /// 204 for a deleted resource.
    pub fn deleted(self) -> Result<Response, Problem> {
        if let Some(preview) = &self.preview {
            return preview::response(preview, None);
        }
        let mut response = StatusCode::NO_CONTENT.into_response();
        mark_replay(&mut response, self.replayed);
        Ok(response)
    }
}

/// The rows of one table that a reply's command wrote.
#[must_use]
pub fn rows<R: Row>(reply: &Reply) -> Vec<R> {
    reply.writes.as_ref().map_or_else(Vec::new, Writes::rows)
}

impl FromRequest<App> for Writing {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let (mut parts, body) = request.into_parts();
        let caller = Caller::from_request_parts(&mut parts, app).await?;
        let request_id = match parts.extensions.get::<RequestContext>() {
            Some(context) => context.request_id.to_string(),
            None => String::new(),
        };
        let seat = parts.extensions.get::<Arc<Seat>>().cloned();
        let body = match &seat {
            Some(seat) => seat.body.clone(),
            None => JsonBody::read(&parts, body).await?,
        };
        let headers = &parts.headers;
        let key = IdempotencyKey::of(headers, &parts.method, &parts.uri, &body);
        let if_match = Tags::if_match(headers);
        let query: Result<WriteQuery, Problem> = RawQuery::of(&parts.uri).decode();
        let wanted = match (key, query, &if_match) {
            (Err(problem), _, _) | (_, Err(problem), _) => Err(problem),
            (_, _, Err(problem)) => Err(problem.clone()),
            (Ok(key), Ok(query), Ok(_)) => Ok(Headers {
                receipt: key.map(|key| receipt_key(&caller, &key)),
                prefer: Prefer::of(headers),
                dry_run: query.dry_run.unwrap_or(false),
            }),
        };
        let if_match = if_match.ok().and_then(Tags::expected);
        Ok(Self { app: app.clone(), caller, if_match, body, headers: wanted, request_id, seat })
    }
}

fn receipt_key(caller: &Caller, key: &IdempotencyKey) -> ReceiptKey {
    let mut digest = Sha256::new();
    digest.update(caller.actor.principal.0);
    digest.update(key.key.as_bytes());
    let digest: [u8; 32] = digest.finalize().into();
    let mut key_hash = [0; 16];
    key_hash.copy_from_slice(&digest[..16]);
    ReceiptKey { key_hash, fingerprint: key.fingerprint, request: key.request.clone() }
}

impl Writing {
    /// The body; where it or a header is wrong, a missing permission of the operation goes first.
    ///
    /// # Errors
    /// 403, else 400.
    pub async fn body<T: Decode>(&self) -> Result<T, Problem> {
        let read = self.checked().and_then(|()| self.body.decode());
        self.noted(self.caller.admit(&self.app, read).await).await
    }

    /// For operations whose body may be left out.
    ///
    /// # Errors
    /// 403, else 400.
    pub async fn body_or_empty<T: Decode>(&self) -> Result<T, Problem> {
        let read = self.checked().and_then(|()| self.body.decode_or_empty());
        self.noted(self.caller.admit(&self.app, read).await).await
    }

    /// Hands an outcome on; that a write was denied is written down.
    async fn noted<T>(&self, outcome: Result<T, Problem>) -> Result<T, Problem> {
        if let Err(problem) = &outcome
            && problem.status() == StatusCode::FORBIDDEN
            && !self.is_dry_run()
        {
            let (app, caller) = (&self.app, &self.caller);
            let denials = &app.auth.denials;
            denials.note_denied(&app.database, caller.organization, caller.actor.principal, &problem.detail).await;
        }
        outcome
    }

    fn checked(&self) -> Result<(), Problem> {
        self.headers.as_ref().map(|_| ()).map_err(Clone::clone)
    }

    /// Carries the command out, or finds out its effect.
    ///
    /// # Errors
    /// The rejection, or why it could not be decided.
    pub async fn run(&self, command: impl Into<Command>) -> Result<Done, Problem> {
        let headers = self.headers.as_ref().map_err(Clone::clone)?;
        if let Some(seat) = &self.seat {
            let Carried { reply, replayed } = seat.carry_out(command.into()).await?;
            let base_url = self.app.base_url.clone();
            return Ok(Done { reply, replayed, prefer: headers.prefer, preview: None, base_url });
        }
        let work = Work::One(Box::new(command.into()));
        let (submitted, preview) = if headers.dry_run {
            let preview = self.preview(work).await?;
            (preview.submitted.clone(), Some(preview))
        } else {
            let request = self.request(work, headers.receipt.clone());
            (self.app.committer.submit(request).await?, None)
        };
        let submitted = only_reply(submitted).map_err(|problem| self.with_repeats(problem));
        let (reply, replayed) = self.noted(submitted).await?;
        let base_url = self.app.base_url.clone();
        Ok(Done { reply, replayed, prefer: headers.prefer, preview, base_url })
    }

    /// Ways out that are this request again have its whole body.
    fn with_repeats(&self, problem: Problem) -> Problem {
        repeating(problem, self.body.tree())
    }

    /// Ways out that are an item of this batch again, on its own, have its whole body.
    pub(super) fn with_item_repeated(&self, problem: Problem, index: i64) -> Problem {
        let items = self.body.tree().and_then(|tree| match tree {
            Node::Object(members) => members.iter().find(|(name, _)| name == "items"),
            _ => None,
        });
        let item = items.and_then(|(_, items)| match items {
            Node::List(items) => items.get(usize::try_from(index).ok()?),
            _ => None,
        });
        repeating(problem, item)
    }

    /// Carries out the commands of a batch request.
    ///
    /// # Errors
    /// The rejection of an atomic batch, or why it could not be decided.
    pub async fn run_many(&self, atomic: bool, commands: Vec<Command>) -> Result<Submitted, Problem> {
        let headers = self.headers.as_ref().map_err(Clone::clone)?;
        let request = self.request(Work::Many { atomic, commands }, headers.receipt.clone());
        Ok(self.app.committer.submit(request).await?)
    }

    /// Carries out the commands of several operations in one commit.
    ///
    /// # Errors
    /// Why it could not be decided.
    pub async fn run_together(&self, steps: Vec<Step>) -> Result<Submitted, Problem> {
        let headers = self.headers.as_ref().map_err(Clone::clone)?;
        let request = self.request(Work::Together(steps), headers.receipt.clone());
        let submitted = self.app.committer.submit(request).await?;
        match submitted {
            Submitted::Rejected(rejection) => {
                // A way out that is one operation in another form would not be the batch.
                let mut problem = Problem::from(*rejection);
                problem.resolutions.retain(|way| !way.repeats);
                self.noted(Err(problem)).await
            }
            done @ Submitted::Done { .. } => Ok(done),
        }
    }

    /// The effect of several operations in one commit.
    ///
    /// # Errors
    /// As for the write itself.
    pub async fn preview_together(&self, steps: Vec<Step>) -> Result<commit::Preview, Problem> {
        self.preview(Work::Together(steps)).await
    }

    /// How much of an answer the client wishes.
    #[must_use]
    pub fn prefer(&self) -> Prefer {
        self.headers.as_ref().map_or(Prefer::Unsaid, |headers| headers.prefer)
    }

    /// The storage key of the idempotency key, for resources outside the books.
    #[must_use]
    pub fn key_hash(&self) -> Option<[u8; 16]> {
        self.headers.as_ref().ok().and_then(|headers| headers.receipt.as_ref()).map(|receipt| receipt.key_hash)
    }

    /// Whether only a preview is asked for.
    #[must_use]
    pub fn is_dry_run(&self) -> bool {
        self.headers.as_ref().is_ok_and(|headers| headers.dry_run)
    }

    /// The effect of a batch.
    ///
    /// # Errors
    /// As for the write itself.
    pub async fn preview_many(&self, atomic: bool, commands: Vec<Command>) -> Result<commit::Preview, Problem> {
        self.preview(Work::Many { atomic, commands }).await
    }

    /// The refusal of one command; `None` if it would be carried out, or that is unknown.
    pub(super) async fn refusal(&self, command: Command) -> Option<Problem> {
        let request = self.request(Work::One(Box::new(command)), None);
        let preview = self.app.committer.preview(request).await.ok()?;
        only_reply(preview.submitted).err()
    }

    /// The effect of work, as far as the caller may know it.
    async fn preview(&self, work: Work) -> Result<commit::Preview, Problem> {
        let mut preview = self.app.committer.preview(self.request(work, None)).await?;
        let mut snapshot = self.app.database.snapshot().await?;
        let rights = self.caller.rights(&mut snapshot).await?;
        preview::hide_accounts(&mut preview, rights);
        preview::hide_stock(&mut preview, &self.caller.reach(&mut snapshot).await?)?;
        if !rights.has(Permission::JournalEntriesRead) && !rights.has(Permission::CostsRead) {
            preview::hide_ledger(&mut preview);
        }
        Ok(preview)
    }

    fn request(&self, work: Work, receipt: Option<ReceiptKey>) -> commit::Request {
        commit::Request {
            organization: self.caller.organization,
            actor: self.caller.actor.clone(),
            request_id: self.request_id.clone(),
            receipt,
            work,
        }
    }
}

/// The problem, whose ways out that are the request again have all of what was sent.
fn repeating(mut problem: Problem, sent: Option<&Node>) -> Problem {
    for way in problem.resolutions.iter_mut().filter(|way| way.repeats) {
        let (Some(sent), Some(changed)) = (sent.and_then(as_sent), &way.body) else { continue };
        way.body = Some(Value::Json(sent.merge(&changed.to_json())));
    }
    problem
}

pub(super) fn only_reply(submitted: Submitted) -> Result<(Reply, bool), Problem> {
    match submitted {
        Submitted::Rejected(rejection) => Err((*rejection).into()),
        Submitted::Done { mut items, replayed } => match items.pop() {
            Some(Item::Done(reply)) => Ok((reply, replayed)),
            Some(Item::Rejected(rejection)) => Err((*rejection).into()),
            Some(Item::RejectedBefore(_)) | None => Err(Problem::internal(&"one command without one item")),
        },
    }
}

/// The size that most answers to writes fit in, in bytes.
const ANSWER_BYTES: usize = 2_048;

/// A body of JSON that is written without growing from nothing.
fn json(answer: &impl Serialize) -> Result<impl IntoResponse, Problem> {
    let mut body = Vec::with_capacity(ANSWER_BYTES);
    serde_json::to_writer(&mut body, answer).map_err(|error| Problem::internal(&error))?;
    Ok(([(CONTENT_TYPE, HeaderValue::from_static("application/json"))], body))
}

fn mark_replay(response: &mut Response, replayed: bool) {
    if replayed {
        set(response.headers_mut(), HeaderName::from_static("idempotent-replayed"), "true");
    }
}

/// Sets a header whose value is made of ids, paths and words.
pub fn set(headers: &mut HeaderMap, name: HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.insert(name, value);
    }
}

fn storage_full() -> Problem {
    let detail = "the storage is full and nothing was written: free some space and send the request again";
    Problem::new(ServerCode::StorageFull, detail).retry_after(30)
}

impl From<CommitFault> for Problem {
    fn from(fault: CommitFault) -> Self {
        let detail = fault.to_string();
        match fault {
            CommitFault::Overloaded => Self::overloaded(1),
            CommitFault::StorageFull => storage_full(),
            CommitFault::OutcomeUnknown => Self::new(
                ServerCode::OutcomeUnknown,
                "it is not known whether the request was stored: send it again with the same Idempotency-Key",
            )
            .retry_after(5),
            CommitFault::NotTogether => Self::new(ServerCode::ItemsConflict, detail),
            CommitFault::ClockBehind | CommitFault::Closed | CommitFault::Unavailable(_) => {
                Self::new(ServerCode::Unavailable, detail).retry_after(1)
            }
            CommitFault::Damaged(_) | CommitFault::StorageDamaged(_) => Self::damaged(&detail),
            CommitFault::Broken(_) => Self::internal(&detail),
        }
    }
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Busy(_) => Self::overloaded(1),
            Fault::StorageFull(_) => storage_full(),
            Fault::TooSlow(_) => {
                Self::new(ServerCode::Unavailable, "the read took too long: ask for less").retry_after(1)
            }
            Fault::ConnectionLost(_) | Fault::Unreachable(_) => {
                Self::new(ServerCode::Unavailable, "the database is not reachable").retry_after(1)
            }
            Fault::Corrupt(_) | Fault::Damaged(_) => Self::damaged(&fault),
            other => Self::internal(&other),
        }
    }
}
