//! The refusals of operations: what all calls have in common stands once per status, what is an operation's own stands in its
//! `x-problems`.

use serde_json::{Map, Value, json};

use super::{Form, component};
use crate::http::context::RequestContext;
use crate::http::operations::Routed;
use crate::http::problem::{PROBLEM_JSON, Problem, ProblemCode, ServerCode, schema as problem_schema};

/// A refusal that operations share.
struct Shared {
    /// Its name among the components.
    name: &'static str,
    /// Its status.
    status: u16,
    description: &'static str,
    /// The codes that every operation may answer it with; the first is the example.
    codes: &'static [&'static str],
    /// Header fields, by their names among the components.
    headers: &'static [&'static str],
    /// Whether clients see it as `default`.
    is_rare: bool,
}

impl Shared {
    const fn new(name: &'static str, status: u16, description: &'static str, codes: &'static [&'static str]) -> Self {
        Self { name, status, description, codes, headers: &[], is_rare: false }
    }

    const fn with(mut self, headers: &'static [&'static str]) -> Self {
        self.headers = headers;
        self
    }

    const fn rare(mut self) -> Self {
        self.is_rare = true;
        self
    }
}

const SHARED: &[Shared] = &[
    Shared::new(
        "BadRequest",
        400,
        "The request does not match this document. `errors` points to each place.",
        &["validation_failed", "bad_request", "malformed_json"],
    ),
    Shared::new(
        "Unauthorized",
        401,
        "The token is missing, wrong, expired or revoked.",
        &["unauthenticated", "token_expired", "token_invalid", "token_revoked"],
    )
    .with(&["WWW-Authenticate"]),
    Shared::new("Forbidden", 403, "The caller may not do this.", &["forbidden", "csrf_failed"]),
    Shared::new("NotFound", 404, "There is nothing with this id, or nothing that the caller may see.", &["not_found"]),
    Shared::new("RequestTimeout", 408, "The request came too slowly.", &["request_timeout"]).rare(),
    Shared::new(
        "Conflict",
        409,
        "The state of the books does not allow it. `x-problems` of the operation names the codes.",
        &[],
    ),
    Shared::new("PreconditionFailed", 412, "It has changed since you read it.", &["version_mismatch"]),
    Shared::new("PayloadTooLarge", 413, "The body is too large.", &["payload_too_large"]).rare(),
    Shared::new("UriTooLong", 414, "Path and query are too long.", &["uri_too_long"]).rare(),
    Shared::new("UnsupportedMediaType", 415, "The body is of another type.", &["unsupported_media_type"]).rare(),
    Shared::new(
        "Unprocessable",
        422,
        "A rule refuses what the request says. `x-problems` of the operation names the codes.",
        &["idempotency_key_reused"],
    ),
    Shared::new(
        "TooManyRequests",
        429,
        "Too much at a time: wait as long as `Retry-After` says.",
        &["too_many_requests"],
    )
    .with(&["Retry-After", "RateLimit", "RateLimit-Policy"]),
    Shared::new("Internal", 500, "The server made a mistake.", &["internal"]).rare(),
    Shared::new(
        "Unavailable",
        503,
        "Not available at present: wait as long as `Retry-After` says.",
        &["unavailable", "outcome_unknown", "overloaded", "storage_full", "stored_data_damaged"],
    )
    .with(&["Retry-After"])
    .rare(),
];

/// The refusal that stands for all rare ones.
const RARE: &str = "Refused";
/// A refusal of every operation that only who sends `X-Organization-Id` meets, under a status that else says something about
/// the books.
const ASKED_FOR: ProblemCode = ProblemCode::Server(ServerCode::OrganizationMismatch);

