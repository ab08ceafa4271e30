//! Goods that leave use up what they are written down by: the figures of IAS 2.34, worked out by hand.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::movement_kinds::more_accounts;
use crate::movements::{balance, movement, set_up};

const MOVEMENTS: &str = "/inventory/movements";
const VALUATION: &str = "/inventory/reports/valuation";

on_both![
    what_was_written_down_is_not_expensed_again_when_it_is_sold_or_scrapped,
    a_transfer_takes_its_share_along_in_one_step_and_in_two,
    an_issue_that_is_entered_late_takes_its_share_and_voids_give_it_back,
    valuation_proof_and_checklist_tell_what_is_written_down,
];

/// Ten apples for 100.00, written down by 40.00.
async fn written_down(app: &TestServer) -> Caller {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    more_accounts(&admin).await;
    let line = json!({"sku": "APPLE", "quantity": "10", "totalCost": "100.00"});
    record(&admin, &movement("receipt", "2010-01-05", line)).await;
    write_down(&admin, "2010-01-06", "40.00").await;
    admin
}

async fn record(admin: &Caller, body: &Value) -> Value {
    admin.post(MOVEMENTS, body).await.expect(201).json()
}

async fn write_down(admin: &Caller, day: &str, amount: &str) -> Value {
    let mut down = movement("writeDown", day, json!({"sku": "APPLE", "amount": amount}));
    down["offsetAccountCode"] = json!("5100");
    record(admin, &down).await
}

async fn out(admin: &Caller, kind: &str, day: &str, quantity: &str) -> String {
    let out = movement(kind, day, json!({"sku": "APPLE", "quantity": quantity}));
    record(admin, &out).await["id"].as_str().unwrap().to_owned()
}

async fn books(admin: &Caller, codes: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for code in codes {
        found.push(balance(admin, code).await);
    }
    found
}

async fn what_was_written_down_is_not_expensed_again_when_it_is_sold_or_scrapped(app: &TestServer) {
    let admin = written_down(app).await;
    let cost_of_sales = balance(&admin, "5000").await;
    assert_eq!(cost_of_sales, "0.00");
    out(&admin, "issue", "2010-01-07", "5").await;
    assert_eq!(books(&admin, &["1200", "1290", "5000"]).await, ["50.00", "-20.00", "30.00"]);
    out(&admin, "scrap", "2010-01-08", "5").await;
    assert_eq!(books(&admin, &["1200", "1290"]).await, ["0.00", "0.00"]);
    // Nothing is left to take back.
    let mut up = movement("writeDown", "2010-01-09", json!({"sku": "APPLE", "amount": "-0.01"}));
    up["offsetAccountCode"] = json!("5100");
    admin.post(MOVEMENTS, &up).await.expect(422).code("amount_out_of_range").pointer("/lines/0/amount");
}

async fn a_transfer_takes_its_share_along_in_one_step_and_in_two(app: &TestServer) {
    let admin = written_down(app).await;
    let transfer = |mode: &str, day: &str| {
        let line = json!({"sku": "APPLE", "quantity": "2", "toWarehouseCode": "SHOP"});
        let mut transfer = movement("transfer", day, line);
        transfer["mode"] = json!(mode);
        transfer
    };
    record(&admin, &transfer("direct", "2010-01-07")).await;
    assert_eq!(books(&admin, &["1200", "1290"]).await, ["100.00", "-40.00"]);
    let sent = record(&admin, &transfer("twoStep", "2010-01-08")).await["id"].as_str().unwrap().to_owned();
    // In transit they are worth what they are carried at.
    assert_eq!(books(&admin, &["1200", "1210", "1290"]).await, ["80.00", "12.00", "-32.00"]);
    admin.post(&format!("{MOVEMENTS}/{sent}/receive"), &json!({"occurredAt": "2010-01-09"})).await.expect(201);
    assert_eq!(books(&admin, &["1200", "1210", "1290"]).await, ["100.00", "0.00", "-40.00"]);
    let mut sold = movement("issue", "2010-01-10", json!({"sku": "APPLE", "quantity": "4"}));
    sold["warehouseCode"] = json!("SHOP");
    let sold = record(&admin, &sold).await["id"].as_str().unwrap().to_owned();
    assert_eq!(books(&admin, &["1200", "1290", "5000"]).await, ["60.00", "-24.00", "24.00"]);
    let mut back = movement("return", "2010-01-11", json!({"sku": "APPLE", "quantity": "1"}));
    back["ofMovementId"] = json!(sold);
    record(&admin, &back).await;
    assert_eq!(books(&admin, &["1200", "1290", "5000"]).await, ["70.00", "-28.00", "18.00"]);
}

