//! Problems of RFC 9457: one shape for every "no", with pointers, values and ways out.
//!
//! A handler returns `Err(Problem)` or uses `?` on a `Rejection`. The answer is written by a layer
//! (`layers::problems`), which alone knows the base address and the request id.

mod codes;
mod pages;
mod table;
mod uses;
mod ways;

use axum::body::Body;
use axum::http::header::{CONTENT_TYPE, HeaderName, HeaderValue, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::response::{IntoResponse, Response};
use domain::value::BadCell;
use domain::value::permission::{Permission, PermissionSet};
use domain::value::rejection::{Resolution, Value, Violation};
use domain::{Code, Rejection};
use serde_json::{Map, json};

use super::context::RequestContext;

pub use codes::ServerCode;
pub use pages::{routes, schema};
pub use table::{ProblemCode, Row};
pub use uses::Uses;
pub use ways::Asks;

/// The media type of a problem.
pub const PROBLEM_JSON: &str = "application/problem+json";

/// A "no" on its way to the client: small to return, its parts are behind a pointer.
#[derive(Clone, Debug)]
pub struct Problem(Box<Parts>);

/// The parts of a problem.
#[derive(Clone, Debug)]
pub struct Parts {
    /// The stable code; the table gives status and title.
    pub code: ProblemCode,
    /// The details of this occurrence.
    pub detail: String,
    /// The fields at fault.
    pub errors: Vec<Violation>,
    /// The values for machines.
    pub context: Vec<(&'static str, Value)>,
    /// The ways out.
    pub resolutions: Vec<Resolution>,
    /// Header fields in addition to those that the code implies.
    pub headers: Vec<(HeaderName, HeaderValue)>,
    /// Its name in OAuth, where the token endpoint answers (RFC 6749, section 5.2).
    pub oauth: Option<&'static str>,
}

impl Problem {
    /// A problem with its sentence: lower-case start, no full stop, values in it, and the next step.
    #[must_use]
    pub fn new(code: impl Into<ProblemCode>, detail: impl Into<String>) -> Self {
        Self(Box::new(Parts {
            code: code.into(),
            detail: detail.into(),
            errors: Vec::new(),
            context: Vec::new(),
            resolutions: Vec::new(),
            headers: Vec::new(),
            oauth: None,
        }))
    }

    /// All violations of one request.
    #[must_use]
    pub fn validation(errors: Vec<Violation>) -> Self {
        let first = match errors.first() {
            Some(one) if one.pointer.is_empty() => format!("the request {}", one.message),
            Some(one) => format!("{}: {}", one.pointer, one.message),
            None => "the request is wrong".to_owned(),
        };
        let detail = match errors.len() {
            0 | 1 => first,
            several => format!("{first} (and {} more: see errors)", several - 1),
        };
        let mut problem = Self::new(Code::ValidationFailed, detail);
        problem.errors = errors;
        problem
    }

    /// One violation.
    #[must_use]
    pub fn violation(pointer: impl Into<String>, code: &'static str, message: impl Into<String>) -> Self {
        Self::validation(vec![Violation { pointer: pointer.into(), code, message: message.into() }])
    }

    /// Unknown, malformed and foreign ids.
    #[must_use]
    pub fn not_found() -> Self {
        Rejection::not_found().into()
    }

    /// The caller lacks this permission.
    #[must_use]
    pub fn forbidden(permission: Permission) -> Self {
        Self::new(Code::Forbidden, format!("this needs the permission {}", permission.needed()))
            .with("permission", permission.name())
    }

    /// A fault of the server: the cause goes to the log, never to the client.
    #[must_use]
    pub fn internal(cause: &dyn std::fmt::Display) -> Self {
        tracing::error!(cause = %cause, "internal error");
        Self::new(ServerCode::Internal, "an internal error: the log has it under the request id")
    }

    /// Stored data cannot be read: nothing is answered from them. The log has the fault and its place.
    #[must_use]
    pub fn damaged(cause: &dyn std::fmt::Display) -> Self {
        Self::from(Rejection::new(Code::StoredDataDamaged, cause.to_string()))
    }

    /// A stored row whose content cannot be read.
    #[must_use]
    pub fn unreadable(table: &str, id: impl std::fmt::Display, bad: &BadCell) -> Self {
        Self::damaged(&format!("the stored row {id} of {table} cannot be read as {}", bad.wanted))
    }

    /// A row that every organization has, or that another row names, is not there: no client asked for it by an id.
    #[must_use]
    pub fn lost(table: &'static str, id: impl std::fmt::Display) -> Self {
        let id = id.to_string();
        let detail = format!("the stored row {id} of {table} is missing: run `countinghouse verify`");
        Self::damaged(&detail).with("table", table).with("row", id)
    }

    /// Too much to do; come again after this many seconds.
    #[must_use]
    pub fn overloaded(retry_after_s: u64) -> Self {
        Self::new(ServerCode::Overloaded, "the server is overloaded: try again later").retry_after(retry_after_s)
    }

    /// Adds a value for machines.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.context.push((name, value.into()));
        self
    }

    /// Adds a field at fault.
    #[must_use]
    pub fn at(mut self, pointer: impl Into<String>, code: &'static str, message: impl Into<String>) -> Self {
        self.errors.push(Violation { pointer: pointer.into(), code, message: message.into() });
        self
    }

    /// Adds a header field.
    #[must_use]
    pub fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.push((name, value));
        self
    }

    /// Says when to come again.
    #[must_use]
    pub fn retry_after(self, seconds: u64) -> Self {
        self.header(RETRY_AFTER, HeaderValue::from(seconds))
    }

    /// Puts a prefix before every pointer: an item of a batch is at `/items/3`.
    #[must_use]
    pub fn below(mut self, prefix: &str) -> Self {
        for error in &mut self.errors {
            error.pointer.insert_str(0, prefix);
        }
        self
    }

    /// The HTTP status.
    #[must_use]
    pub fn status(&self) -> axum::http::StatusCode {
        self.code.row().status
    }

    /// The permission for want of which the caller was refused.
    #[must_use]
    pub fn lacks(&self) -> Option<Permission> {
        let named = self.context.iter().find(|(name, _)| *name == "permission");
        match named {
            Some((_, Value::Text(name))) if self.code == ProblemCode::Rule(Code::Forbidden) => Permission::parse(name),
            _ => None,
        }
    }

    /// The body, for a caller with these rights; `None` for one who is not known.
    #[must_use]
    pub fn to_json(&self, request: &RequestContext, rights: Option<PermissionSet>) -> serde_json::Value {
        let row = self.code.row();
        let errors: Vec<_> = self
            .errors
            .iter()
            .map(|one| json!({"pointer": one.pointer, "code": one.code, "message": one.message}))
            .collect();
        let context: Map<String, serde_json::Value> =
            self.context.iter().map(|(name, value)| ((*name).to_owned(), to_json(value))).collect();
        let resolutions: Vec<_> = self.resolutions.iter().map(|way| resolution(way, request, rights)).collect();
        let mut body = json!({
            "type": format!("{}/problems/{}", request.base_url, self.code.name()),
            "title": row.title,
            "status": row.status.as_u16(),
            "detail": self.detail,
            "code": self.code.name(),
            "requestId": request.request_id,
            "errors": errors,
            "context": context,
            "resolutions": resolutions,
        });
        if let Some(error) = self.oauth {
            body["error"] = json!(error);
            body["error_description"] = json!(self.detail.chars().map(shown_by_oauth).collect::<String>());
        }
        body
    }

    /// The whole answer, for a caller with these rights.
    #[must_use]
    pub fn render(&self, request: &RequestContext, rights: Option<PermissionSet>) -> Response {
        let mut response = Response::new(Body::from(self.to_json(request, rights).to_string()));
        *response.status_mut() = self.status();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(PROBLEM_JSON));
        if let Some(challenge) = self.challenge() {
            headers.insert(WWW_AUTHENTICATE, challenge);
        }
        if matches!(self.status().as_u16(), 429 | 503) {
            headers.insert(RETRY_AFTER, HeaderValue::from_static("1"));
        }
        for (name, value) in &self.headers {
            headers.insert(name, value.clone());
        }
        response
    }

    /// RFC 6750: the bare scheme where no token came, the error where one did.
    fn challenge(&self) -> Option<HeaderValue> {
        let ProblemCode::Server(code) = self.code else { return None };
        let challenge = match code {
            ServerCode::Unauthenticated | ServerCode::InvalidCredentials => r#"Bearer realm="countinghouse""#,
            ServerCode::TokenInvalid => {
                r#"Bearer realm="countinghouse", error="invalid_token", error_description="the token is not valid""#
            }
            ServerCode::TokenExpired => {
                r#"Bearer realm="countinghouse", error="invalid_token", error_description="the token has expired""#
            }
            ServerCode::TokenRevoked => {
                r#"Bearer realm="countinghouse", error="invalid_token", error_description="the token was revoked""#
            }
            _ => return None,
        };
        Some(HeaderValue::from_static(challenge))
    }
}