/// Writes the refusals of an operation into it.
pub fn add(operation: &mut Value, row: &Routed, form: Form) {
    let mut own: Vec<&str> = Vec::new();
    for code in row.problems() {
        let status = code.row().status.as_u16();
        let shared = SHARED.iter().find(|shared| shared.status == status);
        if code != ASKED_FOR && shared.is_none_or(|shared| !shared.codes.contains(&code.name())) {
            own.push(code.name());
        }
        match shared {
            Some(shared) if (shared.is_rare || code == ASKED_FOR) && form == Form::Open => {
                operation["responses"]["default"] = component("responses", RARE);
            }
            Some(shared) => operation["responses"][status.to_string()] = component("responses", shared.name),
            None => operation["responses"][status.to_string()] = component("responses", RARE),
        }
    }
    if !own.is_empty() {
        operation["x-problems"] = json!(own);
    }
}

/// The shared refusals that operations of this form refer to.
pub fn responses(form: Form) -> Map<String, Value> {
    let told = SHARED.iter().filter(|shared| form == Form::Closed || !shared.is_rare);
    let mut out: Map<String, Value> = told.map(|shared| (shared.name.to_owned(), response(shared))).collect();
    let codes = SHARED.iter().filter(|shared| shared.is_rare).flat_map(|shared| shared.codes);
    let mut rare =
        response(&Shared::new(RARE, 0, "A refusal that any call may meet, by its `status` and `code`.", &[]));
    rare["x-problems"] = json!(codes.copied().chain([ASKED_FOR.name()]).collect::<Vec<_>>());
    rare["headers"] = json!({"Retry-After": component("headers", "Retry-After")});
    out.insert(RARE.to_owned(), rare);
    out
}

fn response(shared: &Shared) -> Value {
    let mut content = json!({"schema": component("schemas", "Problem")});
    if let Some(code) = shared.codes.first().and_then(|name| ProblemCode::parse(name)) {
        content["example"] = example(code);
    }
    let mut response = json!({"description": shared.description, "content": {PROBLEM_JSON: content}});
    if !shared.codes.is_empty() {
        response["x-problems"] = json!(shared.codes);
    }
    let headers: Map<String, Value> =
        shared.headers.iter().map(|name| ((*name).to_owned(), component("headers", name))).collect();
    if !headers.is_empty() {
        response["headers"] = Value::Object(headers);
    }
    response
}

fn example(code: ProblemCode) -> Value {
    let context = RequestContext {
        request_id: "0193a7b2-6f10-7c3e-9c55-2b8f5a3d9e41".into(),
        traceparent: None,
        base_url: "https://books.example.com".into(),
    };
    Problem::new(code, code.row().advice).to_json(&context, None)
}

/// The schema of a problem. Its code is an open enumeration: these are known, and later versions add some.
pub fn problem() -> Value {
    let mut schema = problem_schema();
    schema["properties"]["code"] = json!({
        "description": "Stable name for programs. Later versions add names.",
        "anyOf": [component("schemas", "ProblemCode"), {"type": "string", "pattern": "^[a-z_]+$"}],
    });
    schema
}

/// The known codes.
pub fn codes() -> Value {
    let mut codes: Vec<ProblemCode> = ProblemCode::all().collect();
    codes.sort_by_key(|code| code.name());
    let names: Vec<&str> = codes.iter().map(|code| code.name()).collect();
    json!({"type": "string", "description": "The codes of problems that this version knows.", "enum": names})
}

/// Each code with its status and title.
pub fn table() -> Map<String, Value> {
    let row = |code: ProblemCode| json!({"status": code.row().status.as_u16(), "title": code.row().title});
    ProblemCode::all().map(|code| (code.name().to_owned(), row(code))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shared_code_has_the_status_that_it_stands_under() {
        for shared in SHARED {
            for code in shared.codes {
                assert_eq!(
                    ProblemCode::parse(code).map(|code| code.row().status.as_u16()),
                    Some(shared.status),
                    "{code}"
                );
            }
        }
    }

    #[test]
    fn no_operation_answers_with_a_status_that_is_not_described() {
        for row in crate::http::router::operations().table {
            for code in row.problems() {
                let status = code.row().status.as_u16();
                assert!(SHARED.iter().any(|shared| shared.status == status), "{} {status}", row.id);
            }
        }
    }
}
