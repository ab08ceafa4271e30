//! The inbox: what waits for a caller, with what they may do, and what keeps them from it.

use checks::{Caller, TestServer, on_both};
use reqwest::Method;
use serde_json::{Value, json};

use crate::counts::{found, step, this_year};
use crate::movements::{movement, set_up};

on_both![
    an_entry_waits_for_those_who_may_approve_it_and_its_preparer_sees_that_it_waits,
    with_separation_of_duties_the_preparer_is_held_back_by_the_rule,
    what_was_rejected_comes_back_with_the_reason_and_drafts_are_their_makers,
    movements_counts_and_changes_of_controls_wait_in_the_same_inbox,
    a_receipt_without_its_cost_waits_for_those_who_may_state_it_and_for_nobody_else,
    a_due_reversal_that_could_not_be_posted_waits,
    the_inbox_is_read_by_reason_and_page_by_page_and_only_what_may_be_read_is_in_it,
];

async fn inbox(caller: &Caller) -> Vec<Value> {
    caller.get("/me/inbox").await.expect(200).data()
}

async fn counts(caller: &Caller) -> Value {
    caller.get("/me/inbox").await.expect(200).json()["counts"].clone()
}

fn kinds(items: &[Value]) -> Vec<&str> {
    items.iter().map(|item| item["kind"].as_str().unwrap()).collect()
}

async fn submitted(app: &TestServer, caller: &Caller, amount: &str) -> String {
    let id = caller.post_entry(&app.sale(amount).draft().with("description", "Apples")).await;
    caller.ask(Method::POST, &format!("/accounting/journal-entries/{id}/submit")).await.expect(204);
    id
}

async fn an_entry_waits_for_those_who_may_approve_it_and_its_preparer_sees_that_it_waits(app: &TestServer) {
    let (clerk, controller) = (app.as_role("clerk"), app.as_role("controller"));
    let entry = submitted(app, &clerk, "250.00").await;
    let waiting = inbox(&controller).await;
    let [item] = waiting.as_slice() else { panic!("{waiting:#?}") };
    for (field, wanted) in [
        ("kind", json!("approve")),
        ("subjectType", json!("journalEntry")),
        ("subject", json!(entry)),
        ("title", json!("Apples")),
        ("amount", json!("250.00")),
        ("currency", json!("GBP")),
        ("by", json!(app.books.member("clerk").to_string())),
        ("allowed", json!(["approve", "reject"])),
        ("heldBy", Value::Null),
    ] {
        assert_eq!(item[field], wanted, "{field}");
    }
    let own = inbox(&clerk).await;
    assert_eq!((kinds(&own), &own[0]["allowed"]), (vec!["submitted"], &json!(["withdraw"])));
    assert_eq!(
        counts(&clerk).await,
        json!({"approve": 0, "rejected": 0, "reversal": 0, "cost": 0, "draft": 0, "submitted": 1})
    );
    assert_eq!(inbox(&app.as_role("auditor")).await, Vec::<Value>::new());
    controller.ask(Method::POST, &format!("/accounting/journal-entries/{entry}/approve")).await.expect(204);
    assert_eq!((inbox(&clerk).await.len(), inbox(&controller).await.len()), (0, 0));
}

async fn with_separation_of_duties_the_preparer_is_held_back_by_the_rule(app: &TestServer) {
    let controller = app.as_role("controller");
    let entry = submitted(app, &controller, "5.00").await;
    assert_eq!(inbox(&controller).await[0]["allowed"], json!(["approve", "reject", "withdraw"]));
    let duties = json!({"separationOfDuties": {"approverNotPreparer": true}});
    app.as_role("admin").put("/organization", &duties).await.expect(204);
    let own = inbox(&controller).await;
    assert_eq!((kinds(&own), &own[0]["heldBy"]), (vec!["submitted"], &json!("approverNotPreparer")));
    assert_eq!(own[0]["allowed"], json!(["reject", "withdraw"]));
    assert!(own[0]["heldReason"].as_str().unwrap().contains("another person"), "{own:#?}");
    controller
        .ask(Method::POST, &format!("/accounting/journal-entries/{entry}/approve"))
        .await
        .expect(409)
        .code("separation_of_duties");
    assert_eq!(kinds(&inbox(&app.as_role("admin")).await), ["approve"]);
}

