//! Reading the service's own OpenAPI document.

use serde_json::Value;

/// The target of a reference, or the value itself if it is none.
#[must_use]
pub fn resolved<'d>(document: &'d Value, value: &'d Value) -> &'d Value {
    let reference = value["$ref"].as_str().unwrap_or_default();
    document.pointer(reference.trim_start_matches('#')).filter(|_| !reference.is_empty()).unwrap_or(value)
}
