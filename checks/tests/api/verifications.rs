//! The service's own proof of stock and verifications of the books, as members read them and ask for them.

use std::time::Duration;

use ::server::commit;
use ::server::jobs::verify_stored::{self, Verification as Progress};
use checks::{Caller, TestServer, on_both};
use domain::value::Instant;
use domain::value::id::VerificationId;
use domain::value::permission::{Permission, PermissionSet};
use serde_json::{Value, json};
use store::operational::verifications::{self, Verification, VerificationState};

use crate::movements::{movement, set_up};

const PROOF: &str = "/inventory/proof/latest";
const VERIFICATIONS: &str = "/audit/verifications";
const LATEST: &str = "/audit/verifications/latest";

on_both![
    what_the_service_proved_last_is_read_by_who_sees_stock_and_proves_nothing,
    the_books_are_verified_in_the_background_and_each_polls_how_far_it_is,
    what_does_not_hold_is_told_with_figures_to_who_sees_costs,
    one_verification_of_an_organization_runs_at_a_time_and_a_lost_one_is_over,
    what_the_service_verifies_by_itself_is_the_latest_too,
];

async fn sql(app: &TestServer, statement: &str) {
    app.database.operational(statement, &[], &[]).await.unwrap();
}

async fn apples(admin: &Caller) {
    set_up(admin).await;
    let line = json!({"sku": "APPLE", "quantity": "4", "totalCost": "8.00"});
    admin.post("/inventory/movements", &movement("receipt", "2010-01-05", line)).await.expect(201);
}