async fn what_was_rejected_comes_back_with_the_reason_and_drafts_are_their_makers(app: &TestServer) {
    let (clerk, controller) = (app.as_role("clerk"), app.as_role("controller"));
    let entry = submitted(app, &clerk, "5.00").await;
    let draft = clerk.post_entry(&app.sale("7.00").draft()).await;
    let reject = json!({"reason": "no receipt"});
    controller.post(&format!("/accounting/journal-entries/{entry}/reject"), &reject).await.expect(204);
    let own = inbox(&clerk).await;
    assert_eq!(kinds(&own), ["rejected", "draft"]);
    assert_eq!((&own[0]["subject"], &own[0]["reason"]), (&json!(entry), &json!("no receipt")));
    assert_eq!(own[0]["by"], app.books.member("controller").to_string());
    assert_eq!((&own[1]["subject"], &own[1]["allowed"]), (&json!(draft), &json!(["edit", "submit", "delete"])));
    assert_eq!(inbox(&app.as_role("accountant")).await, Vec::<Value>::new());
    // Who changes a draft prepares it with its maker.
    let edited = json!({"description": "Pears"});
    app.as_role("accountant").put(&format!("/accounting/journal-entries/{draft}"), &edited).await.expect(204);
    let shared = inbox(&app.as_role("accountant")).await;
    assert_eq!((kinds(&shared), &shared[0]["allowed"]), (vec!["draft"], &json!(["edit", "submit", "delete", "post"])));
}

async fn movements_counts_and_changes_of_controls_wait_in_the_same_inbox(app: &TestServer) {
    let (admin, controller) = (app.as_role("admin"), app.as_role("controller"));
    let (manager, operator) = (app.as_role("warehouseManager"), app.as_role("warehouseOperator"));
    set_up(&admin).await;
    let line = json!({"sku": "APPLE", "quantity": "10", "totalCost": "50.00"});
    let mut receipt = movement("receipt", "2010-01-10", line.clone());
    admin.post("/inventory/movements", &receipt).await.expect(201);
    receipt["status"] = json!("draft");
    let receipt = operator.post("/inventory/movements", &receipt).await.expect(201).id();
    operator.ask(Method::POST, &format!("/inventory/movements/{receipt}/submit")).await.expect(204);
    this_year(&admin).await;
    let count = json!({"warehouseCode": "MAIN", "tolerance": {"quantity": "0"}, "description": "Yearly"});
    let count = manager.post("/inventory/counts", &count).await.expect(201).id();
    let path = format!("/inventory/counts/{count}");
    found(&operator, &path, json!([{"sku": "APPLE", "quantity": "7"}])).await;
    step(&operator, &path, "submit", json!({})).await;

    let waiting = inbox(&manager).await;
    assert_eq!(kinds(&waiting), ["approve", "approve"], "{waiting:#?}");
    let of = |subject: &str| waiting.iter().find(|item| item["subject"] == subject).unwrap();
    assert_eq!((&of(&receipt)["subjectType"], &of(&receipt)["amount"]), (&json!("movement"), &Value::Null));
    assert_eq!((&of(&count)["title"], &of(&count)["allowed"]), (&json!("Yearly"), &json!(["approve", "sendBack"])));
    assert_eq!(kinds(&inbox(&operator).await), ["submitted", "submitted"]);
    let back = json!({"reason": "count again"});
    manager.post(&format!("/inventory/counts/{count}/send-back"), &back).await.expect(204);
    let own = inbox(&operator).await;
    assert_eq!((kinds(&own), &own[0]["reason"]), (vec!["rejected", "submitted"], &json!("count again")));

    admin.put("/organization", &json!({"controlChanges": "secondPerson"})).await.expect(204);
    let policy = json!({"name": "Large sales", "minAmount": "100"});
    let change = controller.post("/accounting/approval-policies", &policy).await.expect(202).id();
    let proposed = inbox(&controller).await;
    let own = proposed.iter().find(|item| item["subject"] == change).unwrap_or_else(|| panic!("{proposed:#?}"));
    assert_eq!((&own["kind"], &own["heldBy"]), (&json!("submitted"), &json!("proposerNotApprover")));
    let waiting = inbox(&admin).await;
    let item = waiting.iter().find(|item| item["subject"] == change).unwrap_or_else(|| panic!("{waiting:#?}"));
    assert_eq!((&item["title"], &item["allowed"]), (&json!("Large sales"), &json!(["approve", "reject"])));
}

