//! Goods held for others: line by line as they came, with the rest of them and the price agreed for that.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::accounts::all_pages;
use crate::movements::set_up;
use crate::stock::{lines, told};

const HELD: &str = "/inventory/reports/goods-of-others";
const FIELDS: [&str; 7] = ["sku", "warehouseCode", "partyName", "quantity", "taken", "left", "price"];

async fn guest(admin: &Caller, code: &str) -> String {
    let body = json!({"code": code, "name": code, "kind": "consignmentIn", "costingScope": "warehouse"});
    admin.post("/warehouses", &body).await.expect(201).id()
}

async fn record(user: &Caller, body: &Value) -> String {
    user.post("/inventory/movements", body).await.expect(201).id()
}

/// Goods that come to a warehouse and stay their owner's.
fn came(party: &str, warehouse: &str, lines: &Value) -> Value {
    json!({"kind": "receipt", "occurredAt": "2010-01-05", "warehouseCode": warehouse, "partyName": party, "reference": "C-1", "lines": lines})
}

on_both![
    goods_of_others_are_listed_with_what_is_left_of_them_and_its_price,
    lots_pieces_and_currencies_of_goods_of_others_are_told,
    who_sees_no_costs_or_acts_elsewhere_learns_no_price_and_no_goods_of_others,
    goods_of_others_are_told_as_they_were_on_a_day_and_as_they_were_known,
];

async fn goods_of_others_are_listed_with_what_is_left_of_them_and_its_price(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let (guest_id, annex) = (guest(&admin, "GUEST").await, guest(&admin, "ANNEX").await);
    let own = json!([{"sku": "APPLE", "quantity": "5", "totalCost": "5.00"}]);
    record(&admin, &came("Orchard", "MAIN", &own)).await;
    let empty = admin.get(HELD).await.expect(200).json();
    assert_eq!((&empty["data"], &empty["nextCursor"]), (&json!([]), &Value::Null), "{empty}");
    assert_eq!(admin.get(&format!("{HELD}?format=csv")).await.expect(200).text().trim_end().lines().count(), 1);

    let two = json!([{"sku": "APPLE", "quantity": "10", "totalCost": "20.00"}, {"sku": "PEAR", "quantity": "4", "totalCost": "10.00"}]);
    let receipt = record(&admin, &came("Orchard", "GUEST", &two)).await;
    let other = json!([{"sku": "APPLE", "quantity": "3", "totalCost": "9.00"}]);
    record(&admin, &came("Garden", "ANNEX", &other)).await;
    let pears = "PEAR GUEST Orchard 4 0 4 10.00";
    let annexed = "APPLE ANNEX Garden 3 0 3 9.00";
    assert_eq!(lines(&admin, HELD, &FIELDS).await, ["APPLE GUEST Orchard 10 0 10 20.00", pears, annexed]);

    // Used, sent back and moved on: each takes its share of the price.
    let part = |kind: &str, quantity: &str| json!({"kind": kind, "occurredAt": "2010-01-06", "warehouseCode": "GUEST", "lines": [{"sku": "APPLE", "quantity": quantity}]});
    let issue = record(&admin, &part("issue", "3")).await;
    assert_eq!(lines(&admin, HELD, &FIELDS).await, ["APPLE GUEST Orchard 10 3 7 14.00", pears, annexed]);
    let back = json!({"kind": "supplierReturn", "occurredAt": "2010-01-07", "ofMovementId": receipt, "lines": [{"sku": "APPLE", "quantity": "1"}]});
    record(&admin, &back).await;
    let mut on = part("transfer", "2");
    (on["occurredAt"], on["toWarehouseCode"]) = (json!("2010-01-08"), json!("MAIN"));
    record(&admin, &on).await;
    let apples = "APPLE GUEST Orchard 10 6 4 8.00";
    assert_eq!(lines(&admin, HELD, &FIELDS).await, [apples, pears, annexed]);

    let view = admin.get(HELD).await.expect(200).json();
    let row = &view["data"][0];
    assert_eq!(view["seq"], json!(app.head(&app.books).await.unwrap().seq));
    assert_eq!(
        (&row["movementId"], &row["lineNumber"], &row["reference"], &row["warehouseId"]),
        (&json!(receipt), &json!(1), &json!("C-1"), &json!(guest_id))
    );
    assert_eq!((&row["lotId"], &row["serialNumber"], &row["unitCode"]), (&Value::Null, &Value::Null, &json!("C62")));
    let csv = admin.get(&format!("{HELD}?format=csv")).await;
    assert!(csv.expect(200).header("content-disposition").contains("goods-of-others.csv"));
    let expected =
        format!("{receipt},C-1,Orchard,APPLE,APPLE,GUEST,,,10,6,4,C62,{},8.00", row["currency"].as_str().unwrap());
    assert!(csv.text().contains(&expected), "{}", csv.text());
    assert_eq!(csv.text().trim_end().lines().count(), 4, "a head and three lines: {}", csv.text());
    for format in ["xlsx", "print"] {
        admin.get(&format!("{HELD}?format={format}")).await.expect(200);
    }
    assert_eq!(told(&all_pages(&admin, HELD, 1).await, &FIELDS), [apples, pears, annexed]);

    let (party, item) = (row["partyId"].as_str().unwrap(), row["itemId"].as_str().unwrap());
    for (query, found) in [
        (format!("partyId={party}"), vec![apples, pears]),
        (format!("itemId={item}"), vec![apples, annexed]),
        (format!("warehouseId={annex}"), vec![annexed]),
        (format!("partyId={party}&itemId={item}&warehouseId={guest_id}"), vec![apples]),
        (format!("partyId={party}&warehouseId={annex}"), vec![]),
    ] {
        assert_eq!(lines(&admin, &format!("{HELD}?{query}"), &FIELDS).await, found, "{query}");
    }
    for (query, pointer) in [
        ("asOf=January", "asOf"),
        ("partyId=nothing", "partyId"),
        ("itemId=nothing", "itemId"),
        ("warehouseId=nothing", "warehouseId"),
        ("knownAt=seq:999999", "knownAt"),
        ("cursor=nothing", "cursor"),
    ] {
        admin.get(&format!("{HELD}?{query}")).await.expect(400).pointer(pointer);
    }

    // A used-up line is no longer shown; a void brings it back.
    let last = record(&admin, &part("issue", "4")).await;
    assert_eq!(lines(&admin, HELD, &FIELDS).await, [pears, annexed]);
    for movement in [last, issue] {
        admin.post(&format!("/inventory/movements/{movement}/void"), &json!({"reason": "mistaken"})).await.expect(204);
    }
    assert_eq!(lines(&admin, HELD, &FIELDS).await, ["APPLE GUEST Orchard 10 3 7 14.00", pears, annexed]);
}

