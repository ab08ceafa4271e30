//! Movements other than plain receipts and issues, over HTTP: suppliers' invoices and returns, later costs, goods in
//! transit, assemblies, and another value, method or account.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::movements::{balance, movement, set_up};

/// The accounts that these kinds need in addition to the usual ones.
pub async fn more_accounts(admin: &Caller) {
    for (code, kind, subtype, control) in [
        ("2055", "liability", "payable", json!("payable")),
        ("1170", "asset", "supplierReturns", Value::Null),
        ("2015", "liability", "landedCostClearing", Value::Null),
        ("1290", "asset", "stockAllowance", Value::Null),
        ("1210", "asset", "inventory", json!("stock")),
    ] {
        let body = json!({"code": code, "name": code, "type": kind, "subtype": subtype, "controlFor": control});
        admin.post("/accounting/accounts", &body).await.expect(201);
    }
    let accounts = admin.get("/accounting/accounts?limit=200").await.expect(200).data();
    let in_transit = accounts.iter().find(|one| one["code"] == "1210").map(|one| one["id"].clone());
    admin.put("/organization", &json!({"inTransitAccountId": in_transit})).await.expect(204);
}

async fn record(admin: &Caller, body: &Value) -> Value {
    admin.post("/inventory/movements", body).await.expect(201).json()
}

async fn received(admin: &Caller) -> String {
    let receipt = json!({
        "kind": "receipt", "occurredAt": "2010-01-05", "warehouseCode": "MAIN", "partyName": "Orchard",
        "lines": [{"sku": "APPLE", "quantity": "10", "totalCost": "20.00"}, {"sku": "PEAR", "quantity": "4", "totalCost": "10.00"}],
    });
    record(admin, &receipt).await["id"].as_str().unwrap().to_owned()
}

on_both![
    a_receipt_is_invoiced_costs_more_and_goes_back_in_part,
    goods_in_transit_are_received_in_parts_and_the_rest_is_closed,
    a_transfer_in_two_steps_says_where_it_goes_also_once_it_is_voided,
    goods_on_their_way_are_on_the_account_of_the_warehouse_through_which_they_go,
    goods_are_made_of_goods_and_are_worth_more_less_or_valued_otherwise,
];

async fn a_receipt_is_invoiced_costs_more_and_goes_back_in_part(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    more_accounts(&admin).await;
    let receipt = received(&admin).await;
    let invoice = json!({
        "kind": "supplierInvoice", "occurredAt": "2010-01-10", "dueDate": "2010-02-09", "partyName": "Orchard",
        "reference": "INV-7", "ofMovementId": receipt,
        "lines": [{"sku": "APPLE", "amount": "22.00"}, {"sku": "PEAR"}],
        "charges": [{"accountCode": "5100", "amount": "1.20", "description": "Pallet"}],
    });
    let invoice = record(&admin, &invoice).await;
    assert_eq!((&invoice["dueDate"], &invoice["charges"][0]["amount"]), (&json!("2010-02-09"), &json!("1.20")));
    assert_eq!(
        (&invoice["lines"][0]["amount"], &invoice["lines"][0]["cost"], &invoice["lines"][0]["quantity"]),
        (&json!("22.00"), &json!("2.00"), &json!("0"))
    );
    assert_eq!((&invoice["lines"][1]["amount"], &invoice["lines"][1]["ofQuantity"]), (&json!("10.00"), &json!("4")));
    assert_eq!(
        (balance(&admin, "2055").await, balance(&admin, "2150").await, balance(&admin, "1200").await),
        ("-33.20".into(), "0.00".into(), "32.00".into())
    );
    let again =
        json!({"kind": "supplierInvoice", "occurredAt": "2010-01-11", "partyName": "Orchard", "ofMovementId": receipt});
    admin.post("/inventory/movements", &again).await.expect(422).code("takes_too_much");
    let void = format!("/inventory/movements/{receipt}/void");
    let refused = admin.post(&void, &json!({"reason": "wrong"})).await;
    assert_eq!(refused.expect(409).code("movement_has_dependents").resolution("void-dependent")["method"], "POST");

    let out = admin
        .post("/inventory/movements", &movement("issue", "2010-01-11", json!({"sku": "APPLE", "quantity": "1"})))
        .await
        .expect(201)
        .id();
    for (kind, amount) in [("supplierInvoice", json!(null)), ("landedCost", json!("3.00"))] {
        let mut wrong = json!({"kind": kind, "occurredAt": "2010-01-12", "partyName": "Orchard", "ofMovementId": out});
        if amount.is_string() {
            (wrong["amount"], wrong["splitBy"]) = (amount, json!("quantity"));
        }
        admin.post("/inventory/movements", &wrong).await.expect(422).code("fields_conflict").pointer("/ofMovementId");
    }
    admin.post(&format!("/inventory/movements/{out}/void"), &json!({"reason": "a test"})).await.expect(204);
    let freight = json!({"kind": "landedCost", "occurredAt": "2010-01-12", "ofMovementId": receipt, "amount": "3.00", "splitBy": "quantity"});
    let freight = record(&admin, &freight).await;
    assert_eq!(
        (&freight["splitBy"], &freight["lines"][0]["cost"], &freight["lines"][1]["cost"]),
        (&json!("quantity"), &json!("2.14"), &json!("0.86"))
    );
    let back = json!({"kind": "supplierReturn", "occurredAt": "2010-01-13", "ofMovementId": receipt, "lines": [{"sku": "APPLE", "quantity": "1"}]});
    let back = record(&admin, &back).await;
    // Out of its own layer at 24.14 for ten; the supplier owes what they invoiced.
    assert_eq!((&back["lines"][0]["cost"], balance(&admin, "1170").await), (&json!("2.41"), "2.20".to_owned()));
    let paid = format!("/inventory/movements/{}/void", invoice["id"].as_str().unwrap());
    let refused = admin.post(&paid, &json!({"reason": "wrong"})).await;
    let way_out = refused.expect(409).code("movement_has_dependents").resolution("void-dependent");
    let to_void = format!("/inventory/movements/{}/void", back["id"].as_str().unwrap());
    assert!(way_out["href"].as_str().unwrap().ends_with(&to_void), "{way_out}");
    for id in [&back["id"], &freight["id"], &invoice["id"], &json!(receipt)] {
        let path = format!("/inventory/movements/{}/void", id.as_str().unwrap());
        admin.post(&path, &json!({"reason": "undone"})).await.expect(204);
    }
    for code in ["1200", "2150", "2055", "5900", "1170"] {
        assert_eq!(balance(&admin, code).await, "0.00", "{code}");
    }
    admin.get("/inventory/proof?asOf=2010-12-31").await.expect(200);
}

