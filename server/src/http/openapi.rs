//! The OpenAPI 3.1 document: the handlers' declarations, completed from the table of operations; and Swagger UI.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::http::header::{CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::IntoResponse;
use axum::routing::get;
use bytes::Bytes;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use utoipa::openapi::OpenApi;
use utoipa_swagger_ui::{Config, SwaggerUi};

use super::context::RequestContext;
use super::operations::{Access, Kind, Routed};
use super::problem::{PROBLEM_JSON, Problem, ProblemCode, schema as problem_schema};

const DESCRIPTION: &str = "Double-entry ledger and inventory.\n\nAuthorize with the bare token from `POST \
/api/v1/auth/token`. Amounts and quantities are exact decimals: strings in answers; strings or JSON numbers without an \
exponent in requests, where every digit counts as written. Strings are the safer choice, because many clients round \
numbers. Dates are `YYYY-MM-DD`; ids have a prefix that says what they identify. Input is strict: unknown fields and \
parameters are refused with the nearest known name. Every refusal is a problem of RFC 9457 with a stable `code` and a \
`type` that leads to a page with advice. Writes take an `Idempotency-Key`; the same request under the same key has one \
effect.";

/// The whole document as JSON.
#[must_use]
pub fn document(api: &OpenApi, table: &[Routed], base_url: &str) -> Value {
    // A document of strings, maps and numbers always serialises.
    let mut document = serde_json::to_value(api).unwrap_or_default();
    document["openapi"] = json!("3.1.0");
    document["info"] = json!({
        "title": "Countinghouse",
        "version": env!("CARGO_PKG_VERSION"),
        "description": DESCRIPTION,
        "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
    });
    document["servers"] = json!([{ "url": if base_url.is_empty() { "/" } else { base_url } }]);
    document["security"] = json!([{"bearer": []}]);
    let mut used: BTreeMap<&'static str, ProblemCode> = BTreeMap::new();
    if let Some(paths) = document["paths"].as_object_mut() {
        for item in paths.values_mut().filter_map(Value::as_object_mut) {
            for (_, operation) in item.iter_mut().filter(|(method, _)| is_method(method)) {
                let row = table.iter().find(|row| operation["operationId"] == row.id);
                if let Some(row) = row {
                    complete(operation, row, &mut used);
                }
            }
        }
    }
    complete_components(&mut document, &used);
    document
}

fn is_method(name: &str) -> bool {
    matches!(name, "get" | "put" | "post" | "delete" | "patch" | "head" | "options" | "trace")
}

/// The document as bytes, with their tag.
#[derive(Clone)]
struct Served {
    text: Bytes,
    etag: HeaderValue,
}

impl Served {
    fn of(document: &Value) -> Self {
        let text = Bytes::from(document.to_string());
        let digest: String = Sha256::digest(&text).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        // Hexadecimal digits are always a valid header.
        let etag = HeaderValue::from_str(&format!("\"{digest}\"")).unwrap_or(HeaderValue::from_static("\"\""));
        Self { text, etag }
    }
}

/// Completes one operation from its row: security, key, preview and problems.
fn complete(operation: &mut Value, row: &Routed, used: &mut BTreeMap<&'static str, ProblemCode>) {
    let declared = row.operation;
    match declared.access {
        Access::Public => operation["security"] = json!([]),
        Access::Login => operation["security"] = json!([{"bearer": []}]),
        Access::Needs(permission) => {
            operation["security"] = json!([{"bearer": []}]);
            operation["x-permission"] = json!(permission.name());
        }
    }
    let shared = [
        ("IdempotencyKey", declared.kind == Kind::Write),
        ("DryRun", declared.kind == Kind::Write),
        ("IfMatch", declared.conditional),
        ("Prefer", declared.preferable),
    ];
    let mut parameters = operation["parameters"].take().as_array().cloned().unwrap_or_default();
    // The handler reads dryRun as a field of its query; it is described once, here.
    parameters.retain(|parameter| parameter["name"] != "dryRun" || declared.kind != Kind::Write);
    let wanted = shared.iter().filter(|(_, wanted)| *wanted);
    parameters.extend(wanted.map(|(name, _)| json!({"$ref": format!("#/components/parameters/{name}")})));
    operation["parameters"] = json!(parameters);
    if declared.kind == Kind::Write {
        add_preview(operation);
    }
    let mut by_status: BTreeMap<u16, Vec<ProblemCode>> = BTreeMap::new();
    for code in row.problems() {
        by_status.entry(code.row().status.as_u16()).or_default().push(code);
        used.insert(code.name(), code);
    }
    for (status, codes) in by_status {
        let titles: Vec<String> = codes.iter().map(|code| format!("`{}`: {}", code.name(), code.row().title)).collect();
        let examples: Map<String, Value> = codes
            .iter()
            .map(|code| (code.name().to_owned(), json!({"$ref": format!("#/components/examples/{}", code.name())})))
            .collect();
        let mut response = json!({
            "description": titles.join("  \n"),
            "content": {PROBLEM_JSON: {"schema": {"$ref": "#/components/schemas/Problem"}, "examples": examples}},
        });
        if let Some(headers) = headers_of(status) {
            response["headers"] = headers;
        }
        operation["responses"][status.to_string()] = response;
    }
}