async fn lots_pieces_and_currencies_of_goods_of_others_are_told(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    guest(&admin, "GUEST").await;
    let tracked = json!([{"sku": "MILK", "quantity": "6", "totalCost": "9.00", "lot": {"number": "L-1"}}, {"sku": "DRILL", "quantity": "1", "totalCost": "70.00", "serial": {"number": "D-7"}}]);
    let mut receipt = came("Dairy", "GUEST", &tracked);
    receipt["currency"] = json!("EUR");
    record(&admin, &receipt).await;
    let fields = ["sku", "lotNumber", "serialNumber", "left", "currency", "price"];
    assert_eq!(lines(&admin, HELD, &fields).await, ["MILK L-1 null 6 EUR 9.00", "DRILL null D-7 1 EUR 70.00"]);
    let csv = admin.get(&format!("{HELD}?format=csv")).await.expect(200).text();
    assert!(csv.contains(",GUEST,L-1,,6,0,6,C62,EUR,9.00") && csv.contains(",GUEST,,D-7,1,0,1,C62,EUR,70.00"), "{csv}");
}

async fn who_sees_no_costs_or_acts_elsewhere_learns_no_price_and_no_goods_of_others(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    guest(&admin, "GUEST").await;
    let annex = guest(&admin, "ANNEX").await;
    let line = |quantity: &str| json!([{"sku": "APPLE", "quantity": quantity, "totalCost": "7331.77"}]);
    record(&admin, &came("Orchard", "GUEST", &line("10"))).await;
    record(&admin, &came("Orchard", "ANNEX", &line("3"))).await;
    let operator = app.as_role("warehouseOperator");
    assert_eq!(lines(&operator, HELD, &["warehouseCode", "left", "price"]).await, ["GUEST 10 null", "ANNEX 3 null"]);
    for query in ["", "?format=csv", "?format=print"] {
        let text = operator.get(&format!("{HELD}{query}")).await.expect(200).text();
        assert!(!text.contains("7331.77"), "{text}");
    }
    let path = format!("/users/{}", app.books.member("warehouseOperator"));
    admin.put(&path, &json!({"warehouseIds": [annex]})).await.expect(204);
    let bound = app.as_role("warehouseOperator");
    assert_eq!(lines(&bound, HELD, &["warehouseCode", "left"]).await, ["ANNEX 3"]);
    let csv = bound.get(&format!("{HELD}?format=csv")).await.expect(200).text();
    assert!(csv.contains("ANNEX") && !csv.contains("GUEST"), "{csv}");
}

