//! Where goods are picked: by strategy, and never goods that nobody may take.

use checks::{Answer, Caller, TestServer, on_both};
use serde_json::{Value, json};

use super::movements::{movement, set_up};

const PICK: &str = "/inventory/pick-suggestions";

async fn main_warehouse(caller: &Caller) -> String {
    caller.get("/warehouses?code=MAIN").await.expect(200).data()[0]["id"].as_str().unwrap().to_owned()
}

async fn pick(caller: &Caller, warehouse: &str, query: &str) -> Answer {
    caller.get(&format!("{PICK}?warehouseId={warehouse}&{query}")).await
}

/// How much is taken of which lot in which bin.
fn taken(answer: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let (lines, places) = (answer["lines"].as_array().unwrap(), answer["places"].as_array().unwrap());
    assert_eq!(lines.len(), places.len(), "a place for each line");
    let told = |(line, place): (&Value, &Value)| {
        format!("{} {} {}", text(&line["quantity"]), text(&place["locationCode"]), text(&place["lotNumber"]))
    };
    lines.iter().zip(places).map(told).collect()
}

on_both![
    goods_are_picked_by_strategy_of_what_may_be_taken_and_the_lines_can_be_issued,
    pieces_and_plain_goods_are_picked_and_bad_questions_are_told,
];

async fn goods_are_picked_by_strategy_of_what_may_be_taken_and_the_lines_can_be_issued(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let main = main_warehouse(&admin).await;
    admin.put(&format!("/warehouses/{main}"), &json!({"binsMode": "optional"})).await.expect(204);
    for (code, activities) in
        [("A", json!(["picking"])), ("B", json!(["shipping", "receiving"])), ("C", json!(["receiving"]))]
    {
        let bin = json!({"code": code, "activities": activities});
        admin.post(&format!("/warehouses/{main}/locations"), &bin).await.expect(201);
    }
    for (day, quantity, lot, to) in [
        ("2010-01-05", "4", json!({"number": "OLD", "expiresOn": "2010-06-30"}), "A"),
        ("2010-01-06", "4", json!({"number": "LATE", "expiresOn": "2199-12-31"}), "B"),
        ("2010-01-07", "4", json!({"number": "SOON", "expiresOn": "2199-01-31"}), "A"),
        ("2010-01-08", "4", json!({"number": "EVER"}), "A"),
        ("2010-01-09", "4", json!({"number": "HELD", "status": "hold"}), "A"),
        ("2010-01-10", "4", json!({"number": "DOCK"}), "C"),
    ] {
        let line = json!({"sku": "MILK", "quantity": quantity, "totalCost": "4.00", "lot": lot});
        admin.post("/inventory/movements", &movement("receipt", day, line)).await.expect(201);
        let number = lot["number"].clone();
        let put = json!({"sku": "MILK", "quantity": quantity, "lotNumber": number, "toLocationCode": to});
        admin.post("/inventory/movements", &movement("transfer", day, put)).await.expect(201);
    }
    for (strategy, found) in [
        ("fefo", ["4 A SOON", "4 B LATE", "2 A EVER"].as_slice()),
        ("fifo", &["4 B LATE", "4 A SOON", "2 A EVER"]),
        ("lifo", &["4 A EVER", "4 A SOON", "2 B LATE"]),
        ("nearestBin", &["4 A EVER", "4 A SOON", "2 B LATE"]),
        ("manual", &["4 A EVER", "4 A SOON", "4 B LATE"]),
    ] {
        let answer = pick(&admin, &main, &format!("sku=milk&quantity=10&strategy={strategy}")).await.expect(200).json();
        assert_eq!(taken(&answer), found, "{strategy}");
        assert_eq!(
            (&answer["strategy"], &answer["suggested"], &answer["short"]),
            (&json!(strategy), &json!("10"), &json!("0"))
        );
    }
    // The warehouse's own strategy, goods promised by name, and promised goods in general.
    admin.put(&format!("/warehouses/{main}"), &json!({"pickStrategy": "fifo"})).await.expect(204);
    let reserved = json!({"sku": "MILK", "lotNumber": "LATE", "quantity": "3", "warehouseCode": "MAIN"});
    admin.post("/inventory/reservations", &reserved).await.expect(201);
    let answer = pick(&admin, &main, "sku=MILK&quantity=20").await.expect(200).json();
    assert_eq!(taken(&answer), ["1 B LATE", "4 A SOON", "4 A EVER"]);
    assert_eq!(
        (&answer["requested"], &answer["suggested"], &answer["short"]),
        (&json!("20"), &json!("9"), &json!("11"))
    );

    // As they are.
    let issue = json!({"kind": "issue", "occurredAt": "2010-02-01", "lines": answer["lines"]});
    admin.post("/inventory/movements", &issue).await.expect(201);
    let none = pick(&admin, &main, "sku=MILK&quantity=1").await.expect(200).json();
    assert_eq!((taken(&none).len(), &none["short"]), (0, &json!("1")));
}

async fn pieces_and_plain_goods_are_picked_and_bad_questions_are_told(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let main = main_warehouse(&admin).await;
    let drill =
        |number: &str| json!({"sku": "DRILL", "quantity": "1", "totalCost": "50.00", "serial": {"number": number}});
    for (day, line) in [
        ("2010-01-05", drill("S-2")),
        ("2010-01-06", drill("S-1")),
        ("2010-01-06", json!({"sku": "APPLE", "quantity": "5", "totalCost": "5.00"})),
    ] {
        admin.post("/inventory/movements", &movement("receipt", day, line)).await.expect(201);
    }
    let answer = pick(&admin, &main, "sku=DRILL&quantity=1&strategy=fifo").await.expect(200).json();
    assert_eq!((answer["lines"].as_array().unwrap().len(), &answer["places"][0]["serialNumber"]), (1, &json!("S-2")));
    let reserved = json!({"sku": "APPLE", "quantity": "2", "warehouseCode": "MAIN"});
    admin.post("/inventory/reservations", &reserved).await.expect(201);
    let answer = pick(&admin, &main, "sku=APPLE&quantity=5").await.expect(200).json();
    assert_eq!((taken(&answer), &answer["short"]), (vec!["3 - -".to_owned()], &json!("2")));
    let item = answer["itemId"].as_str().unwrap().to_owned();
    assert_eq!(pick(&admin, &main, &format!("itemId={item}&quantity=5")).await.expect(200).json(), answer);
    for (query, status, code, pointer) in [
        ("quantity=1".to_owned(), 400, "validation_failed", "itemId"),
        (format!("itemId={item}&sku=APPLE&quantity=1"), 400, "validation_failed", "sku"),
        ("sku=APPLE".to_owned(), 400, "validation_failed", "quantity"),
        ("sku=APPLE&quantity=much".to_owned(), 400, "validation_failed", "quantity"),
        ("sku=APPLE&quantity=1&strategy=best".to_owned(), 400, "validation_failed", "strategy"),
        ("sku=APPLE&quantity=0".to_owned(), 422, "quantity_not_usable", "quantity"),
        ("sku=APPLE&quantity=0.5".to_owned(), 422, "quantity_precision", "quantity"),
        ("sku=NONE&quantity=1".to_owned(), 422, "unknown_reference", "sku"),
    ] {
        pick(&admin, &main, &query).await.expect(status).code(code).pointer(pointer);
    }
    pick(&admin, "wh_01h455vb4pex5vsknk084sn02q", "sku=APPLE&quantity=1")
        .await
        .expect(422)
        .code("unknown_reference")
        .pointer("warehouseId");
}
