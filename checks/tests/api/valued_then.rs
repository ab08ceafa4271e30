//! Goods are valued as their item was on their day, also where they come to light after it was valued in another way.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::counts::this_year;
use crate::movements::{balance, movement, set_up};

const AT: &str = "/inventory/movements";

/// A receipt of cups in the shop.
fn in_shop(day: &str, quantity: &str, cost: &str) -> Value {
    let mut receipt = movement("receipt", day, json!({"sku": "CUP", "quantity": quantity, "totalCost": cost}));
    receipt["warehouseCode"] = json!("SHOP");
    receipt
}

/// The value of cups by warehouse on a day.
async fn worth(admin: &Caller, query: &str) -> Vec<String> {
    let mut found = Vec::new();
    for code in ["MAIN", "SHOP"] {
        let warehouse = admin.get(&format!("/warehouses?code={code}")).await.expect(200).data()[0]["id"].clone();
        let path = format!("/inventory/reports/valuation?warehouseId={}{query}", warehouse.as_str().unwrap());
        let rows = admin.get(&path).await.expect(200).data();
        found.extend(
            rows.iter()
                .map(|row| format!("{code} {} {}", row["quantity"].as_str().unwrap(), row["value"].as_str().unwrap())),
        );
    }
    found
}

async fn assert_proved(admin: &Caller) {
    for day in ["2010-01-04", "2010-01-09", "2010-01-10", "2040-12-31"] {
        let proof = admin.get(&format!("/inventory/proof?asOf={day}")).await.expect(200).json()["proof"].clone();
        assert_eq!((&proof["holds"], &proof["lateItems"]), (&json!(true), &json!([])), "{proof}");
    }
}

on_both![
    a_receipt_before_a_change_of_standard_cost_is_valued_as_on_its_day_and_anew_by_that_change,
    a_change_of_method_is_taken_back_also_where_goods_came_first_after_it,
];

