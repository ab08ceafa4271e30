//! Parameters and answers that many operations have in the same words, and fields that many bodies have, stand once, among the
//! components.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::component;
use crate::http::schema;

/// From how many uses on a parameter is shared.
const USES_OF_PARAMETER: usize = 2;

/// From how many uses on a part is shared whose name another part has already.
const USES_OF_ANOTHER: usize = 3;

/// From how many uses on an answer is shared.
const USES_OF_RESPONSE: usize = 2;

/// Fields that mean the same wherever they stand: what they say, and their names among the components.
const FIELDS: [(&str, &str); 4] = [
    (schema::IGNORED, "Ignored"),
    (schema::KEPT, "Kept"),
    ("Acts as `If-Match`.", "VersionRead"),
    ("Must be the id in the path.", "IdRead"),
];

/// Moves what is used often to the components.
pub fn share(document: &mut Value) {
    share_fields(document);
    // A part of a path is mostly called `id`: its name among the components says of what.
    let by_name = |parameter: &Value| match parameter["in"].as_str()? {
        "query" => parameter["name"].as_str().map(words),
        "path" => {
            parameter["description"].as_str().map(|text| words(&format!("{} in path", text.trim_start_matches("The "))))
        }
        _ => None,
    };
    let shared = often(parameters(document), USES_OF_PARAMETER, by_name);
    replace(document, "parameters", &shared);
    let shared = often(responses(document), USES_OF_RESPONSE, |response| response["description"].as_str().map(words));
    replace(document, "responses", &shared);
}

/// Puts references in the place of these fields. One that says the same and has another form stays as it is.
fn share_fields(document: &mut Value) {
    let mut shared: BTreeMap<&str, Value> = BTreeMap::new();
    let schemas = document["components"]["schemas"].as_object_mut().into_iter().flat_map(Map::values_mut);
    let fields = schemas.filter_map(|schema| schema.get_mut("properties")?.as_object_mut());
    for field in fields.flat_map(Map::values_mut) {
        let named = FIELDS.iter().find(|(words, _)| field["description"] == *words);
        if let Some((_, name)) = named
            && *shared.entry(*name).or_insert_with(|| field.clone()) == *field
        {
            *field = component("schemas", name);
        }
    }
    for (name, field) in shared {
        document["components"]["schemas"][name] = field;
    }
}

/// The parts that stand at least so often in the same words, by their text, each with its name. Of several with one name the
/// most frequent one has it, and others that are frequent have it with a number.
fn often<'d>(
    parts: impl Iterator<Item = &'d mut Value>,
    least: usize,
    name: impl Fn(&Value) -> Option<String>,
) -> BTreeMap<String, String> {
    let mut uses: BTreeMap<String, (usize, String)> = BTreeMap::new();
    for part in parts {
        if let Some(name) = name(part) {
            uses.entry(part.to_string()).or_insert((0, name)).0 += 1;
        }
    }
    let mut named: Vec<(usize, String, String)> = uses
        .into_iter()
        .filter(|(_, (count, _))| *count >= least)
        .map(|(text, (count, name))| (count, text, name))
        .collect();
    named.sort_by(|one, other| other.0.cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
    let mut taken: BTreeMap<String, usize> = BTreeMap::new();
    let mut shared = BTreeMap::new();
    for (count, text, name) in named {
        let uses_of_name = taken.entry(name.clone()).or_insert(0);
        *uses_of_name += 1;
        match *uses_of_name {
            1 => shared.insert(text, name),
            place if count >= USES_OF_ANOTHER => shared.insert(text, format!("{name}{place}")),
            _ => None,
        };
    }
    shared
}

/// Puts references in the place of the shared parts, and these among the components.
fn replace(document: &mut Value, kind: &str, shared: &BTreeMap<String, String>) {
    let swap = |part: &mut Value| {
        if let Some(name) = shared.get(&part.to_string()) {
            *part = component(kind, name);
        }
    };
    if kind == "parameters" {
        parameters(document).for_each(swap);
    } else {
        responses(document).for_each(swap);
    }
    for (text, name) in shared {
        document["components"][kind][name] = serde_json::from_str(text).unwrap_or(json!({}));
    }
}

fn operations(document: &mut Value) -> impl Iterator<Item = &mut Value> {
    let paths = document["paths"].as_object_mut().into_iter().flat_map(Map::values_mut);
    paths.filter_map(Value::as_object_mut).flat_map(Map::values_mut)
}

fn parameters(document: &mut Value) -> impl Iterator<Item = &mut Value> {
    operations(document).filter_map(|operation| operation.get_mut("parameters")?.as_array_mut()).flatten()
}

fn responses(document: &mut Value) -> impl Iterator<Item = &mut Value> {
    let all = operations(document).filter_map(|operation| operation.get_mut("responses")?.as_object_mut());
    all.flat_map(Map::values_mut)
}

/// Words as one name: `Updated or unchanged` is `UpdatedOrUnchanged`.
fn words(text: &str) -> String {
    let words = text.split(|one: char| !one.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words
        .flat_map(|word| word.chars().take(1).map(|one| one.to_ascii_uppercase()).chain(word.chars().skip(1)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::FIELDS;
    use crate::http::openapi::{Form, refusals};
    use crate::http::router;

    /// What the document may weigh as it is served.
    const MOST_BYTES: usize = 1_048_576;

    #[test]
    fn the_served_document_is_at_most_one_megabyte() {
        let length = router::document("https://books.example.com").to_string().len();
        assert!(length <= MOST_BYTES, "{length} bytes");
    }

    #[test]
    fn a_field_that_means_the_same_in_many_bodies_stands_once() {
        let document = router::document("");
        let schemas = &document["components"]["schemas"];
        let patch = &schemas["AccountPatch"]["properties"];
        assert_eq!(patch["version"]["$ref"], "#/components/schemas/VersionRead");
        assert_eq!(patch["createdAt"]["$ref"], "#/components/schemas/Ignored");
        for (words, name) in FIELDS {
            assert_eq!(schemas[name]["description"], words, "{name}");
        }
        assert_eq!(schemas["Ignored"]["readOnly"], true);
    }

    #[test]
    fn every_reference_leads_somewhere() {
        for document in [router::document(""), router::closed_document()] {
            let text = document.to_string();
            for part in text.split("\"$ref\":\"#").skip(1) {
                let pointer = part.split('"').next().unwrap_or_default();
                assert!(document.pointer(pointer).is_some(), "{pointer}");
            }
        }
    }

    #[test]
    fn a_shared_answer_does_not_take_the_name_of_another() {
        let document = router::document("");
        for (name, response) in document["components"]["responses"].as_object().unwrap() {
            let is_refusal = response["content"]["application/problem+json"].is_object();
            assert_eq!(is_refusal, refusals::responses(Form::Open).contains_key(name), "{name}");
        }
    }
}