/// The verification of this id once it is over.
async fn over(caller: &Caller, id: &str) -> Value {
    loop {
        let now = caller.get(&format!("{VERIFICATIONS}/{id}")).await.expect(200).json();
        if now["state"] != "running" {
            return now;
        }
        assert!(now["checked"].as_i64() <= now["total"].as_i64() && now["holds"].is_null(), "{now}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn verified(caller: &Caller) -> Value {
    let begun = caller.post(VERIFICATIONS, &json!({})).await.expect(202).id();
    over(caller, &begun).await
}

async fn what_the_service_proved_last_is_read_by_who_sees_stock_and_proves_nothing(app: &TestServer) {
    let (admin, operator) = (app.as_role("admin"), app.as_role("warehouseOperator"));
    apples(&admin).await;
    let none = json!({"holds": null, "at": null, "asOf": null, "seq": null, "failureCount": null});
    assert_eq!(operator.get(PROOF).await.expect(200).json(), none);
    app.with_token(None).get(PROOF).await.expect(401);
    app.sweep_stock().await;
    let proved = operator.get(PROOF).await.expect(200).json();
    let seq = admin.get("/audit/head").await.json()["seq"].clone();
    assert_eq!((&proved["holds"], &proved["failureCount"], &proved["seq"]), (&json!(true), &json!(0), &seq));
    assert!(proved["at"].as_str().unwrap().starts_with(&proved["asOf"].as_str().unwrap()[..4]), "{proved}");
    // Behind the service's back: the apples are worth a penny more than their layers. Nobody has looked yet.
    sql(app, "update pools set value = value + 1 where quantity = 4").await;
    assert_eq!(operator.get(PROOF).await.json(), proved);
    assert_eq!(app.sweep_stock().await, 1);
    let broken = operator.get(PROOF).await.expect(200).json();
    assert!(broken["holds"] == false && broken["failureCount"].as_i64() > Some(0), "{broken}");
    sql(app, "update pools set value = value - 1 where quantity = 4").await;
    app.sweep_stock().await;
    let cured = app.as_role("clerk").get(PROOF).await.expect(200).json();
    assert!(cured["holds"] == true && cured["seq"].as_i64() > seq.as_i64(), "the freeze is an event: {cured}");
}

async fn the_books_are_verified_in_the_background_and_each_polls_how_far_it_is(app: &TestServer) {
    let (admin, auditor) = (app.as_role("admin"), app.as_role("auditor"));
    apples(&admin).await;
    for refused in ["warehouseOperator", "clerk"] {
        let refused = app.as_role(refused);
        refused.post(VERIFICATIONS, &json!({})).await.expect(403);
        refused.get(LATEST).await.expect(403);
    }
    let none = auditor.get(LATEST).await.expect(200).json();
    assert_eq!((&none["state"], &none["id"], &none["holds"]), (&json!("none"), &Value::Null, &Value::Null));
    auditor.post(VERIFICATIONS, &json!({"of": "all"})).await.expect(400);
    let begun = auditor.post(VERIFICATIONS, &json!({})).await;
    let (place, begun) = (begun.expect(202).header("location").to_owned(), begun.json());
    let id = begun["id"].as_str().unwrap();
    assert!(place.ends_with(&format!("{VERIFICATIONS}/{id}")), "{place}");
    let seq = admin.get("/audit/head").await.json()["seq"].clone();
    assert_eq!((&begun["state"], &begun["total"], &begun["endedAt"]), (&json!("running"), &seq, &Value::Null));
    let done = over(&auditor, id).await;
    assert_eq!((&done["state"], &done["holds"], &done["failures"]), (&json!("done"), &json!(true), &json!([])));
    assert_eq!((&done["checked"], &done["total"], &done["failureCount"]), (&seq, &seq, &json!(0)));
    assert_eq!(done["by"], app.books.member("auditor").to_string());
    assert!(done["endedAt"].as_str() >= done["startedAt"].as_str(), "{done}");
    assert_eq!(auditor.get(LATEST).await.json(), done);
    let path = format!("{VERIFICATIONS}/{id}");
    let foreign = app.as_foreign("auditor");
    foreign.get(&path).await.expect(404);
    assert_eq!(foreign.get(LATEST).await.json()["state"], "none");
    auditor.get(&format!("{VERIFICATIONS}/{}", VerificationId([7; 16]))).await.expect(404);
}

async fn what_does_not_hold_is_told_with_figures_to_who_sees_costs(app: &TestServer) {
    let (admin, auditor) = (app.as_role("admin"), app.as_role("auditor"));
    apples(&admin).await;
    sql(app, "update pools set value = value + 1 where quantity = 4").await;
    let broken = verified(&auditor).await;
    assert!(broken["state"] == "done" && broken["holds"] == false, "{broken}");
    assert!(broken["failureCount"].as_i64() >= Some(2), "{broken}");
    let failures = broken["failures"].as_array().unwrap();
    let of_pools = failures.iter().find(|one| one["invariant"] == "stock.pools").unwrap();
    assert!(of_pools["detail"].as_str().unwrap().contains("its value in the books is"), "{of_pools}");
    let scope = PermissionSet::of(&[Permission::AuditRead]);
    let token = app.mint(app.books.member("auditor"), Some(app.books.organization), Some(scope));
    let hidden = app.with_token(Some(token)).get(LATEST).await.expect(200).json();
    assert_eq!((&hidden["id"], &hidden["failureCount"]), (&broken["id"], &broken["failureCount"]));
    let hidden = hidden["failures"].as_array().unwrap();
    assert_eq!(hidden.len(), failures.len());
    assert!(hidden.iter().all(|one| one["detail"].as_str().unwrap().contains("costs:read")), "{hidden:?}");
    sql(app, "update pools set value = value - 1 where quantity = 4").await;
    assert_eq!(verified(&auditor).await["holds"], true);
}

async fn one_verification_of_an_organization_runs_at_a_time_and_a_lost_one_is_over(app: &TestServer) {
    let auditor = app.as_role("auditor");
    let now = commit::now();
    let elsewhere = Verification {
        organization_id: app.books.organization,
        id: VerificationId([1; 16]),
        state: VerificationState::Running,
        checked: 3,
        total: 9,
        holds: None,
        failure_count: 0,
        failures: "[]".to_owned(),
        started_by: None,
        started_at: now,
        heard_at: now,
        ended_at: None,
    };
    assert!(verifications::add(&app.database, &elsewhere).await.unwrap());
    let path = format!("{VERIFICATIONS}/{}", elsewhere.id);
    let running = auditor.post(VERIFICATIONS, &json!({})).await.expect(202).json();
    assert_eq!((&running["id"], &running["checked"]), (&json!(elsewhere.id.to_string()), &json!(3)));
    // That of another organization does not wait for it.
    assert_eq!(verified(&app.as_foreign("auditor")).await["holds"], true);
    // Its process has told nothing for two minutes.
    let silent = Verification { heard_at: Instant(now.0 - 120_000_000), ..elsewhere };
    assert!(verifications::tell(&app.database, &silent).await.unwrap());
    let lost = auditor.get(&path).await.expect(200).json();
    assert!(lost["state"] == "interrupted" && lost["endedAt"].is_string() && lost["holds"].is_null(), "{lost}");
    let next = verified(&auditor).await;
    assert!(next["holds"] == true && next["id"] != lost["id"], "{next}");
    assert_eq!(auditor.get(&path).await.json(), lost);
    assert!(!verifications::tell(&app.database, &silent).await.unwrap(), "it was given up");
}

async fn what_the_service_verifies_by_itself_is_the_latest_too(app: &TestServer) {
    let admin = app.as_role("admin");
    apples(&admin).await;
    assert!(verify_stored::round(&app.database, &Progress::default()).await.unwrap());
    for caller in [&admin, &app.as_foreign("admin")] {
        let latest = caller.get(LATEST).await.expect(200).json();
        assert_eq!((&latest["state"], &latest["holds"], &latest["by"]), (&json!("done"), &json!(true), &Value::Null));
        assert_eq!(latest["checked"], caller.get("/audit/head").await.json()["seq"]);
    }
}
