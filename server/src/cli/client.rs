//! The API as the command line calls it: a base address, a token, and JSON both ways.

use std::sync::Arc;

use reqwest::{Method, RequestBuilder, Response};
use serde_json::Value;

use super::session::Session;
use crate::http::context::new_request_id;

/// Why a call gave no answer that can be used.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The service answered with a problem; its text names the fault.
    #[error("{text}")]
    Problem {
        /// The HTTP status.
        status: u16,
        /// The stable code, such as `period_closed`; empty where the answer had none.
        code: String,
        /// Title, detail and violations, in one text.
        text: String,
        /// The whole problem document.
        problem: Box<Value>,
    },
    /// There was no answer, or one that is no JSON.
    #[error("{0}")]
    Transport(String),
}

impl ClientError {
    /// The problem's code, where there was a problem.
    #[must_use]
    pub fn code(&self) -> Option<&str> {
        match self {
            Self::Problem { code, .. } => Some(code),
            Self::Transport(_) => None,
        }
    }

    /// The HTTP status, where there was an answer.
    #[must_use]
    pub fn status(&self) -> Option<u16> {
        match self {
            Self::Problem { status, .. } => Some(*status),
            Self::Transport(_) => None,
        }
    }
}

/// A client of one organization; cheap to clone.
#[derive(Clone)]
pub struct ApiClient {
    /// The service's address without a slash at the end, such as `http://127.0.0.1:8080`.
    pub base_url: String,
    /// The bare access token.
    pub token: String,
    /// A profile, whose tokens come instead.
    session: Option<Arc<Session>>,
    /// What request ids begin with, so that events tell who typed the command.
    typed_by: Option<Arc<str>>,
    http: reqwest::Client,
}

impl ApiClient {
    /// A client of the service at this address.
    #[must_use]
    pub fn new(base_url: &str, token: &str) -> Self {
        Self {
            base_url: base_url.trim_end_matches('/').to_owned(),
            token: token.to_owned(),
            session: None,
            typed_by: None,
            http: reqwest::Client::new(),
        }
    }

    /// A client with the tokens of a profile.
    #[must_use]
    pub fn of_session(base_url: &str, session: Session) -> Self {
        Self { session: Some(Arc::new(session)), ..Self::new(base_url, "") }
    }

    /// The same, with ids of requests that begin with these words.
    #[must_use]
    pub fn typed_by(self, words: &str) -> Self {
        Self { typed_by: Some(Arc::from(words)), ..self }
    }

    /// Reads. Paths are whole: `/api/v1/accounting/accounts?limit=200`.
    pub async fn get(&self, path: &str) -> Result<Value, ClientError> {
        self.send(self.request(Method::GET, path).await?).await
    }

    /// Reads a text that is no JSON, such as a CSV file.
    pub async fn get_text(&self, path: &str) -> Result<String, ClientError> {
        let lost = |error: reqwest::Error| {
            ClientError::Transport(format!("the service at {} did not answer: {error}", self.base_url))
        };
        let response = self.request(Method::GET, path).await?.send().await.map_err(lost)?;
        let status = response.status();
        let text = response.text().await.map_err(lost)?;
        match serde_json::from_str(&text) {
            _ if status.is_success() => Ok(text),
            Ok(json) => Err(problem(status.as_u16(), json)),
            Err(_) => Err(ClientError::Transport(format!("the service at {} answered {status}", self.base_url))),
        }
    }

    /// Reads a text that may be long and is no JSON, piece by piece.
    ///
    /// # Errors
    /// A problem, or no answer; `Transport` if it ends early or cannot be written.
    pub async fn get_into(&self, path: &str, out: &mut impl std::io::Write) -> Result<(), ClientError> {
        let lost = |error: reqwest::Error| {
            ClientError::Transport(format!("the service at {} did not answer: {error}", self.base_url))
        };
        let mut response = self.request(Method::GET, path).await?.send().await.map_err(lost)?;
        let status = response.status();
        if !status.is_success() {
            let body = response.bytes().await.map_err(lost)?;
            return Err(problem(status.as_u16(), serde_json::from_slice(&body).unwrap_or_default()));
        }
        let unwritten = |error: std::io::Error| ClientError::Transport(format!("could not be written: {error}"));
        while let Some(piece) = response.chunk().await.map_err(lost)? {
            out.write_all(&piece).map_err(unwritten)?;
        }
        out.flush().map_err(unwritten)
    }

