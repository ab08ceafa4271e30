//! Movements of goods: receipts, issues and transfers, their costs, and that the books have them in the same commit.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::accounts::all_pages;

/// Accounts, warehouses and items for stock.
pub async fn set_up(admin: &Caller) {
    for (code, kind, subtype) in [
        ("2150", "liability", "goodsReceivedNotInvoiced"),
        ("3900", "equity", "openingBalance"),
        ("5100", "expense", "other"),
        ("5900", "expense", "costVariance"),
    ] {
        let body = json!({"code": code, "name": code, "type": kind, "subtype": subtype});
        admin.post("/accounting/accounts", &body).await.expect(201);
    }
    let accounts = admin.get("/accounting/accounts?limit=200").await.expect(200).data();
    let id = |code: &str| accounts.iter().find(|one| one["code"] == code).map(|one| one["id"].clone());
    let settings =
        json!({"valuationAccountId": id("1200"), "cogsAccountId": id("5000"), "adjustmentAccountId": id("5100")});
    admin.put("/organization", &settings).await.expect(204);
    for code in ["MAIN", "SHOP"] {
        admin.warehouse(code).await;
    }
    for (sku, method, tracking) in [
        ("APPLE", "fifo", "none"),
        ("PEAR", "average", "none"),
        ("MILK", "specific", "lot"),
        ("DRILL", "fifo", "serial"),
    ] {
        let units = json!([{"unitCode": "XCS", "numerator": 12, "denominator": 1}, {"unitCode": "XBX", "numerator": 1, "denominator": 3}]);
        let body = json!({"sku": sku, "name": sku, "costingMethod": method, "tracking": tracking, "units": units});
        admin.post("/inventory/items", &body).await.expect(201);
    }
}

/// A movement of one line on a day.
pub fn movement(kind: &str, day: &str, line: Value) -> Value {
    json!({"kind": kind, "occurredAt": day, "warehouseCode": "MAIN", "lines": [line]})
}

/// The balance of an account in base currency at the end of the year, a debit above 0.
pub async fn balance(caller: &Caller, code: &str) -> String {
    let report = caller.get("/accounting/reports/trial-balance?asOf=2010-12-31").await.expect(200).json();
    let row = report["data"].as_array().unwrap().iter().find(|row| row["code"] == code).cloned();
    let side = |name: &str| row.as_ref().map_or("0.00".to_owned(), |row| row[name].as_str().unwrap().to_owned());
    let (debit, credit) = (side("closingDebit"), side("closingCredit"));
    if credit == "0.00" { debit } else { format!("-{credit}") }
}

on_both![
    goods_that_come_and_go_post_their_own_entry_with_their_cost_in_the_same_commit,
    what_cannot_move_is_refused_with_its_field_and_nothing_is_written,
    a_draft_moves_nothing_until_it_is_posted_and_costs_are_hidden_from_operators,
    what_is_late_is_posted_on_the_first_open_day_by_who_may_be_late,
];

