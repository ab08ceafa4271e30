//! What members arrange for themselves: preferences, and views of screens that they keep or share.

use checks::{TestServer, on_both};
use serde_json::{Value, json};

use crate::two_organizations::{joined, own};
use crate::users::{add_user, signed_in};

on_both![
    preferences_are_one_object_for_each_member_and_organization,
    preferences_are_replaced_as_a_whole_by_their_version_and_are_bounded,
    a_view_is_its_owners_until_it_is_shared_and_then_seen_by_all_and_changed_by_none_else,
    a_view_has_a_name_of_its_own_among_those_of_its_owner_and_screen,
    a_member_saves_two_hundred_views_and_no_more,
    who_leaves_takes_their_settings_along_and_leaves_what_they_shared,
    own_settings_are_for_whoever_has_any_right_and_change_nothing_in_the_books,
];

fn view(name: &str) -> Value {
    json!({"name": name, "screen": "journal", "query": "status=posted&sort=-date", "columns": ["date", "number"]})
}

async fn preferences_are_one_object_for_each_member_and_organization(app: &TestServer) {
    joined(app).await;
    let here = own(app, "vic", None).await;
    let there = own(app, "vic", Some(&app.other.organization.to_string())).await;
    let none = here.get("/me/preferences").await;
    assert_eq!((none.expect(200).json(), none.etag()), (json!({}), "\"0\"".to_owned()));
    let dense = json!({"density": "compact", "keys": {"single": true}, "rows": 1e2, "last": null});
    here.put("/me/preferences", &dense).await.expect(204).empty();
    there.put("/me/preferences", &json!({"density": "calm"})).await.expect(204);
    let stored = r#"{"density":"compact","keys":{"single":true},"last":null,"rows":100.0}"#;
    here.get("/me/preferences").await.expect(200).says(stored);
    assert_eq!(there.get("/me/preferences").await.json(), json!({"density": "calm"}));
    assert_eq!(app.as_role("clerk").get("/me/preferences").await.json(), json!({}));
}

async fn preferences_are_replaced_as_a_whole_by_their_version_and_are_bounded(app: &TestServer) {
    let clerk = app.as_role("clerk");
    let put = |body: Value| clerk.put("/me/preferences", &body);
    assert_eq!(put(json!({"a": 1})).header("if-match", "\"0\"").await.expect(204).etag(), "\"1\"");
    assert_eq!(put(json!({"b": 2})).await.expect(204).etag(), "\"2\"");
    assert_eq!(put(json!({"b": 2})).await.expect(204).etag(), "\"2\"", "nothing is new");
    put(json!({"c": 3})).header("if-match", "\"1\"").await.expect(412).code("version_mismatch");
    assert_eq!(clerk.get("/me/preferences").await.json(), json!({"b": 2}));
    for wrong in ["[]", "null", "\"x\"", "1"] {
        clerk.ask(reqwest::Method::PUT, "/me/preferences").text(wrong).await.expect(400).code("validation_failed");
    }
    for wrong in ["", "{", "{\"a\":1,\"a\":2}"] {
        clerk.ask(reqwest::Method::PUT, "/me/preferences").text(wrong).await.expect(400).code("malformed_json");
    }
    put(json!({"long": "x".repeat(65_000)})).await.expect(204);
    put(json!({"long": "x".repeat(65_536)})).await.expect(413).code("payload_too_large");
    put(json!({"d": 4})).header("if-match", "nonsense").await.expect(400).pointer("if-match");
}

async fn a_view_is_its_owners_until_it_is_shared_and_then_seen_by_all_and_changed_by_none_else(app: &TestServer) {
    let (clerk, accountant) = (app.as_role("clerk"), app.as_role("accountant"));
    let made = clerk.post("/views", &view("Posted")).await;
    let path = format!("/views/{}", made.expect(201).id());
    assert!(made.header("location").ends_with(&path));
    let read = clerk.get(&path).await;
    assert_eq!((read.expect(200).json(), read.etag()), (made.json(), "\"1\"".to_owned()));
    assert_eq!((&made.json()["isOwn"], &made.json()["isShared"]), (&json!(true), &json!(false)));
    accountant.get(&path).await.expect(404);
    accountant.put(&path, &json!({"name": "Mine"})).await.expect(404);
    accountant.delete(&path).await.expect(404);
    app.as_role("admin").delete(&path).await.expect(404);
    assert_eq!(accountant.get("/views").await.data(), Vec::<Value>::new());
    let changed = clerk.put(&path, &json!({"isShared": true, "columns": null})).header("if-match", "\"1\"").await;
    assert_eq!(changed.expect(204).etag(), "\"2\"");
    clerk.put(&path, &json!({"isShared": false})).header("if-match", "\"1\"").await.expect(412);
    assert_eq!(clerk.put(&path, &clerk.get(&path).await.json()).await.expect(204).etag(), "\"2\"", "sent back as read");
    let seen = accountant.get("/views?screen=journal").await.expect(200).data();
    assert_eq!((seen.len(), &seen[0]["isOwn"], &seen[0]["columns"]), (1, &json!(false), &Value::Null));
    assert_eq!(accountant.get("/views?screen=items").await.data(), Vec::<Value>::new());
    accountant.put(&path, &json!({"name": "Mine"})).await.expect(403).code("forbidden");
    accountant.delete(&path).await.expect(403).code("forbidden");
    app.as_foreign("admin").get(&path).await.expect(404);
    app.as_foreign("admin").delete(&path).await.expect(404);
    app.as_role("admin").put(&path, &json!({"name": "Mine"})).await.expect(403);
    app.as_role("admin").delete(&path).await.expect(204);
    clerk.get(&path).await.expect(404);
    let own = clerk.post("/views", &view("Posted")).await.expect(201).id();
    clerk.delete(&format!("/views/{own}")).await.expect(204);
    clerk.delete(&format!("/views/{own}")).await.expect(404);
}

