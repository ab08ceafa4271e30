//! Work: what is to be done in a warehouse, in one list.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::accounts::all_pages;
use crate::movement_kinds::more_accounts;
use crate::movements::{movement, set_up};

on_both![
    what_is_to_be_done_in_a_warehouse_is_in_one_list_by_kind,
    nobody_is_told_of_work_that_they_may_not_read_or_that_is_elsewhere,
];

const MOVEMENTS: &str = "/inventory/movements";

async fn house(admin: &Caller, code: &str) -> String {
    admin.get(&format!("/warehouses?code={code}")).await.data()[0]["id"].as_str().unwrap().to_owned()
}

/// Something of each kind in MAIN, and a draft that leaves SHOP; the two warehouses.
async fn work(app: &TestServer) -> [String; 2] {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    more_accounts(&admin).await;
    let (main, shop) = (house(&admin, "MAIN").await, house(&admin, "SHOP").await);
    admin.put(&format!("/warehouses/{main}"), &json!({"binsMode": "optional"})).await.expect(204);
    for (code, activities) in
        [("RECV", json!(["receiving"])), ("EMPTY", json!(["receiving"])), ("A-01", json!(["putaway", "picking"]))]
    {
        let bin = json!({"code": code, "activities": activities});
        admin.post(&format!("/warehouses/{main}/locations"), &bin).await.expect(201);
    }
    let into = |code: &str, quantity: &str| json!({"sku": "APPLE", "quantity": quantity, "totalCost": "9.00", "locationCode": code});
    for line in [into("RECV", "9"), into("A-01", "7")] {
        admin.post(MOVEMENTS, &movement("receipt", "2010-01-05", line)).await.expect(201);
    }
    let mut there = movement("receipt", "2010-01-05", json!({"sku": "PEAR", "quantity": "9", "totalCost": "9.00"}));
    there["warehouseCode"] = json!("SHOP");
    admin.post(MOVEMENTS, &there).await.expect(201);
    let mut sent =
        movement("transfer", "2010-01-06", json!({"sku": "PEAR", "quantity": "4", "toWarehouseCode": "MAIN"}));
    (sent["warehouseCode"], sent["mode"], sent["reference"]) = (json!("SHOP"), json!("twoStep"), json!("T-1"));
    admin.post(MOVEMENTS, &sent).await.expect(201);
    let mut expected = movement("receipt", "2010-02-01", json!({"sku": "APPLE", "quantity": "5", "totalCost": "5.00"}));
    (expected["status"], expected["reference"], expected["partyName"]) =
        (json!("draft"), json!("PO-1"), json!("Orchard"));
    admin.post(MOVEMENTS, &expected).await.expect(201);
    for (kind, warehouse, reference) in [("issue", "MAIN", "SO-1"), ("transfer", "SHOP", "T-2")] {
        let mut line = json!({"sku": "APPLE", "quantity": "1"});
        if kind == "transfer" {
            line["toWarehouseCode"] = json!("MAIN");
        }
        let body = json!({"kind": kind, "status": "draft", "warehouseCode": warehouse, "reference": reference, "lines": [line]});
        admin.post(MOVEMENTS, &body).await.expect(201);
    }
    let held = json!({"sku": "APPLE", "quantity": "2", "warehouseId": main, "reference": "SO-2", "expiresAt": "2099-01-01T00:00:00Z"});
    admin.post("/inventory/reservations", &held).await.expect(201);
    let count = json!({"warehouseId": main, "reference": "C-1"});
    admin.post("/inventory/counts", &count).await.expect(201);
    [main, shop]
}

fn told(rows: &[Value]) -> Vec<(&str, &str)> {
    rows.iter().map(|row| (row["kind"].as_str().unwrap(), row["number"].as_str().unwrap())).collect()
}