async fn goods_that_come_and_go_post_their_own_entry_with_their_cost_in_the_same_commit(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let body = json!({
        "kind": "receipt", "occurredAt": "2010-01-05", "warehouseCode": "main", "partyName": "Orchard", "reference": "D-1",
        "lines": [{"sku": "apple", "quantity": "1", "unitCode": "XCS", "totalCost": "10.00"}],
    });
    let came = admin.post("/inventory/movements", &body).await;
    came.expect(201);
    let shown = came.json();
    assert_eq!(
        (&shown["status"], &shown["postingDate"], &shown["lines"][0]["quantity"]),
        (&json!("posted"), &json!("2010-01-05"), &json!("12"))
    );
    assert_eq!(
        (&shown["lines"][0]["cost"], &shown["lines"][0]["entered"]),
        (&json!("10.00"), &json!({"quantity": "1", "unitCode": "XCS"}))
    );
    let path = format!("/inventory/movements/{}", came.id());
    assert_eq!(admin.get(&path).await.expect(200).json(), shown);
    let entry = admin
        .get(&format!("/accounting/journal-entries/{}", shown["entryId"].as_str().unwrap()))
        .await
        .expect(200)
        .json();
    assert_eq!(
        (&entry["entryType"], &entry["ownerId"], &entry["totalDebit"]),
        (&json!("stock"), &shown["id"], &json!("10.00"))
    );
    let void = format!("/accounting/journal-entries/{}/void", entry["id"].as_str().unwrap());
    let refused = admin.post(&void, &json!({"reason": "no"})).await;
    assert!(
        refused.expect(409).code("entry_owned_by_source").resolution("void-owner")["href"]
            .as_str()
            .unwrap()
            .ends_with("/void")
    );

    let out = admin
        .post("/inventory/movements", &movement("issue", "2010-01-06", json!({"sku": "APPLE", "quantity": "5"})))
        .await
        .expect(201)
        .json();
    assert_eq!((&out["lines"][0]["cost"], &out["lines"][0]["quantity"]), (&json!("4.17"), &json!("-5")));
    assert_eq!(balance(&admin, "1200").await, "5.83");
    assert_eq!(balance(&admin, "5000").await, "4.17");

    // It came before: later issues have the cost of the oldest goods.
    let late = movement("receipt", "2010-01-02", json!({"sku": "APPLE", "quantity": "5", "totalCost": "20.00"}));
    let late = admin.post("/inventory/movements", &late).await.expect(201).id();
    let out_path = format!("/inventory/movements/{}", out["id"].as_str().unwrap());
    assert_eq!(admin.get(&out_path).await.json()["lines"][0]["cost"], "20.00");
    assert_eq!(
        (balance(&admin, "5000").await, balance(&admin, "1200").await),
        ("20.00".to_owned(), "10.00".to_owned())
    );
    let owned = admin.get("/accounting/journal-entries?q=Cost%20adjustment").await.data();
    assert_eq!((owned.len(), &owned[0]["date"]), (1, &json!("2010-01-06")));
    let path = format!("/inventory/movements/{late}");
    let made = admin.get(&path).await.expect(200).json();
    assert_eq!(made["journalEntryIds"], json!([made["entryId"], owned[0]["id"]]));

    let void = admin.post(&format!("/inventory/movements/{late}/void"), &json!({"reason": "never came"})).await;
    void.expect(204);
    assert!(void.header("location").contains("/journal-entries/"));
    assert_eq!(balance(&admin, "5000").await, "4.17");
    // Its own entry and the adjustment, the mirror, and the reversal of the adjustment: each names it as its owner.
    let voided = admin.get(&path).await.json();
    let all = voided["journalEntryIds"].as_array().unwrap().clone();
    assert_eq!((all.len(), &json!(all[..2]), &all[2]), (4, &made["journalEntryIds"], &voided["voidEntryId"]));
    for entry in all {
        let entry =
            admin.get(&format!("/accounting/journal-entries/{}", entry.as_str().unwrap())).await.expect(200).json();
        assert_eq!((&entry["ownerType"], &entry["ownerId"]), (&json!("movement"), &made["id"]));
    }
    admin
        .post(&format!("/inventory/movements/{late}/void"), &json!({"reason": "again"}))
        .await
        .expect(409)
        .code("movement_already_voided");

    let list = admin.get("/inventory/movements").await.data();
    assert_eq!(list.len(), 3);
    assert_eq!(all_pages(&admin, "/inventory/movements", 1).await, list);
    for (query, found) in [("kind=issue", 1), ("status=voided", 1), ("q=D-1", 1), ("dateFrom=2010-01-06", 1)] {
        assert_eq!(
            admin.get(&format!("/inventory/movements?{query}")).await.expect(200).data().len(),
            found,
            "{query}"
        );
    }
}