async fn a_view_has_a_name_of_its_own_among_those_of_its_owner_and_screen(app: &TestServer) {
    let clerk = app.as_role("clerk");
    let first = clerk.post("/views", &view("Open")).await.expect(201).id();
    let refused = clerk.post("/views", &view("Open")).await;
    refused.expect(409).code("code_taken").pointer("/name");
    assert_eq!(refused.json()["context"]["id"], json!(first));
    assert!(refused.resolution("existing")["href"].as_str().unwrap().ends_with(&first));
    app.as_role("accountant").post("/views", &view("Open")).await.expect(201);
    let mut elsewhere = view("Open");
    elsewhere["screen"] = json!("items");
    let second = format!("/views/{}", clerk.post("/views", &elsewhere).await.expect(201).id());
    clerk.put(&second, &json!({"screen": "journal"})).await.expect(409).code("code_taken");
    clerk.put(&second, &json!({"screen": "journal", "name": "Closed"})).await.expect(204);
    let names = |page: &[Value]| page.iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
    let page = clerk.get("/views?limit=1").await;
    assert_eq!(names(&page.data()), ["Closed"]);
    let next = clerk.get(&format!("/views?limit=1&cursor={}", page.field("nextCursor"))).await;
    assert_eq!((names(&next.data()), &next.json()["nextCursor"]), (vec!["Open".to_owned()], &Value::Null));
    for (body, pointer) in [
        (json!({"screen": "journal"}), "/name"),
        (json!({"name": "x"}), "/screen"),
        (json!({"name": "", "screen": "x"}), "/name"),
        (json!({"name": "x", "screen": "x", "query": {"status": "posted"}}), "/query"),
        (json!({"name": "x", "screen": "x", "columns": []}), "/columns"),
        (json!({"name": "x", "screen": "x", "shared": true}), "/shared"),
    ] {
        clerk.post("/views", &body).await.expect(400).code("validation_failed").pointer(pointer);
    }
}

async fn a_member_saves_two_hundred_views_and_no_more(app: &TestServer) {
    let clerk = app.as_role("clerk");
    let mut last = String::new();
    for number in 0..200 {
        last = clerk.post("/views", &view(&format!("View {number}"))).await.expect(201).id();
    }
    clerk.post("/views", &view("One more")).await.expect(422).code("limit_reached").says("delete one");
    app.as_role("accountant").post("/views", &view("One more")).await.expect(201);
    clerk.delete(&format!("/views/{last}")).await.expect(204);
    clerk.post("/views", &view("One more")).await.expect(201);
}

async fn who_leaves_takes_their_settings_along_and_leaves_what_they_shared(app: &TestServer) {
    joined(app).await;
    let other = app.other.organization.to_string();
    let there = own(app, "vic", Some(&other)).await;
    there.put("/me/preferences", &json!({"a": 1})).await.expect(204);
    there.post("/views", &view("Own")).await.expect(201);
    let mut shared = view("Shared");
    shared["isShared"] = json!(true);
    there.post("/views", &shared).await.expect(201);
    let here = own(app, "vic", None).await;
    here.post("/views", &view("At home")).await.expect(201);
    there.delete(&format!("/organizations/{other}/membership")).await.expect(204);
    there.get("/views").await.expect(403);
    assert_eq!(app.as_foreign("admin").get("/views").await.data().len(), 1);
    assert_eq!(here.get("/views").await.data().len(), 1);
    for (table, left) in [("member_preferences", 0), ("saved_views", 2)] {
        let sql = format!("select version from {table}");
        let kinds = [domain::value::CellKind::Int];
        let found = app.database.snapshot().await.unwrap().query(&sql, &[], &kinds).await.unwrap();
        assert_eq!(found.len(), left, "{table}");
    }
}

async fn own_settings_are_for_whoever_has_any_right_and_change_nothing_in_the_books(app: &TestServer) {
    let admin = app.as_role("admin");
    admin.post("/roles", &json!({"name": "Scanner", "permissions": ["items:read"]})).await.expect(201);
    add_user(app, "ada", &["Scanner"]).await;
    add_user(app, "eve", &[]).await;
    let before = app.heads().await;
    let (ada, eve) = (signed_in(app, "ada").await, signed_in(app, "eve").await);
    ada.put("/me/preferences", &json!({"a": 1})).await.expect(204);
    ada.post("/views", &view("Open")).await.expect(201);
    ada.get("/views").await.expect(200);
    for answer in [
        eve.get("/me/preferences").await,
        eve.put("/me/preferences", &json!({})).await,
        eve.get("/views").await,
        eve.post("/views", &view("Open")).await,
    ] {
        answer.expect(403).code("forbidden");
    }
    assert_eq!(app.heads().await, before);
}
