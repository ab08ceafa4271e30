//! Approval of movements: policies by kind and amount, waiting movements, who decides, and where.

use checks::caller::Ask;
use checks::{Caller, TestServer, on_both};
use reqwest::Method;
use serde_json::{Value, json};

use crate::movements::{movement, set_up};

const MOVEMENTS: &str = "/inventory/movements";
const POLICIES: &str = "/accounting/approval-policies";

fn step(caller: &Caller, id: &str, verb: &str) -> Ask {
    caller.ask(Method::POST, &format!("{MOVEMENTS}/{id}/{verb}"))
}

fn receipt(cost: &str) -> Value {
    movement("receipt", "2010-01-10", json!({"sku": "APPLE", "quantity": "10", "totalCost": cost}))
}

fn draft(mut movement: Value) -> Value {
    movement["status"] = json!("draft");
    movement
}

on_both![
    a_movement_that_a_policy_asks_for_is_posted_by_approval_only_and_the_refusal_leads_there,
    who_acts_in_some_warehouses_decides_on_movements_of_those_alone,
];

async fn a_movement_that_a_policy_asks_for_is_posted_by_approval_only_and_the_refusal_leads_there(app: &TestServer) {
    let (admin, manager, operator) =
        (app.as_role("admin"), app.as_role("warehouseManager"), app.as_role("warehouseOperator"));
    set_up(&admin).await;
    let body =
        json!({"name": "Large receipts", "appliesTo": "movements", "movementKind": "receipt", "minAmount": "100"});
    let made = app.as_role("controller").post(POLICIES, &body).await.expect(201).json();
    assert_eq!(
        (&made["appliesTo"], &made["movementKind"], &made["journalId"]),
        (&json!("movements"), &json!("receipt"), &Value::Null)
    );
    let wrong = json!({"name": "x", "appliesTo": "movements", "journalId": app.books.journal});
    app.as_role("controller").post(POLICIES, &wrong).await.expect(422).code("fields_conflict").pointer("/journalId");
    assert_eq!(admin.get(&format!("{POLICIES}?appliesTo=journalEntries")).await.data().len(), 0);
    admin.post_entry(&app.sale("250.00")).await;

    operator.post(MOVEMENTS, &receipt("99.99")).await.expect(201);
    let refused = operator.post(MOVEMENTS, &receipt("100.00")).await;
    assert_eq!(
        refused.expect(409).code("approval_required").says("movements of kind receipt").resolution("submit")["body"]["status"],
        "draft"
    );
    let items = json!({"items": [receipt("100.00"), receipt("1.00"), draft(receipt("100.00"))]});
    let results = operator.post(&format!("{MOVEMENTS}/batch"), &items).await.expect(200).json()["results"].clone();
    let statuses: Vec<&Value> = results.as_array().unwrap().iter().map(|one| &one["status"]).collect();
    assert_eq!(statuses, [&json!(409), &json!(201), &json!(201)]);

    let id = operator.post(MOVEMENTS, &draft(receipt("250.00"))).await.expect(201).id();
    let way = step(&operator, &id, "post").await.expect(409).code("approval_required").resolution("submit");
    assert!(way["href"].as_str().unwrap().ends_with(&format!("{MOVEMENTS}/{id}/submit")));
    let submitted = step(&operator, &id, "submit").header("prefer", "return=representation").await.expect(200).json();
    assert_eq!((&submitted["status"], &submitted["lines"][0]["quantity"]), (&json!("pendingApproval"), &json!("10")));
    step(&operator, &id, "post").await.expect(409).code("movement_not_draft");
    manager.delete(&format!("{MOVEMENTS}/{id}")).await.expect(409).code("movement_not_draft");
    let waiting = manager.get(&format!("{MOVEMENTS}?status=pendingApproval")).await.data();
    assert_eq!((waiting.len(), &waiting[0]["id"]), (1, &json!(id)));
    step(&operator, &id, "approve").await.expect(403);
    manager.post(&format!("{MOVEMENTS}/{id}/reject"), &json!({})).await.expect(400).pointer("/reason");
    manager.post(&format!("{MOVEMENTS}/{id}/reject"), &json!({"reason": " no order "})).await.expect(204);
    let rejected = operator.get(&format!("{MOVEMENTS}/{id}")).await.expect(200).json();
    assert_eq!((&rejected["status"], &rejected["rejectionReason"]), (&json!("draft"), &json!("no order")));
    step(&operator, &id, "submit").await.expect(204).empty();
    step(&operator, &id, "withdraw").await.expect(204).empty();
    step(&operator, &id, "withdraw").await.expect(409).code("movement_not_pending");
    step(&operator, &id, "submit").await.expect(204).empty();
    let preview = manager.ask(Method::POST, &format!("{MOVEMENTS}/{id}/approve?dryRun=true")).await.expect(200).json();
    assert_eq!(preview["entries"][0]["status"], "posted", "{preview}");
    step(&manager, &id, "approve").header("if-match", "\"2\"").await.expect(412);
    let approved = step(&manager, &id, "approve")
        .header("if-match", "\"6\"")
        .header("prefer", "return=representation")
        .await
        .expect(200)
        .json();
    assert_eq!(
        (&approved["status"], &approved["approvedBy"]),
        (&json!("posted"), &json!(app.books.member("warehouseManager").to_string()))
    );
    assert_eq!((&approved["postedBy"], approved["preparedBy"].as_array().unwrap().len()), (&approved["approvedBy"], 1));
    assert!(approved["entryId"].is_string());
    step(&manager, &id, "approve").await.expect(409).code("movement_not_pending");

    let mut events = admin.get("/events?limit=200").await.data();
    events.retain(|event| event["subject"] == json!(id));
    let types: Vec<&str> = events.iter().map(|event| event["type"].as_str().unwrap()).collect();
    let steps = ["drafted", "submitted", "rejected", "submitted", "withdrawn", "submitted", "posted"];
    assert_eq!(types, steps.map(|step| format!("movement.{step}")));
}

async fn who_acts_in_some_warehouses_decides_on_movements_of_those_alone(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let id = admin.post(MOVEMENTS, &draft(receipt("10.00"))).await.expect(201).id();
    step(&admin, &id, "submit").await.expect(204);
    let shop = admin.get("/warehouses?code=SHOP").await.data()[0]["id"].clone();
    let manager = app.books.member("warehouseManager").to_string();
    admin.put(&format!("/users/{manager}"), &json!({"warehouseIds": [shop]})).await.expect(204);
    for verb in ["approve", "withdraw"] {
        step(&app.as_role("warehouseManager"), &id, verb).await.expect(404);
    }
    app.as_role("warehouseManager")
        .post(&format!("{MOVEMENTS}/{id}/reject"), &json!({"reason": "x"}))
        .await
        .expect(404);
    step(&admin, &id, "approve").await.expect(204);
}