/// A preview is answered with 200, whatever the write's own status.
fn add_preview(operation: &mut Value) {
    let preview = json!({"$ref": "#/components/schemas/Preview"});
    let response = &mut operation["responses"]["200"];
    let schema = &mut response["content"]["application/json"]["schema"];
    if schema.is_null() {
        *schema = preview;
        response["description"] = json!("With `dryRun`: what would happen");
    } else {
        *schema = json!({"anyOf": [schema.take(), preview]});
    }
}

fn preview_schema() -> Value {
    let list = |description: &str| json!({"type": "array", "items": {"type": "object"}, "description": description});
    json!({
        "type": "object",
        "description": "The effect that a write would have; numbers that only posting assigns are null.",
        "required": ["wouldReturn", "entries", "balances", "stock", "overrunCounts", "overrunCountsTotal", "seq"],
        "properties": {
            "wouldReturn": {"type": ["object", "null"], "description": "The body that the write would answer; null if \
                 it has none."},
            "entries": list("The entries that would be posted."),
            "balances": list("The balances that would result."),
            "stock": list("The stock that would result."),
            "overrunCounts": list("The posted counts whose past would change, item by item: the first 100."),
            "overrunCountsTotal": {"type": "integer", "format": "int64", "description": "Their number."},
            "seq": {"type": "integer", "format": "int64", "description": "The last event of the log that was read."},
        },
    })
}

fn headers_of(status: u16) -> Option<Value> {
    let text = |description: &str| json!({"description": description, "schema": {"type": "string"}});
    match status {
        401 => Some(json!({"WWW-Authenticate": text("The challenge of RFC 6750.")})),
        429 | 503 => Some(json!({"Retry-After": text("Seconds to wait.")})),
        _ => None,
    }
}

fn complete_components(document: &mut Value, used: &BTreeMap<&'static str, ProblemCode>) {
    let example_context = RequestContext {
        request_id: "0193a7b2-6f10-7c3e-9c55-2b8f5a3d9e41".into(),
        traceparent: None,
        base_url: "https://books.example.com".into(),
    };
    let examples: Map<String, Value> = used
        .iter()
        .map(|(name, code)| {
            let problem = Problem::new(*code, code.row().advice);
            ((*name).to_owned(), json!({"summary": code.row().title, "value": problem.to_json(&example_context)}))
        })
        .collect();
    if !document["components"].is_object() {
        document["components"] = json!({});
    }
    let components = &mut document["components"];
    components["schemas"]["Problem"] = problem_schema();
    components["schemas"]["Preview"] = preview_schema();
    components["examples"] = Value::Object(examples);
    components["parameters"] = json!({
        "IdempotencyKey": {
            "name": "Idempotency-Key", "in": "header", "required": false,
            "description": "Your own key for this request: if you repeat the request, it has no second effect and gets \
                 the same answer. Kept for 7 days.",
            "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[\\x21-\\x7e]+$"},
        },
        "DryRun": {
            "name": "dryRun", "in": "query", "required": false,
            "description": "Answers with what would happen; nothing is stored.",
            "schema": {"type": "boolean", "default": false},
        },
        "IfMatch": {
            "name": "If-Match", "in": "header", "required": false,
            "description": "The `ETag` that you read: 412 if the resource has changed since.",
            "schema": {"type": "string", "pattern": "^(\\*|(W/)?\"[!#-~]*\"(, ?(W/)?\"[!#-~]*\")*)$", "examples": ["\"7\""]},
        },
        "Prefer": {
            "name": "Prefer", "in": "header", "required": false,
            "description": "`return=representation` answers with the resource instead of 204; other preferences are ignored.",
            "schema": {"type": "string", "examples": ["return=representation"]},
        },
    });
    components["securitySchemes"] = json!({
        "bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT", "description": "The bare token; `Bearer` is added for you."},
    });
}

/// `/openapi.json` and `/docs`.
pub fn routes<S, F>(document: F) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    F: FnOnce() -> Value + Send + 'static,
{
    let served = Arc::new(LazyLock::new(|| Served::of(&document())));
    let serve = move |headers: HeaderMap| {
        let served = Arc::clone(&served);
        async move {
            let Served { text, etag } = (**served).clone();
            if headers.get(IF_NONE_MATCH) == Some(&etag) {
                return (StatusCode::NOT_MODIFIED, [(ETAG, etag)]).into_response();
            }
            ([(CONTENT_TYPE, HeaderValue::from_static("application/json")), (ETAG, etag)], text).into_response()
        }
    };
    // Relative to /docs/, so that a path prefix of a reverse proxy does not matter.
    let config = Config::new(["../openapi.json"])
        .persist_authorization(true)
        .display_request_duration(true)
        .display_operation_id(true)
        .doc_expansion("none")
        .filter(true)
        .validator_url("none");
    let docs: Router<S> = SwaggerUi::new("/docs").config(config).into();
    Router::new().route("/openapi.json", get(serve)).merge(docs)
}