async fn goods_in_transit_are_received_in_parts_and_the_rest_is_closed(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    more_accounts(&admin).await;
    received(&admin).await;
    let mut transfer = movement("transfer", "2010-01-06", json!({"sku": "APPLE", "quantity": "3"}));
    (transfer["toWarehouseCode"], transfer["mode"]) = (json!("SHOP"), json!("twoStep"));
    let transfer = record(&admin, &transfer).await;
    let path = format!("/inventory/movements/{}", transfer["id"].as_str().unwrap());
    assert_eq!((&transfer["mode"], balance(&admin, "1210").await), (&json!("twoStep"), "6.00".to_owned()));
    let first = json!({"occurredAt": "2010-01-07", "lines": [{"ofLine": 1, "quantity": "2"}]});
    let first = admin.post(&format!("{path}/receive"), &first).await.expect(201).json();
    assert_eq!(
        (&first["mode"], &first["ofMovementId"], &first["lines"][0]["cost"]),
        (&json!("receive"), &transfer["id"], &json!("4.00"))
    );
    let beyond = json!({"occurredAt": "2010-01-08", "lines": [{"ofLine": 1, "quantity": "2"}]});
    let refused = admin.post(&format!("{path}/receive"), &beyond).await;
    assert_eq!(refused.expect(422).code("takes_too_much").json()["context"]["left"], "1");
    let closed = admin
        .post(&format!("{path}/close"), &json!({"reason": "lost on the way", "occurredAt": "2010-01-09"}))
        .await
        .expect(201)
        .json();
    assert_eq!(
        (&closed["mode"], &closed["lines"][0]["ofQuantity"], &closed["lines"][0]["cost"]),
        (&json!("close"), &json!("1"), &json!("2.00"))
    );
    let seen = admin.get(&format!("/inventory/movements/{}", closed["id"].as_str().unwrap())).await.expect(200).json();
    assert_eq!(seen["lines"], closed["lines"]);
    assert_eq!((balance(&admin, "1210").await, balance(&admin, "5100").await), ("0.00".to_owned(), "2.00".to_owned()));
    admin
        .post(&format!("{path}/receive"), &json!({"occurredAt": "2010-01-10"}))
        .await
        .expect(409)
        .code("nothing_in_transit");
    let stock = admin.get("/inventory/stock?asOf=2010-12-31&limit=100").await;
    assert!(stock.expect(200).text().contains("SHOP"));
    let proof = admin.get("/inventory/proof?asOf=2010-12-31").await.expect(200).json();
    assert_eq!(proof["proof"]["holds"].as_bool().or(proof["holds"].as_bool()), Some(true), "{proof}");
}

