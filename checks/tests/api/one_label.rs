//! One label, one identity: a sku, lot or serial number is one spelling through every door, and two that look the same are one or
//! refused.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::movements::{movement, set_up};

const MOVEMENTS: &str = "/inventory/movements";

/// Texts that look like another one, each with its fault.
const LOOK_ALIKE: [(&str, &str); 6] = [
    ("X1 ", "edge_blank"),
    (" X1", "edge_blank"),
    ("X\u{200b}1", "invisible_character"),
    ("X1\u{202e}", "invisible_character"),
    ("X\u{a0}1", "look_alike_character"),
    ("Ｘ1", "look_alike_character"),
];

on_both![
    a_number_that_looks_like_another_one_is_refused_at_every_door,
    a_number_that_is_written_apart_is_found_composed_at_every_door,
    numbers_of_pieces_and_lots_that_differ_by_case_are_two,
    a_warehouse_lies_on_the_earth,
];

/// Goods with a lot, and one with a piece, of these numbers.
async fn came(admin: &Caller, lot: &str, piece: &str) {
    for line in [
        json!({"sku": "MILK", "quantity": "9", "totalCost": "9.00", "lot": {"number": lot}}),
        json!({"sku": "DRILL", "quantity": "1", "totalCost": "9.00", "serial": {"number": piece}}),
    ] {
        admin.post(MOVEMENTS, &movement("receipt", "2010-02-01", line)).await.expect(201);
    }
}

/// Where a text stands in a body: its path, the body, the text's pointer.
type Door = (&'static str, Value, &'static str);

/// Every body that names a sku, a lot or a piece, with this text.
fn doors(text: &str) -> Vec<Door> {
    let line = |kind: &str, line: Value| movement(kind, "2010-03-01", line);
    let count = json!({"lines": [{"sku": "MILK", "quantity": "1", "lotNumber": text}]});
    let milk = |field: &str, value: Value| json!({"sku": "MILK", "quantity": "1", "totalCost": "1.00", field: value});
    let drill = |field: &str, value: Value| json!({"sku": "DRILL", "quantity": "1", "totalCost": "1.00", field: value});
    let reserved = |field: &str| json!({"sku": "MILK", "quantity": "1", "warehouseCode": "MAIN", field: text});
    vec![
        (MOVEMENTS, line("issue", json!({"sku": text, "quantity": "1"})), "/lines/0/sku"),
        (MOVEMENTS, line("issue", milk("lotNumber", json!(text))), "/lines/0/lotNumber"),
        (MOVEMENTS, line("issue", drill("serialNumber", json!(text))), "/lines/0/serialNumber"),
        (MOVEMENTS, line("receipt", milk("lot", json!({"number": text}))), "/lines/0/lot/number"),
        (MOVEMENTS, line("receipt", drill("serial", json!({"number": text}))), "/lines/0/serial/number"),
        ("/inventory/reservations", json!({"sku": text, "quantity": "1", "warehouseCode": "MAIN"}), "/sku"),
        ("/inventory/reservations", reserved("lotNumber"), "/lotNumber"),
        ("/inventory/reservations", reserved("serialNumber"), "/serialNumber"),
        ("COUNT", count, "/lines/0/lotNumber"),
    ]
}

/// Every list and report that a sku, a lot or a piece narrows.
fn filters(text: &str) -> Vec<String> {
    let text: String = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
    let paths = [
        "/inventory/items?sku=",
        "/inventory/lots?number=",
        "/inventory/serials?number=",
        "/inventory/stock?sku=",
        "/inventory/reports/movement-ledger?sku=",
    ];
    paths.iter().map(|path| format!("{path}{text}")).collect()
}

async fn counting(admin: &Caller) -> String {
    let count = admin.post("/inventory/counts", &json!({"warehouseCode": "MAIN"})).await.expect(201).id();
    format!("/inventory/counts/{count}/lines")
}

