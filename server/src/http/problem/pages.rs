//! The page of every problem code (`/problems/{code}`), its list, and the schema of a problem.

use std::fmt::Write;
use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::extract::Path;
use axum::http::header::{ACCEPT, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde_json::{Value, json};

use super::uses::Use;
use super::{Problem, ProblemCode, ServerCode, Uses};

/// Answers that were given, by code: a run of the API's tests records them (`scripts/problems`).
static RECORDED: LazyLock<Value> = LazyLock::new(|| {
    // A test reads the file, too.
    serde_json::from_str(include_str!("examples.json")).unwrap_or_default()
});

type Told = Arc<LazyLock<Uses, Box<dyn FnOnce() -> Uses + Send>>>;

/// `/problems` and `/problems/{code}`. Which operations answer with a code is asked for when a page first tells it.
pub fn routes<S, F>(uses: F) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    F: FnOnce() -> Uses + Send + 'static,
{
    let told: Told = Arc::new(LazyLock::new(Box::new(uses)));
    let one = move |code, headers| one(code, headers, Arc::clone(&told));
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
        "<p><a href=\"./\">Countinghouse</a></p><h1>Problems</h1><p>Every error answer has one of these codes.</p><div class=\"wide\"><table><thead><tr><th>Code</th><th>Status</th><th>Title</th></tr></thead><tbody>{rows}</tbody></table></div>"
    );
    page("Problems", &body)
}

async fn one(
    code: Result<Path<String>, axum::extract::rejection::PathRejection>,
    headers: HeaderMap,
    uses: Told,
) -> Response {
    let code = code.ok().and_then(|Path(name)| ProblemCode::parse(&name));
    let Some(code) = code else {
        return Problem::new(ServerCode::RouteNotFound, "there is no problem with this code: /problems lists all")
            .into_response();
    };
    if wants_json(&headers) {
        let mut told = as_json(code);
        told["example"] = RECORDED[code.name()].clone();
        return document(told.to_string(), "application/json");
    }
    let row = code.row();
    let body = format!(
        "<p><a href=\"../problems\">Problems</a></p><h1>{}</h1><p><code>{}</code>, status {}</p><h2>What to do</h2><p>{}</p>{}{}",
        row.title,
        code.name(),
        row.status,
        code_spans(row.advice),
        example(code),
        operations(uses.by(code)),
    );
    page(row.title, &body)
}

fn as_json(code: ProblemCode) -> Value {
    let row = code.row();
    json!({"code": code.name(), "title": row.title, "status": row.status.as_u16(), "advice": row.advice})
}

/// An answer with the code, as it was given.
fn example(code: ProblemCode) -> String {
    let recorded = &RECORDED[code.name()];
    if recorded.is_null() {
        return String::new();
    }
    format!("<h2>Example</h2><pre><code>{}</code></pre>", escaped(&format!("{recorded:#}")))
}

/// The operations that may answer with the code.
fn operations(uses: Option<&[Use]>) -> String {
    let Some(uses) = uses else {
        return "<h2>Where it comes from</h2><p>Most operations may answer with it.</p>".to_owned();
    };
    let mut rows = String::new();
    for Use { method, path, summary, anchor } in uses {
        // Writing to a string cannot fail.
        let _ = write!(
            rows,
            "<li><a href=\"../docs/{anchor}\">{}</a><br><code>{method} {path}</code></li>",
            escaped(summary)
        );
    }
    if rows.is_empty() { rows } else { format!("<h2>Where it comes from</h2><ul>{rows}</ul>") }
}

/// A browser asks for HTML by name; everybody else who names JSON gets JSON.
fn wants_json(headers: &HeaderMap) -> bool {
    let accept = headers.get(ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accept.contains("json") && !accept.contains("text/html")
}

/// Text with `code` marks as HTML; the texts of the table hold nothing else that HTML would read.
fn code_spans(text: &str) -> String {
    let escaped = escaped(text);
    let mut parts = escaped.split('`');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for (index, part) in parts.enumerate() {
        out.push_str(if index % 2 == 0 { "<code>" } else { "</code>" });
        out.push_str(part);
    }
    out
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn page(title: &str, body: &str) -> Response {
    let style = super::super::landing::STYLE_PATH;
    let html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>{title} · Countinghouse</title><link rel=\"icon\" href=\"{up}assets/icon.svg\"><link rel=\"stylesheet\" href=\"{up}{style}\"></head><body><main>{body}</main></body></html>",
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
                "type": "object", "required": ["rel", "title", "method", "href", "allowed", "needs"],
                "properties": {
                    "rel": text("The relation of the call to the problem."),
                    "title": text("What the call does."),
                    "method": text("The HTTP method."),
                    "href": {"type": "string", "format": "uri"},
                    "body": {"description": "A suitable body, but for what it `needs`."},
                    "allowed": {"type": "boolean", "description": "Whether you have a permission that the call asks for."},
                    "needs": {"type": "array", "items": {"type": "string"},
                        "description": "JSON pointers of required members that the body does not have yet."},
                },
            }},
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::openapi::{self, Form};
    use crate::http::router;

    #[test]
    fn each_recorded_problem_is_of_its_code() {
        for (name, example) in RECORDED.as_object().unwrap() {
            let row =
                ProblemCode::parse(name).unwrap_or_else(|| panic!("there is no code {name}: scripts/problems")).row();
            assert_eq!(example["code"], *name);
            assert_eq!(example["status"], row.status.as_u16(), "{name}");
            assert_eq!(example["title"], row.title, "{name}: record it anew with scripts/problems");
            assert!(!example.to_string().contains("127.0.0.1"), "{name}");
        }
    }

    #[test]
    fn a_page_leads_to_the_operations_that_answer_with_its_code() {
        let (_, api, table) = router::operations().split();
        let uses = Uses::of(&openapi::document(&api, &table, "", Form::Open), &table);
        let page = operations(uses.by(ProblemCode::parse("entry_already_voided").unwrap()));
        let anchor = "../docs/#/Journal%20entries/JournalEntriesController_void";
        assert!(page.contains(anchor) && page.contains("Void a posted entry"), "{page}");
        assert!(uses.by(ProblemCode::parse("validation_failed").unwrap()).is_none());
    }
}