async fn a_transfer_in_two_steps_says_where_it_goes_also_once_it_is_voided(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    more_accounts(&admin).await;
    received(&admin).await;
    let yard = admin.post("/warehouses", &json!({"code": "YARD", "name": "Yard"})).await.expect(201).id();
    let mut transfer = movement("transfer", "2010-01-06", json!({"sku": "APPLE", "quantity": "3"}));
    (transfer["toWarehouseCode"], transfer["mode"]) = (json!("YARD"), json!("twoStep"));
    let transfer = record(&admin, &transfer).await;
    let path = format!("/inventory/movements/{}", transfer["id"].as_str().unwrap());
    assert_eq!(transfer["lines"][0]["toWarehouseId"], json!(yard));
    let as_read = admin.get(&path).await.expect(200).json();
    assert_eq!(as_read["lines"], transfer["lines"]);
    admin.post(&format!("{path}/void"), &json!({"reason": "sent by mistake"})).await.expect(204);
    let voided = admin.get(&path).await.expect(200).json();
    assert_eq!(voided["lines"][0]["toWarehouseId"], json!(yard));
    let of_yard = admin.get(&format!("/inventory/movements?warehouseId={yard}")).await.expect(200).data();
    assert_eq!(of_yard.iter().map(|one| &one["id"]).collect::<Vec<_>>(), [&transfer["id"]]);
    assert_eq!(admin.get("/inventory/reports/goods-in-transit").await.expect(200).json()["data"], json!([]));
    let kept = admin.delete(&format!("/warehouses/{yard}")).await;
    assert_eq!(kept.expect(409).code("warehouse_in_use").json()["resolutions"][0]["rel"], "deactivate");
    admin.put(&format!("/warehouses/{yard}"), &json!({"status": "inactive"})).await.expect(204);
    let proof = admin.get("/inventory/proof?asOf=2010-12-31").await.expect(200).json();
    assert_eq!(proof["proof"]["holds"].as_bool().or(proof["holds"].as_bool()), Some(true), "{proof}");
}

async fn goods_on_their_way_are_on_the_account_of_the_warehouse_through_which_they_go(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    more_accounts(&admin).await;
    received(&admin).await;
    let at_sea = json!({"code": "1220", "name": "Goods at sea", "type": "asset", "controlFor": "stock"});
    let at_sea = admin.post("/accounting/accounts", &at_sea).await.expect(201).id();
    let ship = json!({"code": "SHIP", "name": "By ship", "kind": "inTransit", "valuationAccountId": at_sea});
    let ship = admin.post("/warehouses", &ship).await.expect(201).id();
    let main = admin.get("/warehouses?code=MAIN").await.expect(200).data()[0].clone();
    let path = format!("/warehouses/{}", main["id"].as_str().unwrap());
    admin.put(&path, &json!({"inTransitWarehouseId": ship})).await.expect(204);
    assert_eq!(admin.get(&path).await.expect(200).json()["effectiveInTransitAccountId"], json!(at_sea));
    let listed = admin.get("/warehouses?code=MAIN").await.expect(200).data();
    assert_eq!(listed[0]["effectiveInTransitAccountId"], json!(at_sea));
    let mut transfer = movement("transfer", "2010-01-06", json!({"sku": "APPLE", "quantity": "3"}));
    (transfer["toWarehouseCode"], transfer["mode"]) = (json!("SHOP"), json!("twoStep"));
    let transfer = record(&admin, &transfer).await;
    assert_eq!((balance(&admin, "1220").await, balance(&admin, "1210").await), ("6.00".to_owned(), "0.00".to_owned()));
    // Goods on their way stay on their way, whatever way the next ones go.
    admin.put(&path, &json!({"inTransitWarehouseId": null})).await.expect(204);
    let receive = format!("/inventory/movements/{}/receive", transfer["id"].as_str().unwrap());
    admin.post(&receive, &json!({"occurredAt": "2010-01-09"})).await.expect(201);
    assert_eq!((balance(&admin, "1220").await, balance(&admin, "1210").await), ("0.00".to_owned(), "0.00".to_owned()));
}

