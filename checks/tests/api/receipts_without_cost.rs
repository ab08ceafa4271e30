//! Who receives need not know the price: drafts wait for it, and where the organization says so goods come at a provisional cost.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::movement_kinds::more_accounts;
use crate::movements::{balance, set_up};

const MOVEMENTS: &str = "/inventory/movements";
const OPEN: &str = "/inventory/reports/received-not-invoiced";

fn receipt(day: &str, lines: Value) -> Value {
    json!({"kind": "receipt", "occurredAt": day, "warehouseCode": "MAIN", "lines": lines})
}

fn drafted(mut receipt: Value) -> Value {
    receipt["status"] = json!("draft");
    receipt
}

async fn provisional(app: &TestServer) {
    app.as_role("admin").put("/organization", &json!({"receiptsWithoutCost": "provisional"})).await.expect(204);
}

/// The costs of a movement's lines, as somebody who may see costs reads them.
async fn costs(admin: &Caller, id: &str) -> Vec<(Value, Value)> {
    let lines = admin.get(&format!("{MOVEMENTS}/{id}")).await.expect(200).json()["lines"].clone();
    lines.as_array().unwrap().iter().map(|line| (line["totalCost"].clone(), line["provisionalCost"].clone())).collect()
}

on_both![
    a_receipt_without_its_cost_is_drafted_and_completed_by_who_knows_it,
    goods_come_at_a_provisional_cost_that_the_invoice_settles,
    what_comes_late_is_taken_to_cost_what_was_known_at_its_time,
    a_provisional_cost_is_the_standard_the_last_or_the_fallback_cost_else_nothing,
];

async fn a_receipt_without_its_cost_is_drafted_and_completed_by_who_knows_it(app: &TestServer) {
    let (admin, operator) = (app.as_role("admin"), app.as_role("warehouseOperator"));
    set_up(&admin).await;
    let body = receipt("2010-01-05", json!([{"sku": "APPLE", "quantity": "10"}]));
    operator.post(MOVEMENTS, &body).await.expect(422).code("cost_required").pointer("/lines/0/totalCost").says("draft");
    let draft = operator.post(MOVEMENTS, &drafted(body)).await.expect(201).id();
    let post = format!("{MOVEMENTS}/{draft}/post");
    operator.post(&post, &json!({})).await.expect(422).code("cost_required").pointer("/lines/0/totalCost");
    operator.post(&format!("{MOVEMENTS}/{draft}/submit"), &json!({})).await.expect(422).code("cost_required");
    assert_eq!(costs(&admin, &draft).await, [(Value::Null, json!(false))]);
    let known = json!({"lines": [{"sku": "APPLE", "quantity": "10", "totalCost": "20.00"}]});
    admin.put(&format!("{MOVEMENTS}/{draft}"), &known).await.expect(204);
    operator.post(&post, &json!({})).await.expect(204);
    assert_eq!(costs(&admin, &draft).await, [(json!("20.00"), json!(false))]);
    assert_eq!(balance(&admin, "1200").await, "20.00");
}

async fn goods_come_at_a_provisional_cost_that_the_invoice_settles(app: &TestServer) {
    let (admin, operator) = (app.as_role("admin"), app.as_role("warehouseOperator"));
    set_up(&admin).await;
    more_accounts(&admin).await;
    for wrong in [json!(null), json!("free"), json!(true)] {
        admin
            .put("/organization", &json!({"receiptsWithoutCost": wrong}))
            .await
            .expect(400)
            .pointer("/receiptsWithoutCost");
    }
    assert_eq!(admin.get("/organization").await.json()["receiptsWithoutCost"], "refuse");
    let known = receipt("2010-01-05", json!([{"sku": "APPLE", "quantity": "10", "totalCost": "20.00"}]));
    admin.post(MOVEMENTS, &known).await.expect(201);
    let body = receipt("2010-01-06", json!([{"sku": "APPLE", "quantity": "5"}]));
    operator.post(MOVEMENTS, &body).await.expect(422).code("cost_required");
    provisional(app).await;
    let made = operator.post(MOVEMENTS, &body).await.expect(201).json();
    assert_eq!((&made["lines"][0]["totalCost"], &made["lines"][0]["provisionalCost"]), (&Value::Null, &json!(true)));
    let id = made["id"].as_str().unwrap();
    // Ten cost 20.00 last: five are taken to cost 10.00.
    assert_eq!(costs(&admin, id).await, [(json!("10.00"), json!(true))]);
    assert_eq!((balance(&admin, "1200").await, balance(&admin, "2150").await), ("30.00".into(), "-30.00".into()));
    let row = async |caller: &Caller| {
        let open = caller.get(OPEN).await.expect(200).json();
        open["data"].as_array().unwrap().iter().find(|row| row["movementId"] == id).cloned()
    };
    let (seen, hidden) = (row(&admin).await.unwrap(), row(&operator).await.unwrap());
    assert_eq!((&seen["provisionalCost"], &seen["openAmount"]), (&json!(true), &json!("10.00")));
    assert_eq!((&hidden["provisionalCost"], &hidden["openAmount"]), (&json!(true), &Value::Null));
    let unsaid =
        json!({"kind": "supplierInvoice", "occurredAt": "2010-01-10", "partyName": "Orchard", "ofMovementId": id});
    admin.post(MOVEMENTS, &unsaid).await.expect(422).code("movement_incomplete").pointer("/lines/0/amount");
    let invoice = json!({
        "kind": "supplierInvoice", "occurredAt": "2010-01-10", "partyName": "Orchard", "ofMovementId": id,
        "lines": [{"sku": "APPLE", "amount": "11.50"}],
    });
    admin.post(MOVEMENTS, &invoice).await.expect(201);
    // All five are there still: the difference of 1.50 is theirs.
    assert_eq!(balance(&admin, "1200").await, "31.50");
    assert_eq!((balance(&admin, "2150").await, balance(&admin, "2055").await), ("-20.00".into(), "-11.50".into()));
    assert_eq!(row(&admin).await, None);
}