async fn goods_of_others_are_told_as_they_were_on_a_day_and_as_they_were_known(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    guest(&admin, "GUEST").await;
    guest(&admin, "ANNEX").await;
    let two = json!([{"sku": "APPLE", "quantity": "10", "totalCost": "20.00"}, {"sku": "PEAR", "quantity": "4", "totalCost": "10.00"}]);
    let receipt = record(&admin, &came("Orchard", "GUEST", &two)).await;
    let part = |kind: &str, day: &str, quantity: &str| json!({"kind": kind, "occurredAt": day, "warehouseCode": "GUEST", "lines": [{"sku": "APPLE", "quantity": quantity}]});
    let issue = record(&admin, &part("issue", "2010-01-08", "3")).await;
    let mut on = part("transfer", "2010-01-10", "2");
    on["toWarehouseCode"] = json!("ANNEX");
    let on = record(&admin, &on).await;
    let mut lots = came(
        "Dairy",
        "GUEST",
        &json!([{"sku": "MILK", "quantity": "6", "totalCost": "6.00", "lot": {"number": "M-1"}}]),
    );
    lots["occurredAt"] = json!("2010-01-11");
    let lots = record(&admin, &lots).await;
    let pears = "PEAR GUEST Orchard 4 0 4 10.00";
    let days = [
        ("2010-01-04", vec![]),
        ("2010-01-07", vec!["APPLE GUEST Orchard 10 0 10 20.00", pears]),
        ("2010-01-08", vec!["APPLE GUEST Orchard 10 3 7 14.00", pears]),
        ("2010-01-10", vec!["APPLE GUEST Orchard 10 5 5 10.00", pears, "APPLE ANNEX Orchard 2 0 2 4.00"]),
        (
            "2010-12-31",
            vec![
                "APPLE GUEST Orchard 10 5 5 10.00",
                pears,
                "APPLE ANNEX Orchard 2 0 2 4.00",
                "MILK GUEST Dairy 6 0 6 6.00",
            ],
        ),
    ];
    for (day, wanted) in &days {
        assert_eq!(lines(&admin, &format!("{HELD}?asOf={day}"), &FIELDS).await, *wanted, "{day}");
    }
    let seq = app.head(&app.books).await.unwrap().seq;
    let mut known = Vec::new();
    for (day, _) in &days {
        for format in ["json", "csv"] {
            let path = format!("{HELD}?asOf={day}&knownAt=seq:{seq}&format={format}");
            known.push((path.clone(), admin.get(&path).await.expect(200).text()));
        }
    }
    let now = format!("{HELD}?knownAt=seq:{seq}");
    known.push((now.clone(), admin.get(&now).await.expect(200).text()));
    assert_eq!(lines(&admin, &now, &FIELDS).await, days[4].1);

    // Use, voids and renames in between do not change earlier knowledge.
    record(&admin, &part("scrap", "2010-01-06", "1")).await;
    for id in [&on, &lots, &issue] {
        admin.post(&format!("/inventory/movements/{id}/void"), &json!({"reason": "undone"})).await.expect(204);
    }
    for (sku, name) in [("APPLE", "Apple of discord"), ("PEAR", "Other pear")] {
        let id = admin.get(&format!("/inventory/items?sku={sku}")).await.data()[0]["id"].as_str().unwrap().to_owned();
        admin.put(&format!("/inventory/items/{id}"), &json!({"name": name})).await.expect(204);
    }
    let annex = admin.get("/warehouses?code=ANNEX").await.data()[0]["id"].as_str().unwrap().to_owned();
    admin.put(&format!("/warehouses/{annex}"), &json!({"code": "SHED"})).await.expect(204);
    for (path, then) in &known {
        assert_eq!(&admin.get(path).await.expect(200).text(), then, "{path}");
    }
    assert_eq!(told(&all_pages(&admin, &now, 1).await, &FIELDS), days[4].1);
    assert_eq!(lines(&admin, HELD, &FIELDS).await, ["APPLE GUEST Orchard 10 1 9 18.00", pears]);
    // The receipt itself, too: with all that was taken of it.
    let scrap = admin.get("/inventory/movements?kind=scrap").await.data()[0]["id"].as_str().unwrap().to_owned();
    for id in [&scrap, &receipt] {
        admin.post(&format!("/inventory/movements/{id}/void"), &json!({"reason": "undone"})).await.expect(204);
    }
    for (path, then) in &known {
        assert_eq!(&admin.get(path).await.expect(200).text(), then, "{path}");
    }
    assert_eq!(lines(&admin, HELD, &FIELDS).await, Vec::<String>::new());
    assert_eq!(lines(&admin, &format!("{HELD}?asOf=2010-12-31"), &FIELDS).await, Vec::<String>::new());
    admin.get(&format!("{HELD}?knownAt=seq:999999")).await.expect(400);
}