async fn goods_are_made_of_goods_and_are_worth_more_less_or_valued_otherwise(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    more_accounts(&admin).await;
    received(&admin).await;
    let made = json!({
        "kind": "assembly", "occurredAt": "2010-01-06", "warehouseCode": "MAIN", "amount": "1.00", "offsetAccountCode": "5100",
        "lines": [{"sku": "APPLE", "quantity": "2", "role": "component"}, {"sku": "PEAR", "quantity": "1", "role": "output"}],
    });
    let made = record(&admin, &made).await;
    assert_eq!((&made["lines"][0]["cost"], &made["lines"][1]["cost"]), (&json!("4.00"), &json!("5.00")));
    let worth = |kind: &str, amount: &str| json!({"kind": kind, "occurredAt": "2010-01-07", "warehouseCode": "MAIN", "offsetAccountCode": "5100", "lines": [{"sku": "PEAR", "amount": amount}]});
    let less = record(&admin, &worth("revaluation", "-2.50")).await;
    assert_eq!((&less["lines"][0]["amount"], &less["lines"][0]["cost"]), (&json!("-2.50"), &json!("-2.50")));
    record(&admin, &worth("writeDown", "3.00")).await;
    assert_eq!(
        (balance(&admin, "1290").await, balance(&admin, "1200").await),
        ("-3.00".to_owned(), "28.50".to_owned())
    );
    let none = json!({"kind": "revaluation", "occurredAt": "2010-01-07", "warehouseCode": "SHOP", "offsetAccountCode": "5100", "lines": [{"sku": "APPLE", "amount": "1.00"}]});
    admin.post("/inventory/movements", &none).await.expect(422).code("nothing_to_value");
    let change = json!({"kind": "costingChange", "occurredAt": "2010-01-08", "lines": [{"sku": "APPLE", "costingMethod": "standard", "standardCost": "2.5"}]});
    let change = record(&admin, &change).await;
    assert_eq!(
        (&change["lines"][0]["costingMethod"], &change["lines"][0]["standardCost"]),
        (&json!("standard"), &json!("2.500000"))
    );
    let cost = json!({"kind": "standardCostChange", "occurredAt": "2010-01-09", "lines": [{"sku": "APPLE", "standardCost": "3"}]});
    record(&admin, &cost).await;
    assert_eq!(balance(&admin, "1200").await, "36.50");
    let wrong = json!({"kind": "issue", "warehouseCode": "MAIN", "lines": [{"sku": "APPLE", "quantity": "1", "role": "component", "amount": "1.00"}]});
    let refused = admin.post("/inventory/movements", &wrong).await.expect(422).json();
    let pointers: Vec<&str> =
        refused["errors"].as_array().unwrap().iter().filter_map(|error| error["pointer"].as_str()).collect();
    assert_eq!(pointers, ["/lines/0/amount", "/lines/0/role"]);
    let missing = json!({"kind": "issue", "warehouseCode": "MAIN", "lines": [{"sku": "APPLE"}]});
    assert_eq!(
        admin.post("/inventory/movements", &missing).await.expect(400).json()["errors"][0]["pointer"],
        "/lines/0/quantity"
    );

    let warehouses = admin.get("/warehouses?limit=100").await.expect(200).data();
    let main = warehouses.iter().find(|one| one["code"] == "MAIN").unwrap()["id"].as_str().unwrap().to_owned();
    let path = format!("/warehouses/{main}/reclassify");
    admin.post(&path, &json!({})).await.expect(400);
    admin.post(&path, &json!({"toAccountCode": "5100"})).await.expect(422).code("account_not_usable");
    let done = admin.post(&path, &json!({"toAccountCode": "1210", "occurredAt": "2010-01-10"})).await;
    done.expect(204);
    assert_eq!((balance(&admin, "1200").await, balance(&admin, "1210").await), ("0.00".to_owned(), "36.50".to_owned()));
    let location = done.header("location").to_owned();
    let made = location.split("/api/v1").last().unwrap().to_owned();
    let shown = admin.get(&made).await.expect(200).json();
    assert_eq!((&shown["kind"], shown["lines"].as_array().unwrap().len()), (&json!("reclassification"), 2));
    admin.post(&format!("{made}/void"), &json!({"reason": "no"})).await.expect(409).code("movement_not_voidable");
    let proof = admin.get("/inventory/proof?asOf=2010-12-31").await.expect(200).json();
    assert_eq!(proof["proof"]["holds"].as_bool().or(proof["holds"].as_bool()), Some(true), "{proof}");
}
