//! Requests of the main operations with what the service really answered: `scripts/examples` records and compares them.

use std::sync::LazyLock;

use serde_json::Value;

/// By operation id: the `request`, where it has a body, the `status`, and the `answer`, where it has one.
static RECORDED: LazyLock<Value> = LazyLock::new(|| {
    // The tests read the file, too.
    serde_json::from_str(include_str!("examples.json")).unwrap_or_default()
});

/// Adds the examples of an operation, if it is one of the recorded ones.
pub fn add(operation: &mut Value, id: &str) {
    let Some(recorded) = RECORDED.get(id) else { return };
    let status = recorded["status"].as_str().unwrap_or_default();
    let answer = format!("/responses/{status}");
    for (place, part) in [("/requestBody", "request"), (answer.as_str(), "answer")] {
        let content = operation.pointer_mut(&format!("{place}/content/application~1json"));
        if let (Some(content), Some(example)) = (content, recorded.get(part)) {
            content["example"] = example.clone();
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::http::router;

    use super::*;

    #[test]
    fn at_least_thirty_operations_have_an_example_and_each_recorded_part_stands_in_the_document() {
        let document = router::document("");
        let text = document["paths"].to_string();
        let recorded = RECORDED.as_object().unwrap();
        assert!(recorded.len() >= 30, "{} operations", recorded.len());
        for (id, example) in recorded {
            for part in ["request", "answer"] {
                let Some(part) = example.get(part) else { continue };
                assert!(text.contains(&format!("\"example\":{part}")), "{id}: {part}");
            }
        }
    }
}
