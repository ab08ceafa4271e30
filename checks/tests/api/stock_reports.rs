//! Stock by age and by expiry, and how fast it turns.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::accounts::all_pages;
use crate::stock::{history, line, lines, moved, set_up};

const AGEING: &str = "/inventory/reports/ageing";
const EXPIRY: &str = "/inventory/reports/expiry";
const TURNS: &str = "/inventory/reports/turns";

fn minor(value: &Value) -> i64 {
    value.as_str().unwrap().replace('.', "").parse().unwrap()
}

/// Sku, warehouse, and quantity and value of each bucket and of the owed goods.
fn aged(rows: &[Value]) -> Vec<String> {
    let bucket =
        |bucket: &Value| format!("{}={}", bucket["quantity"].as_str().unwrap(), bucket["value"].as_str().unwrap());
    let row = |row: &Value| {
        let buckets: Vec<String> =
            row["buckets"].as_array().unwrap().iter().chain([&row["owed"]]).map(bucket).collect();
        format!("{} {} {}", row["sku"].as_str().unwrap(), row["warehouseCode"].as_str().unwrap(), buckets.join(" "))
    };
    rows.iter().map(row).collect()
}

/// Buckets come to rows, and rows to the total of the valuation.
async fn assert_ages_are_the_valuation(user: &Caller, query: &str) {
    let page = user.get(&format!("{AGEING}?limit=200{query}")).await.expect(200).json();
    let rows = page["data"].as_array().unwrap();
    for row in rows {
        let buckets = row["buckets"].as_array().unwrap().iter().chain([&row["owed"]]);
        assert_eq!(buckets.map(|bucket| minor(&bucket["value"])).sum::<i64>(), minor(&row["value"]), "{query}: {row}");
    }
    let valuation = user.get(&format!("/inventory/reports/valuation?limit=200{query}")).await.expect(200).json();
    assert_eq!(page["totalValue"], valuation["totalValue"], "{query}");
    assert_eq!(rows.iter().map(|row| minor(&row["value"])).sum::<i64>(), minor(&page["totalValue"]), "{query}");
}

on_both![
    goods_are_as_old_as_the_day_on_which_they_came_and_ages_come_to_the_valuation,
    lots_are_told_by_their_expiry_with_the_days_that_are_left,
    turns_are_cost_of_goods_for_the_mean_value_and_classes_are_by_cost,
];

async fn goods_are_as_old_as_the_day_on_which_they_came_and_ages_come_to_the_valuation(app: &TestServer) {
    let (user, _) = history(app).await;
    let ages = async |query: &str| aged(&user.get(&format!("{AGEING}?{query}")).await.expect(200).data());
    assert_eq!(
        ages("asOf=2010-02-28").await,
        [
            "A MAIN 0.0=0.00 5.0=50.00 0.0=0.00 0.0=0.00 0.0=0.00",
            "A SHOP 0.0=0.00 3.0=30.00 0.0=0.00 0.0=0.00 0.0=0.00",
            "b SHOP 0=0.00 5=15.00 0=0.00 0=0.00 0=0.00",
        ]
    );
    assert_eq!(
        ages("asOf=2010-01-15&buckets=10").await,
        ["A MAIN 10.0=100.00 2.0=10.00 0.0=0.00", "b SHOP 7=21.00 0=0.00 0=0.00"]
    );
    let page = user.get(&format!("{AGEING}?asOf=2010-02-28&buckets=10,20")).await.json();
    assert_eq!(
        (&page["labels"], &page["data"][0]["basis"], &page["data"][2]["basis"]),
        (&json!(["0-10", "11-20", "21+"]), &json!("layers"), &json!("firstInFirstOut"))
    );

    // More goods at average: the first receipt left first, and all are worth the same.
    moved(&user, "receipt", "2010-02-20", "SHOP", line("b", "3", Some("10.00"))).await;
    assert_eq!(ages("asOf=2010-02-28&sku=B").await, ["b SHOP 3=9.37 5=15.63 0=0.00 0=0.00 0=0.00"]);
    // Owed goods have no age.
    let warehouses = user.get("/warehouses").await.data();
    let id = |code: &str| warehouses.iter().find(|row| row["code"] == code).unwrap()["id"].as_str().unwrap().to_owned();
    user.put(&format!("/warehouses/{}", id("MAIN")), &json!({"negativeStock": "allow"})).await.expect(204);
    moved(&user, "issue", "2010-02-21", "MAIN", line("A", "6", None)).await;
    assert_eq!(
        ages(&format!("asOf=2010-02-28&warehouseId={}", id("MAIN"))).await,
        ["A MAIN 0.0=0.00 0.0=0.00 0.0=0.00 0.0=0.00 -1.0=-10.00"]
    );

    for day in ["2010-01-01", "2010-01-02", "2010-01-31", "2010-02-03", "2010-02-10", "2010-02-20", "2010-02-28"] {
        assert_ages_are_the_valuation(&user, &format!("&asOf={day}")).await;
    }
    assert_ages_are_the_valuation(&user, "").await;
    assert_ages_are_the_valuation(&user, &format!("&warehouseId={}", id("SHOP"))).await;
    assert_eq!(all_pages(&user, AGEING, 1).await, user.get(AGEING).await.data());
    let csv = user.get(&format!("{AGEING}?asOf=2010-02-28&format=csv")).await.expect(200).text();
    assert!(
        csv.contains("A,Apples,SHOP,C62,layers,3.0,30.00,0.0,0.00,3.0,30.00") && csv.contains("Value 31-60"),
        "{csv}"
    );
    user.get(&format!("{AGEING}?format=xlsx")).await.expect(200);
    user.get(&format!("{AGEING}?buckets=30,20")).await.expect(400).pointer("buckets");
    app.as_role("warehouseOperator").get(AGEING).await.expect(403);
}