async fn an_issue_that_is_entered_late_takes_its_share_and_voids_give_it_back(app: &TestServer) {
    let admin = written_down(app).await;
    let late = out(&admin, "issue", "2010-01-05", "5").await;
    // Five were there to be written down, for 50.00: all of the 40.00 is theirs.
    assert_eq!(books(&admin, &["1200", "1290", "5000"]).await, ["50.00", "-40.00", "50.00"]);
    let sold = out(&admin, "issue", "2010-01-08", "5").await;
    assert_eq!(books(&admin, &["1200", "1290", "5000"]).await, ["0.00", "0.00", "60.00"]);
    for id in [&late, &sold] {
        let path = format!("{MOVEMENTS}/{id}/void");
        admin.post(&path, &json!({"reason": "it was none"})).await.expect(204);
    }
    assert_eq!(books(&admin, &["1200", "1290", "5000"]).await, ["100.00", "-40.00", "0.00"]);
}

async fn valuation_proof_and_checklist_tell_what_is_written_down(app: &TestServer) {
    let admin = written_down(app).await;
    out(&admin, "issue", "2010-01-07", "5").await;
    for query in ["", "?asOf=2010-01-31", "?by=warehouse", "?by=account", "?by=category"] {
        let answer = admin.get(&format!("{VALUATION}{query}")).await.expect(200).json();
        let told = |row: &Value| ["value", "writtenDown", "carryingAmount"].map(|name| row[name].clone());
        assert_eq!(told(&answer["data"][0]), ["50.00", "20.00", "30.00"].map(|text| json!(text)), "{query}");
        let total = ["totalValue", "totalWrittenDown", "totalCarryingAmount"].map(|name| answer[name].clone());
        assert_eq!(total, ["50.00", "20.00", "30.00"].map(|text| json!(text)), "{query}");
    }
    let before = admin.get(&format!("{VALUATION}?asOf=2010-01-06")).await.expect(200).json();
    assert_eq!(before["data"][0]["carryingAmount"], "60.00");
    let proof = admin.get("/inventory/proof").await.expect(200).json()["proof"].clone();
    assert_eq!(proof["holds"], true, "{proof}");
    let accounts = proof["accounts"].as_array().unwrap();
    let allowance = accounts.iter().find(|row| row["code"] == "1290").unwrap();
    assert_eq!((&allowance["replayed"], &allowance["books"]), (&json!("-20.00"), &json!("-20.00")));
    // An entry by hand is no write-down of goods, and nothing uses it up.
    let periods = admin.get("/accounting/periods?limit=200").await.expect(200).data();
    let january = periods.iter().find(|row| row["startDate"] == "2010-01-01").unwrap();
    let path = format!("/accounting/periods/{}/checklist", january["id"].as_str().unwrap());
    let status = async || {
        let items = admin.get(&path).await.expect(200).json()["items"].as_array().unwrap().clone();
        items.iter().find(|item| item["code"] == "stockAllowance").map(|item| item["status"].clone())
    };
    assert_eq!(status().await, Some(json!("ok")));
    let lines = json!([{"accountCode": "5100", "debit": "1.00"}, {"accountCode": "1290", "credit": "1.00"}]);
    let by_hand = app.sale("1.00").with("lines", lines).with("date", "2010-01-20").json();
    admin.post("/accounting/journal-entries", &by_hand).await.expect(201);
    assert_eq!(status().await, Some(json!("warning")));
}
