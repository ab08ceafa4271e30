//! Previews: they have a media type of their own, so that the type of what a write answers is never "this or a preview".

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::component;
use crate::http::preview::{self, PREVIEW_JSON};

const SCHEMAS: &str = "#/components/schemas/";

/// A preview is answered with 200, whatever the write's own status.
pub fn add(operation: &mut Value, is_preferable: bool) {
    let schema = component("schemas", &name(operation, is_preferable));
    let response = &mut operation["responses"]["200"];
    if response["content"].is_null() {
        response["description"] = json!("With `dryRun`: what would happen");
    }
    response["content"][PREVIEW_JSON] = json!({"schema": schema});
}

/// The schema of an operation's preview: it says what the write would answer, where the write answers one thing alone.
fn name(operation: &Value, is_preferable: bool) -> String {
    // A change that needs nobody else answers without a body, where one that does answers with the proposal.
    let statuses = if is_preferable { &["201"][..] } else { &["200", "201", "202"] };
    let schemas = statuses.iter().filter_map(|status| {
        let schema = &operation["responses"][status]["content"]["application/json"]["schema"];
        schema["$ref"].as_str()
    });
    let answers: BTreeSet<&str> = schemas.collect();
    match answers.first().and_then(|answer| answer.strip_prefix(SCHEMAS)) {
        Some(answer) if answers.len() == 1 => format!("{}Preview", answer.strip_suffix("View").unwrap_or(answer)),
        _ => "Preview".to_owned(),
    }
}

/// The schemas of all previews that the document refers to, with those of their parts.
pub fn schemas(document: &Value) -> Map<String, Value> {
    let mut parts = Vec::new();
    let plain = preview::schema(&mut parts);
    let mut out: Map<String, Value> = parts.into_iter().map(|(name, part)| (name, json!(part))).collect();
    let known = document["components"]["schemas"].as_object();
    let text = document["paths"].to_string();
    for name in known.into_iter().flat_map(Map::keys) {
        let own = format!("{}Preview", name.strip_suffix("View").unwrap_or(name));
        if text.contains(&format!("\"{SCHEMAS}{own}\"")) {
            let mut schema = short(&plain);
            let answer = component("schemas", name);
            let is_always_told = !may_answer_nothing(document, &own);
            schema["properties"]["wouldReturn"] =
                if is_always_told { answer } else { json!({"anyOf": [answer, {"type": "null"}]}) };
            out.insert(own, schema);
        }
    }
    out.insert("Preview".to_owned(), json!(plain));
    out
}

/// A preview that leaves it to the plain one to say what its parts are, where there are many.
fn short(plain: &impl serde::Serialize) -> Value {
    let mut schema = json!(plain);
    schema["description"] = json!("As `Preview`.");
    for part in schema["properties"].as_object_mut().into_iter().flat_map(Map::values_mut) {
        part.as_object_mut().and_then(|part| part.remove("description"));
    }
    schema
}

/// Whether an operation with this preview can also answer without a body: what it would return is then null.
fn may_answer_nothing(document: &Value, preview: &str) -> bool {
    let schema = component("schemas", preview);
    let paths = document["paths"].as_object().into_iter().flat_map(Map::values);
    let mut operations = paths.filter_map(Value::as_object).flat_map(Map::values);
    operations.any(|operation| {
        let responses = &operation["responses"];
        responses["200"]["content"][PREVIEW_JSON]["schema"] == schema && !responses["204"].is_null()
    })
}
