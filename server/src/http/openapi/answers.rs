//! What operations answer when they say yes: header fields, the media types of documents, and open schemas.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::component;
use super::operation::At;
use crate::documents::DocumentFormat;
use crate::http::operations::{Kind, Routed};

/// Adds header fields to the successful answers, and says which documents are bytes.
pub fn complete(operation: &mut Value, row: &Routed, at: &At) {
    if operation["requestBody"].is_object() && row.operation.is_body_optional {
        operation["requestBody"]["required"] = json!(false);
    }
    let takes =
        |name: &str| operation["parameters"].as_array().is_some_and(|all| all.iter().any(|one| one["name"] == name));
    let (is_list, has_forms) = (takes("cursor"), takes("format"));
    let responses = operation["responses"].as_object_mut();
    for (status, response) in responses.into_iter().flatten() {
        let mut names: Vec<&str> = headers(status, row, at);
        if is_list {
            names.push("Link");
        }
        // What a list is as a file is the same for all.
        if has_forms && response["content"]["application/json"].is_object() && response["content"]["text/csv"].is_null()
        {
            response["content"]["text/csv"] = json!({"schema": {"type": "string"}});
            response["content"][DocumentFormat::Xlsx.media_type()] = json!({});
        }
        for (media_type, content) in response.get_mut("content").and_then(Value::as_object_mut).into_iter().flatten() {
            if media_type.contains("spreadsheet") {
                content["schema"] = json!({"type": "string", "format": "binary"});
                names.push("Content-Disposition");
            } else if media_type == "text/csv" || (media_type == "text/plain" && at.path.ends_with("/export")) {
                names.push("Content-Disposition");
            }
        }
        for name in names {
            response["headers"][name] = component("headers", name);
        }
    }
}

/// The header fields that an answer may have. `RateLimit` and `RateLimit-Policy`, which every answer to a caller has, stand with the
/// refusal 429 alone: repeated for each answer they would be the thirtieth part of the document.
fn headers(status: &str, row: &Routed, at: &At) -> Vec<&'static str> {
    let (declared, mut names) = (row.operation, Vec::new());
    if status == "201" || status == "202" {
        names.push("Location");
    }
    // Deleted things have no version any more, and organizations have theirs in their settings.
    let ends = ["}", "/organization", "/preferences"];
    let is_one = at.method == "get" && ends.iter().any(|end| at.path.ends_with(end));
    let has_version = declared.kind == Kind::Write || declared.conditional;
    let is_written = has_version && at.method != "delete" && status != "200";
    if is_one || is_written || (declared.preferable && status == "200") {
        names.push("ETag");
    }
    if declared.kind == Kind::Write {
        names.push("Idempotent-Replayed");
    }
    if declared.preferable && status != "202" {
        names.push("Preference-Applied");
    }
    if status == "204" && at.path.starts_with("/api/v1/inventory/movements/") && at.method != "delete" {
        names.push("Overrun-Counts");
    }
    names
}

/// The header fields of all operations.
pub fn header_components() -> Value {
    let text = |description: &str| json!({"description": description, "schema": {"type": "string"}});
    let number = |description: &str| json!({"description": description, "schema": {"type": "integer", "minimum": 0}});
    json!({
        "ETag": text("The version, for `If-Match`."),
        "Location": {"description": "Where to read what was made.", "schema": {"type": "string", "format": "uri"}},
        "Idempotent-Replayed": {
            "description": "`true` if the write was done by an earlier request with the same `Idempotency-Key`.",
            "schema": {"type": "string", "enum": ["true"]},
        },
        "Preference-Applied": text("The preference of `Prefer` that was followed."),
        "Overrun-Counts": number("How many counted goods were changed as of an instant before their count."),
        "Link": text("`rel=\"next\"` is the address of the next page."),
        "Content-Disposition": text("The name of the file, where the answer is a document."),
        "RateLimit": text("What the caller has left: `\"principal\";r=199;t=1` is 199 requests now, full again in 1 second."),
        "RateLimit-Policy": text("The caller's limit: `\"principal\";q=200;w=2` is 200 requests in 2 seconds."),
        "Retry-After": number("Seconds to wait."),
        "WWW-Authenticate": text("The challenge of RFC 6750."),
    })
}

/// Opens the schemas of answers: clients must take members that they do not know. Those of requests stay closed.
pub fn open(document: &mut Value) {
    let mut asked = BTreeSet::new();
    for operation in document["paths"].as_object().into_iter().flat_map(Map::values).filter_map(Value::as_object) {
        for one in operation.values() {
            collect(&one["requestBody"], document, &mut asked);
            collect(&one["parameters"], document, &mut asked);
        }
    }
    let schemas = document["components"]["schemas"].as_object_mut();
    for (_, schema) in schemas.into_iter().flatten().filter(|(name, _)| !asked.contains(*name)) {
        if schema["additionalProperties"] == json!(false)
            && let Some(schema) = schema.as_object_mut()
        {
            schema.remove("additionalProperties");
        }
    }
}

/// The names of the schemas that a part of the document leads to.
fn collect(part: &Value, document: &Value, found: &mut BTreeSet<String>) {
    match part {
        Value::Object(members) => {
            let reference = members.get("$ref").and_then(Value::as_str).unwrap_or_default();
            if let Some(name) = reference.strip_prefix("#/components/schemas/")
                && found.insert(name.to_owned())
            {
                collect(&document["components"]["schemas"][name], document, found);
            }
            members.values().for_each(|member| collect(member, document, found));
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, document, found)),
        _ => {}
    }
}
