//! Ids, decimals and texts that have the same form wherever they stand: they are described once, under the title of their schema.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::component;

/// What a field says of its own value, beside the form of it.
const BESIDE: [&str; 5] = ["description", "default", "deprecated", "readOnly", "examples"];

/// Moves every titled schema to the components, and leaves a reference with what the field says beside it.
pub fn share(document: &mut Value) {
    let mut shared: BTreeMap<String, Value> = BTreeMap::new();
    for part in ["paths", "components"] {
        swap(&mut document[part], &mut shared);
    }
    for (name, schema) in shared {
        document["components"]["schemas"][name] = schema;
    }
}

fn swap(part: &mut Value, shared: &mut BTreeMap<String, Value>) {
    match part {
        Value::Object(members) => match name(members) {
            Some(name) => refer(members, name, shared),
            None => members.values_mut().for_each(|member| swap(member, shared)),
        },
        Value::Array(items) => items.iter_mut().for_each(|item| swap(item, shared)),
        _ => {}
    }
}

/// The name of a titled schema: one that may be null has one of its own.
fn name(schema: &Map<String, Value>) -> Option<String> {
    let title = schema.get("title")?.as_str()?;
    let types = schema.get("type")?;
    if types == "string" {
        return Some(title.to_owned());
    }
    (*types == json!(["string", "null"])).then(|| format!("{title}OrNull"))
}

/// Puts a reference in the place of a titled schema. One that has the name of another form stays as it is.
fn refer(schema: &mut Map<String, Value>, name: String, shared: &mut BTreeMap<String, Value>) {
    schema.remove("title");
    let (mut beside, mut form): (Map<String, Value>, Map<String, Value>) =
        schema.clone().into_iter().partition(|(key, _)| BESIDE.contains(&key.as_str()));
    // An id's example is as good anywhere; those of texts differ from field to field.
    let is_text = name.starts_with("Code") || name.starts_with("Name") || name.contains("Text");
    if !is_text && let Some(examples) = beside.remove("examples") {
        form.insert("examples".to_owned(), examples);
    }
    let form = Value::Object(form);
    if *shared.entry(name.clone()).or_insert_with(|| form.clone()) == form {
        beside.insert("$ref".to_owned(), component("schemas", &name)["$ref"].clone());
        *schema = beside;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::router;

    #[test]
    fn a_name_stands_for_one_form() {
        let field = |most: usize| json!({"type": "string", "title": "Code20", "maxLength": most, "description": "It."});
        let mut document = json!({"paths": {"/one": field(20), "/two": field(30)}, "components": {"schemas": {}}});
        share(&mut document);
        assert_eq!(document["paths"]["/one"], json!({"$ref": "#/components/schemas/Code20", "description": "It."}));
        assert_eq!(document["components"]["schemas"], json!({"Code20": {"type": "string", "maxLength": 20}}));
        assert_eq!(document["paths"]["/two"], json!({"type": "string", "maxLength": 30, "description": "It."}));
    }

    #[test]
    fn ids_of_answers_and_requests_have_the_pattern_of_their_type() {
        let document = router::document("");
        let schema = &document["components"]["schemas"];
        assert_eq!(schema["EntryView"]["properties"]["journalId"]["$ref"], "#/components/schemas/JournalId");
        assert_eq!(schema["EntryInput"]["properties"]["journalId"]["$ref"], "#/components/schemas/JournalIdOrNull");
        assert_eq!(schema["JournalId"]["pattern"], "^jnl_[0-7][0-9a-hjkmnp-tv-z]{25}$");
        assert!(!document.to_string().contains("\"title\":\"JournalId\""));
    }
}