async fn what_is_to_be_done_in_a_warehouse_is_in_one_list_by_kind(app: &TestServer) {
    let [main, shop] = work(app).await;
    let admin = app.as_role("admin");
    let path = format!("/inventory/work?warehouseId={main}");
    let rows = admin.get(&path).await.expect(200).data();
    let all = [
        ("receive", "PO-1"),
        ("receiveTransfer", "T-1"),
        ("putAway", "RECV"),
        ("ship", "SO-1"),
        ("ship", "SO-2"),
        ("count", "C-1"),
    ];
    assert_eq!(told(&rows), all);
    for limit in [1, 2, 5] {
        assert_eq!(all_pages(&admin, &path, limit).await, rows, "{limit}");
    }
    let acts: Vec<&Value> = rows.iter().map(|row| &row["allowed"][0]).collect();
    assert_eq!(
        acts,
        [&json!("post"), &json!("receive"), &json!("move"), &json!("post"), &json!("issue"), &json!("record")]
    );
    let [expected, coming, lying, _, held, count] = rows.as_slice() else { panic!("{rows:?}") };
    assert_eq!((&expected["partyName"], &expected["items"][0]["sku"]), (&json!("Orchard"), &json!("APPLE")));
    assert!(expected["dueAt"].as_str().unwrap().starts_with("2010-02-01"), "{expected}");
    assert_eq!((&coming["fromWarehouseCode"], &coming["lineCount"]), (&json!("SHOP"), &json!(1)));
    assert_eq!((&lying["subject"], &lying["lineCount"]), (&json!("location"), &json!(1)));
    assert!(held["dueAt"].as_str().unwrap().starts_with("2099-01-01"), "{held}");
    assert_eq!((&count["status"], &count["lineCount"]), (&json!("open"), &json!(2)));
    for (kinds, wanted) in [("ship", &all[3..5]), ("receive,count", &[all[0], all[5]]), ("putAway", &all[2..3])] {
        let path = format!("{path}&kind={kinds}");
        assert_eq!(told(&admin.get(&path).await.expect(200).data()), wanted, "{kinds}");
        assert_eq!(all_pages(&admin, &path, 1).await.len(), wanted.len(), "{kinds}");
    }
    assert_eq!(
        told(&admin.get(&format!("/inventory/work?warehouseId={shop}")).await.expect(200).data()),
        [("ship", "T-2")]
    );
    // What is done is no work any more.
    for (noun, verb) in [(&expected["id"], "post"), (&coming["id"], "receive")] {
        let body = if verb == "receive" { json!({"occurredAt": "2010-02-02"}) } else { json!({}) };
        let answer = admin.post(&format!("{MOVEMENTS}/{}/{verb}", noun.as_str().unwrap()), &body).await;
        assert!(answer.status < 300, "{}", answer.text());
    }
    assert_eq!(told(&admin.get(&path).await.expect(200).data()), all[2..]);
    for (query, at) in [
        ("kind=ship", "warehouseId"),
        (&*format!("warehouseId={main}&kind=dance"), "kind/0"),
        ("warehouseId=wh_1", "warehouseId"),
    ] {
        admin.get(&format!("/inventory/work?{query}")).await.expect(400).pointer(at);
    }
}

async fn nobody_is_told_of_work_that_they_may_not_read_or_that_is_elsewhere(app: &TestServer) {
    let [main, shop] = work(app).await;
    let path = format!("/inventory/work?warehouseId={main}");
    let rows = app.as_role("warehouseOperator").get(&path).await.expect(200).data();
    assert!(rows.iter().all(|row| row["allowed"].as_array().unwrap().len() == 1), "{rows:?}");
    // They know from whom goods come, and no more of them.
    assert_eq!(rows[0]["partyName"], "Orchard");
    let seen = app.as_role("auditor").get(&path).await.expect(200).data();
    assert_eq!(told(&seen), told(&rows));
    assert!(seen.iter().all(|row| row["allowed"] == json!([])), "{seen:?}");
    let some = crate::names_beside_ids::narrowed(app, "movements:read").await.get(&path).await.expect(200).data();
    assert_eq!(told(&some), [("receive", "PO-1"), ("receiveTransfer", "T-1"), ("ship", "SO-1")]);
    let user = format!("/users/{}", app.books.member("warehouseOperator"));
    app.as_role("admin").put(&user, &json!({"warehouseIds": [shop]})).await.expect(204);
    app.as_role("warehouseOperator").get(&path).await.expect(403).code("warehouse_not_assigned");
}
