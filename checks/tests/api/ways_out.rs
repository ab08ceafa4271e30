//! Every way out of a refusal can be taken. All tests of the API take those that they are offered, as previews; here are
//! refusals that no other test meets, and the list of what is offered.

use std::collections::BTreeSet;

use checks::sources::rust_files;
use checks::ways::offered::{OFFERED, UNMET};
use checks::{TestServer, on_both};
use serde_json::json;

on_both![a_built_in_role_leads_to_a_custom_one_with_its_permissions];

async fn a_built_in_role_leads_to_a_custom_one_with_its_permissions(app: &TestServer) {
    let admin = app.as_role("admin");
    let refused = admin.put("/roles/clerk", &json!({"name": "Helper"})).await;
    let way = refused.expect(409).code("role_built_in").resolution("create");
    let made = admin.post("/roles", &way["body"]).await.expect(201).json();
    assert_eq!(made["permissions"].as_array().map(Vec::len), way["body"]["permissions"].as_array().map(Vec::len));
}

#[test]
fn every_way_out_that_the_core_offers_is_taken_by_a_test_or_has_a_reason_not_to_be() {
    let mut offered = BTreeSet::new();
    for file in rust_files(&["domain/src"]).iter().filter(|file| !file.is_test) {
        for call in file.text.split(".offer(").skip(1) {
            let Some(rel) = call.trim_start().strip_prefix('"').and_then(|rest| rest.split('"').next()) else {
                continue;
            };
            offered.insert(rel.to_owned());
        }
    }
    assert!(offered.len() > 50, "{offered:?}");
    let known: BTreeSet<&str> =
        OFFERED.iter().flat_map(|(_, rels)| rels.iter().copied()).chain(UNMET.iter().map(|(rel, _)| *rel)).collect();
    let new: Vec<&String> = offered.iter().filter(|rel| !known.contains(rel.as_str())).collect();
    assert!(new.is_empty(), "take these ways out in a test and name them in checks/src/ways/offered.rs: {new:?}");
}
