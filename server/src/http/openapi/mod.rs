//! The OpenAPI 3.1 document: the handlers' declarations, completed from the table of operations.
//!
//! What many operations have in common stands once, in `components`: parameters, header fields and refusals.
//! There are two forms. Clients get the open one: answers may have members that it does not name, so that later versions
//! can add some. Our own tests take the closed one, in which a member or a status that is not described is a fault.

mod answers;
mod components;
mod examples;
mod names;
mod operation;
mod previews;
mod refusals;
mod scalars;
mod served;
mod sharing;
mod tags;

use serde_json::{Value, json};
use utoipa::openapi::OpenApi;

use super::operations::Routed;

pub use served::routes;

const DESCRIPTION: &str = "Double-entry ledger and inventory.\n\nAuthorize with the bare token from `POST \
/api/v1/auth/token`. Amounts and quantities are exact decimals: strings in answers; strings or JSON numbers without an \
exponent in requests, where every digit counts as written. Strings are the safer choice, because many clients round \
numbers. Dates are `YYYY-MM-DD`; ids have a prefix that says what they identify. Input is strict: unknown fields and \
parameters are refused with the nearest known name. Answers are open: later versions add members, so skip what you do not \
know. Every refusal is a problem of RFC 9457 with a stable `code` and a `type` that leads to a page with advice; \
`x-problems` names the codes. Answers to a caller with a token have `RateLimit` and `RateLimit-Policy`, as described with 429. Writes take an `Idempotency-Key`; the same request under the same key has one effect. Any request may name in \
`X-Organization-Id` the organization that it is meant for: it is refused if the caller acts for another one.";

/// Whom the document is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// For clients: answers may have further members, and rare refusals are one `default`.
    Open,
    /// For our own tests: answers have these members alone, and every status stands by itself.
    Closed,
}

/// The whole document as JSON.
#[must_use]
pub fn document(api: &OpenApi, table: &[Routed], base_url: &str, form: Form) -> Value {
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
    document["security"] = components::security();
    if let Some(paths) = document["paths"].as_object_mut() {
        for (path, item) in paths.iter_mut() {
            let operations = item.as_object_mut().into_iter().flatten();
            for (method, operation) in operations.filter(|(method, _)| is_method(method)) {
                if let Some(row) = table.iter().find(|row| operation["operationId"] == row.id) {
                    operation::complete(operation, row, &operation::At { method, path }, form);
                }
            }
        }
    }
    document["tags"] = tags::of(&document);
    components::add(&mut document, form);
    if form == Form::Open {
        answers::open(&mut document);
    }
    sharing::share(&mut document);
    scalars::share(&mut document);
    document
}

fn is_method(name: &str) -> bool {
    matches!(name, "get" | "put" | "post" | "delete" | "patch" | "head" | "options" | "trace")
}

/// A reference to a part of `components`.
fn component(kind: &str, name: &str) -> Value {
    json!({"$ref": format!("#/components/{kind}/{name}")})
}