async fn a_receipt_without_its_cost_waits_for_those_who_may_state_it_and_for_nobody_else(app: &TestServer) {
    let operator = app.as_role("warehouseOperator");
    set_up(&app.as_role("admin")).await;
    let draft = |line: Value| {
        let mut receipt = movement("receipt", "2010-01-10", line);
        receipt["status"] = json!("draft");
        receipt
    };
    let apples = |cost: Value| draft(json!({"sku": "APPLE", "quantity": "10", "totalCost": cost}));
    operator.post("/inventory/movements", &apples(json!("50.00"))).await.expect(201);
    let wanting = draft(json!({"sku": "APPLE", "quantity": "10"}));
    let receipt = operator.post("/inventory/movements", &wanting).await.expect(201).id();
    let scrap = json!({"code": "BIN", "name": "Bin", "kind": "scrap"});
    app.as_role("admin").post("/warehouses", &scrap).await.expect(201);
    let mut worthless = wanting.clone();
    worthless["warehouseCode"] = json!("BIN");
    operator.post("/inventory/movements", &worthless).await.expect(201);

    for (role, wanted) in [
        ("admin", vec!["cost"]),
        ("accountant", vec!["cost"]),
        ("controller", vec!["cost"]),
        ("auditor", vec![]),
        ("clerk", vec![]),
        ("warehouseManager", vec![]),
        ("warehouseOperator", vec!["draft", "draft", "draft"]),
    ] {
        let own = inbox(&app.as_role(role)).await;
        assert_eq!(kinds(&own), wanted, "{role}");
    }
    let accountant = app.as_role("accountant");
    let own = inbox(&accountant).await;
    let by = app.books.member("warehouseOperator").to_string();
    assert_eq!(
        (&own[0]["subject"], &own[0]["by"], &own[0]["allowed"]),
        (&json!(receipt), &json!(by), &json!(["cost"]))
    );
    assert_eq!(counts(&accountant).await["cost"], 1);
    assert_eq!(accountant.get("/me/inbox?kind=cost").await.data(), own);

    // What waits for an approval as well is there once.
    let path = format!("/inventory/movements/{receipt}");
    operator.ask(Method::POST, &format!("{path}/submit")).await.expect(204);
    assert_eq!(kinds(&inbox(&accountant).await), ["cost"]);
    let controllers = inbox(&app.as_role("controller")).await;
    assert_eq!(
        (kinds(&controllers), &controllers[0]["allowed"]),
        (vec!["approve"], &json!(["approve", "reject", "cost"]))
    );
    let costs = json!({"lines": [{"lineNumber": 1, "totalCost": "20.00"}]});
    accountant.put(&format!("{path}/costs"), &costs).await.expect(204);
    assert_eq!(inbox(&accountant).await, Vec::<Value>::new(), "and is gone once its cost is known");
}

async fn a_due_reversal_that_could_not_be_posted_waits(app: &TestServer) {
    let accountant = app.as_role("accountant");
    // Nobody has opened the year of its day.
    let accrual = app.sale("3.00").on("2010-12-31").with("autoReverseOn", "2011-01-01");
    let entry = accountant.post_entry(&accrual).await;
    let own = inbox(&accountant).await;
    assert_eq!((kinds(&own), &own[0]["date"]), (vec!["reversal"], &json!("2011-01-01")));
    assert_eq!((&own[0]["subject"], &own[0]["allowed"]), (&json!(entry), &json!(["reverse"])));
    assert_eq!(inbox(&app.as_role("clerk")).await, Vec::<Value>::new());
}

async fn the_inbox_is_read_by_reason_and_page_by_page_and_only_what_may_be_read_is_in_it(app: &TestServer) {
    let controller = app.as_role("controller");
    for amount in ["1.00", "2.00", "3.00"] {
        submitted(app, &app.as_role("clerk"), amount).await;
    }
    controller.post_entry(&app.sale("4.00").draft()).await;
    let all = inbox(&controller).await;
    assert_eq!(kinds(&all), ["approve", "approve", "approve", "draft"]);
    assert_eq!(controller.get("/me/inbox?kind=draft").await.data(), all[3..]);
    assert_eq!(controller.get("/me/inbox?kind=draft").await.json()["counts"]["approve"], 3);
    let (mut read, mut path) = (Vec::new(), "/me/inbox?limit=3".to_owned());
    loop {
        let page = controller.get(&path).await;
        read.extend(page.expect(200).data());
        let Some(next) = page.json()["nextCursor"].as_str().map(str::to_owned) else { break };
        path = format!("/me/inbox?limit=3&cursor={next}");
    }
    assert_eq!(read, all);
    assert_eq!(inbox(&app.as_role("warehouseOperator")).await, Vec::<Value>::new());
    controller.get("/me/inbox?kind=later").await.expect(400).pointer("kind");
}
