//! Ids of another organization in request bodies: each field of each operation that names a row, by the OpenAPI
//! document.

use std::collections::BTreeSet;

use checks::document::resolved;
use checks::{Answer, TestServer, on_both};
use reqwest::Method;
use serde_json::{Value, json};

use crate::hostile_content::{Sending, objects, sendings};

/// Fields with the name of an id that are the sender's own words.
const OWN_WORDS: &[&str] = &["externalId"];

/// The kind of row that a field names, by the noun of its path.
fn named(sending: &Sending, field: &str) -> Option<&'static str> {
    let field = field.trim_end_matches('s').to_lowercase();
    if OWN_WORDS.iter().any(|own| own.to_lowercase() == field) {
        return None;
    }
    let known = [
        ("accountid", "accounts"),
        ("warehouseid", "warehouses"),
        ("resupplyfrom", "warehouses"),
        ("categoryid", "item-categories"),
        ("itemid", "items"),
        ("lotid", "lots"),
        ("serialid", "serials"),
        ("locationid", "locations"),
        ("partyid", "parties"),
        ("supplierid", "parties"),
        ("journalid", "journals"),
        ("periodid", "periods"),
        ("ownerid", "users"),
        ("userid", "users"),
        ("entryid", "journal-entries"),
        ("movementid", "movements"),
        ("reservationid", "reservations"),
        ("reasoncodeid", "reason-codes"),
        ("dimensionid", "dimensions"),
        ("countid", "counts"),
    ];
    if field == "parentid" {
        return Some(match (sending.noun.as_str(), sending.path.as_str()) {
            ("dimensions", _) => "values",
            (_, path) if path.contains("/locations") => "locations",
            ("accounts", _) => "accounts",
            ("warehouses", _) => "warehouses",
            ("item-categories", _) => "item-categories",
            (noun, path) => panic!("{path}: say what the parent of {noun} is"),
        });
    }
    let found = known.iter().find(|(end, _)| field.ends_with(end)).map(|(_, noun)| *noun);
    assert!(
        found.is_some() || !field.ends_with("id") || field == "id",
        "{}: say what {field} names",
        sending.operation
    );
    found
}

/// Where a body names something, as `/lines/0/accountId`, and whether it is a list of ids.
fn places(document: &Value, sending: &Sending) -> Vec<(String, &'static str, bool)> {
    let mut found = Vec::new();
    collect(document, sending, &sending.schema, "", &mut BTreeSet::new(), &mut found);
    found
}

