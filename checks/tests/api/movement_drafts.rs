//! Drafts of movements: anything of them may change, lots and pieces that they bring are made when they are posted, and
//! posting ends that.

use checks::{TestServer, on_both};
use serde_json::{Value, json};

use crate::movements::{movement, set_up};

const MOVEMENTS: &str = "/inventory/movements";

on_both![
    a_draft_of_a_movement_is_edited_field_by_field_until_it_is_posted,
    who_sees_no_costs_sends_back_what_was_shown_and_the_draft_keeps_its_costs,
    who_is_bound_to_a_warehouse_edits_drafts_of_that_one_alone,
    the_lines_of_a_draft_of_any_kind_are_sent_back_as_they_are_shown_and_nothing_is_written,
    a_line_that_was_read_is_edited_in_the_words_in_which_it_was_shown,
];

async fn a_draft_of_a_movement_is_edited_field_by_field_until_it_is_posted(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let operator = app.as_role("warehouseOperator");
    let mut body = movement("receipt", "2010-02-01", json!({"sku": "APPLE", "quantity": "5", "totalCost": "5.00"}));
    body["status"] = json!("draft");
    body["externalId"] = json!("D-1");
    body["metadata"] = json!({"a": 1, "b": 2});
    let made = operator.post(MOVEMENTS, &body).await;
    let path = format!("{MOVEMENTS}/{}", made.expect(201).id());

    operator
        .put(&path, &json!({"reference": "4711", "metadata": {"a": null}, "partyName": "Orchard"}))
        .await
        .expect(204);
    let lines = json!([{"sku": "PEAR", "quantity": "2", "totalCost": "3.00", "warehouseCode": "SHOP"}]);
    let answer = operator
        .put(&path, &json!({"lines": lines, "occurredAt": "2010-02-03", "partyId": null}))
        .header("prefer", "return=representation")
        .await;
    let edited = answer.expect(200).json();
    assert_eq!(
        (&edited["version"], &edited["reference"], &edited["metadata"]),
        (&json!(3), &json!("4711"), &json!({"b": 2}))
    );
    assert_eq!(
        (&edited["partyId"], &edited["lines"][0]["sku"], edited["lines"].as_array().unwrap().len()),
        (&Value::Null, &json!("PEAR"), 1)
    );
    let before = app.heads().await;
    let same = operator.put(&path, &json!({"lines": lines, "reference": "4711", "metadata": {"b": 2}})).await;
    assert_eq!((same.expect(204).etag(), app.heads().await), ("\"3\"".to_owned(), before));
    // The read body goes back without its lines.
    let mut read = admin.get(&path).await.json();
    read.as_object_mut().unwrap().remove("lines");
    admin.put(&path, &read).header("if-match", "\"3\"").await.expect(204);
    assert_eq!(admin.get(&path).await.etag(), "\"3\"");

    let before = app.heads().await;
    let refusals = [
        (json!({"kind": "issue"}), 422, "fields_conflict", "/kind"),
        (json!({"warehouseCode": "MAIN"}), 422, "fields_conflict", "/warehouseId"),
        (json!({"lines": []}), 422, "movement_incomplete", "/lines"),
        (
            json!({"lines": [{"sku": "NONE", "quantity": "1", "totalCost": "1.00"}]}),
            422,
            "unknown_reference",
            "/lines/0/sku",
        ),
        (json!({"dueDate": "2010-03-01"}), 422, "fields_conflict", "/dueDate"),
        (json!({"partyId": "party_x"}), 422, "unknown_reference", "/partyId"),
        (json!({"description": null}), 400, "validation_failed", "/description"),
        (json!({"colour": "red"}), 400, "validation_failed", "/colour"),
    ];
    for (change, status, code, pointer) in refusals {
        operator.put(&path, &change).await.expect(status).code(code).pointer(pointer);
    }
    operator
        .put(&path, &json!({"description": "x"}))
        .header("if-match", "\"2\"")
        .await
        .expect(412)
        .code("version_mismatch");
    operator.put(&path, &json!({"description": "x", "version": 2})).await.expect(412);
    app.as_role("auditor").put(&path, &json!({"description": "x"})).await.expect(403);
    operator.put(&format!("{MOVEMENTS}/mov_x"), &json!({})).await.expect(404);
    assert_eq!(app.heads().await, before);

    let mut other = body.clone();
    operator.post(MOVEMENTS, &other).await.expect(409).code("duplicate_external_id");
    operator.put(&path, &json!({"externalId": "D-2"})).await.expect(204);
    operator.post(MOVEMENTS, &other).await.expect(201);
    operator
        .put(&path, &json!({"externalId": "D-1"}))
        .await
        .expect(409)
        .code("duplicate_external_id")
        .pointer("/externalId");
    other["externalId"] = json!("D-2");
    operator.post(MOVEMENTS, &other).await.expect(409);

    operator.ask(reqwest::Method::POST, &format!("{path}/post")).await.expect(204);
    let posted = admin.get(&path).await.json();
    assert_eq!(
        (&posted["status"], &posted["postingDate"], &posted["lines"][0]["cost"]),
        (&json!("posted"), &json!("2010-02-03"), &json!("3.00"))
    );
    let refused = operator.put(&path, &json!({"description": "x"})).await;
    assert!(
        refused.expect(409).code("movement_not_draft").resolution("void")["href"].as_str().unwrap().ends_with("/void")
    );
    let kinds: Vec<Value> =
        admin.get("/events?limit=200").await.data().into_iter().map(|event| event["type"].clone()).collect();
    assert_eq!(kinds.iter().filter(|kind| **kind == "movement.edited").count(), 3);
}