async fn what_cannot_move_is_refused_with_its_field_and_nothing_is_written(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let lot = json!({"itemId": admin.get("/inventory/items?sku=MILK").await.data()[0]["id"], "number": "L-1"});
    admin.post("/inventory/lots", &lot).await.expect(201);
    let piece = json!({"itemId": admin.get("/inventory/items?sku=DRILL").await.data()[0]["id"], "number": "P-1"});
    admin.post("/inventory/serials", &piece).await.expect(201);
    let drill = json!({"sku": "DRILL", "quantity": "1", "serialNumber": "P-1", "totalCost": "99.00"});
    admin.post("/inventory/movements", &movement("receipt", "2010-01-02", drill.clone())).await.expect(201);
    let apples = json!({"sku": "APPLE", "quantity": "3", "totalCost": "3.00"});
    admin.post("/inventory/movements", &movement("receipt", "2010-03-10", apples.clone())).await.expect(201);
    let before = app.heads().await;
    let apple = |quantity: &str| json!({"sku": "APPLE", "quantity": quantity});
    for (body, status, code, pointer) in [
        (movement("issue", "2010-03-11", apple("0")), 422, "quantity_not_usable", "/lines/0/quantity"),
        (movement("issue", "2010-03-11", apple("-1")), 422, "quantity_not_usable", "/lines/0/quantity"),
        (movement("issue", "2010-03-11", apple("0.5")), 422, "quantity_precision", "/lines/0/quantity"),
        (movement("issue", "2010-03-11", apple("1e3")), 400, "validation_failed", "/lines/0/quantity"),
        (
            movement("issue", "2010-03-11", json!({"sku": "APPLE", "quantity": "1", "unitCode": "XBX"})),
            422,
            "unit_conversion_inexact",
            "/lines/0/quantity",
        ),
        (
            movement("issue", "2010-03-11", json!({"sku": "APPLE", "quantity": "1", "totalCost": "1.00"})),
            422,
            "cost_not_allowed",
            "/lines/0/totalCost",
        ),
        (movement("receipt", "2010-03-11", apple("1")), 422, "cost_required", "/lines/0/totalCost"),
        (
            movement("receipt", "2010-03-11", json!({"sku": "APPLE", "quantity": "1", "totalCost": "1.001"})),
            422,
            "amount_precision",
            "/lines/0/totalCost",
        ),
        (
            movement("receipt", "2010-03-11", json!({"sku": "NONE", "quantity": "1", "totalCost": "1.00"})),
            422,
            "unknown_reference",
            "/lines/0/sku",
        ),
        (
            movement("receipt", "2010-03-11", json!({"quantity": "1", "totalCost": "1.00"})),
            400,
            "validation_failed",
            "/lines/0/itemId",
        ),
        (
            movement("receipt", "2010-03-11", json!({"sku": "MILK", "quantity": "1", "totalCost": "1.00"})),
            422,
            "movement_incomplete",
            "/lines/0/lotId",
        ),
        (
            movement(
                "receipt",
                "2010-03-11",
                json!({"sku": "MILK", "quantity": "1", "totalCost": "1.00", "lotNumber": "L-9"}),
            ),
            422,
            "unknown_reference",
            "/lines/0/lotNumber",
        ),
        (
            movement(
                "receipt",
                "2010-03-11",
                json!({"sku": "APPLE", "quantity": "1", "totalCost": "1.00", "lotNumber": "L-1"}),
            ),
            422,
            "item_not_tracked",
            "/lines/0/lotNumber",
        ),
        (movement("receipt", "2010-03-11", drill.clone()), 409, "serial_in_stock", "/lines/0/serialNumber"),
        (
            json!({"kind": "receipt", "occurredAt": "2010-03-11", "warehouseCode": "MAIN", "lines": [drill, drill]}),
            422,
            "fields_conflict",
            "/lines/1/serialNumber",
        ),
        (movement("issue", "2010-03-11", apple("4")), 409, "insufficient_stock", "/lines/0/quantity"),
        (movement("issue", "2010-03-09", apple("1")), 409, "insufficient_stock", "/lines/0/quantity"),
        (movement("transfer", "2010-03-11", apple("1")), 422, "movement_incomplete", "/lines/0/toWarehouseId"),
        (
            movement("transfer", "2010-03-11", json!({"sku": "APPLE", "quantity": "1", "toWarehouseCode": "MAIN"})),
            422,
            "transfer_to_itself",
            "/lines/0/toWarehouseCode",
        ),
        (movement("issue", "2004-03-11", apple("1")), 422, "no_period", "/occurredAt"),
        (movement("issue", "2999-03-11", apple("1")), 422, "occurred_in_future", "/occurredAt"),
        (
            json!({"kind": "issue", "occurredAt": "2010-03-11", "postingDate": "2010-03-12", "lines": [apple("1")], "warehouseCode": "MAIN"}),
            422,
            "posting_date_derived",
            "/postingDate",
        ),
        (
            json!({"kind": "issue", "occurredAt": "2010-03-11", "lines": [], "warehouseCode": "MAIN"}),
            400,
            "validation_failed",
            "/lines",
        ),
        (
            json!({"kind": "internalUse", "occurredAt": "2010-03-11", "lines": [apple("1")], "warehouseCode": "MAIN"}),
            422,
            "movement_incomplete",
            "/offsetAccountId",
        ),
    ] {
        let answer = admin.post("/inventory/movements", &body).await;
        answer.expect(status).code(code).pointer(pointer);
    }
    let many: Vec<Value> = (0..10_001).map(|_| apple("1")).collect();
    let many = json!({"kind": "issue", "occurredAt": "2010-03-11", "warehouseCode": "MAIN", "lines": many});
    admin.post("/inventory/movements", &many).await.expect(400).pointer("/lines");
    let lacking = admin.post("/inventory/movements", &movement("issue", "2010-03-11", apple("4"))).await.json();
    assert_eq!((&lacking["context"]["available"], &lacking["context"]["wanted"]), (&json!("3"), &json!("4")));
    assert_eq!(app.heads().await, before);

    let milk = json!({"sku": "MILK", "quantity": "1", "totalCost": "1.00", "lotNumber": "L-1"});
    admin.post("/inventory/movements", &movement("receipt", "2010-03-11", milk)).await.expect(201);
    let lots = admin.get("/inventory/lots").await.data();
    admin.delete(&format!("/inventory/lots/{}", lots[0]["id"].as_str().unwrap())).await.expect(409).code("lot_in_use");
}

