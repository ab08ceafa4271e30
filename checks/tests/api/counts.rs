//! Counts of stock: the expected and the counted quantities, and the difference in the books.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::accounts::all_pages;
use crate::movements::{movement, set_up};

/// 10 apples for 10.00 and 6 pears for 12.00, received long ago.
pub async fn stocked(admin: &Caller) {
    set_up(admin).await;
    for line in [
        json!({"sku": "APPLE", "quantity": "10", "totalCost": "10.00"}),
        json!({"sku": "PEAR", "quantity": "6", "totalCost": "12.00"}),
    ] {
        admin.post("/inventory/movements", &movement("receipt", "2010-01-05", line)).await.expect(201);
    }
}

/// A fiscal year for postings as of now.
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

on_both![
    a_count_finds_a_difference_and_posts_it_as_of_its_snapshot,
    counts_are_listed_filtered_and_paged,
    what_a_count_cannot_take_is_refused_with_its_field,
    a_count_tells_what_was_recorded_or_voided_after_it_of_goods_that_had_moved_before,
    a_count_of_some_places_and_categories_tells_what_came_late_there_and_below_them,
    a_piece_that_is_elsewhere_is_told_by_the_line_of_the_count,
    who_counts_a_blind_count_again_sees_nothing_of_the_first_time,
];

async fn a_count_finds_a_difference_and_posts_it_as_of_its_snapshot(app: &TestServer) {
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

    // The person who counts does not see the expected quantities; the person who approves does.
    let lines = operator.get(&format!("{count}/lines")).await.expect(200).data();
    assert_eq!((lines.len(), &lines[0]["expected"], &lines[0]["difference"]), (2, &json!(null), &json!(null)));
    let seen = manager.get(&format!("{count}/lines")).await.expect(200).data();
    assert_eq!(
        (&seen[0]["sku"], &seen[0]["expected"], &seen[1]["expected"]),
        (&json!("APPLE"), &json!("10"), &json!("6"))
    );

    let recorded = found(&operator, &count, json!([{"sku": "apple", "quantity": "7"}])).await;
    assert_eq!(
        (&recorded["countedCount"], &recorded["data"][0]["counted"], &recorded["data"][0]["expected"]),
        (&json!(1), &json!("7"), &json!(null))
    );
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
    assert_eq!(
        (&shown[0]["difference"], &shown[0]["isBeyond"], &shown[1]["isBeyond"]),
        (&json!("-2"), &json!(true), &json!(false))
    );
    assert_eq!(shown[0]["recordings"].as_array().unwrap().len(), 2);
    operator.post(&format!("{count}/approve"), &json!({})).await.expect(403);
    let early = manager.post(&format!("{count}/post"), &json!({})).await;
    assert!(
        early.expect(409).code("count_state").resolution("approve")["href"].as_str().unwrap().ends_with("/approve")
    );
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
    assert_eq!(
        (&report["counts"], &report["total"]["lines"], &report["total"]["rightLines"]),
        (&json!(1), &json!(2), &json!(0))
    );
    let apples = &report["data"][0];
    assert_eq!(
        (&apples["code"], &apples["netDifference"], &apples["loss"]),
        (&json!("APPLE"), &json!("-2"), &json!("2.00"))
    );
    assert_eq!((&report["data"][1]["gain"], &report["total"]["netValue"]), (&json!("2.00"), &json!("0.00")));
    assert_eq!(
        operator.get("/inventory/counts/accuracy?dateFrom=2010-01-01").await.json()["total"]["loss"],
        json!(null)
    );
    for by in ["warehouse", "reason"] {
        let rows =
            admin.get(&format!("/inventory/counts/accuracy?dateFrom=2010-01-01&by={by}")).await.expect(200).data();
        assert_eq!((rows.len(), &rows[0]["lines"]), (1, &json!(2)), "{by}");
    }
    let sheet = admin.get("/inventory/counts/accuracy?dateFrom=2010-01-01&format=csv").await.expect(200).text();
    assert!(sheet.contains("APPLE,1,0,0.00,-2,2,"), "{sheet}");
    admin.get("/inventory/counts/accuracy?dateFrom=2010-01-01&format=xlsx").await.expect(200);

    // Who takes the movement back takes the count back.
    admin.post(&format!("/inventory/movements/{place}/void"), &json!({"reason": "wrong shelf"})).await.expect(204);
    let row = admin.get(&count).await.json();
    assert_eq!((&row["status"], &row["movementStatus"]), (&json!("posted"), &json!("voided")));
    assert_eq!(admin.get("/inventory/counts/accuracy?dateFrom=2010-01-01").await.json()["counts"], 0);
}

