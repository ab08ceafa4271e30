//! Goods that are their owner's until they are used.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::counts::{found, step, this_year};
use crate::movement_kinds::more_accounts;
use crate::movements::{balance, movement, set_up};

const AT: &str = "/inventory/movements";

/// Accounts, items, and a warehouse for goods of others next to our own.
async fn with_others(admin: &Caller) {
    set_up(admin).await;
    more_accounts(admin).await;
    admin
        .post("/warehouses", &json!({"code": "CONS", "name": "Goods of others", "kind": "consignmentIn"}))
        .await
        .expect(201);
}

fn there(kind: &str, day: &str, line: Value) -> Value {
    let mut body = movement(kind, day, line);
    body["warehouseCode"] = json!("CONS");
    body
}

async fn consigned(admin: &Caller, owner: &str, quantity: &str, price: &str) -> String {
    let mut body = there("receipt", "2010-01-05", json!({"sku": "APPLE", "quantity": quantity, "totalCost": price}));
    body["partyName"] = json!(owner);
    let came = admin.post(AT, &body).await.expect(201).json();
    assert_eq!((&came["entryId"], &came["lines"][0]["cost"]), (&Value::Null, &Value::Null), "no value, no entry");
    came["id"].as_str().unwrap().to_owned()
}

/// The payable for goods that are not invoiced, in any year.
async fn owed(admin: &Caller) -> Value {
    admin.get("/inventory/reports/received-not-invoiced").await.expect(200).json()["totalOpen"].clone()
}

async fn on_hand(admin: &Caller, warehouse: &str) -> String {
    let rows = admin.get("/inventory/stock?limit=100").await.expect(200).data();
    let row = rows.iter().find(|row| row["warehouseCode"] == warehouse && row["sku"] == "APPLE");
    row.map_or("0".to_owned(), |row| row["quantity"].as_str().unwrap().to_owned())
}

async fn assert_proved(app: &TestServer) {
    let proof = app.as_role("admin").get("/inventory/proof").await.expect(200).json();
    assert_eq!(proof["proof"]["holds"], true, "{proof}");
    app.verify().await;
}

on_both![
    what_is_used_of_others_goods_is_bought_by_it_and_invoiced_by_their_owner,
    goods_of_others_become_ours_by_a_move_go_back_or_on_and_come_back_from_a_customer_to_our_own,
    a_price_in_another_currency_needs_a_rate_of_the_day_of_use_and_the_refusal_leads_to_it,
    goods_of_others_are_counted_and_reserved_and_what_a_count_finds_is_their_owners,
];

