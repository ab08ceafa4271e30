//! The parts that operations refer to.

use serde_json::{Value, json};

use super::{Form, answers, previews, refusals};

/// How callers prove who they are, where an operation says nothing else.
pub fn security() -> Value {
    json!([{"bearer": []}, {"oauth2": []}])
}

/// Adds the shared parts to the document.
pub fn add(document: &mut Value, form: Form) {
    if !document["components"].is_object() {
        document["components"] = json!({});
    }
    let previews = previews::schemas(document);
    let token_url = format!("{}/api/v1/auth/token", base(document));
    let components = &mut document["components"];
    for (name, schema) in previews {
        components["schemas"][name] = schema;
    }
    components["schemas"]["Problem"] = refusals::problem();
    components["schemas"]["ProblemCode"] = refusals::codes();
    components["responses"] = Value::Object(refusals::responses(form));
    components["headers"] = answers::header_components();
    components["parameters"] = parameters();
    components["securitySchemes"] = security_schemes(&token_url);
    if form == Form::Open {
        document["x-problem-codes"] = Value::Object(refusals::table());
    }
}

/// The address that paths are relative to, without a slash at its end.
fn base(document: &Value) -> String {
    document["servers"][0]["url"].as_str().unwrap_or_default().trim_end_matches('/').to_owned()
}

fn security_schemes(token_url: &str) -> Value {
    json!({
        "bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT", "description": "The bare token; `Bearer` is added for you."},
        "oauth2": {
            "type": "oauth2",
            "description": "Gets the token for you.",
            "flows": {
                "clientCredentials": {"tokenUrl": token_url, "scopes": {}},
                "password": {"tokenUrl": token_url, "refreshUrl": token_url, "scopes": {}},
            },
        },
    })
}

fn parameters() -> Value {
    json!({
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
            "schema": {
                "type": "string", "minLength": 1,
                "pattern": "^(\\*|(W/)?\"[!#-~]*\"(, ?(W/)?\"[!#-~]*\")*)$", "examples": ["\"7\""],
            },
        },
        "Prefer": {
            "name": "Prefer", "in": "header", "required": false,
            "description": "`return=representation` answers with the resource instead of 204; other preferences are ignored.",
            "schema": {"type": "string", "examples": ["return=representation"]},
        },
    })
}