async fn a_receipt_before_a_change_of_standard_cost_is_valued_as_on_its_day_and_anew_by_that_change(app: &TestServer) {
    let admin = app.as_role("admin");
    this_year(&admin).await;
    set_up(&admin).await;
    let cup = json!({"sku": "CUP", "name": "Cup", "costingMethod": "standard", "fallbackCost": "2.50"});
    let cup = admin.post("/inventory/items", &cup).await.expect(201).id();
    admin
        .post(AT, &movement("receipt", "2010-01-02", json!({"sku": "CUP", "quantity": "10", "totalCost": "25.00"})))
        .await
        .expect(201);
    let change = json!({"kind": "standardCostChange", "occurredAt": "2010-01-10", "lines": [{"sku": "CUP", "standardCost": "3.125"}]});
    let change = format!("{AT}/{}", admin.post(AT, &change).await.expect(201).id());
    let seen = admin.get(&change).await;
    assert_eq!(
        (seen.json()["lines"].as_array().unwrap().len(), worth(&admin, "").await),
        (1, vec!["MAIN 10 31.25".to_owned()])
    );
    let known = app.head(&app.books).await.unwrap().seq;
    let told = async || {
        let proof =
            admin.get(&format!("/inventory/proof?knownAt=seq:{known}")).await.expect(200).json()["proof"].clone();
        let ledger =
            admin.get(&format!("/inventory/reports/movement-ledger?sku=CUP&format=csv&knownAt=seq:{known}")).await;
        (proof, ledger.expect(200).text())
    };
    let was_told = told().await;
    let live = admin.get("/inventory/proof").await.expect(200).json()["proof"].clone();
    assert_eq!((&live["pools"], &live["movements"]), (&was_told.0["pools"], &was_told.0["movements"]));

    // The shop gets its first cups before the change, and that is recorded after it.
    let late = admin.post(AT, &in_shop("2010-01-05", "4", "10.40")).await.expect(201).json();
    assert_eq!((&late["lines"][0]["cost"], balance(&admin, "5900").await), (&json!("10.00"), "0.40".to_owned()));
    assert_eq!(worth(&admin, "&asOf=2010-01-09").await, ["MAIN 10 25.00", "SHOP 4 10.00"]);
    assert_eq!(worth(&admin, "&asOf=2010-01-10").await, ["MAIN 10 31.25", "SHOP 4 12.50"]);
    assert_eq!(worth(&admin, &format!("&knownAt=seq:{known}")).await, ["MAIN 10 31.25"]);
    assert_eq!(told().await, was_told, "what was known then is told as it was then");
    let now = admin.get(&change).await;
    assert_ne!(now.header("etag"), seen.header("etag"));
    let lines: Vec<_> = now.json()["lines"].as_array().unwrap().iter().map(|line| line["cost"].clone()).collect();
    assert_eq!(lines, [json!("6.25"), json!("2.50")], "{}", now.json());
    let mut sold = movement("issue", "2010-01-07", json!({"sku": "CUP", "quantity": "1"}));
    sold["warehouseCode"] = json!("SHOP");
    assert_eq!(admin.post(AT, &sold).await.expect(201).json()["lines"][0]["cost"], "2.50");
    sold["occurredAt"] = json!("2010-01-11");
    assert_eq!(admin.post(AT, &sold).await.expect(201).json()["lines"][0]["cost"], "3.13");
    assert_proved(&admin).await;

    // One more change before that holds for the shop as well, and none of them leaves a trace when it is voided.
    let earlier = json!({"kind": "standardCostChange", "occurredAt": "2010-01-06", "lines": [{"sku": "CUP", "standardCost": "2"}]});
    let earlier = format!("{AT}/{}", admin.post(AT, &earlier).await.expect(201).id());
    assert_eq!(worth(&admin, "&asOf=2010-01-09").await, ["MAIN 10 20.00", "SHOP 3 6.00"]);
    assert_proved(&admin).await;
    for document in [&change, &earlier] {
        admin.post(&format!("{document}/void"), &json!({"reason": "a mistake"})).await.expect(204);
        assert_proved(&admin).await;
    }
    assert_eq!(worth(&admin, "").await, ["MAIN 10 25.00", "SHOP 2 5.00"]);
    assert_eq!(balance(&admin, "5000").await, "5.00");
    assert_eq!(admin.get(&format!("/inventory/items/{cup}")).await.json()["fallbackCost"], "2.50");
}

async fn a_change_of_method_is_taken_back_also_where_goods_came_first_after_it(app: &TestServer) {
    let admin = app.as_role("admin");
    this_year(&admin).await;
    set_up(&admin).await;
    admin.post("/inventory/items", &json!({"sku": "CUP", "name": "Cup", "costingMethod": "fifo"})).await.expect(201);
    admin
        .post(AT, &movement("receipt", "2010-01-02", json!({"sku": "CUP", "quantity": "1", "totalCost": "1.00"})))
        .await
        .expect(201);
    let change = json!({"kind": "costingChange", "occurredAt": "2010-01-04", "lines": [{"sku": "CUP", "costingMethod": "average"}]});
    let change = admin.post(AT, &change).await.expect(201).id();
    for (day, cost) in [("2010-01-05", "1.00"), ("2010-01-06", "2.00")] {
        admin.post(AT, &in_shop(day, "1", cost)).await.expect(201);
    }
    let mut sold = movement("issue", "2010-01-07", json!({"sku": "CUP", "quantity": "1"}));
    sold["warehouseCode"] = json!("SHOP");
    let sold = admin.post(AT, &sold).await.expect(201).json();
    assert_eq!(sold["lines"][0]["cost"], "1.50");
    admin.post(&format!("{AT}/{change}/void"), &json!({"reason": "a mistake"})).await.expect(204);
    let seen = admin.get(&format!("{AT}/{}", sold["id"].as_str().unwrap())).await.expect(200).json();
    assert_eq!((&seen["lines"][0]["cost"], balance(&admin, "1200").await), (&json!("1.00"), "3.00".to_owned()));
    assert_proved(&admin).await;
}
