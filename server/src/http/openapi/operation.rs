//! One operation of the document, completed from its row in the table of operations.

use serde_json::{Value, json};

use super::{Form, answers, component, examples, names, previews, refusals};
use crate::http::operations::{Access, Kind, Routed};

/// Where an operation stands in the document.
pub struct At<'d> {
    /// In small letters.
    pub method: &'d str,
    /// With braces.
    pub path: &'d str,
}

/// Completes one operation: security, names, parameters, previews, header fields and refusals.
pub fn complete(operation: &mut Value, row: &Routed, at: &At, form: Form) {
    let declared = row.operation;
    match declared.access {
        Access::Public => operation["security"] = json!([]),
        // Where an operation says nothing, the document's own `security` holds.
        Access::Login | Access::Needs(_) => {
            operation.as_object_mut().map(|members| members.remove("security"));
        }
    }
    if let Access::Needs(permission) = declared.access {
        operation["x-permission"] = json!(permission.name());
    }
    if operation["description"].is_null()
        && let Some(text) = usual_description(at, &operation["parameters"])
    {
        operation["description"] = json!(text);
    }
    operation["x-sdk-name"] = json!(names::sdk_name(&row.id));
    add_parameters(operation, row);
    if declared.kind == Kind::Write {
        previews::add(operation, declared.preferable);
    }
    answers::complete(operation, row, at);
    examples::add(operation, &row.id);
    refusals::add(operation, row, form);
}

/// What lists and single records are like, where their handler says no more.
fn usual_description(at: &At, parameters: &Value) -> Option<&'static str> {
    if at.method != "get" {
        return None;
    }
    if parameters.as_array().is_some_and(|all| all.iter().any(|one| one["name"] == "cursor")) {
        return Some("Filters narrow the list together. `nextCursor` of a page leads to the next one.");
    }
    at.path.ends_with('}').then_some("The `ETag` of the answer is its version: send it as `If-Match` with a change.")
}

fn add_parameters(operation: &mut Value, row: &Routed) {
    let declared = row.operation;
    let shared = [
        ("IdempotencyKey", declared.kind == Kind::Write),
        ("DryRun", declared.kind == Kind::Write),
        ("IfMatch", declared.conditional),
        ("Prefer", declared.preferable),
    ];
    let mut parameters = operation["parameters"].take().as_array().cloned().unwrap_or_default();
    // The handler reads dryRun as a field of its query; it is described once, here.
    parameters.retain(|parameter| parameter["name"] != "dryRun" || declared.kind != Kind::Write);
    parameters.extend(shared.iter().filter(|(_, wanted)| *wanted).map(|(name, _)| component("parameters", name)));
    for parameter in &mut parameters {
        // That it may be left out is what a parameter is that does not say.
        if parameter["required"] == json!(false)
            && let Some(members) = parameter.as_object_mut()
        {
            members.remove("required");
        }
    }
    operation["parameters"] = json!(parameters);
}