fn collect(
    document: &Value,
    sending: &Sending,
    schema: &Value,
    at: &str,
    above: &mut BTreeSet<String>,
    found: &mut Vec<(String, &'static str, bool)>,
) {
    let name = schema["$ref"].as_str().unwrap_or_default().to_owned();
    if !name.is_empty() && !above.insert(name.clone()) {
        return;
    }
    let schema = resolved(document, schema);
    for (field, below) in schema["properties"].as_object().into_iter().flatten() {
        if resolved(document, below)["readOnly"] == true {
            continue;
        }
        let path = format!("{at}/{field}");
        match named(sending, field) {
            Some(noun) => found.push((path, noun, is_list(document, below))),
            None => collect(document, sending, below, &path, above, found),
        }
    }
    if schema["items"].is_object() {
        collect(document, sending, &schema["items"], &format!("{at}/0"), above, found);
    }
    for one in ["oneOf", "anyOf", "allOf"].iter().filter_map(|name| schema[name].as_array()).flatten() {
        collect(document, sending, one, at, above, found);
    }
    above.remove(&name);
}

fn is_list(document: &Value, schema: &Value) -> bool {
    let schema = resolved(document, schema);
    let types = [&schema["type"], &schema["type"][0], &schema["type"][1]];
    types.contains(&&json!("array"))
        || schema["oneOf"].as_array().into_iter().flatten().any(|one| one["type"] == "array")
}

/// Puts a value at a field, with the objects around it, instead of the code of the same row.
fn put(body: &mut Value, pointer: &str, value: Value) {
    let (above, name) = pointer.rsplit_once('/').unwrap();
    let mut place = body;
    for part in above.split('/').skip(1) {
        place = if part == "0" {
            if !place[0].is_object() {
                *place = json!([{}]);
            }
            &mut place[0]
        } else {
            if place[part].is_null() {
                place[part] = json!({});
            }
            &mut place[part]
        };
    }
    let stem = name.trim_end_matches("Id");
    if let Some(object) = place.as_object_mut() {
        for other in ["Code", "Name", "Number", "No"] {
            object.remove(&format!("{stem}{other}"));
        }
        object.remove(if stem == "item" { "sku" } else { "" });
    }
    place[name] = value;
}

/// Gives every id of an example the value of one that is there.
fn with_own(sending: &Sending, value: &mut Value, own: &dyn Fn(&str) -> String) {
    match value {
        Value::Object(members) => {
            for (field, below) in members.iter_mut() {
                match (named(sending, field), below) {
                    (Some(noun), Value::String(text)) => *text = own(noun),
                    (Some(noun), Value::Array(list)) => list.iter_mut().for_each(|one| *one = json!(own(noun))),
                    (_, below) => with_own(sending, below, own),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| with_own(sending, item, own)),
        _ => {}
    }
}

/// Status and text of an answer, without the parts that are different in every answer.
fn told(answer: &Answer, id: &str) -> (u16, String) {
    let mut body = answer.json();
    body["requestId"] = Value::Null;
    (answer.status, body.to_string().replace(id, "ID"))
}

on_both![an_id_of_another_organization_in_a_body_is_answered_as_one_that_nobody_has,];

async fn an_id_of_another_organization_in_a_body_is_answered_as_one_that_nobody_has(app: &TestServer) {
    let admin = app.as_role("admin");
    let document = app.with_token(None).get("~/openapi.json").await.expect(200).json();
    let (own, foreign) = (objects(&admin, &app.books).await, objects(&app.as_foreign("admin"), &app.other).await);
    let (of_own, of_other) = (|noun: &str| own[noun].clone(), |noun: &str| foreign[noun].clone());
    let before = app.heads().await;
    let (mut sent, mut pointed, mut wrong) = (0, 0, Vec::new());
    for sending in sendings(&document, &own) {
        for (pointer, noun, is_list) in places(&document, &sending) {
            let theirs = of_other(noun);
            let unknown = format!("{}_01h455vb4pex5vsknk084sn02q", theirs.split('_').next().unwrap());
            let mut answers = Vec::new();
            for id in [&theirs, &unknown] {
                let is_merge = sending.method == Method::PUT && pointer.matches('/').count() == 1;
                let mut body = if is_merge { json!({}) } else { sending.example.clone() };
                with_own(&sending, &mut body, &of_own);
                put(&mut body, &pointer, if is_list { json!([id]) } else { json!(id) });
                if sending.operation.ends_with("Controller_batch") {
                    // Else each item has its own answer.
                    body["atomic"] = json!(true);
                }
                let answer = admin.ask(sending.method.clone(), &sending.path).text(&body.to_string()).await;
                pointed += usize::from(answer.pointers().iter().any(|one| one.starts_with(&pointer)));
                answers.push(told(&answer, id));
            }
            sent += 1;
            // A scan writes nothing and reports in words that it found nothing.
            let is_refused = answers[0].0 / 100 == 4 || sending.operation == "ScanController_scan";
            if answers[0] != answers[1] || !is_refused {
                wrong.push(format!("{} {pointer}: {:?} against {:?}", sending.operation, answers[0], answers[1]));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong: {wrong:#?}", wrong.len());
    println!("{sent} fields, {pointed} answers point at theirs");
    assert!(sent > 120 && pointed > sent / 2, "{sent} fields, {pointed} answers point at theirs");
    assert_eq!(app.heads().await, before, "something was written");
}
