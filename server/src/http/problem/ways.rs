//! What a way out asks of its caller: the permission of the operation that it calls, and the members of the body that only
//! the caller can know.

use std::sync::LazyLock;

use domain::value::permission::PermissionSet;
use serde_json::Value;

use crate::http::nearest_path::matches;
use crate::http::operations::{Access, Operation};
use crate::http::router;

/// How deep bodies are looked into.
const LEVELS: usize = 8;
/// Where all paths of ways out begin.
const PREFIX: &str = "/api/v1";

/// An operation that a way out may call.
struct Callable {
    methods: Vec<&'static str>,
    path: String,
    operation: &'static Operation,
    body: Option<Shape>,
}

/// What a body must have; a part that need not have anything is none.
enum Shape {
    Object { required: Vec<String>, members: Vec<(String, Shape)> },
    List(Box<Shape>),
}

/// The table of operations, with what their bodies must have; made for the first refusal that offers a way out.
static CALLABLE: LazyLock<Vec<Callable>> = LazyLock::new(|| {
    let (_, api, table) = router::operations().split();
    // A document of strings, maps and numbers always serialises.
    let document = serde_json::to_value(api).unwrap_or_default();
    let callable = |row: crate::http::operations::Routed| {
        let method = row.methods.first().map(|method| method.to_lowercase()).unwrap_or_default();
        let content = &document["paths"][&row.path][&method]["requestBody"]["content"]["application/json"];
        let body = shape(&document, &content["schema"], LEVELS);
        Callable { methods: row.methods, path: row.path, operation: row.operation, body }
    };
    table.into_iter().map(callable).collect()
});

/// What a way out asks.
pub struct Asks {
    /// Whether the caller with these rights has the permission; nobody has one.
    pub is_allowed: bool,
    /// JSON pointers of the members of the body that it lacks.
    pub needs: Vec<String>,
}

impl Asks {
    /// What a way out with this method, path below `/api/v1` and offered body asks of somebody with these rights.
    #[must_use]
    pub fn of(method: &str, path: &str, body: Option<&Value>, rights: Option<PermissionSet>) -> Self {
        let path = path.split('?').next().unwrap_or_default();
        let path = format!("{PREFIX}{path}");
        let there = CALLABLE.iter().filter(|one| one.methods.contains(&method) && matches(&one.path, &path));
        // A path without a parameter goes before one with it.
        let Some(called) = there.min_by_key(|one| one.path.matches('{').count()) else {
            return Self { is_allowed: false, needs: Vec::new() };
        };
        let is_allowed = match (called.operation.access, rights) {
            (Access::Public, _) | (Access::Login, Some(_)) => true,
            (Access::Login | Access::Needs(_), None) => false,
            // Where the content decides, some content would do.
            (Access::Needs(permission), Some(rights)) => {
                rights.has(permission) || called.operation.least.is_some_and(|least| rights.has(least))
            }
        };
        let mut needs = Vec::new();
        if let Some(shape) = &called.body {
            shape.missing(body.unwrap_or(&Value::Null), "", &mut needs);
        }
        Self { is_allowed, needs }
    }
}

impl Shape {
    fn missing(&self, body: &Value, at: &str, found: &mut Vec<String>) {
        match self {
            Self::Object { required, members } => {
                let absent = required.iter().filter(|name| body.get(name.as_str()).is_none());
                found.extend(absent.map(|name| format!("{at}/{name}")));
                for (name, shape) in members {
                    if let Some(member) = body.get(name.as_str()).filter(|member| !member.is_null()) {
                        shape.missing(member, &format!("{at}/{name}"), found);
                    }
                }
            }
            Self::List(shape) => {
                for (index, item) in body.as_array().into_iter().flatten().enumerate() {
                    shape.missing(item, &format!("{at}/{index}"), found);
                }
            }
        }
    }
}

/// What a schema requires.
fn shape(document: &Value, schema: &Value, levels: usize) -> Option<Shape> {
    let levels = levels.checked_sub(1)?;
    if let Some(reference) = schema["$ref"].as_str() {
        return shape(document, document.pointer(reference.trim_start_matches('#'))?, levels);
    }
    // Null beside one schema is that schema or nothing; of several, each has needs of its own.
    if let Some(either) = schema["oneOf"].as_array().or(schema["anyOf"].as_array()) {
        let mut real = either.iter().filter(|one| one["type"] != "null");
        return match (real.next(), real.next()) {
            (Some(only), None) => shape(document, only, levels),
            _ => None,
        };
    }
    if schema["items"].is_object() {
        return shape(document, &schema["items"], levels).map(|item| Shape::List(Box::new(item)));
    }
    let required = schema["required"].as_array().into_iter().flatten();
    let required: Vec<String> = required.filter_map(Value::as_str).map(str::to_owned).collect();
    let properties = schema["properties"].as_object().into_iter().flatten();
    let members = properties.filter_map(|(name, schema)| Some((name.clone(), shape(document, schema, levels)?)));
    let members: Vec<_> = members.collect();
    (!required.is_empty() || !members.is_empty()).then_some(Shape::Object { required, members })
}

#[cfg(test)]
mod tests {
    use domain::value::permission::{BuiltInRole, Permission};
    use serde_json::json;

    use super::*;

    fn asks(method: &'static str, path: &str, body: Value, rights: Option<PermissionSet>) -> (bool, Vec<String>) {
        let asks = Asks::of(method, path, (!body.is_null()).then_some(&body), rights);
        (asks.is_allowed, asks.needs)
    }

    #[test]
    fn a_way_out_needs_what_its_operation_requires_and_its_body_has_not() {
        let clerk = Some(BuiltInRole::Clerk.permissions());
        let void = "/accounting/journal-entries/je_1/void";
        for (method, path, body, needs) in [
            ("POST", void, Value::Null, vec!["/reason"]),
            ("POST", void, json!({"date": null}), vec!["/reason"]),
            ("POST", void, json!({"reason": "x"}), vec![]),
            ("GET", "/accounting/accounts?subtype=rounding", Value::Null, vec![]),
            ("PUT", "/warehouses/wh_1", Value::Null, vec![]),
            ("PUT", "/auth/session", Value::Null, vec!["/organizationId"]),
            ("POST", "/accounting/matches", json!({"lines": [{"lineNumber": 1}]}), vec!["/lines/0/entryId"]),
            ("GET", "/nowhere", Value::Null, vec![]),
        ] {
            assert_eq!(asks(method, path, body, clerk).1, needs, "{method} {path}");
        }
    }

    #[test]
    fn a_way_out_is_allowed_to_who_has_the_permission_of_its_operation() {
        let reads = Some(PermissionSet::of(&[Permission::JournalEntriesRead]));
        let voids = Some(PermissionSet::of(&[Permission::JournalEntriesVoid]));
        for (method, path, rights, is_allowed) in [
            ("GET", "/accounting/journal-entries/je_1", reads, true),
            ("GET", "/accounting/journal-entries/je_1", voids, false),
            ("POST", "/accounting/journal-entries/je_1/void", voids, true),
            ("POST", "/accounting/journal-entries/je_1/void", reads, false),
            ("POST", "/accounting/journal-entries/je_1/void", None, false),
            ("PUT", "/auth/session", reads, true),
            ("PUT", "/auth/session", None, false),
            ("POST", "/auth/token", None, true),
            ("DELETE", "/nowhere", reads, false),
        ] {
            assert_eq!(asks(method, path, Value::Null, rights).0, is_allowed, "{method} {path}");
        }
    }
}
