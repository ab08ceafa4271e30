//! The settings of an organization, and life in several of them.

use checks::server::Options;
use checks::{TestServer, on_both};
use serde_json::{Value, json};
use server::identity::organizations::{Founders, Founding};

use crate::users::{PASSWORD, add_user, signed_in};

/// Signs in to one organization.
pub async fn enter(app: &TestServer, username: &str, organization: &Value) -> checks::Caller {
    let body =
        json!({"grant_type": "password", "username": username, "password": PASSWORD, "organizationId": organization});
    let issued = app.with_token(None).post("/auth/token", &body).await.expect(200).json();
    app.with_token(Some(issued["access_token"].as_str().unwrap().to_owned()))
}

/// Chooses the password again, so that nobody else chose it; it stays the same.
pub async fn take_over_login(app: &TestServer, username: &str) {
    for (from, to) in [(PASSWORD, "five slow barges"), ("five slow barges", PASSWORD)] {
        let body = json!({"grant_type": "password", "username": username, "password": from});
        let issued = app.with_token(None).post("/auth/token", &body).await.expect(200).json();
        let own = app.with_token(Some(issued["access_token"].as_str().unwrap().to_owned()));
        own.post("/auth/password", &json!({"currentPassword": from, "newPassword": to})).await.expect(204);
    }
}

on_both![settings_change_by_merge_with_their_version,];

async fn settings_change_by_merge_with_their_version(app: &TestServer) {
    let admin = app.as_role("admin");
    let first = admin.get("/organization").await;
    assert_eq!(
        (&first.json()["name"], &first.json()["baseCurrency"], first.etag()),
        (&json!("Acme"), &json!("GBP"), "\"1\"".to_owned())
    );
    let change = json!({"name": "Acme 日本 & Söhne", "timezone": "Asia/Tokyo", "negativeStock": true, "valuationAccountId": app.books.accounts["1200"], "metadata": {"a": 1, "b": {"c": 2}}});
    admin.put("/organization", &change).header("if-match", "\"1\"").await.expect(204);
    admin
        .put("/organization", &json!({"name": "x"}))
        .header("if-match", "\"1\"")
        .await
        .expect(412)
        .code("version_mismatch");
    admin.put("/organization", &json!({"metadata": {"a": null}, "valuationAccountId": null})).await.expect(204);
    let now = admin.get("/organization").await.json();
    assert_eq!(
        (&now["name"], &now["timezone"], &now["metadata"], &now["valuationAccountId"], &now["version"]),
        (&json!("Acme 日本 & Söhne"), &json!("Asia/Tokyo"), &json!({"b": {"c": 2}}), &Value::Null, &json!(3))
    );
    // The read body goes back whole and changes nothing.
    let before = app.heads().await;
    admin.put("/organization", &now).await.expect(204);
    assert_eq!(app.heads().await, before);
    for (body, pointer) in [
        (json!({"timezone": "Moon"}), "/timezone"),
        (json!({"name": ""}), "/name"),
        (json!({"name": "a\u{0}"}), "/name"),
        (json!({"negativeStock": null}), "/negativeStock"),
        (json!({"plan": "gold"}), "/plan"),
    ] {
        admin.put("/organization", &body).await.expect(400).pointer(pointer);
    }
    admin
        .put("/organization", &json!({"valuationAccountId": app.other.accounts["1200"]}))
        .await
        .expect(422)
        .code("unknown_reference")
        .pointer("/valuationAccountId");
    app.as_role("accountant").put("/organization", &json!({"name": "x"})).await.expect(403);
}

/// Administrators may make one organization each.
fn founding() -> Options {
    Options { founding: Founding { founders: Founders::Administrators, per_user: 1 }, ..Options::default() }
}

on_both! {
    with founding();
    one_login_works_in_several_organizations_and_is_in_each_what_it_is_there,
}

async fn one_login_works_in_several_organizations_and_is_in_each_what_it_is_there(app: &TestServer) {
    add_user(app, "ada", &["admin"]).await;
    let ada = signed_in(app, "ada").await;
    let body = json!({"name": "Analytical Engines", "baseCurrency": "JPY", "timezone": "Asia/Tokyo"});
    // The person who chose her password could enter the organization that she creates.
    ada.post("/organizations", &body).key("k").await.expect(403).code("forbidden");
    take_over_login(app, "ada").await;
    let ada = signed_in(app, "ada").await;
    let made = ada.post("/organizations", &body).key("k").await.expect(201).json();
    let again = ada.post("/organizations", &body).key("k").await;
    assert_eq!((again.expect(201).header("idempotent-replayed"), &again.json()["id"]), ("true", &made["id"]));
    ada.post("/organizations", &json!({"name": "Other", "baseCurrency": "EUR", "timezone": "Europe/Paris"}))
        .key("k")
        .await
        .expect(422)
        .code("idempotency_key_reused");
    let listed = ada.get("/organizations").await.data();
    assert_eq!(listed.len(), 2);
    let home = signed_in(app, "ada").await.get("/auth/me").await.json();
    assert_eq!(home["organizationId"], json!(app.books.organization.to_string()), "who names none acts at home");
    assert_eq!(home["memberships"].as_array().unwrap().iter().filter(|one| one["isHome"] == true).count(), 1);
    ada.post("/organizations", &json!({"name": "A third", "baseCurrency": "EUR", "timezone": "Europe/Paris"}))
        .await
        .expect(422)
        .code("limit_reached");
    add_user(app, "clive", &["clerk"]).await;
    signed_in(app, "clive").await.post("/organizations", &body).await.expect(403).code("forbidden");
    let there = enter(app, "ada", &made["id"]).await;
    assert_eq!(there.get("/organization").await.json()["baseCurrency"], "JPY");
    // Yen have no decimals.
    for (code, kind) in [("1000", "asset"), ("4000", "revenue")] {
        there.post("/accounting/accounts", &json!({"code": code, "name": code, "type": kind})).await.expect(201);
    }
    there.post("/accounting/fiscal-years", &json!({"name": "2010", "startDate": "2010-01-01"})).await.expect(201);
    let journal = there
        .post("/accounting/journals", &json!({"code": "GJ", "name": "General", "type": "general"}))
        .await
        .expect(201)
        .id();
    there
        .post("/accounting/journal-entries", &checks::entry(&journal, "1.5").json())
        .await
        .expect(422)
        .code("amount_precision");
    let entry =
        there.post("/accounting/journal-entries", &checks::entry(&journal, "150").json()).await.expect(201).json();
    assert_eq!((&entry["totalDebit"], &entry["number"]), (&json!("150"), &json!("GJ-2010-000001")));
    // The same id is nothing here, and the same code is another thing.
    let here = enter(app, "ada", &json!(app.books.organization.to_string())).await;
    here.get(&format!("/accounting/journal-entries/{}", entry["id"].as_str().unwrap())).await.expect(404);
    here.post_entry(&app.sale("1.50")).await;
}