async fn lots_are_told_by_their_expiry_with_the_days_that_are_left(app: &TestServer) {
    let user = set_up(app).await;
    let main = user.get("/warehouses").await.data().iter().find(|row| row["code"] == "MAIN").unwrap()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    user.post(&format!("/warehouses/{main}/locations"), &json!({"code": "A-1"})).await.expect(201);
    let milk = user
        .post("/inventory/items", &json!({"sku": "MILK", "name": "Milk", "tracking": "lot"}))
        .await
        .expect(201)
        .id();
    for (number, expires, place) in [
        ("L-1", json!("2010-02-20"), "A-1"),
        ("L-2", json!("2010-01-31"), "A-1"),
        ("L-3", Value::Null, "A-1"),
        ("L-4", json!("2010-02-10"), ""),
    ] {
        let lot = json!({"itemId": milk, "number": number, "expiresOn": expires});
        let lot = user.post("/inventory/lots", &lot).await.expect(201).id();
        let mut goods = json!({"sku": "MILK", "quantity": "3", "totalCost": "3.00", "lotId": lot});
        if !place.is_empty() {
            goods["locationCode"] = json!(place);
        }
        moved(&user, "receipt", "2010-01-05", "MAIN", goods).await;
    }
    let fields = ["lotNumber", "expiresOn", "daysLeft", "isExpired", "locationCode", "quantity"];
    let (first, second, third) =
        ("L-2 2010-01-31 -10 true A-1 3", "L-4 2010-02-10 0 false null 3", "L-1 2010-02-20 10 false A-1 3");
    for (query, found) in [
        ("", vec![first, second, third]),
        ("&withinDays=9", vec![first, second]),
        ("&withinDays=9&expired=false", vec![second]),
        ("&expired=true", vec![first]),
        ("&expired=false", vec![second, third]),
        ("&sku=milk&lotStatus=available", vec![first, second, third]),
        ("&sku=A", vec![]),
        ("&lotStatus=hold", vec![]),
    ] {
        assert_eq!(lines(&user, &format!("{EXPIRY}?asOf=2010-02-10{query}"), &fields).await, found, "{query}");
    }
    assert!(user.get(&format!("{EXPIRY}?asOf=2010-01-04")).await.expect(200).data().is_empty());
    assert_eq!(
        lines(&user, &format!("{EXPIRY}?expired=true&warehouseId={main}"), &["lotNumber"]).await,
        ["L-2", "L-4", "L-1"]
    );
    assert_eq!(all_pages(&user, EXPIRY, 1).await, user.get(EXPIRY).await.data());
    let csv = user.get(&format!("{EXPIRY}?asOf=2010-02-10&format=csv")).await.expect(200).text();
    assert!(
        csv.contains("2010-01-31,-10,MILK,Milk,L-2,available,MAIN,A-1,3,C62")
            || csv.contains("L-2,available,MAIN,A-1,3.0"),
        "{csv}"
    );
    user.get(&format!("{EXPIRY}?format=xlsx")).await.expect(200);
    user.get(&format!("{EXPIRY}?withinDays=-1")).await.expect(400).pointer("withinDays");
    app.as_role("warehouseOperator").get(EXPIRY).await.expect(200);
}

