//! The page of every problem code (`/problems/{code}`), its list, and the schema of a problem.

use std::fmt::Write;

use axum::Router;
use axum::extract::Path;
use axum::http::header::{ACCEPT, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde_json::{Value, json};

use super::{Problem, ProblemCode, ServerCode};

/// `/problems` and `/problems/{code}`.
pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new().route("/problems", get(list)).route("/problems/{code}", get(one))
}

async fn list(headers: HeaderMap) -> Response {
    if wants_json(&headers) {
        return document(
            json!({ "data": ProblemCode::all().map(as_json).collect::<Vec<_>>() }).to_string(),
            "application/json",
        );
    }
    let mut rows = String::new();
    for code in ProblemCode::all() {
        let row = code.row();
        let name = code.name();
        // Writing to a string cannot fail.
        let _ = write!(
            rows,
            "<tr><td><a href=\"problems/{name}\"><code>{name}</code></a></td><td>{}</td><td>{}</td></tr>",
            row.status.as_u16(),
            row.title
        );
    }
    let body = format!(
        "<h1>Problems</h1><p>Every error answer has one of these codes.</p><table><thead><tr><th>Code</th><th>Status</th><th>Title</th></tr></thead><tbody>{rows}</tbody></table>"
    );
    page("Problems", &body)
}

async fn one(code: Result<Path<String>, axum::extract::rejection::PathRejection>, headers: HeaderMap) -> Response {
    let code = code.ok().and_then(|Path(name)| ProblemCode::parse(&name));
    let Some(code) = code else {
        return Problem::new(ServerCode::RouteNotFound, "there is no problem with this code: /problems lists all")
            .into_response();
    };
    if wants_json(&headers) {
        return document(as_json(code).to_string(), "application/json");
    }
    let row = code.row();
    let advice = code_spans(row.advice);
    let body = format!(
        "<p><a href=\"../problems\">Problems</a></p><h1>{}</h1><p><code>{}</code>, status {}</p><h2>What to do</h2><p>{advice}</p>",
        row.title,
        code.name(),
        row.status,
    );
    page(row.title, &body)
}

fn as_json(code: ProblemCode) -> Value {
    let row = code.row();
    json!({"code": code.name(), "title": row.title, "status": row.status.as_u16(), "advice": row.advice})
}

/// A browser asks for HTML by name; everybody else who names JSON gets JSON.
fn wants_json(headers: &HeaderMap) -> bool {
    let accept = headers.get(ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accept.contains("json") && !accept.contains("text/html")
}

/// Text with `code` marks as HTML; the texts of the table hold nothing else that HTML would read.
fn code_spans(text: &str) -> String {
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let mut parts = escaped.split('`');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for (index, part) in parts.enumerate() {
        out.push_str(if index % 2 == 0 { "<code>" } else { "</code>" });
        out.push_str(part);
    }
    out
}

fn page(title: &str, body: &str) -> Response {
    let style = super::super::landing::STYLE_PATH;
    let html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>{title} · Countinghouse</title><link rel=\"stylesheet\" href=\"{up}{style}\"></head><body><main>{body}</main></body></html>",
        up = if title == "Problems" { "" } else { "../" }
    );
    document(html, "text/html; charset=utf-8")
}

fn document(body: String, media_type: &'static str) -> Response {
    ([(CONTENT_TYPE, HeaderValue::from_static(media_type)), (VARY, HeaderValue::from_static("accept"))], body)
        .into_response()
}

/// The schema of a problem, for the document's components.
#[must_use]
pub fn schema() -> Value {
    let text = |description: &str| json!({"type": "string", "description": description});
    json!({
        "type": "object",
        "description": "A problem of RFC 9457. `code` is stable; `type` leads to a page that says what to do.",
        "required": ["type", "title", "status", "detail", "code", "requestId", "errors", "context", "resolutions"],
        "properties": {
            "type": {"type": "string", "format": "uri", "description": "The address of the page about the code."},
            "title": text("A short title, the same for every answer with this code."),
            "status": {"type": "integer", "minimum": 400, "maximum": 599},
            "detail": text("What happened in this case, and what to do."),
            "code": {"type": "string", "pattern": "^[a-z_]+$", "description": "Stable name for programs."},
            "requestId": text("The request in the server's log."),
            "errors": {"type": "array", "items": {
                "type": "object", "required": ["pointer", "code", "message"],
                "properties": {
                    "pointer": text("JSON pointer into the body, or the name of a parameter."),
                    "code": text("The kind of error."),
                    "message": text("What is expected."),
                },
            }},
            "error": text("The error's name in OAuth (RFC 6749, section 5.2); only of POST /auth/token."),
            "error_description": text("`detail` in the characters that OAuth allows; only of POST /auth/token."),
            "context": {"type": "object", "additionalProperties": true, "description": "Values for programs."},
            "resolutions": {"type": "array", "items": {
                "type": "object", "required": ["rel", "title", "method", "href"],
                "properties": {
                    "rel": text("The relation of the call to the problem."),
                    "title": text("What the call does."),
                    "method": text("The HTTP method."),
                    "href": {"type": "string", "format": "uri"},
                    "body": {"description": "A suitable body."},
                },
            }},
        },
    })
}