async fn what_comes_late_is_taken_to_cost_what_was_known_at_its_time(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    provisional(app).await;
    for item in [
        json!({"sku": "AVERAGE", "name": "At average", "costingMethod": "average"}),
        json!({"sku": "STD", "name": "At standard", "costingMethod": "standard", "fallbackCost": "7.10"}),
    ] {
        admin.post("/inventory/items", &item).await.expect(201);
    }
    for sku in ["APPLE", "AVERAGE"] {
        // 2.00 each on the 5th, 3.00 each on the 8th, 9.00 each on the 20th.
        for (day, quantity, cost) in [("05", "10", "20.00"), ("08", "4", "12.00"), ("20", "1", "9.00")] {
            let lines = json!([{"sku": sku, "quantity": quantity, "totalCost": cost}]);
            admin.post(MOVEMENTS, &receipt(&format!("2010-01-{day}"), lines)).await.expect(201);
        }
        // Goods that leave state no cost.
        let issue = json!({"kind": "issue", "occurredAt": "2010-01-09", "lines": [{"sku": sku, "quantity": "1"}]});
        admin.post(MOVEMENTS, &issue).await.expect(201);
        for (day, wanted) in [("06", "10.00"), ("12", "15.00"), ("21", "45.00"), ("04", "0.00")] {
            let late = receipt(&format!("2010-01-{day}"), json!([{"sku": sku, "quantity": "5"}]));
            let id = admin.post(MOVEMENTS, &late).await.expect(201).id();
            assert_eq!(costs(&admin, &id).await, [(json!(wanted), json!(true))], "{sku} on the {day}th");
        }
    }
    let receive = async |day: &str| {
        let body = receipt(&format!("2010-01-{day}"), json!([{"sku": "STD", "quantity": "3"}]));
        let id = admin.post(MOVEMENTS, &body).await.expect(201).id();
        costs(&admin, &id).await
    };
    assert_eq!(receive("05").await, [(json!("21.30"), json!(true))]);
    let dearer = json!({"kind": "standardCostChange", "occurredAt": "2010-01-15", "lines": [{"sku": "STD", "standardCost": "8"}]});
    admin.post(MOVEMENTS, &dearer).await.expect(201);
    assert_eq!(receive("10").await, [(json!("21.30"), json!(true))], "before the standard cost changed");
    assert_eq!(receive("16").await, [(json!("24.00"), json!(true))]);
}

async fn a_provisional_cost_is_the_standard_the_last_or_the_fallback_cost_else_nothing(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    provisional(app).await;
    for item in [
        json!({"sku": "FALL", "name": "With a fallback cost", "fallbackCost": "3.25"}),
        json!({"sku": "NONE", "name": "Of which nothing is known"}),
        json!({"sku": "STD", "name": "At standard", "costingMethod": "standard", "fallbackCost": "7.10"}),
    ] {
        admin.post("/inventory/items", &item).await.expect(201);
    }
    let known = receipt("2010-01-05", json!([{"sku": "APPLE", "quantity": "3", "totalCost": "10.00"}]));
    admin.post(MOVEMENTS, &known).await.expect(201);
    let lines = json!([
        {"sku": "FALL", "quantity": "2"}, {"sku": "NONE", "quantity": "4"}, {"sku": "STD", "quantity": "3"},
        {"sku": "APPLE", "quantity": "2"}, {"sku": "FALL", "quantity": "1", "totalCost": "9.99"},
    ]);
    let id = admin.post(MOVEMENTS, &receipt("2010-01-06", lines)).await.expect(201).id();
    let estimated = |cost: &str| (json!(cost), json!(true));
    // 10.00 for three makes 6.666… for two, rounded half up.
    let wanted =
        [estimated("6.50"), estimated("0.00"), estimated("21.30"), estimated("6.67"), (json!("9.99"), json!(false))];
    assert_eq!(costs(&admin, &id).await, wanted);
    let mut foreign = receipt("2010-01-07", json!([{"sku": "FALL", "quantity": "2"}]));
    (foreign["currency"], foreign["exchangeRate"]) = (json!("USD"), json!("0.5"));
    let id = admin.post(MOVEMENTS, &foreign).await.expect(201).id();
    // The last one cost 9.99: two cost 19.98, which are 39.96 dollars.
    assert_eq!(costs(&admin, &id).await, [estimated("39.96")]);
    admin.post("/warehouses", &json!({"code": "GUEST", "name": "Guest", "kind": "consignmentIn"})).await.expect(201);
    let mut of_others = receipt("2010-01-07", json!([{"sku": "FALL", "quantity": "2"}]));
    (of_others["warehouseCode"], of_others["partyName"]) = (json!("GUEST"), json!("Orchard"));
    admin.post(MOVEMENTS, &of_others).await.expect(422).code("cost_required");
}