impl From<Rejection> for Problem {
    fn from(rejection: Rejection) -> Self {
        if rejection.code == Code::StoredDataDamaged {
            tracing::error!(cause = %rejection.detail, "stored data is damaged: run `countinghouse verify`");
        }
        Self(Box::new(Parts {
            code: rejection.code.into(),
            detail: rejection.detail,
            errors: rejection.errors,
            context: rejection.context,
            resolutions: rejection.resolutions,
            headers: Vec::new(),
            oauth: None,
        }))
    }
}

impl std::ops::Deref for Problem {
    type Target = Parts;
    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl std::ops::DerefMut for Problem {
    fn deref_mut(&mut self) -> &mut Parts {
        &mut self.0
    }
}

impl IntoResponse for Problem {
    /// Status and the problem itself as an extension; the layer writes the body.
    fn into_response(self) -> Response {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = self.status();
        response.extensions_mut().insert(std::sync::Arc::new(self));
        response
    }
}

fn resolution(way: &Resolution, request: &RequestContext, rights: Option<PermissionSet>) -> serde_json::Value {
    let body = way.body.as_ref().map(to_json);
    let asks = Asks::of(way.method, &way.path, body.as_ref(), rights);
    let mut out = json!({
        "rel": way.rel,
        "title": way.title,
        "method": way.method,
        "href": format!("{}/api/v1{}", request.base_url, way.path),
        "allowed": asks.is_allowed,
        "needs": asks.needs,
    });
    if let Some(body) = body {
        out["body"] = body;
    }
    out
}

/// RFC 6749 allows printable ASCII in descriptions, without quotes and backslashes.
fn shown_by_oauth(character: char) -> char {
    match character {
        '"' | '\\' => '\'',
        ' '..='~' => character,
        _ => '?',
    }
}

/// A value of the core as JSON.
#[must_use]
pub fn to_json(value: &Value) -> serde_json::Value {
    match value {
        Value::Null => serde_json::Value::Null,
        Value::Int(number) => json!(number),
        Value::Bool(yes) => json!(yes),
        Value::Text(text) => json!(text),
        Value::Json(json) => serde_json::from_str(&json.to_string()).unwrap_or_default(),
        Value::List(items) => items.iter().map(to_json).collect(),
        Value::Object(fields) => fields.iter().map(|(name, value)| ((*name).to_owned(), to_json(value))).collect(),
    }
}