async fn who_sees_no_costs_sends_back_what_was_shown_and_the_draft_keeps_its_costs(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let operator = app.as_role("warehouseOperator");
    let apples = json!({"sku": "APPLE", "quantity": "5", "totalCost": "7.00"});
    let receipt = admin.post(MOVEMENTS, &movement("receipt", "2010-02-01", apples.clone())).await.expect(201).id();
    let account = admin.get("/accounting/accounts?code=5000").await.data()[0]["id"].clone();
    let invoice = json!({
        "kind": "supplierInvoice", "status": "draft", "occurredAt": "2010-02-02", "ofMovementId": receipt, "partyName": "Orchard",
        "charges": [{"accountId": account, "amount": "6.12"}],
    });
    let landed = json!({
        "kind": "landedCost", "status": "draft", "occurredAt": "2010-02-02", "ofMovementId": receipt, "partyName": "Carrier",
        "amount": "3.00",
    });
    let credit = json!({
        "kind": "supplierCredit", "status": "draft", "occurredAt": "2010-02-02", "ofMovementId": receipt, "partyName": "Orchard",
        "amount": "3.00",
    });
    for (body, field) in [(invoice, "charges"), (credit, "amount"), (landed, "amount")] {
        let made = admin.post(MOVEMENTS, &body).await.expect(201).json();
        let path = format!("{MOVEMENTS}/{}", made["id"].as_str().unwrap());
        let mut read = operator.get(&path).await.expect(200).json();
        assert!(read[field] == Value::Null || read[field] == json!([]), "{read}");
        read["description"] = json!("checked");
        read.as_object_mut().unwrap().remove("lines");
        operator.put(&path, &read).await.expect(204);
        let after = admin.get(&path).await.json();
        assert_eq!((&after["description"], &after[field]), (&json!("checked"), &made[field]));
    }

    let mut body = movement("receipt", "2010-02-03", apples);
    body["status"] = json!("draft");
    let path = format!("{MOVEMENTS}/{}", admin.post(MOVEMENTS, &body).await.expect(201).id());
    let line = operator.get(&path).await.expect(200).json()["lines"][0].clone();
    assert_eq!(line["totalCost"], Value::Null);
    let send = async |caller: &checks::Caller, quantity: &str, cost: Value| {
        let line = json!({"itemId": line["itemId"], "quantity": quantity, "totalCost": cost, "description": "crates"});
        caller.put(&path, &json!({"lines": [line]})).await
    };
    send(&operator, "5", Value::Null).await.expect(204);
    let shown = async || admin.get(&path).await.json()["lines"][0].clone();
    let after = shown().await;
    assert_eq!((&after["totalCost"], &after["description"]), (&json!("7.00"), &json!("crates")));
    // Other goods, or more of them, have no stated cost; and a caller who sees the cost can clear it.
    send(&operator, "6", Value::Null).await.expect(204);
    assert_eq!(shown().await["totalCost"], Value::Null);
    send(&operator, "5", json!("7.00")).await.expect(204);
    send(&admin, "5", Value::Null).await.expect(204);
    assert_eq!(shown().await["totalCost"], Value::Null);
    send(&operator, "5", json!("8.00")).await.expect(204);
    assert_eq!(shown().await["totalCost"], "8.00");
}