    /// Makes or does something; with a key it is done once however often it is sent.
    pub async fn post(&self, path: &str, body: &Value, idempotency_key: Option<&str>) -> Result<Value, ClientError> {
        let mut request = self.request(Method::POST, path).await?.json(body);
        if let Some(key) = idempotency_key {
            request = request.header("Idempotency-Key", key);
        }
        self.send(request).await
    }

    /// Changes something.
    pub async fn put(&self, path: &str, body: &Value) -> Result<Value, ClientError> {
        self.send(self.request(Method::PUT, path).await?.json(body)).await
    }

    /// Posts without a token.
    pub async fn post_openly(&self, path: &str, body: &Value) -> Result<Value, ClientError> {
        self.send(self.http.request(Method::POST, format!("{}{path}", self.base_url)).json(body)).await
    }

    /// Sends a request as it is composed, and returns the answer whatever it says.
    ///
    /// # Errors
    /// If there is no answer, or no token.
    pub async fn call(
        &self,
        method: Method,
        path: &str,
        compose: impl FnOnce(RequestBuilder) -> RequestBuilder,
    ) -> Result<Response, ClientError> {
        let request = compose(self.request(method, path).await?);
        request.send().await.map_err(|error| {
            ClientError::Transport(format!("the service at {} did not answer: {error}", self.base_url))
        })
    }

    async fn request(&self, method: Method, path: &str) -> Result<RequestBuilder, ClientError> {
        let request = self.http.request(method, format!("{}{path}", self.base_url));
        let request = match &self.session {
            Some(session) => request.bearer_auth(session.token().await?),
            None => request.bearer_auth(&self.token),
        };
        Ok(match &self.typed_by {
            Some(words) => request.header("X-Request-Id", format!("{words}:{}", new_request_id())),
            None => request,
        })
    }

    /// The answer's JSON; `null` where it is empty.
    async fn send(&self, request: RequestBuilder) -> Result<Value, ClientError> {
        let lost = |error: reqwest::Error| {
            ClientError::Transport(format!("the service at {} did not answer: {error}", self.base_url))
        };
        let response = request.send().await.map_err(lost)?;
        let status = response.status();
        let body = response.bytes().await.map_err(lost)?;
        let json = if body.is_empty() { Some(Value::Null) } else { serde_json::from_slice(&body).ok() };
        match json {
            Some(json) if status.is_success() => Ok(json),
            Some(json) => Err(problem(status.as_u16(), json)),
            None => Err(ClientError::Transport(format!(
                "the service at {} answered {status} with something that is not JSON",
                self.base_url
            ))),
        }
    }
}

/// The error for a problem that the service answered.
#[must_use]
pub fn problem(status: u16, problem: Value) -> ClientError {
    let field = |name: &str| problem.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let (code, title, detail) = (field("code"), field("title"), field("detail"));
    let mut text = match (title.is_empty(), detail.is_empty()) {
        (true, true) => format!("the service answered {status}"),
        (false, true) => format!("{title} ({status} {code})"),
        _ => format!("{detail} ({status} {code})"),
    };
    let violations = problem.get("errors").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    for violation in violations {
        let part = |name: &str| violation.get(name).and_then(Value::as_str).unwrap_or_default();
        // A single violation is the detail already.
        if violations.len() > 1 || !text.contains(part("message")) {
            text.push_str(&format!("\n  {}: {}", part("pointer"), part("message")));
        }
    }
    ClientError::Problem { status, code, text, problem: Box::new(problem) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_problem_is_told_with_its_violations() {
        let document = json!({"status": 400, "code": "invalid_request", "title": "The request is wrong", "detail": "1 field is wrong",
            "errors": [{"pointer": "/date", "code": "invalid", "message": "is no date"}]});
        let error = problem(400, document);
        assert_eq!(error.to_string(), "1 field is wrong (400 invalid_request)\n  /date: is no date");
        let document = json!({"status": 400, "code": "validation_failed", "detail": "/password: is too short",
            "errors": [{"pointer": "/password", "code": "too_short", "message": "is too short"}]});
        assert_eq!(problem(400, document).to_string(), "/password: is too short (400 validation_failed)");
        assert_eq!((error.code(), error.status()), (Some("invalid_request"), Some(400)));
    }
}