async fn a_number_that_looks_like_another_one_is_refused_at_every_door(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    came(&admin, "X1", "X1").await;
    let count = counting(&admin).await;
    let before = app.heads().await;
    for (text, fault) in LOOK_ALIKE {
        for (path, body, pointer) in doors(text) {
            let path = if path == "COUNT" { count.as_str() } else { path };
            let refused = admin.post(path, &body).await;
            refused.expect(400).code("validation_failed").pointer(pointer);
            assert!(refused.text().contains(fault), "{path} {text:?}: {}", refused.text());
        }
        for path in filters(text) {
            admin.get(&path).await.expect(400);
        }
    }
    assert_eq!(app.heads().await, before);
}

async fn a_number_that_is_written_apart_is_found_composed_at_every_door(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let (apart, composed) = ("SN-e\u{301}1", "SN-\u{e9}1");
    admin.post("/inventory/items", &json!({"sku": apart, "name": "Tea"})).await.expect(201);
    came(&admin, apart, apart).await;
    let numbers = async |path: &str| admin.get(path).await.expect(200).data()[0]["number"].clone();
    assert_eq!(numbers("/inventory/lots").await, json!(composed));
    assert_eq!(numbers("/inventory/serials").await, json!(composed));
    let again = json!({"sku": "DRILL", "quantity": "1", "totalCost": "9.00", "serial": {"number": composed}});
    admin.post(MOVEMENTS, &movement("receipt", "2010-02-02", again)).await.expect(409).code("serial_in_stock");
    for path in filters(apart) {
        admin.get(&path).await.expect(200);
    }
    for (text, kinds) in [(apart, 3), (composed, 3), ("\u{feff}SN-e\u{301}1", 3)] {
        let found = admin.post("/inventory/scan", &json!({"data": text})).await.expect(200).json();
        assert_eq!(found["readings"].as_array().map(Vec::len), Some(kinds), "{text:?}: {found}");
    }
    let issue = movement("issue", "2010-03-01", json!({"sku": "DRILL", "quantity": "1", "serialNumber": apart}));
    admin.post(MOVEMENTS, &issue).await.expect(201);
}

async fn numbers_of_pieces_and_lots_that_differ_by_case_are_two(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    came(&admin, "X1", "X1").await;
    came(&admin, "x1", "x1").await;
    for list in ["lots", "serials"] {
        for number in ["X1", "x1"] {
            let found = admin.get(&format!("/inventory/{list}?number={number}")).await.expect(200).data();
            assert_eq!(found.len(), 1);
            assert_eq!(found[0]["number"], number);
        }
    }
    admin.post("/inventory/items", &json!({"sku": "apple", "name": "n"})).await.expect(409).code("code_taken");
}

async fn a_warehouse_lies_on_the_earth(app: &TestServer) {
    let admin = app.as_role("admin");
    let geo = json!({"lat": 51.5, "lng": -0.12, "what3words": "filled.count.soap"});
    let path = format!(
        "/warehouses/{}",
        admin.post("/warehouses", &json!({"code": "LON", "name": "n", "geo": geo})).await.expect(201).id()
    );
    assert_eq!(admin.get(&path).await.expect(200).json()["geo"], geo);
    let before = app.heads().await;
    for (geo, pointer) in [
        (json!({"lat": 200}), "/geo/lat"),
        (json!({"latitude": -90.01}), "/geo/latitude"),
        (json!({"lng": 180.5}), "/geo/lng"),
        (json!({"lon": "east"}), "/geo/lon"),
        (json!({"longitude": [1]}), "/geo/longitude"),
    ] {
        admin.put(&path, &json!({"geo": geo})).await.expect(400).code("validation_failed").pointer(pointer);
        let body = json!({"code": "B", "name": "n", "geo": geo});
        admin.post("/warehouses", &body).await.expect(400).pointer(pointer);
    }
    for name in ["\u{200b}", "Depot \u{202e}1"] {
        admin.put(&path, &json!({"name": name})).await.expect(400).code("validation_failed").pointer("/name");
    }
    assert_eq!(app.heads().await, before);
    admin.put(&path, &json!({"geo": {"lat": null, "lng": "180"}})).await.expect(204);
}
