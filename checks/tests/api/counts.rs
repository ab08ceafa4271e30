//! Counts of what is in stock: what was expected, what was found, and the difference in the books.

use checks::{Caller, on_both};
use serde_json::{Value, json};

use crate::accounts::all_pages;
use crate::movements::{movement, set_up};

/// 10 apples for 10.00 and 6 pears for 12.00, received long ago.
async fn stocked(admin: &Caller) {
    set_up(admin).await;
    for line in [
        json!({"sku": "APPLE", "quantity": "10", "totalCost": "10.00"}),
        json!({"sku": "PEAR", "quantity": "6", "totalCost": "12.00"}),
    ] {
        admin.post("/inventory/movements", &movement("receipt", "2010-01-05", line)).await.expect(201);
    }
}

/// A fiscal year for what is posted as of now.
pub async fn this_year(admin: &Caller) {
    let years = admin.get("/accounting/fiscal-years?limit=200").await.expect(200).data();
    let last = years.iter().map(|year| year["endDate"].as_str().unwrap()[..4].parse::<i32>().unwrap()).max().unwrap();
    for year in last + 1..=2040 {
        let body =
            json!({"name": year.to_string(), "startDate": format!("{year}-01-01"), "endDate": format!("{year}-12-31")});
        admin.post("/accounting/fiscal-years", &body).await.expect(201);
    }
}

pub async fn found(caller: &Caller, count: &str, lines: Value) -> Value {
    caller.post(&format!("{count}/lines"), &json!({"lines": lines})).await.expect(200).json()
}

pub async fn step(caller: &Caller, count: &str, step: &str, body: Value) {
    caller.post(&format!("{count}/{step}"), &body).await.expect(204);
}