async fn a_draft_moves_nothing_until_it_is_posted_and_costs_are_hidden_from_operators(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let operator = app.as_role("warehouseOperator");
    let mut body = movement("receipt", "2010-02-01", json!({"sku": "PEAR", "quantity": "3", "totalCost": "10.00"}));
    body["status"] = json!("draft");
    let draft = operator.post("/inventory/movements", &body).await;
    draft.expect(201);
    assert_eq!((&draft.json()["lines"][0]["totalCost"], &draft.json()["entryId"]), (&Value::Null, &Value::Null));
    let path = format!("/inventory/movements/{}", draft.id());
    assert_eq!(admin.get(&path).await.json()["lines"][0]["totalCost"], "10.00");
    operator.post(&format!("{path}/void"), &json!({"reason": "x"})).await.expect(403);
    let refused = admin.post(&format!("{path}/void"), &json!({"reason": "x"})).await;
    assert_eq!(refused.expect(409).code("movement_not_posted").resolution("delete")["method"], "DELETE");
    operator.post(&format!("{path}/post"), &json!({})).await.expect(204);
    admin.post(&format!("{path}/post"), &json!({})).await.expect(409).code("movement_not_draft");
    admin.delete(&path).await.expect(409).code("movement_not_draft");
    assert_eq!(balance(&admin, "1200").await, "10.00");
    let transfer = json!({"kind": "transfer", "occurredAt": "2010-02-02", "warehouseCode": "MAIN", "toWarehouseCode": "SHOP", "lines": [{"sku": "PEAR", "quantity": "1"}]});
    let moved = operator.post("/inventory/movements", &transfer).await.expect(201).json();
    assert_eq!(moved["lines"][0]["cost"], Value::Null);
    let seen = admin.get(&format!("/inventory/movements/{}", moved["id"].as_str().unwrap())).await.json();
    assert_eq!(seen["lines"][0]["cost"], "3.33");
    let adjust = movement("adjustment", "2010-02-03", json!({"sku": "PEAR", "quantity": "-1"}));
    operator.post("/inventory/movements", &adjust).await.expect(403);
    admin.post("/inventory/movements", &adjust).await.expect(201);
    let gone = operator.post("/inventory/movements", &body).await.expect(201).id();
    operator.delete(&format!("/inventory/movements/{gone}")).await.expect(204);
}

async fn what_is_late_is_posted_on_the_first_open_day_by_who_may_be_late(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let receipt = |day: &str| movement("receipt", day, json!({"sku": "APPLE", "quantity": "2", "totalCost": "2.00"}));
    admin.post("/inventory/movements", &receipt("2010-01-10")).await.expect(201);
    for period in &app.books.periods[..2] {
        admin.post(&format!("/accounting/periods/{period}/close"), &json!({})).await.expect(204);
    }
    let operator = app.as_role("warehouseOperator");
    operator
        .post("/inventory/movements", &receipt("2010-01-20"))
        .await
        .expect(409)
        .code("period_closed")
        .pointer("/occurredAt");
    let late = admin.post("/inventory/movements", &receipt("2010-01-20")).await.expect(201).json();
    assert_eq!(late["postingDate"], "2010-03-01");
    let batch = json!({"atomic": true, "items": [receipt("2010-03-01"), movement("issue", "2010-03-02", json!({"sku": "APPLE", "quantity": "99"}))]});
    admin.post("/inventory/movements/batch", &batch).await.expect(409).code("insufficient_stock");
    let batch = json!({"items": [receipt("2010-03-01"), movement("issue", "2010-03-02", json!({"sku": "APPLE", "quantity": "99"}))]});
    let results = admin.post("/inventory/movements/batch", &batch).await.expect(200).json();
    assert_eq!((&results["results"][0]["status"], &results["results"][1]["status"]), (&json!(201), &json!(409)));
}