async fn who_is_bound_to_a_warehouse_edits_drafts_of_that_one_alone(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let shop = admin.get("/warehouses?code=SHOP").await.data()[0]["id"].clone();
    let draft = async |warehouse: &str| {
        let mut body = movement("receipt", "2010-02-01", json!({"sku": "APPLE", "quantity": "5", "totalCost": "5.00"}));
        body["status"] = json!("draft");
        body["warehouseCode"] = json!(warehouse);
        format!("{MOVEMENTS}/{}", admin.post(MOVEMENTS, &body).await.expect(201).id())
    };
    let (main, own) = (draft("MAIN").await, draft("SHOP").await);
    let member = format!("/users/{}", app.books.member("warehouseOperator"));
    admin.put(&member, &json!({"warehouseIds": [shop]})).await.expect(204);
    let operator = app.as_role("warehouseOperator");
    operator.put(&main, &json!({"description": "x"})).await.expect(404);
    operator.put(&own, &json!({"description": "x"})).await.expect(204);
    let line = json!([{"sku": "APPLE", "quantity": "1", "totalCost": "1.00"}]);
    let there = json!({"warehouseCode": "MAIN", "lines": line});
    operator.put(&own, &there).await.expect(403).code("warehouse_not_assigned").pointer("/warehouseCode");
    let there = json!({"warehouseCode": "SHOP", "lines": [{"sku": "APPLE", "quantity": "1", "totalCost": "1.00", "warehouseCode": "MAIN"}]});
    operator.put(&own, &there).await.expect(403).pointer("/lines/0/warehouseCode");
    operator.put(&own, &json!({"warehouseCode": "SHOP", "lines": line})).await.expect(204);
}

async fn the_lines_of_a_draft_of_any_kind_are_sent_back_as_they_are_shown_and_nothing_is_written(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let received = json!({
        "kind": "receipt", "occurredAt": "2010-02-01", "warehouseCode": "MAIN", "partyName": "Orchard",
        "lines": [
            {"sku": "APPLE", "quantity": "2", "unitCode": "XCS", "totalCost": "24.00"}, {"sku": "PEAR", "quantity": "9", "totalCost": "9.00"},
            {"sku": "MILK", "quantity": "4", "totalCost": "4.00", "lot": {"number": "M-1"}},
        ],
    });
    let received = admin.post(MOVEMENTS, &received).await.expect(201).json();
    let receipt = &received["id"];
    let milk = &received["lines"][2]["lotId"];
    let issued = admin
        .post(MOVEMENTS, &movement("issue", "2010-02-02", json!({"sku": "APPLE", "quantity": "3"})))
        .await
        .expect(201)
        .id();
    let crate_of = json!({"sku": "APPLE", "quantity": "1", "unitCode": "XCS"});
    let drafts = [
        json!({"kind": "opening", "lines": [{"sku": "APPLE", "quantity": "1", "unitCode": "XCS", "totalCost": "3"}]}),
        json!({"kind": "receipt", "currency": "USD", "exchangeRate": "0.8", "partyName": "Orchard", "lines": [
            {"sku": "MILK", "quantity": "2", "totalCost": "2.00", "lot": {"number": "M-2", "expiresOn": "2010-05-05", "attributes": {"farm": "B"}}},
            {"sku": "DRILL", "quantity": "1", "totalCost": "20.00", "serial": {"number": "SN-1"}}]}),
        json!({"kind": "issue", "lines": [crate_of, {"sku": "MILK", "quantity": "1", "lotId": milk, "description": "for the cat"}]}),
        json!({"kind": "transfer", "toWarehouseCode": "SHOP", "lines": [crate_of]}),
        json!({"kind": "transfer", "mode": "twoStep", "toWarehouseCode": "SHOP", "lines": [crate_of]}),
        json!({"kind": "adjustment", "lines": [
            {"sku": "APPLE", "quantity": "-1", "unitCode": "XCS"}, {"sku": "PEAR", "quantity": "2", "totalCost": "2.00"}]}),
        json!({"kind": "scrap", "lines": [crate_of]}),
        json!({"kind": "internalUse", "offsetAccountCode": "5100", "lines": [crate_of]}),
        json!({"kind": "return", "lines": [{"sku": "APPLE", "quantity": "1", "ofMovementId": issued, "ofLine": 1}]}),
        json!({"kind": "supplierReturn", "ofMovementId": receipt, "lines": [{"sku": "APPLE", "quantity": "1"}]}),
        json!({"kind": "supplierInvoice", "ofMovementId": receipt, "partyName": "Orchard", "dueDate": "2010-03-01",
            "charges": [{"accountCode": "5100", "amount": "-1.00"}]}),
        json!({"kind": "supplierCredit", "ofMovementId": receipt, "partyName": "Orchard", "dueDate": "2010-03-01", "amount": "3.00",
            "splitBy": "quantity", "charges": [{"accountCode": "5100", "amount": "1.00"}]}),
        json!({"kind": "supplierCredit", "partyName": "Orchard", "lines": [{"ofMovementId": receipt, "ofLine": 1, "amount": "3.00"}]}),
        json!({"kind": "landedCost", "ofMovementId": receipt, "amount": "3.00"}),
        json!({"kind": "landedCost", "lines": [{"ofMovementId": receipt, "ofLine": 1, "amount": "3.00"}]}),
        json!({"kind": "revaluation", "offsetAccountCode": "5100", "lines": [{"sku": "PEAR", "amount": "-1.00"}]}),
        json!({"kind": "writeDown", "offsetAccountCode": "5100", "lines": [{"sku": "PEAR", "amount": "1.00"}]}),
        json!({"kind": "assembly", "amount": "1.00", "offsetAccountCode": "5100", "lines": [
            {"sku": "APPLE", "quantity": "1", "unitCode": "XCS", "role": "component"},
            {"sku": "PEAR", "quantity": "1", "role": "output", "weight": 2}, {"sku": "PEAR", "quantity": "3", "role": "output", "weight": 1}]}),
        json!({"kind": "disassembly", "lines": [
            {"sku": "PEAR", "quantity": "1", "role": "component"}, {"sku": "APPLE", "quantity": "3", "role": "output"}]}),
        json!({"kind": "costingChange", "warehouseCode": "SHOP", "lines": [{"sku": "PEAR", "costingMethod": "standard", "standardCost": "2.5"}]}),
        json!({"kind": "standardCostChange", "lines": [{"sku": "APPLE", "standardCost": "3"}]}),
    ];
    let operator = app.as_role("warehouseOperator");
    for mut body in drafts {
        body["status"] = json!("draft");
        body["occurredAt"] = json!("2010-02-03");
        let of_receipts = ["supplierInvoice", "supplierCredit", "landedCost"].iter().any(|kind| body["kind"] == *kind);
        if body["warehouseCode"].is_null() && !of_receipts {
            body["warehouseCode"] = json!("MAIN");
        }
        let path = format!("{MOVEMENTS}/{}", admin.post(MOVEMENTS, &body).await.expect(201).id());
        let before = app.heads().await;
        for caller in [&admin, &operator] {
            let shown = caller.get(&path).await.expect(200).json();
            let answer = caller.put(&path, &shown).await;
            assert_eq!((answer.expect(204).etag(), app.heads().await), ("\"1\"".to_owned(), before.clone()), "{body}");
        }
        // With another text on its lines it says the same of all else.
        let shown = admin.get(&path).await.json();
        let mut edited = shown.clone();
        for line in edited["lines"].as_array_mut().unwrap() {
            line["description"] = json!("seen");
        }
        admin.put(&path, &edited).await.expect(204);
        let after = admin.get(&path).await.json();
        let mut expected = edited["lines"].clone();
        if body["kind"] == "costingChange" {
            // Which warehouse it names has no meaning.
            for field in ["warehouseId", "warehouseCode"] {
                expected[0][field] = after["lines"][0][field].clone();
            }
        }
        assert_eq!(after["lines"], expected, "{body}");
    }
}