on_both! {
    async fn a_count_finds_a_difference_and_posts_it_as_of_its_snapshot(app) {
        let admin = app.as_role("admin");
        this_year(&admin).await;
        stocked(&admin).await;
        let (operator, manager) = (app.as_role("warehouseOperator"), app.as_role("warehouseManager"));
        let body = json!({"warehouseCode": "main", "isBlind": true, "tolerance": {"quantity": "1"}, "reference": "C-1"});
        let opened = operator.post("/inventory/counts", &body).await;
        opened.expect(201);
        let count = format!("/inventory/counts/{}", opened.id());
        assert_eq!(operator.get(&count).await.expect(200).json(), opened.json());
        let refused = manager.post("/inventory/counts", &json!({"warehouseCode": "MAIN"})).await;
        assert_eq!(refused.expect(409).code("count_overlaps").json()["context"]["id"], opened.json()["id"]);

        // Who counts does not see what is expected; who approves does.
        let lines = operator.get(&format!("{count}/lines")).await.expect(200).data();
        assert_eq!((lines.len(), &lines[0]["expected"], &lines[0]["difference"]), (2, &json!(null), &json!(null)));
        let seen = manager.get(&format!("{count}/lines")).await.expect(200).data();
        assert_eq!((&seen[0]["sku"], &seen[0]["expected"], &seen[1]["expected"]), (&json!("APPLE"), &json!("10"), &json!("6")));

        let recorded = found(&operator, &count, json!([{"sku": "apple", "quantity": "7"}])).await;
        assert_eq!((&recorded["countedCount"], &recorded["data"][0]["counted"], &recorded["data"][0]["expected"]), (&json!(1), &json!("7"), &json!(null)));
        let uncounted = operator.post(&format!("{count}/submit"), &json!({})).await;
        assert_eq!(uncounted.expect(422).code("count_incomplete").json()["context"]["lines"][0]["sku"], "PEAR");
        assert_eq!(operator.get(&format!("{count}/lines?isCounted=false")).await.data().len(), 1);

        // Goods go on moving while they are counted.
        let out = json!({"kind": "issue", "warehouseCode": "MAIN", "lines": [{"sku": "APPLE", "quantity": "2"}]});
        admin.post("/inventory/movements", &out).await.expect(201);
        found(&operator, &count, json!([{"lineNumber": 1, "quantity": "8"}, {"lineNumber": 2, "quantity": "7"}])).await;
        step(&operator, &count, "submit", json!({})).await;
        assert_eq!(operator.get(&count).await.json()["status"], "submitted");
        let shown = operator.get(&format!("{count}/lines")).await.data();
        assert_eq!((&shown[0]["difference"], &shown[0]["isBeyond"], &shown[1]["isBeyond"]), (&json!("-2"), &json!(true), &json!(false)));
        assert_eq!(shown[0]["recordings"].as_array().unwrap().len(), 2);
        operator.post(&format!("{count}/approve"), &json!({})).await.expect(403);
        let early = manager.post(&format!("{count}/post"), &json!({})).await;
        assert!(early.expect(409).code("count_state").resolution("approve")["href"].as_str().unwrap().ends_with("/approve"));
        step(&manager, &count, "send-back", json!({"reason": "look again"})).await;
        step(&operator, &count, "submit", json!({})).await;
        step(&manager, &count, "approve", json!({})).await;
        let posted = manager.post(&format!("{count}/post"), &json!({})).await;
        posted.expect(204);
        let place = posted.header("location").rsplit('/').next().unwrap().to_owned();
        let made = admin.get(&format!("/inventory/movements/{place}")).await.expect(200).json();
        assert_eq!((&made["kind"], &made["occurredAt"]), (&json!("countAdjustment"), &opened.json()["snapshotAt"]));
        let stock = admin.get("/inventory/stock?sku=APPLE").await.data();
        assert_eq!(stock[0]["quantity"], "6", "10 less 2 that went and 2 that were not there");
        let proof = admin.get("/inventory/proof").await.expect(200).json();
        assert_eq!(proof["proof"]["holds"], true, "{proof}");

        let report = admin.get("/inventory/counts/accuracy?dateFrom=2010-01-01").await.expect(200).json();
        assert_eq!((&report["counts"], &report["total"]["lines"], &report["total"]["rightLines"]), (&json!(1), &json!(2), &json!(0)));
        let apples = &report["data"][0];
        assert_eq!((&apples["code"], &apples["netDifference"], &apples["loss"]), (&json!("APPLE"), &json!("-2"), &json!("2.00")));
        assert_eq!((&report["data"][1]["gain"], &report["total"]["netValue"]), (&json!("2.00"), &json!("0.00")));
        assert_eq!(operator.get("/inventory/counts/accuracy?dateFrom=2010-01-01").await.json()["total"]["loss"], json!(null));
        for by in ["warehouse", "reason"] {
            let rows = admin.get(&format!("/inventory/counts/accuracy?dateFrom=2010-01-01&by={by}")).await.expect(200).data();
            assert_eq!((rows.len(), &rows[0]["lines"]), (1, &json!(2)), "{by}");
        }
        let sheet = admin.get("/inventory/counts/accuracy?dateFrom=2010-01-01&format=csv").await.expect(200).text();
        assert!(sheet.contains("APPLE,1,0,0.00,-2,2,"), "{sheet}");

        // Who takes the movement back takes the count back.
        admin.post(&format!("/inventory/movements/{place}/void"), &json!({"reason": "wrong shelf"})).await.expect(204);
        let row = admin.get(&count).await.json();
        assert_eq!((&row["status"], &row["movementStatus"]), (&json!("posted"), &json!("voided")));
        assert_eq!(admin.get("/inventory/counts/accuracy?dateFrom=2010-01-01").await.json()["counts"], 0);
    }

    async fn counts_are_listed_filtered_and_paged(app) {
        let admin = app.as_role("admin");
        stocked(&admin).await;
        let items = admin.get("/inventory/items?limit=200").await.data();
        let id = |sku: &str| items.iter().find(|item| item["sku"] == sku).unwrap()["id"].clone();
        for sku in ["APPLE", "PEAR"] {
            let body = json!({"warehouseCode": "MAIN", "itemIds": [id(sku)], "description": sku});
            admin.post("/inventory/counts", &body).await.expect(201);
        }
        let all = admin.get("/inventory/counts").await.expect(200).data();
        assert_eq!((all.len(), &all[0]["description"]), (2, &json!("PEAR")));
        assert_eq!(all_pages(&admin, "/inventory/counts", 1).await, all);
        let first = format!("/inventory/counts/{}", all[0]["id"].as_str().unwrap());
        step(&admin, &first, "cancel", json!({"reason": "not today"})).await;
        for (query, found) in [("status=open", 1), ("isOpen=false", 1), ("q=apple", 1), ("warehouseId=nothing", 0), ("dateTo=2010-01-01", 0)] {
            assert_eq!(admin.get(&format!("/inventory/counts?{query}")).await.expect(200).data().len(), found, "{query}");
        }
        // What a count names stays.
        let reason = json!({"code": "LOST", "name": "Lost"});
        let reason = admin.post("/inventory/reason-codes", &reason).await.expect(201).id();
        let body = json!({"warehouseCode": "SHOP", "reasonCodeId": reason});
        admin.post("/inventory/counts", &body).await.expect(201);
        admin.delete(&format!("/inventory/reason-codes/{reason}")).await.expect(409).code("reason_code_in_use");
    }

    async fn what_a_count_cannot_take_is_refused_with_its_field(app) {
        let admin = app.as_role("admin");
        stocked(&admin).await;
        for (body, status, code, pointer) in [
            (json!({"warehouseCode": "NONE"}), 422, "unknown_reference", "/warehouseCode"),
            (json!({"warehouseCode": "MAIN", "itemIds": ["nothing"]}), 422, "unknown_reference", "/itemIds/0"),
            (json!({"warehouseCode": "MAIN", "locationIds": ["nothing"]}), 422, "unknown_reference", "/locationIds/0"),
            (json!({"warehouseCode": "MAIN", "categoryIds": ["nothing"]}), 422, "unknown_reference", "/categoryIds/0"),
            (json!({"warehouseCode": "MAIN", "tolerance": {"value": "0.001"}}), 422, "quantity_precision", "/tolerance/value"),
        ] {
            let refused = admin.post("/inventory/counts", &body).await;
            assert_eq!(refused.expect(status).code(code).json()["errors"][0]["pointer"], pointer, "{body}");
        }
        let count = admin.post("/inventory/counts", &json!({"warehouseCode": "MAIN"})).await.expect(201).id();
        let lines = format!("/inventory/counts/{count}/lines");
        for (line, status, pointer) in [
            (json!({"quantity": "1"}), 400, "/lines/0/itemId"),
            (json!({"lineNumber": 1, "sku": "APPLE", "quantity": "1"}), 400, "/lines/0/lineNumber"),
            (json!({"sku": "APPLE", "quantity": "-1"}), 422, "/lines/0/quantity"),
            (json!({"sku": "APPLE", "quantity": "0.5"}), 422, "/lines/0/quantity"),
            (json!({"sku": "MILK", "quantity": "1"}), 422, "/lines/0/lotId"),
            (json!({"sku": "APPLE", "quantity": "1", "locationCode": "none"}), 422, "/lines/0/locationCode"),
            (json!({"lineNumber": 77, "quantity": "1"}), 422, "/lines/0/lineNumber"),
        ] {
            let refused = admin.post(&lines, &json!({"lines": [line]})).await;
            assert_eq!(refused.expect(status).json()["errors"][0]["pointer"], pointer, "{line}");
        }
        assert_eq!(found(&admin, &format!("/inventory/counts/{count}"), json!([{"sku": "APPLE", "quantity": "0"}])).await["data"][0]["difference"], "-10");
    }
}