async fn counts_are_listed_filtered_and_paged(app: &TestServer) {
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
    for (query, found) in [("status=open", 1), ("isOpen=false", 1), ("q=apple", 1), ("dateTo=2010-01-01", 0)] {
        assert_eq!(admin.get(&format!("/inventory/counts?{query}")).await.expect(200).data().len(), found, "{query}");
    }
    admin.get("/inventory/counts?warehouseId=nothing").await.expect(400).pointer("warehouseId");
    // Rows that a count names stay.
    let reason = json!({"code": "LOST", "name": "Lost"});
    let reason = admin.post("/inventory/reason-codes", &reason).await.expect(201).id();
    let body = json!({"warehouseCode": "SHOP", "reasonCodeId": reason});
    admin.post("/inventory/counts", &body).await.expect(201);
    admin.delete(&format!("/inventory/reason-codes/{reason}")).await.expect(409).code("reason_code_in_use");
}

async fn what_a_count_cannot_take_is_refused_with_its_field(app: &TestServer) {
    let admin = app.as_role("admin");
    stocked(&admin).await;
    for (body, status, code, pointer) in [
        (json!({"warehouseCode": "NONE"}), 422, "unknown_reference", "/warehouseCode"),
        (json!({"warehouseCode": "MAIN", "itemIds": ["nothing"]}), 422, "unknown_reference", "/itemIds/0"),
        (json!({"warehouseCode": "MAIN", "locationIds": ["nothing"]}), 422, "unknown_reference", "/locationIds/0"),
        (json!({"warehouseCode": "MAIN", "categoryIds": ["nothing"]}), 422, "unknown_reference", "/categoryIds/0"),
        (
            json!({"warehouseCode": "MAIN", "tolerance": {"value": "0.001"}}),
            422,
            "quantity_precision",
            "/tolerance/value",
        ),
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
    assert_eq!(
        found(&admin, &format!("/inventory/counts/{count}"), json!([{"sku": "APPLE", "quantity": "0"}])).await["data"]
            [0]["difference"],
        "-10"
    );
}

async fn a_count_tells_what_was_recorded_or_voided_after_it_of_goods_that_had_moved_before(app: &TestServer) {
    let admin = app.as_role("admin");
    this_year(&admin).await;
    stocked(&admin).await;
    let apples = |kind: &str, quantity: &str, cost: Option<&str>| {
        movement(kind, "2010-01-07", json!({"sku": "APPLE", "quantity": quantity, "totalCost": cost}))
    };
    let pears = |warehouse: &str| {
        let mut body = movement("receipt", "2010-01-07", json!({"sku": "PEAR", "quantity": "1", "totalCost": "2.00"}));
        body["warehouseCode"] = json!(warehouse);
        body
    };
    let known = admin.post("/inventory/movements", &apples("receipt", "2", Some("2.00"))).await.expect(201).id();
    let apple = admin.get("/inventory/items?sku=APPLE").await.data()[0]["id"].clone();
    let body = json!({"warehouseCode": "MAIN", "itemIds": [apple]});
    let opened = admin.post("/inventory/counts", &body).await.expect(201).json();
    let count = format!("/inventory/counts/{}", opened["id"].as_str().unwrap());
    assert_eq!(opened["lateMovements"], json!({"count": 0, "data": []}));

    // Other goods, another warehouse, later movements, and changes of value alone do not count.
    admin.post("/inventory/movements", &pears("MAIN")).await.expect(201);
    let mut elsewhere = apples("receipt", "1", Some("1.00"));
    elsewhere["warehouseCode"] = json!("SHOP");
    admin.post("/inventory/movements", &elsewhere).await.expect(201);
    let mut now = apples("issue", "1", None);
    now.as_object_mut().unwrap().remove("occurredAt");
    admin.post("/inventory/movements", &now).await.expect(201);
    let mut worth = movement("revaluation", "2010-01-08", json!({"sku": "APPLE", "amount": "1.00"}));
    worth["offsetAccountCode"] = json!("5100");
    admin.post("/inventory/movements", &worth).await.expect(201);
    assert_eq!(admin.get(&count).await.json()["lateMovements"]["count"], 0);

    let issued = admin.post("/inventory/movements", &apples("issue", "3", None)).await.expect(201).json();
    admin.post(&format!("/inventory/movements/{known}/void"), &json!({"reason": "never came"})).await.expect(204);
    let mut away = apples("transfer", "1", None);
    away["toWarehouseCode"] = json!("SHOP");
    admin.post("/inventory/movements", &away).await.expect(201);
    let mut back = away.clone();
    (back["warehouseCode"], back["toWarehouseCode"]) = (json!("SHOP"), json!("MAIN"));
    admin.post("/inventory/movements", &back).await.expect(201);
    let late = admin.get(&count).await.expect(200).json()["lateMovements"].clone();
    assert_eq!((&late["count"], late["data"].as_array().unwrap().len()), (&json!(4), 4), "{late}");
    let (voided, first) = (&late["data"][0], &late["data"][1]);
    assert_eq!(
        (&voided["id"], &voided["status"], &voided["kind"]),
        (&json!(known), &json!("voided"), &json!("receipt"))
    );
    assert_eq!(
        [&first["id"], &first["sequence"], &first["status"], &first["occurredAt"]],
        [&issued["id"], &issued["sequence"], &json!("posted"), &issued["occurredAt"]]
    );
    assert!(
        first["href"]
            .as_str()
            .unwrap()
            .ends_with(&format!("/api/v1/inventory/movements/{}", issued["id"].as_str().unwrap())),
        "{first}"
    );
    // A movement recorded late and voided again is as if it had never existed.
    admin
        .post(&format!("/inventory/movements/{}/void", issued["id"].as_str().unwrap()), &json!({"reason": "no"}))
        .await
        .expect(204);
    assert_eq!(admin.get(&count).await.json()["lateMovements"]["count"], 3);

    // Its own difference is none of them, and it tells them when it is posted, too.
    found(&admin, &count, json!([{"sku": "APPLE", "quantity": "8"}])).await;
    step(&admin, &count, "submit", json!({})).await;
    step(&admin, &count, "approve", json!({})).await;
    step(&admin, &count, "post", json!({})).await;
    let posted = admin.get(&count).await.json();
    assert_eq!((&posted["status"], &posted["lateMovements"]["count"]), (&json!("posted"), &json!(3)));
    assert_eq!(admin.get("/inventory/counts").await.data()[0]["lateMovements"], Value::Null);

    let other = admin.post("/inventory/counts", &json!({"warehouseCode": "MAIN"})).await.expect(201).id();
    let other = format!("/inventory/counts/{other}");
    for number in 0..22 {
        let mut body = pears("MAIN");
        body["reference"] = json!(format!("L-{number}"));
        admin.post("/inventory/movements", &body).await.expect(201);
    }
    let late = admin.get(&other).await.json()["lateMovements"].clone();
    assert_eq!((&late["count"], late["data"].as_array().unwrap().len()), (&json!(22), 20));
    step(&admin, &other, "cancel", json!({"reason": "too late"})).await;
    assert_eq!(admin.get(&other).await.json()["lateMovements"], Value::Null);
}

async fn a_count_of_some_places_and_categories_tells_what_came_late_there_and_below_them(app: &TestServer) {
    let admin = app.as_role("admin");
    this_year(&admin).await;
    set_up(&admin).await;
    let main = admin.get("/warehouses?code=MAIN").await.data()[0]["id"].as_str().unwrap().to_owned();
    admin.put(&format!("/warehouses/{main}"), &json!({"binsMode": "optional"})).await.expect(204);
    let locations = format!("/warehouses/{main}/locations");
    let zone = admin.post(&locations, &json!({"code": "Z", "name": "Zone", "kind": "zone"})).await.expect(201).id();
    admin.post(&locations, &json!({"code": "Z-1", "name": "Bin", "parentId": zone})).await.expect(201);
    admin.post(&locations, &json!({"code": "Y-1", "name": "Bin"})).await.expect(201);
    let fruit =
        admin.post("/inventory/item-categories", &json!({"code": "FRUIT", "name": "Fruit"})).await.expect(201).id();
    let pome = admin
        .post("/inventory/item-categories", &json!({"code": "POME", "name": "Pome", "parentId": fruit}))
        .await
        .expect(201)
        .id();
    let apple = admin.get("/inventory/items?sku=APPLE").await.data()[0]["id"].as_str().unwrap().to_owned();
    admin.put(&format!("/inventory/items/{apple}"), &json!({"categoryId": pome})).await.expect(204);
    let open = async |body: Value| {
        format!("/inventory/counts/{}", admin.post("/inventory/counts", &body).await.expect(201).id())
    };
    let count = open(json!({"warehouseCode": "MAIN", "locationIds": [zone], "categoryIds": [fruit]})).await;
    for (sku, bin, late) in [("PEAR", "Z-1", 0), ("APPLE", "Y-1", 0), ("APPLE", "Z-1", 1)] {
        let line = json!({"sku": sku, "quantity": "1", "totalCost": "1.00", "locationCode": bin});
        admin.post("/inventory/movements", &movement("receipt", "2010-01-07", line)).await.expect(201);
        assert_eq!(admin.get(&count).await.json()["lateMovements"]["count"], late, "{sku} {bin}");
    }
    let line = json!({"sku": "APPLE", "quantity": "1", "locationCode": "Z-1", "toLocationCode": "Y-1"});
    admin.post("/inventory/movements", &movement("transfer", "2010-01-08", line)).await.expect(201);
    assert_eq!(admin.get(&count).await.json()["lateMovements"]["count"], 2, "moved between bins");
}

async fn a_piece_that_is_elsewhere_is_told_by_the_line_of_the_count(app: &TestServer) {
    let admin = app.as_role("admin");
    this_year(&admin).await;
    stocked(&admin).await;
    let line = json!({"sku": "DRILL", "quantity": "1", "totalCost": "5.00", "serial": {"number": "a"}});
    admin.post("/inventory/movements", &movement("receipt", "2010-01-05", line)).await.expect(201);
    let count = admin.post("/inventory/counts", &json!({"warehouseCode": "SHOP"})).await.expect(201).id();
    let count = format!("/inventory/counts/{count}");
    found(&admin, &count, json!([{"sku": "APPLE", "quantity": "1", "totalCost": "1.00"}, {"sku": "DRILL", "serialNumber": "a", "quantity": "1", "totalCost": "5.00"}])).await;
    // Both steps are taken, and tell of what will refuse the next one.
    for step in ["submit", "approve"] {
        admin.post(&format!("{count}/{step}"), &json!({})).await.expect(200);
    }
    let refused = admin.post(&format!("{count}/post"), &json!({})).await;
    refused.expect(409).code("serial_in_stock");
    let lines = admin.get(&format!("{count}/lines")).await.expect(200).data();
    let line = lines.iter().find(|line| line["sku"] == "DRILL").unwrap();
    assert_eq!(refused.json()["context"]["countLines"], json!([line["lineNumber"]]));
    assert_eq!(refused.resolution("send-back")["body"], json!({"reason": "To be counted again"}));
}

async fn who_counts_a_blind_count_again_sees_nothing_of_the_first_time(app: &TestServer) {
    let admin = app.as_role("admin");
    this_year(&admin).await;
    stocked(&admin).await;
    let (operator, manager) = (app.as_role("warehouseOperator"), app.as_role("warehouseManager"));
    for (is_blind, sees) in [(true, false), (false, true)] {
        let body = json!({"warehouseCode": "MAIN", "isBlind": is_blind});
        let count = format!("/inventory/counts/{}", operator.post("/inventory/counts", &body).await.expect(201).id());
        let first = json!([
            {"sku": "APPLE", "quantity": "7", "note": "7 on the shelf"},
            {"sku": "PEAR", "quantity": "5", "note": "5 there"},
        ]);
        found(&operator, &count, first).await;
        step(&operator, &count, "submit", json!({})).await;
        step(&manager, &count, "send-back", json!({"reason": "count again"})).await;
        let lines = operator.get(&format!("{count}/lines")).await.expect(200).data();
        for line in &lines {
            for field in ["expected", "difference", "counted", "countedAt", "countedBy", "note"] {
                assert_eq!(line[field] != Value::Null, sees, "{field} {line}");
            }
            assert_eq!(line["recordings"].as_array().unwrap().len(), usize::from(sees), "{line}");
        }
        let to_do = async |wanted: &str| {
            let lines = operator.get(&format!("{count}/lines?isCounted={wanted}")).await.expect(200).data();
            lines.iter().map(|line| line["sku"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(to_do("false").await.is_empty(), sees, "what is still to be counted again");
        let again = found(&operator, &count, json!([{"sku": "APPLE", "quantity": "9"}])).await;
        let (line, of_all) = (&again["data"][0], 1 + usize::from(sees));
        assert_eq!((&line["counted"], line["recordings"].as_array().unwrap().len()), (&json!("9"), of_all));
        assert_eq!(line["note"] != Value::Null, sees, "{line}");
        assert_eq!(to_do("true").await, if sees { vec!["APPLE", "PEAR"] } else { vec!["APPLE"] });

        // Who may approve it compares both.
        let seen = manager.get(&format!("{count}/lines")).await.expect(200).data();
        let recordings: Vec<usize> = seen.iter().map(|line| line["recordings"].as_array().unwrap().len()).collect();
        assert_eq!((recordings, &seen[1]["counted"], &seen[1]["note"]), (vec![2, 1], &json!("5"), &json!("5 there")));
        // What was not counted again stands, and once it is submitted there is nothing to hide.
        step(&operator, &count, "submit", json!({})).await;
        let shown = operator.get(&format!("{count}/lines")).await.expect(200).data();
        assert_eq!((&shown[0]["counted"], &shown[1]["counted"]), (&json!("9"), &json!("5")));
        step(&manager, &count, "cancel", json!({"reason": "not today"})).await;
    }
}
