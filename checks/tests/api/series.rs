//! Series: balances of accounts and stock of items at the end of days, weeks and months.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::movements::{movement, set_up};

on_both![
    the_balance_of_an_account_over_time_is_that_of_its_statement_on_each_day,
    quantity_and_value_of_an_item_over_time_are_those_of_the_stock_on_each_day,
];

async fn points(caller: &Caller, path: &str, field: &str) -> Vec<(String, Value)> {
    let body = caller.get(path).await.expect(200).json();
    let points = body["points"].as_array().unwrap().iter();
    points.map(|point| (point["date"].as_str().unwrap().to_owned(), point[field].clone())).collect()
}

async fn the_balance_of_an_account_over_time_is_that_of_its_statement_on_each_day(app: &TestServer) {
    let user = app.as_role("accountant");
    for (day, amount) in
        [("2010-01-10", "10.00"), ("2010-02-10", "20.00"), ("2010-02-11", "5.00"), ("2010-04-01", "1.00")]
    {
        user.post_entry(&app.sale(amount).on(day)).await;
    }
    let cash = format!("/accounting/accounts/{}", app.books.accounts["1000"]);
    let year = "dateFrom=2010-01-01&dateTo=2010-04-15";
    let told = points(&user, &format!("{cash}/series?{year}"), "balance").await;
    let wanted = [("2010-01-31", "10.00"), ("2010-02-28", "35.00"), ("2010-03-31", "35.00"), ("2010-04-15", "36.00")];
    assert_eq!(told, wanted.map(|(day, balance)| (day.to_owned(), json!(balance))));
    for step in ["day", "week", "month"] {
        for (day, balance) in points(&user, &format!("{cash}/series?{year}&step={step}"), "balance").await {
            let statement = user.get(&format!("{cash}/statement?dateTo={day}")).await.expect(200).json();
            assert_eq!(statement["closingBalance"], balance, "{step} {day}");
        }
    }
    // Of the other side, and as it was known before the last two.
    let sales = format!("/accounting/accounts/{}", app.books.accounts["4000"]);
    let february = "dateFrom=2010-02-01&dateTo=2010-02-28";
    assert_eq!(points(&user, &format!("{sales}/series?{february}"), "balance").await[0].1, "35.00");
    let seq = user.get(&format!("{sales}/series?{february}")).await.json()["seq"].as_i64().unwrap();
    let known = format!("{sales}/series?{february}&knownAt=seq:{}", seq - 2);
    assert_eq!(points(&user, &known, "balance").await[0].1, "30.00");
    user.get(&format!("{cash}/series?dateFrom=2010-01-01&dateTo=2011-12-31&step=day"))
        .await
        .expect(400)
        .pointer("dateFrom")
        .says("400");
    user.get(&format!("{cash}/series?dateFrom=2010-02-01&dateTo=2010-01-31")).await.expect(400).pointer("dateFrom");
    user.get(&format!("{cash}/series?step=year")).await.expect(400).pointer("step");
    user.get("/accounting/accounts/acc_01h455vb4pex5vsknk084sn02q/series").await.expect(404);
    app.as_role("warehouseOperator").get(&format!("{cash}/series")).await.expect(403);
}

async fn quantity_and_value_of_an_item_over_time_are_those_of_the_stock_on_each_day(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let house = async |code: &str| {
        admin.get(&format!("/warehouses?code={code}")).await.data()[0]["id"].as_str().unwrap().to_owned()
    };
    let (main, shop) = (house("MAIN").await, house("SHOP").await);
    for (kind, day, line) in [
        ("receipt", "2010-01-05", json!({"sku": "APPLE", "quantity": "10", "totalCost": "10.00"})),
        ("issue", "2010-02-05", json!({"sku": "APPLE", "quantity": "3"})),
        ("transfer", "2010-03-05", json!({"sku": "APPLE", "quantity": "2", "toWarehouseCode": "SHOP"})),
        ("receipt", "2010-03-06", json!({"sku": "APPLE", "quantity": "5", "totalCost": "10.00"})),
    ] {
        admin.post("/inventory/movements", &movement(kind, day, line)).await.expect(201);
    }
    let item = admin.get("/inventory/items?sku=APPLE").await.data()[0]["id"].as_str().unwrap().to_owned();
    let path = format!("/inventory/items/{item}/series?dateFrom=2010-01-01&dateTo=2010-03-31");
    let quantities = points(&admin, &path, "quantity").await;
    assert_eq!(
        quantities.iter().map(|(_, much)| much.clone()).collect::<Vec<_>>(),
        [json!("10"), json!("7"), json!("12")]
    );
    for step in ["week", "month"] {
        let path = format!("{path}&step={step}");
        let values = points(&admin, &path, "value").await;
        for ((day, much), (_, value)) in points(&admin, &path, "quantity").await.into_iter().zip(values) {
            let stock = admin.get(&format!("/inventory/stock?by=item&sku=APPLE&asOf={day}")).await.expect(200).data();
            let row = |field: &str, none: &str| stock.first().map_or(json!(none), |row| row[field].clone());
            assert_eq!((much, value), (row("quantity", "0"), row("value", "0.00")), "{day}");
        }
    }
    let there = points(&admin, &format!("{path}&warehouseId={shop}"), "quantity").await;
    assert_eq!(there[2].1, "2");
    assert_eq!(points(&admin, &format!("{path}&warehouseId={shop}"), "value").await[2].1, Value::Null);
    // Without the right to see costs, and from one warehouse alone.
    let operator = app.as_role("warehouseOperator");
    assert_eq!(points(&operator, &path, "value").await[2].1, Value::Null);
    let user = format!("/users/{}", app.books.member("warehouseManager"));
    admin.put(&user, &json!({"warehouseIds": [main]})).await.expect(204);
    let manager = app.as_role("warehouseManager");
    assert_eq!(points(&manager, &path, "quantity").await[2].1, "10");
    assert_eq!(points(&manager, &path, "value").await[2].1, Value::Null);
    assert_eq!(points(&manager, &format!("{path}&warehouseId={shop}"), "quantity").await[2].1, "0");
    admin.get("/inventory/items/item_01h455vb4pex5vsknk084sn02q/series").await.expect(404);
}
