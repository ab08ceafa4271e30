//! What stands in the way of posting a count is said as soon as the counting is over.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::counts::{found, step, stocked, this_year};
use crate::movements::movement;

on_both![
    who_submits_a_count_is_told_line_by_line_what_will_refuse_its_posting,
    what_is_told_is_what_the_reader_would_be_refused,
];

/// What stands in the way: line and code, and whether that is all.
fn told(count: &Value) -> (Vec<(Value, String)>, bool) {
    let blockers = count["blockers"]["data"].as_array().unwrap_or_else(|| panic!("{count}"));
    let one = |row: &Value| (row["lineNumber"].clone(), row["code"].as_str().unwrap().to_owned());
    (blockers.iter().map(one).collect(), count["blockers"]["isComplete"] == true)
}

async fn opened(caller: &Caller, body: Value) -> String {
    format!("/inventory/counts/{}", caller.post("/inventory/counts", &body).await.expect(201).id())
}

async fn who_submits_a_count_is_told_line_by_line_what_will_refuse_its_posting(app: &TestServer) {
    let admin = app.as_role("admin");
    this_year(&admin).await;
    stocked(&admin).await;
    let (operator, manager) = (app.as_role("warehouseOperator"), app.as_role("warehouseManager"));
    let drill = json!({"sku": "DRILL", "quantity": "1", "totalCost": "5.00", "serial": {"number": "a"}});
    admin.post("/inventory/movements", &movement("receipt", "2010-01-05", drill)).await.expect(201);
    let count = opened(&operator, json!({"warehouseCode": "SHOP"})).await;
    assert_eq!(operator.get(&count).await.json()["blockers"], Value::Null, "the counting goes on");
    let lines = json!([
        {"sku": "PEAR", "quantity": "2", "totalCost": "4.00"},
        {"sku": "APPLE", "quantity": "1"},
        {"sku": "DRILL", "serialNumber": "a", "quantity": "1", "totalCost": "5.00"},
    ]);
    found(&operator, &count, lines).await;
    let submitted = operator.post(&format!("{count}/submit"), &json!({})).await.expect(200).json();
    let wanted = vec![(json!(2), "cost_required".to_owned()), (json!(3), "serial_in_stock".to_owned())];
    assert_eq!((&submitted["status"], told(&submitted)), (&json!("submitted"), (wanted.clone(), true)));
    for reader in [&operator, &manager] {
        assert_eq!(told(&reader.get(&count).await.expect(200).json()), (wanted.clone(), true));
    }
    assert_eq!(admin.get("/inventory/counts").await.expect(200).data()[0]["blockers"], Value::Null);
    // The approval stands, and the count is not stuck with it.
    let approved = manager.post(&format!("{count}/approve"), &json!({})).await.expect(200).json();
    assert_eq!((&approved["status"], told(&approved)), (&json!("approved"), (wanted, true)));
    manager.post(&format!("{count}/post"), &json!({})).await.expect(409).code("serial_in_stock");
    step(&manager, &count, "send-back", json!({"reason": "give a cost; the drill is in MAIN"})).await;
    let cured = json!([
        {"lineNumber": 2, "quantity": "1", "totalCost": "1.00"},
        {"lineNumber": 3, "quantity": "0"},
    ]);
    found(&manager, &count, cured).await;
    step(&operator, &count, "submit", json!({})).await;
    assert_eq!(told(&manager.get(&count).await.json()), (vec![], true));
    step(&manager, &count, "approve", json!({})).await;
    step(&manager, &count, "post", json!({})).await;
    assert_eq!(manager.get(&count).await.json()["blockers"], Value::Null);
}

async fn what_is_told_is_what_the_reader_would_be_refused(app: &TestServer) {
    let admin = app.as_role("admin");
    this_year(&admin).await;
    stocked(&admin).await;
    let (operator, manager) = (app.as_role("warehouseOperator"), app.as_role("warehouseManager"));
    // Before all fiscal years: nobody can post there, and the goods of the line have no cost either.
    let body = json!({"warehouseCode": "SHOP", "occurredAt": "1999-12-31"});
    let count = opened(&operator, body).await;
    found(&operator, &count, json!([{"sku": "APPLE", "quantity": "1"}])).await;
    let submitted = operator.post(&format!("{count}/submit"), &json!({})).await.expect(200).json();
    let wanted = (vec![(Value::Null, "no_period".to_owned()), (json!(1), "cost_required".to_owned())], false);
    assert_eq!(told(&submitted), wanted);
    assert_eq!(told(&manager.get(&count).await.json()), wanted);
    step(&manager, &count, "cancel", json!({"reason": "too long ago"})).await;

    // Of reserved goods, what is missing is posted.
    admin
        .post("/inventory/reservations", &json!({"sku": "APPLE", "quantity": "9", "warehouseCode": "MAIN"}))
        .await
        .expect(201);
    let count = opened(&operator, json!({"warehouseCode": "MAIN", "occurredAt": "2010-01-20"})).await;
    found(&operator, &count, json!([{"sku": "APPLE", "quantity": "3"}, {"sku": "PEAR", "quantity": "6"}])).await;
    step(&operator, &count, "submit", json!({})).await;
    assert_eq!(told(&manager.get(&count).await.json()), (vec![], true));
    // What was lost then is sold since.
    admin
        .post("/inventory/movements", &movement("issue", "2010-01-25", json!({"sku": "APPLE", "quantity": "1"})))
        .await
        .expect(201);
    assert_eq!(told(&manager.get(&count).await.json()), (vec![], true));
    let transfer = {
        let mut body = movement("issue", "2010-01-25", json!({"sku": "PEAR", "quantity": "6"}));
        body["reference"] = json!("all pears");
        body
    };
    admin.post("/inventory/movements", &transfer).await.expect(201);
    step(&manager, &count, "send-back", json!({"reason": "look again"})).await;
    found(&operator, &count, json!([{"sku": "PEAR", "quantity": "5"}])).await;
    let submitted = operator.post(&format!("{count}/submit"), &json!({})).await.expect(200).json();
    assert_eq!(told(&submitted), (vec![(json!(2), "would_go_negative_at".to_owned())], true));
}