async fn a_line_that_was_read_is_edited_in_the_words_in_which_it_was_shown(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let mut body = movement("issue", "2010-02-01", json!({"sku": "APPLE", "quantity": "2", "unitCode": "XCS"}));
    body["status"] = json!("draft");
    let path = format!("{MOVEMENTS}/{}", admin.post(MOVEMENTS, &body).await.expect(201).id());
    let line = admin.get(&path).await.json()["lines"][0].clone();
    assert_eq!((&line["quantity"], &line["entered"]), (&json!("-24"), &json!({"quantity": "2", "unitCode": "XCS"})));
    let send = async |field: &str, value: Value| {
        let mut line = line.clone();
        line[field] = value;
        admin.put(&path, &json!({"lines": [line]})).await
    };
    for quantity in ["-6", "6"] {
        send("quantity", json!(quantity)).await.expect(204);
        let now = admin.get(&path).await.json()["lines"][0].clone();
        assert_eq!((&now["quantity"], &now["entered"]), (&json!("-6"), &json!({"quantity": "6", "unitCode": "C62"})));
    }
    send("sku", json!("PEAR")).await.expect(422).code("fields_conflict").pointer("/lines/0/sku");
    send("quantity", json!("0")).await.expect(422).code("quantity_not_usable").pointer("/lines/0/quantity");
    send("lineNumer", json!(1)).await.expect(400).code("validation_failed").pointer("/lines/0/lineNumer");
    // A line that is not of the draft is read as a new one.
    send("lineNumber", Value::Null).await.expect(422).code("quantity_not_usable");
    send("lineNumber", json!(2)).await.expect(422).code("quantity_not_usable");
}