async fn what_is_used_of_others_goods_is_bought_by_it_and_invoiced_by_their_owner(app: &TestServer) {
    let admin = app.as_role("admin");
    with_others(&admin).await;
    consigned(&admin, "Orchard", "4", "8.00").await;
    consigned(&admin, "Grove", "4", "12.00").await;
    assert_eq!((balance(&admin, "1200").await, on_hand(&admin, "CONS").await), ("0.00".to_owned(), "8".to_owned()));
    let valued = admin.get("/inventory/reports/valuation?asOf=2010-12-31").await.expect(200).json();
    assert!(valued["data"].as_array().unwrap().is_empty(), "nothing of it is ours: {valued}");

    let sold = admin
        .post(AT, &there("issue", "2010-02-01", json!({"sku": "APPLE", "quantity": "6"})))
        .await
        .expect(201)
        .json();
    let lines: Vec<String> = sold["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| {
            format!(
                "{} {} {} {}",
                line["quantity"].as_str().unwrap(),
                line["ofQuantity"].as_str().unwrap_or("-"),
                line["cost"].as_str().unwrap(),
                line["ofLine"]
            )
        })
        .collect();
    assert_eq!(lines, ["0 4 8.00 1", "0 2 6.00 1", "-6 - 14.00 null"], "two purchases, and what left");
    assert_eq!(
        (balance(&admin, "5000").await, balance(&admin, "2150").await),
        ("14.00".to_owned(), "-14.00".to_owned())
    );
    let open = admin.get("/inventory/reports/received-not-invoiced?asOf=2010-02-28").await.expect(200).json();
    let rows: Vec<String> = open["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            format!(
                "{} {} {}",
                row["partyName"].as_str().unwrap(),
                row["openQuantity"].as_str().unwrap(),
                row["openAmount"].as_str().unwrap()
            )
        })
        .collect();
    assert_eq!(rows, ["Orchard 4 8.00", "Grove 2 6.00"]);
    assert_eq!(
        open["accounts"].as_array().unwrap().iter().map(|one| one["difference"].clone()).collect::<Vec<_>>(),
        [json!("0.00")]
    );
    let now = admin.get("/inventory/reports/received-not-invoiced").await.expect(200).json();
    assert_eq!((&now["data"][1]["partyName"], &now["totalOpen"]), (&json!("Grove"), &json!("14.00")));
    let turns = admin.get("/inventory/reports/turns?dateFrom=2010-01-01&dateTo=2010-12-31").await.expect(200).json();
    assert_eq!(turns["data"][0]["costOfGoods"], "14.00", "{turns}");

    let id = sold["id"].as_str().unwrap();
    let invoice = json!({"kind": "supplierInvoice", "occurredAt": "2010-03-01", "partyName": "Orchard", "ofMovementId": id, "lines": [{"ofLine": 1}]});
    let invoice = admin.post(AT, &invoice).await.expect(201).id();
    assert_eq!(
        (balance(&admin, "2055").await, balance(&admin, "2150").await),
        ("-8.00".to_owned(), "-6.00".to_owned())
    );
    let void = json!({"reason": "mistaken"});
    let refused = admin.post(&format!("{AT}/{id}/void"), &void).await;
    let told = refused.expect(409).code("movement_has_dependents").json();
    assert_eq!(told["context"]["movementIds"], json!([invoice]), "{told}");
    assert_proved(app).await;
    admin.post(&format!("{AT}/{invoice}/void"), &void).await.expect(204);
    admin.post(&format!("{AT}/{id}/void"), &void).await.expect(204);
    assert_eq!((on_hand(&admin, "CONS").await, balance(&admin, "5000").await), ("8".to_owned(), "0.00".to_owned()));
    assert_proved(app).await;
}

async fn goods_of_others_become_ours_by_a_move_go_back_or_on_and_come_back_from_a_customer_to_our_own(
    app: &TestServer,
) {
    let admin = app.as_role("admin");
    with_others(&admin).await;
    let receipt = consigned(&admin, "Orchard", "10", "20.00").await;
    let mut moved = there("transfer", "2010-01-06", json!({"sku": "APPLE", "quantity": "3"}));
    moved["toWarehouseCode"] = json!("MAIN");
    let moved = admin.post(AT, &moved).await.expect(201).json();
    assert_eq!((&moved["lines"][0]["totalCost"], balance(&admin, "1200").await), (&json!("6.00"), "6.00".to_owned()));
    let back = json!({"kind": "supplierReturn", "occurredAt": "2010-01-07", "warehouseCode": "CONS", "ofMovementId": receipt, "lines": [{"sku": "APPLE", "quantity": "2"}]});
    let back = admin.post(AT, &back).await.expect(201).json();
    assert_eq!((&back["entryId"], on_hand(&admin, "CONS").await), (&Value::Null, "5".to_owned()));
    let sold =
        admin.post(AT, &there("issue", "2010-01-08", json!({"sku": "APPLE", "quantity": "2"}))).await.expect(201).id();
    let mut returned = movement("return", "2010-01-09", json!({"sku": "APPLE", "quantity": "1"}));
    returned["ofMovementId"] = json!(sold);
    let into = admin
        .post(AT, &{
            let mut into = returned.clone();
            into["warehouseCode"] = json!("CONS");
            into
        })
        .await;
    into.expect(422).code("warehouse_not_usable").pointer("/warehouseCode");
    let returned = admin.post(AT, &returned).await.expect(201).json();
    assert_eq!((&returned["lines"][0]["cost"], balance(&admin, "5000").await), (&json!("2.00"), "2.00".to_owned()));
    assert_eq!(balance(&admin, "1200").await, "8.00");
    let mut ours = movement("transfer", "2010-01-10", json!({"sku": "APPLE", "quantity": "1"}));
    ours["toWarehouseCode"] = json!("CONS");
    admin.post(AT, &ours).await.expect(422).code("warehouse_not_usable").pointer("/toWarehouseCode");
    let lacking = admin.post(AT, &there("issue", "2010-01-10", json!({"sku": "APPLE", "quantity": "9"}))).await;
    lacking.expect(409).code("insufficient_stock");
    assert_eq!(lacking.json()["context"]["available"], "3");
    let counted = admin.get("/inventory/stock?asOf=2010-12-31&limit=100").await.expect(200).data();
    assert!(counted.iter().any(|row| row["warehouseCode"] == "CONS" && row["quantity"] == "3"), "{counted:?}");
    assert_proved(app).await;
}

