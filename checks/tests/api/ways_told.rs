//! What a refusal says about its ways out: whether the caller may take them, and what they have to add.

use checks::{TestServer, on_both};
use domain::value::id::PrincipalId;
use serde_json::{Value, json};

use crate::users::{add_user, signed_in};

on_both![
    a_way_out_says_whether_its_caller_may_take_it,
    a_way_out_names_what_is_left_to_its_caller,
    a_refusal_for_want_of_a_permission_names_the_roles_that_have_it_to_members,
    what_an_item_of_a_batch_is_told_is_the_same,
];

async fn a_way_out_says_whether_its_caller_may_take_it(app: &TestServer) {
    let lines = [("9999", "1.00", ""), ("1000", "", "1.00")];
    let entry = app.sale("1.00").draft().lines(&lines).json();
    for (role, is_allowed) in [("clerk", false), ("admin", true)] {
        let refused = app.as_role(role).post("/accounting/journal-entries", &entry).await;
        let way = refused.expect(422).code("unknown_reference").resolution("create-account");
        assert_eq!((&way["allowed"], &way["needs"]), (&json!(is_allowed), &json!([])), "{role}: {way}");
        assert_eq!(refused.resolution("chart-templates")["allowed"], true, "{role} reads charts");
    }
}

async fn a_way_out_names_what_is_left_to_its_caller(app: &TestServer) {
    let user = app.as_role("accountant");
    let entry = app.sale("100.00").with("currency", "EUR").json();
    let refused = user.post("/accounting/journal-entries", &entry).await;
    let way = refused.expect(422).code("rate_missing").resolution("create-rate");
    assert_eq!((&way["allowed"], &way["needs"]), (&json!(true), &json!(["/rate"])), "{way}");
    let mut whole = way["body"].clone();
    whole["rate"] = json!("0.8583");
    user.post("/accounting/exchange-rates", &whole).await.expect(201);
    user.post("/accounting/journal-entries", &entry).await.expect(201);
}

async fn a_refusal_for_want_of_a_permission_names_the_roles_that_have_it_to_members(app: &TestServer) {
    let admin = app.as_role("admin");
    let role = json!({"name": "Keeper of users", "permissions": ["users:manage", "users:read"]});
    admin.post("/roles", &role).await.expect(201);
    let held_by = |refused: &checks::Answer| refused.json()["context"]["heldBy"].clone();
    // Before the body is read, and as the core decides.
    let refused = app.as_role("clerk").post("/users", &json!({})).await;
    assert_eq!(held_by(refused.expect(403).code("forbidden")), json!(["admin", "Keeper of users"]));
    let entry = app.as_role("accountant").post_entry(&app.sale("1.00")).await;
    let refused = app.as_role("clerk").void(&entry).await;
    let names = held_by(refused.expect(403).code("forbidden"));
    let names: Vec<&str> = names.as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(names.contains(&"admin") && names.contains(&"accountant"), "{names:?}");
    assert!(!names.contains(&"clerk") && !names.contains(&"Keeper of users"), "{names:?}");
    // Another organization's roles are not told, and not to who is no member.
    let foreign = app.as_foreign("clerk").post("/users", &json!({})).await;
    assert_eq!(held_by(foreign.expect(403)), json!(["admin"]));
    add_user(app, "ada", &["clerk"]).await;
    let ada = signed_in(app, "ada").await;
    let readers = json!(["admin", "controller", "auditor", "Keeper of users"]);
    assert_eq!(held_by(ada.get("/users").await.expect(403)), readers);
    let stranger = app.mint(PrincipalId([99; 16]), Some(app.books.organization), None);
    assert_eq!(held_by(app.with_token(Some(stranger)).get("/users").await.expect(403)), Value::Null);
}

async fn what_an_item_of_a_batch_is_told_is_the_same(app: &TestServer) {
    let mut item = app.sale("1.00").json();
    item["lines"][0] = json!({"accountCode": "9999", "debit": "1.00"});
    let batch = json!({"atomic": false, "items": [item, app.sale("2.00").json()]});
    for key in ["one", "one"] {
        let answer = app.as_role("admin").post("/accounting/journal-entries/batch", &batch).key(key).await;
        let results = answer.expect(200).json()["results"].clone();
        let ways = results[0]["problem"]["resolutions"].as_array().unwrap();
        let way = ways.iter().find(|way| way["rel"] == "create-account").unwrap();
        assert_eq!((&way["allowed"], &way["needs"]), (&json!(true), &json!([])), "{way}");
    }
}