async fn turns_are_cost_of_goods_for_the_mean_value_and_classes_are_by_cost(app: &TestServer) {
    let (user, _) = history(app).await;
    let fields = [
        "rank",
        "sku",
        "costOfGoods",
        "openingValue",
        "closingValue",
        "averageValue",
        "turns",
        "daysOnHand",
        "cumulativePercent",
        "abcClass",
    ];
    let rows = async |query: &str| lines(&user, &format!("{TURNS}?{query}"), &fields).await;
    assert_eq!(
        rows("dateFrom=2010-01-01&dateTo=2010-01-31").await,
        ["1 A 30.00 0.00 80.00 40.00 0.75 41.3 100.00 A", "2 b 0.00 0.00 21.00 10.50 0.00 null 100.00 C"]
    );
    assert_eq!(
        rows("dateFrom=2010-02-01&dateTo=2010-02-28").await,
        ["1 b 6.00 21.00 15.00 18.00 0.33 84.0 100.00 A", "2 A 0.00 80.00 80.00 80.00 0.00 null 100.00 C"]
    );
    let both = "dateFrom=2010-01-01&dateTo=2010-12-31";
    let classes = async |more: &str| lines(&user, &format!("{TURNS}?{both}{more}"), &["sku", "abcClass"]).await;
    assert_eq!(classes("").await, ["A A", "b B"]);
    assert_eq!(classes("&classA=90").await, ["A A", "b A"]);
    assert_eq!(classes("&classA=50&classB=60").await, ["A A", "b C"]);
    user.get(&format!("{TURNS}?classA=90&classB=60")).await.expect(400).pointer("classA");

    // The total is the balance of the accounts of cost of goods.
    let page = user.get(&format!("{TURNS}?{both}")).await.expect(200).json();
    let report = user.get("/accounting/reports/trial-balance?asOf=2010-12-31").await.expect(200).json();
    let cost =
        report["data"].as_array().unwrap().iter().find(|row| row["code"] == "5000").unwrap()["closingDebit"].clone();
    assert_eq!((&page["totalCostOfGoods"], &page["totalClosingValue"]), (&cost, &json!("95.00")));
    let shop = user.get("/warehouses").await.data().iter().find(|row| row["code"] == "SHOP").unwrap()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(
        lines(&user, &format!("{TURNS}?{both}&warehouseId={shop}"), &["sku", "costOfGoods", "closingValue"]).await,
        ["b 6.00 15.00", "A 0.00 30.00"]
    );

    // Returns are no cost, and neither are voided issues.
    let sold = moved(&user, "issue", "2010-03-01", "SHOP", line("A", "2", None)).await;
    let back = json!({"kind": "return", "occurredAt": "2010-03-02", "warehouseCode": "SHOP", "ofMovementId": sold, "lines": [line("A", "1", None)]});
    let back = user.post("/inventory/movements", &back).await.expect(201).id();
    let march = "dateFrom=2010-03-01&dateTo=2010-03-31";
    assert_eq!(lines(&user, &format!("{TURNS}?{march}"), &["sku", "costOfGoods"]).await[0], "A 10.00");
    for id in [back, sold] {
        user.post(&format!("/inventory/movements/{id}/void"), &json!({"reason": "typed twice"})).await.expect(204);
    }
    assert_eq!(lines(&user, &format!("{TURNS}?{march}"), &["sku", "costOfGoods"]).await, ["A 0.00", "b 0.00"]);

    assert_eq!(
        all_pages(&user, &format!("{TURNS}?{both}"), 1).await,
        user.get(&format!("{TURNS}?{both}")).await.data()
    );
    let csv = user.get(&format!("{TURNS}?{both}&format=csv")).await.expect(200).text();
    assert!(csv.contains("1,A,Apples,30.00") && csv.contains("Total"), "{csv}");
    user.get(&format!("{TURNS}?{both}&format=xlsx")).await.expect(200);
    app.as_role("warehouseOperator").get(TURNS).await.expect(403);
}
