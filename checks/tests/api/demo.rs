//! The demo organization by one call: begun at once, loaded in the background, and there once.

use std::time::Duration;

use checks::server::Options;
use checks::{TestServer, on_both};
use serde_json::{Value, json};
use server::identity::organizations::{Founders, Founding};

use crate::organizations::{enter, take_over_login};
use crate::users::{add_user, signed_in};

const ORGANIZATIONS: &str = "/organizations";

/// Administrators may make one organization each.
fn founding() -> Options {
    Options { founding: Founding { founders: Founders::Administrators, per_user: 1 }, ..Options::default() }
}

on_both! {
    with founding();
    whoever_may_make_organizations_has_the_demo_by_one_call_and_looks_how_far_it_is,
}

async fn whoever_may_make_organizations_has_the_demo_by_one_call_and_looks_how_far_it_is(app: &TestServer) {
    for (name, role) in [("ada", "admin"), ("grace", "admin"), ("clive", "clerk")] {
        add_user(app, name, &[role]).await;
    }
    let demo = json!({"demo": true});
    let ada = signed_in(app, "ada").await;
    ada.post(ORGANIZATIONS, &demo).await.expect(403).code("forbidden");
    take_over_login(app, "ada").await;
    take_over_login(app, "grace").await;
    take_over_login(app, "clive").await;
    let (ada, grace, clive) =
        (signed_in(app, "ada").await, signed_in(app, "grace").await, signed_in(app, "clive").await);
    clive.post(ORGANIZATIONS, &demo).await.expect(403).code("forbidden");
    for (body, pointer) in [
        (json!({"demo": true, "name": "Mine"}), "/name"),
        (json!({"demo": true, "chart": "ifrs"}), "/chart"),
        (json!({"demo": false}), "/name"),
        (json!({"demo": "yes"}), "/demo"),
    ] {
        ada.post(ORGANIZATIONS, &body).await.expect(400).pointer(pointer);
    }
    ada.post(&format!("{ORGANIZATIONS}?dryRun=true"), &demo).await.expect(400).pointer("dryRun");

    let made = ada.post(ORGANIZATIONS, &demo).await;
    let id = made.expect(202).id();
    let path = format!("{ORGANIZATIONS}/{id}");
    assert!(made.header("location").ends_with(&path));
    let again = ada.post(ORGANIZATIONS, &demo).await;
    assert_eq!(again.expect(202).id(), id, "it is the same one");
    grace.post(ORGANIZATIONS, &demo).await.expect(409).code("code_taken").says("invitation");
    let shown = loop {
        let shown = ada.get(&path).await.expect(200).json();
        match shown["demo"]["status"].as_str() {
            Some("loading") => tokio::time::sleep(Duration::from_millis(200)).await,
            _ => break shown,
        }
    };
    assert_eq!((&shown["demo"]["status"], &shown["demo"]["error"]), (&json!("loaded"), &Value::Null), "{shown}");
    assert!(shown["demo"]["total"].as_i64() > Some(200) && shown["demo"]["done"] == shown["demo"]["total"], "{shown}");
    assert_eq!(grace.get(&path).await.expect(404).status, 404, "it is of those who are in it");

    let there = enter(app, "ada", &json!(id)).await;
    let proof = there.get("/inventory/proof").await.expect(200).json();
    assert_eq!(proof["proof"]["holds"], true, "{proof}");
    let waiting = there.get("/accounting/journal-entries?status=pendingApproval").await.data();
    assert_eq!(waiting.len(), 5, "and something waits for her");
    let approved = format!("/accounting/journal-entries/{}/approve", waiting[0]["id"].as_str().unwrap());
    there.post(&approved, &json!({})).await.expect(204);
    // Whole books are left alone.
    let before = there.get("/audit/head").await.json();
    ada.post(ORGANIZATIONS, &demo).await.expect(202);
    assert_eq!(there.get("/audit/head").await.json(), before);
    // Nobody signs in as one of its people.
    for name in ["fernhill.clerk", "fernhill.accountant"] {
        let body = json!({"grant_type": "password", "username": name, "password": "countinghouse-demo"});
        app.with_token(None).post("/auth/token", &body).await.expect(401);
    }
    let own = ada.get(&format!("{ORGANIZATIONS}/{}", app.books.organization)).await.expect(200).json();
    assert_eq!(own["demo"], Value::Null);
}