async fn a_price_in_another_currency_needs_a_rate_of_the_day_of_use_and_the_refusal_leads_to_it(app: &TestServer) {
    let admin = app.as_role("admin");
    with_others(&admin).await;
    let mut came = there("receipt", "2010-01-05", json!({"sku": "APPLE", "quantity": "4", "totalCost": "8.00"}));
    (came["partyName"], came["currency"]) = (json!("Orchard"), json!("USD"));
    admin.post(AT, &came).await.expect(201);
    let issue = there("issue", "2010-02-01", json!({"sku": "APPLE", "quantity": "1"}));
    let refused = admin.post(AT, &issue).await;
    refused.expect(422).code("rate_missing").pointer("/lines/0/quantity").says("record the rate first");
    let way = refused.resolution("create-rate");
    assert_eq!(way["href"], format!("{}/api/v1/accounting/exchange-rates", app.url));
    let mut rate = way["body"].clone();
    rate["rate"] = json!("0.5");
    admin.post("/accounting/exchange-rates", &rate).await.expect(201);
    admin.post(AT, &issue).await.expect(201);
    assert_eq!(balance(&admin, "2150").await, "-1.00");
}

async fn goods_of_others_are_counted_and_reserved_and_what_a_count_finds_is_their_owners(app: &TestServer) {
    let admin = app.as_role("admin");
    this_year(&admin).await;
    with_others(&admin).await;
    consigned(&admin, "Orchard", "10", "20.00").await;
    let reserved = json!({"sku": "APPLE", "quantity": "4", "warehouseCode": "CONS"});
    let reserved = admin.post("/inventory/reservations", &reserved).await.expect(201).id();
    let refused = admin.post(AT, &there("issue", "2010-01-06", json!({"sku": "APPLE", "quantity": "7"}))).await;
    refused.expect(409).code("insufficient_stock");
    let taken = json!({"sku": "APPLE", "quantity": "4", "reservationId": reserved});
    admin.post(AT, &there("issue", "2010-01-06", taken)).await.expect(201);
    for (counted, open) in [("8", "8.00"), ("5", "14.00")] {
        let count = admin.post("/inventory/counts", &json!({"warehouseCode": "CONS"})).await.expect(201).id();
        let count = format!("/inventory/counts/{count}");
        found(&admin, &count, json!([{"sku": "APPLE", "quantity": counted}])).await;
        for done in ["submit", "approve", "post"] {
            step(&admin, &count, done, json!({})).await;
        }
        assert_eq!((on_hand(&admin, "CONS").await, owed(&admin).await), (counted.to_owned(), json!(open)));
        let line = admin.get(&format!("{count}/lines")).await.expect(200).data()[0].clone();
        let number = if counted == "5" { 2 } else { 1 };
        assert_eq!(line["movementLine"], number, "behind the line by which it was bought: {line}");
    }
    let report = admin.get("/inventory/counts/accuracy?dateFrom=2010-01-01").await.expect(200).json();
    assert_eq!((&report["total"]["loss"], &report["data"][0]["loss"]), (&json!("6.00"), &json!("6.00")), "{report}");
    assert_proved(app).await;
}
