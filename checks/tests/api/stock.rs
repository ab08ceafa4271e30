//! Reading stock: on hand, its value, its movements, late ones.

use std::collections::BTreeMap;

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::accounts::all_pages;

const STOCK: &str = "/inventory/stock";
const VALUATION: &str = "/inventory/reports/valuation";
const LEDGER: &str = "/inventory/reports/movement-ledger";
const LATE: &str = "/inventory/reports/late-items";

/// Two warehouses, accounts, and two items: A on account 1200 by FIFO, B on account 1210 by moving average.
pub async fn set_up(app: &TestServer) -> Caller {
    let user = app.as_role("admin");
    for (code, kind, subtype) in [
        ("2100", "liability", "goodsReceivedNotInvoiced"),
        ("5900", "expense", "costVariance"),
        ("5100", "expense", "other"),
    ] {
        let body = json!({"code": code, "name": format!("Account {code}"), "type": kind, "subtype": subtype});
        user.post("/accounting/accounts", &body).await.expect(201);
    }
    let gifts = json!({"code": "1210", "name": "Gifts in stock", "type": "asset", "controlFor": "stock"});
    user.post("/accounting/accounts", &gifts).await.expect(201);
    let account =
        async |code: &str| user.get(&format!("/accounting/accounts?code={code}")).await.data()[0]["id"].clone();
    let accounts = json!({"valuationAccountId": account("1200").await, "cogsAccountId": account("5000").await, "adjustmentAccountId": account("5100").await});
    user.put("/organization", &accounts).await.expect(204);
    for code in ["MAIN", "SHOP"] {
        user.post("/warehouses", &json!({"code": code, "name": code, "binsMode": "optional"})).await.expect(201);
    }
    let gifts = json!({"code": "GIFTS", "name": "Gifts", "valuationAccountId": account("1210").await});
    user.post("/inventory/item-categories", &gifts).await.expect(201);
    user.post("/inventory/items", &json!({"sku": "A", "name": "Apples", "quantityDecimals": 1})).await.expect(201);
    let gift = json!({"sku": "b", "name": "Bowls", "costingMethod": "average", "categoryCode": "GIFTS"});
    user.post("/inventory/items", &gift).await.expect(201);
    user
}

/// A posted movement of one line; its id.
pub async fn moved(user: &Caller, kind: &str, day: &str, warehouse: &str, line: Value) -> String {
    let body = json!({"kind": kind, "occurredAt": day, "warehouseCode": warehouse, "description": format!("{kind} {day}"), "lines": [line]});
    user.post("/inventory/movements", &body).await.expect(201).id()
}

pub fn line(sku: &str, quantity: &str, cost: Option<&str>) -> Value {
    match cost {
        Some(cost) => json!({"sku": sku, "quantity": quantity, "totalCost": cost}),
        None => json!({"sku": sku, "quantity": quantity}),
    }
}

/// The basis of the numbers in these tests. The receipt of 2 for 10.00 comes last and is of the first day: the issue
/// takes it first, so that the issue costs 30.00 and no longer 40.00.
pub async fn history(app: &TestServer) -> (Caller, String) {
    let user = set_up(app).await;
    moved(&user, "receipt", "2010-01-05", "MAIN", line("A", "10", Some("100.00"))).await;
    let issue = moved(&user, "issue", "2010-01-20", "MAIN", line("A", "4", None)).await;
    moved(&user, "receipt", "2010-01-10", "SHOP", line("b", "7", Some("21.00"))).await;
    let transfer = json!({"sku": "A", "quantity": "3", "toWarehouseCode": "SHOP"});
    moved(&user, "transfer", "2010-02-03", "MAIN", transfer).await;
    let mistake = moved(&user, "receipt", "2010-02-10", "MAIN", line("A", "5", Some("75.00"))).await;
    moved(&user, "issue", "2010-02-15", "SHOP", line("b", "2", None)).await;
    moved(&user, "receipt", "2010-01-02", "MAIN", line("A", "2", Some("10.00"))).await;
    user.post(&format!("/inventory/movements/{mistake}/void"), &json!({"reason": "typed twice"})).await.expect(204);
    (user, issue)
}

/// These fields of each row, as text.
pub fn told(rows: &[Value], fields: &[&str]) -> Vec<String> {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    rows.iter().map(|row| fields.iter().map(|field| text(&row[*field])).collect::<Vec<_>>().join(" ")).collect()
}

pub async fn lines(user: &Caller, path: &str, fields: &[&str]) -> Vec<String> {
    told(&user.get(path).await.expect(200).data(), fields)
}

/// Closing balances of both stock accounts in the trial balance of a day, those of 0 left out.
async fn balances(user: &Caller, day: &str) -> BTreeMap<String, String> {
    let rows = user.get(&format!("/accounting/reports/trial-balance?asOf={day}")).await.expect(200).data();
    let stock = rows.iter().filter(|row| row["code"].as_str().unwrap().starts_with("12"));
    let pairs =
        stock.map(|row| (row["code"].as_str().unwrap().to_owned(), row["closingDebit"].as_str().unwrap().to_owned()));
    pairs.filter(|(_, balance)| balance != "0.00").collect()
}

/// The valuation's totals by account equal the trial balance on all these days, and rows of every kind sum up to them.
async fn assert_valuation_follows_the_books(user: &Caller) {
    for day in [
        "2010-01-01",
        "2010-01-02",
        "2010-01-09",
        "2010-01-31",
        "2010-02-01",
        "2010-02-03",
        "2010-02-10",
        "2010-02-28",
        "2010-12-31",
    ] {
        let view = user.get(&format!("{VALUATION}?asOf={day}")).await.expect(200).json();
        let accounts = view["accounts"].as_array().unwrap().iter();
        let accounts: BTreeMap<String, String> = accounts
            .map(|one| (one["code"].as_str().unwrap().to_owned(), one["value"].as_str().unwrap().to_owned()))
            .collect();
        assert_eq!(accounts, balances(user, day).await, "on {day}");
        for by in ["item", "warehouse", "account", "category"] {
            let rows = all_pages(user, &format!("{VALUATION}?asOf={day}&by={by}"), 1).await;
            let minor = |value: &Value| value.as_str().unwrap().replace('.', "").parse::<i64>().unwrap();
            assert_eq!(
                rows.iter().map(|row| minor(&row["value"])).sum::<i64>(),
                minor(&view["totalValue"]),
                "by {by} on {day}"
            );
        }
    }
}

on_both![
    stock_is_told_by_item_and_warehouse_now_and_at_the_end_of_any_day,
    pages_of_stock_of_any_length_are_the_whole_of_it,
    stock_on_hand_tells_what_is_reserved_and_available_and_what_it_is_worth,
    stock_is_told_by_bin_lot_and_piece,
    the_valuation_is_what_the_trial_balance_has_also_after_movements_of_the_past_and_voids,
    the_movement_ledger_runs_to_what_is_there_and_hides_costs_from_those_who_may_not_see_them,
    a_movement_ledger_of_a_lot_or_a_piece_has_values_where_they_have_costs_of_their_own,
    no_value_runs_in_a_warehouse_that_shared_its_costs_before,
    no_value_runs_of_a_lot_that_had_no_costs_of_its_own_before,
    what_was_costed_prospectively_is_late_from_the_day_on_which_it_moved,
    what_moved_until_a_day_and_was_posted_after_it_is_late,
    a_warehouse_tells_in_short_what_is_in_it_and_leads_there,
];

async fn stock_is_told_by_item_and_warehouse_now_and_at_the_end_of_any_day(app: &TestServer) {
    let (user, _) = history(app).await;
    let fields = ["sku", "warehouseCode", "quantity", "unitCode"];
    assert_eq!(lines(&user, STOCK, &fields).await, ["A MAIN 5.0 C62", "A SHOP 3.0 C62", "b SHOP 5 C62"]);
    assert_eq!(lines(&user, &format!("{STOCK}?by=item"), &fields).await, ["A null 8.0 C62", "b null 5 C62"]);
    for (day, found) in [
        ("2010-01-01", vec![]),
        ("2010-01-04", vec!["A MAIN 2.0 C62"]),
        ("2010-01-31", vec!["A MAIN 8.0 C62", "b SHOP 7 C62"]),
        ("2010-02-03", vec!["A MAIN 5.0 C62", "A SHOP 3.0 C62", "b SHOP 7 C62"]),
        ("2010-12-31", vec!["A MAIN 5.0 C62", "A SHOP 3.0 C62", "b SHOP 5 C62"]),
    ] {
        assert_eq!(lines(&user, &format!("{STOCK}?asOf={day}"), &fields).await, found, "{day}");
    }
    for (query, found) in
        [("sku=a", 2), ("sku=x", 0), ("by=lot", 0), ("by=serial", 0), ("nonZero=false", 3), ("lotStatus=hold", 0)]
    {
        assert_eq!(user.get(&format!("{STOCK}?{query}")).await.expect(200).data().len(), found, "{query}");
    }
    assert_eq!(all_pages(&user, STOCK, 1).await, user.get(STOCK).await.data());
    // A cursor of another list is none.
    let cursor = user.get(&format!("{STOCK}?limit=1")).await.json()["nextCursor"].as_str().unwrap().to_owned();
    user.get(&format!("{STOCK}?by=location&cursor={cursor}")).await.expect(400).pointer("cursor");
    user.get(&format!("{STOCK}?format=csv&cursor={cursor}")).await.expect(400).pointer("cursor");
    let csv = user.get(&format!("{STOCK}?asOf=2010-01-31&format=csv")).await;
    csv.expect(200);
    assert!(csv.header("content-disposition").contains("stock-2010-01-31.csv"));
    assert!(
        csv.text().contains("A,Apples,MAIN,8.0,C62") && csv.text().contains("b,Bowls,SHOP,7.0,C62"),
        "{}",
        csv.text()
    );
    user.get(&format!("{STOCK}?format=xlsx")).await.expect(200);
    app.as_role("warehouseOperator").get(STOCK).await.expect(200);
}

async fn pages_of_stock_of_any_length_are_the_whole_of_it(app: &TestServer) {
    let (user, _) = history(app).await;
    // Nothing left, nothing ever, and something in two bins and two warehouses, each between others by sku.
    for sku in ["AA", "AB", "B1", "C"] {
        user.post("/inventory/items", &json!({"sku": sku, "name": sku, "quantityDecimals": 1})).await.expect(201);
    }
    let main = user.get("/warehouses?code=MAIN").await.data()[0]["id"].as_str().unwrap().to_owned();
    let bin = user.post(&format!("/warehouses/{main}/locations"), &json!({"code": "BIN"})).await.expect(201).id();
    for sku in ["AA", "B1", "C"] {
        moved(&user, "receipt", "2010-01-08", "MAIN", line(sku, "2", Some("4.00"))).await;
    }
    moved(&user, "receipt", "2010-01-08", "SHOP", line("B1", "1", Some("2.00"))).await;
    moved(
        &user,
        "receipt",
        "2010-01-08",
        "MAIN",
        json!({"sku": "B1", "quantity": "4", "totalCost": "8.00", "locationId": bin}),
    )
    .await;
    moved(&user, "issue", "2010-01-09", "MAIN", line("AA", "2", None)).await;
    let in_main = format!("&warehouseId={main}");
    for (by, left) in [("item", 4), ("warehouse", 6), ("location", 7)] {
        for asked in [
            "",
            "&asOf=2010-12-31",
            "&asOf=2010-01-08",
            "&nonZero=false",
            "&asOf=2010-12-31&nonZero=false",
            &in_main,
            "&sku=b1",
        ] {
            let path = format!("{STOCK}?by={by}{asked}");
            let whole = user.get(&format!("{path}&limit=200")).await.expect(200).data();
            for limit in 1..=4 {
                assert_eq!(all_pages(&user, &path, limit).await, whole, "{path}, {limit} a page");
            }
            if asked.is_empty() || asked == "&asOf=2010-12-31" {
                assert_eq!(whole.len(), left, "{path}: {whole:#?}");
            }
        }
    }
}

async fn stock_on_hand_tells_what_is_reserved_and_available_and_what_it_is_worth(app: &TestServer) {
    let (user, _) = history(app).await;
    user.post("/inventory/reservations", &json!({"sku": "A", "quantity": "1.5", "warehouseCode": "MAIN"}))
        .await
        .expect(201);
    let fields = ["sku", "warehouseCode", "onHand", "held", "reserved", "available", "value"];
    let now = ["A MAIN 5.0 0.0 1.5 3.5 50.00", "A SHOP 3.0 0.0 0.0 3.0 30.00", "b SHOP 5 0 0 5 15.00"];
    assert_eq!(lines(&user, STOCK, &fields).await, now);
    assert_eq!(
        lines(&user, &format!("{STOCK}?by=item"), &fields).await,
        ["A null 8.0 0.0 1.5 6.5 80.00", "b null 5 0 0 5 15.00"]
    );
    let code = async |code: &str| {
        user.get(&format!("/warehouses?code={code}")).await.data()[0]["id"].as_str().unwrap().to_owned()
    };
    let (main, shop) = (code("MAIN").await, code("SHOP").await);
    let item = user.get("/inventory/items?sku=A").await.data()[0]["id"].as_str().unwrap().to_owned();
    let then = user.get(&format!("{STOCK}?itemId={item}&warehouseId={main}&asOf=2010-01-31")).await.expect(200).json();
    assert_eq!(
        told(then["data"].as_array().unwrap(), &["warehouseId", "onHand", "reserved", "available", "value"]),
        [format!("{main} 8.0 null null 80.00")]
    );
    assert_eq!(then["currency"], "GBP");
    assert_eq!(
        lines(&user, &format!("{STOCK}?by=item&warehouseId={shop}"), &fields).await[0],
        "A null 3.0 0.0 0.0 3.0 30.00"
    );
    // Before the last two documents the mistake stood, and the issue cost more.
    let head = app.head(&app.books).await.unwrap().seq;
    assert_eq!(
        lines(&user, &format!("{STOCK}?sku=a&knownAt=seq:{}", head - 3), &fields).await,
        ["A MAIN 8.0 null null null 105.00", "A SHOP 3.0 null null null 30.00"]
    );
    for query in ["by=location", "basis=physical&asOf=2010-12-31", "lotStatus=hold&by=item"] {
        let rows = user.get(&format!("{STOCK}?{query}")).await.expect(200).data();
        assert!(rows.iter().all(|row| row["value"].is_null() && row["available"].is_null()), "{query}: {rows:?}");
    }
    assert_eq!(
        lines(&app.as_role("warehouseOperator"), STOCK, &fields).await[0],
        "A MAIN 5.0 0.0 1.5 3.5 null",
        "costs are hidden"
    );
    // Goods that share their costs have no value by themselves; all of an item has one.
    for id in [&main, &shop] {
        let shared = json!({"costingScope": "organization", "occurredAt": "2010-02-20"});
        user.post(&format!("/warehouses/{id}/costing-scope"), &shared).await.expect(204);
    }
    assert_eq!(lines(&user, &format!("{STOCK}?sku=a"), &["value"]).await, ["null", "null"]);
    assert_eq!(lines(&user, &format!("{STOCK}?sku=a&asOf=2010-02-19"), &["value"]).await, ["50.00", "30.00"]);
    assert_eq!(lines(&user, &format!("{STOCK}?sku=a&by=item"), &["value"]).await, ["80.00"]);
}

async fn stock_is_told_by_bin_lot_and_piece(app: &TestServer) {
    let user = set_up(app).await;
    let main = user.get("/warehouses").await.data().iter().find(|row| row["code"] == "MAIN").unwrap()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let bin = user.post(&format!("/warehouses/{main}/locations"), &json!({"code": "A-1"})).await.expect(201).id();
    let tracked = async |sku: &str, tracking: &str| {
        user.post("/inventory/items", &json!({"sku": sku, "name": sku, "tracking": tracking})).await.expect(201).id()
    };
    let (milk, clock) = (tracked("MILK", "lot").await, tracked("CLOCK", "serial").await);
    for (number, status) in [("L-1", "available"), ("L-2", "hold")] {
        let lot = json!({"itemId": milk, "number": number, "expiresOn": "2010-06-30"});
        let lot = user.post("/inventory/lots", &lot).await.expect(201).id();
        let line = json!({"sku": "MILK", "quantity": "3", "totalCost": "3.00", "lotId": lot, "locationCode": "A-1"});
        moved(&user, "receipt", "2010-01-05", "MAIN", line).await;
        user.put(&format!("/inventory/lots/{lot}"), &json!({"status": status})).await.expect(204);
    }
    user.post("/inventory/serials", &json!({"itemId": clock, "number": "S-1"})).await.expect(201);
    let piece = json!({"sku": "CLOCK", "quantity": "1", "totalCost": "50.00", "serialNumber": "S-1"});
    moved(&user, "receipt", "2010-01-06", "MAIN", piece).await;

    let rows = lines(&user, &format!("{STOCK}?by=location"), &["sku", "locationCode", "quantity"]).await;
    assert_eq!(rows, ["CLOCK null 1", "MILK A-1 6"]);
    let fields = ["sku", "warehouseCode", "lotNumber", "lotStatus", "expiresOn", "quantity"];
    let rows = lines(&user, &format!("{STOCK}?by=lot"), &fields).await;
    assert_eq!(rows, ["MILK MAIN L-1 available 2010-06-30 3", "MILK MAIN L-2 hold 2010-06-30 3"]);
    assert_eq!(lines(&user, &format!("{STOCK}?by=lot&lotStatus=hold"), &["lotNumber"]).await, ["L-2"]);
    assert_eq!(lines(&user, &format!("{STOCK}?lotStatus=hold"), &["sku", "quantity"]).await, ["MILK 3"]);
    for (until, found) in [("2010-06-30", 2), ("2010-06-29", 0)] {
        assert_eq!(
            user.get(&format!("{STOCK}?by=lot&expiresUntil={until}")).await.expect(200).data().len(),
            found,
            "{until}"
        );
    }
    let rows = lines(
        &user,
        &format!("{STOCK}?by=serial"),
        &["sku", "locationCode", "serialNumber", "serialStatus", "quantity"],
    )
    .await;
    assert_eq!(rows, ["CLOCK null S-1 available 1"]);
    assert_eq!(lines(&user, &format!("{STOCK}?locationId={bin}&by=item"), &["sku", "quantity"]).await, ["MILK 6"]);
    for by in ["location", "lot", "serial"] {
        assert_eq!(
            all_pages(&user, &format!("{STOCK}?by={by}&asOf=2010-01-31"), 1).await,
            user.get(&format!("{STOCK}?by={by}&asOf=2010-01-31")).await.data()
        );
        user.get(&format!("{STOCK}?by={by}&format=csv")).await.expect(200);
    }
}

async fn the_valuation_is_what_the_trial_balance_has_also_after_movements_of_the_past_and_voids(app: &TestServer) {
    let (user, issue) = history(app).await;
    assert_valuation_follows_the_books(&user).await;
    let fields = ["code", "quantity", "unitCost", "value"];
    assert_eq!(lines(&user, VALUATION, &fields).await, ["A 8.0 10.000000 80.00", "b 5 3.000000 15.00"]);
    assert_eq!(
        lines(&user, &format!("{VALUATION}?asOf=2010-01-31"), &fields).await,
        ["A 8.0 10.000000 80.00", "b 7 3.000000 21.00"]
    );
    assert_eq!(lines(&user, &format!("{VALUATION}?asOf=2010-01-09"), &fields).await, ["A 12.0 9.166667 110.00"]);
    for (by, found) in [
        ("warehouse", vec!["MAIN 50.00", "SHOP 45.00"]),
        ("account", vec!["1200 80.00", "1210 15.00"]),
        ("category", vec!["null 80.00", "GIFTS 15.00"]),
    ] {
        assert_eq!(lines(&user, &format!("{VALUATION}?by={by}"), &["code", "value"]).await, found, "by {by}");
    }
    let shop = user.get("/warehouses").await.data().iter().find(|row| row["code"] == "SHOP").unwrap()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    for query in ["", "&asOf=2010-12-31"] {
        let of_shop = format!("{VALUATION}?warehouseId={shop}{query}");
        assert_eq!(lines(&user, &of_shop, &fields).await, ["A 3.0 10.000000 30.00", "b 5 3.000000 15.00"]);
        assert_eq!(user.get(&of_shop).await.json()["totalValue"], "45.00");
        assert_eq!(lines(&user, &format!("{VALUATION}?sku=B{query}"), &["code", "value"]).await, ["b 15.00"]);
    }
    let csv = user.get(&format!("{VALUATION}?asOf=2010-12-31&format=csv")).await.expect(200).text();
    assert!(csv.contains("A,Apples,8.0,C62,10.000000,80.00") && csv.contains(",95.00"), "{csv}");
    for by in ["item", "account"] {
        user.get(&format!("{VALUATION}?by={by}&format=xlsx")).await.expect(200);
    }
    // Values are only for callers who may see costs.
    app.as_role("warehouseOperator").get(VALUATION).await.expect(403);

    // January closes; later documents about it are posted in February.
    let january = app.books.periods[0].clone();
    user.post(&format!("/accounting/periods/{january}/close"), &json!({"reason": "month end"})).await.expect(204);
    moved(&user, "receipt", "2010-01-15", "MAIN", line("A", "4", Some("12.00"))).await;
    user.post(&format!("/inventory/movements/{issue}/void"), &json!({"reason": "came back"})).await.expect(204);
    assert_valuation_follows_the_books(&user).await;
    assert_eq!(lines(&user, &format!("{VALUATION}?asOf=2010-01-31"), &fields).await[0], "A 8.0 10.000000 80.00");
    assert_eq!(lines(&user, &format!("{STOCK}?sku=A&asOf=2010-02-01"), &["quantity"]).await, ["16.0"]);
}

async fn the_movement_ledger_runs_to_what_is_there_and_hides_costs_from_those_who_may_not_see_them(app: &TestServer) {
    let (user, _) = history(app).await;
    let fields = ["kind", "warehouseCode", "quantity", "value", "runningQuantity", "runningValue"];
    let of_a = format!("{LEDGER}?sku=a");
    let told_by_occurrence = [
        "receipt MAIN 2.0 10.00 2.0 10.00",
        "receipt MAIN 10.0 100.00 12.0 110.00",
        "issue MAIN -4.0 -30.00 8.0 80.00",
        "transfer MAIN -3.0 -30.00 5.0 50.00",
        "transfer SHOP 3.0 30.00 8.0 80.00",
    ];
    assert_eq!(lines(&user, &of_a, &fields).await, told_by_occurrence);
    assert_eq!(told(&all_pages(&user, &of_a, 2).await, &fields), told_by_occurrence);
    let told_by_posting = [
        "receipt MAIN 2.0 10.00 2.0 10.00",
        "receipt MAIN 10.0 100.00 12.0 110.00",
        "issue MAIN -4.0 -40.00 8.0 70.00",
        "issue MAIN 0.0 10.00 8.0 80.00",
        "transfer MAIN -3.0 -30.00 5.0 50.00",
        "transfer SHOP 3.0 30.00 8.0 80.00",
    ];
    assert_eq!(lines(&user, &format!("{of_a}&order=posting"), &fields).await, told_by_posting);
    let shop = user.get("/warehouses").await.data().iter().find(|row| row["code"] == "SHOP").unwrap()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(
        lines(&user, &format!("{of_a}&warehouseId={shop}"), &fields).await,
        ["transfer SHOP 3.0 30.00 3.0 30.00"]
    );
    // Before the last two documents the mistake stood, and the issue cost more.
    let head = app.head(&app.books).await.unwrap().seq;
    let then = lines(&user, &format!("{of_a}&knownAt=seq:{}", head - 2), &fields).await;
    assert_eq!(
        then,
        [
            "receipt MAIN 10.0 100.00 10.0 100.00",
            "issue MAIN -4.0 -40.00 6.0 60.00",
            "transfer MAIN -3.0 -30.00 3.0 30.00",
            "transfer SHOP 3.0 30.00 6.0 60.00",
            "receipt MAIN 5.0 75.00 11.0 135.00"
        ]
    );
    // A page leads to pages of the same point, whatever is posted in between.
    let first = user.get(&format!("{of_a}&limit=4")).await.expect(200).json();
    moved(&user, "receipt", "2010-01-01", "MAIN", line("A", "1", Some("1.00"))).await;
    let next = format!("{of_a}&limit=4&cursor={}", first["nextCursor"].as_str().unwrap());
    assert_eq!(lines(&user, &next, &fields).await, told_by_occurrence[4..]);
    let operator = app.as_role("warehouseOperator");
    let shown = all_pages(&operator, &of_a, 2).await;
    assert_eq!(told(&shown[..1], &fields), ["receipt MAIN 1.0 null 1.0 null"]);
    assert!(shown.iter().all(|row| row["value"].is_null() && row["runningValue"].is_null()));
    // From a day on after an opening balance, until a day, and in both orders.
    let february = format!("{of_a}&dateFrom=2010-02-01");
    let in_february = ["transfer MAIN -3.0 -30.00 6.0 60.00", "transfer SHOP 3.0 30.00 9.0 90.00"];
    assert_eq!(lines(&user, &february, &fields).await, in_february);
    let first = user.get(&format!("{february}&limit=1")).await.json();
    assert_eq!((&first["openingQuantity"], &first["openingValue"]), (&json!("9.0"), &json!("90.00")));
    let second = user.get(&format!("{february}&limit=1&cursor={}", first["nextCursor"].as_str().unwrap())).await.json();
    assert_eq!((&second["openingQuantity"], &second["openingValue"]), (&json!("6.0"), &json!("60.00")));
    for order in ["occurrence", "posting"] {
        let january = user.get(&format!("{of_a}&order={order}&dateFrom=2010-01-03&dateTo=2010-01-05")).await.json();
        assert_eq!(
            told(january["data"].as_array().unwrap(), &fields),
            ["receipt MAIN 10.0 100.00 13.0 111.00"],
            "{order}"
        );
        assert_eq!(january["openingQuantity"], "3.0");
    }
    user.get(&format!("{of_a}&dateFrom=2010-02-02&dateTo=2010-02-01")).await.expect(400).pointer("dateFrom");
    let csv = user.get(&format!("{february}&format=csv")).await.expect(200).text();
    assert!(csv.lines().nth(1).unwrap().contains(",Opening,") && csv.contains("9.0,90.00"), "{csv}");
    for (query, pointer) in [("", "itemId"), ("?sku=nothing", "sku"), ("?itemId=nothing", "itemId")] {
        user.get(&format!("{LEDGER}{query}")).await.expect(400).pointer(pointer);
    }
    let item = user.get("/inventory/items?sku=a").await.data()[0]["id"].as_str().unwrap().to_owned();
    user.get(&format!("{of_a}&itemId={item}")).await.expect(400).pointer("sku");
    let csv = user.get(&format!("{of_a}&format=csv")).await.expect(200).text();
    assert!(csv.contains("9.0,90.00"), "{csv}");
    assert!(!operator.get(&format!("{of_a}&format=csv")).await.expect(200).text().contains("90.00"));
}

async fn a_movement_ledger_of_a_lot_or_a_piece_has_values_where_they_have_costs_of_their_own(app: &TestServer) {
    let user = app.as_role("admin");
    crate::movements::set_up(&user).await;
    user.post("/inventory/items", &json!({"sku": "WINE", "name": "Wine", "tracking": "lot"})).await.expect(201);
    for (sku, lot, cost) in [("MILK", "L-1", "8.00"), ("MILK", "L-2", "9.00"), ("WINE", "L-1", "20.00")] {
        let line = json!({"sku": sku, "quantity": "4", "lot": {"number": lot}, "totalCost": cost});
        moved(&user, "receipt", "2010-01-05", "MAIN", line).await;
    }
    for sku in ["MILK", "WINE"] {
        moved(&user, "issue", "2010-01-06", "MAIN", json!({"sku": sku, "quantity": "1", "lotNumber": "L-1"})).await;
    }
    let fields = ["kind", "lotNumber", "quantity", "value", "runningQuantity", "runningValue"];
    let ledger = async |sku: &str| {
        let item = user.get(&format!("/inventory/items?sku={sku}")).await.data()[0]["id"].as_str().unwrap().to_owned();
        let lots = user.get(&format!("/inventory/lots?number=L-1&itemId={item}")).await.data();
        lines(&user, &format!("{LEDGER}?sku={sku}&lotId={}", lots[0]["id"].as_str().unwrap()), &fields).await
    };
    assert_eq!(ledger("MILK").await, ["receipt L-1 4 8.00 4 8.00", "issue L-1 -1 -2.00 3 6.00"]);
    assert_eq!(ledger("WINE").await, ["receipt L-1 4 20.00 4 null", "issue L-1 -1 -5.00 3 null"]);
    let drill = json!({"sku": "DRILL", "quantity": "1", "serial": {"number": "P-1"}, "totalCost": "99.00"});
    moved(&user, "receipt", "2010-01-05", "MAIN", drill).await;
    let piece = user.get("/inventory/serials?number=P-1").await.data()[0]["id"].as_str().unwrap().to_owned();
    assert_eq!(
        lines(&user, &format!("{LEDGER}?sku=DRILL&serialId={piece}"), &["serialNumber", "quantity"]).await,
        ["P-1 1"]
    );
    user.get(&format!("{LEDGER}?sku=DRILL&serialId=nothing")).await.expect(400).pointer("serialId");
}

async fn no_value_runs_in_a_warehouse_that_shared_its_costs_before(app: &TestServer) {
    let user = app.as_role("admin");
    crate::counts::this_year(&user).await;
    set_up(app).await;
    let mut shops = Vec::new();
    for (code, cost) in [("MAIN", "10.00"), ("SHOP", "30.00")] {
        moved(&user, "receipt", "2010-01-05", code, line("b", "10", Some(cost))).await;
        shops.push(user.get(&format!("/warehouses?code={code}")).await.data()[0]["id"].as_str().unwrap().to_owned());
    }
    let ledger = format!("{LEDGER}?sku=b&warehouseId={}", shops[0]);
    let fields = ["quantity", "value", "runningQuantity", "runningValue"];
    assert_eq!(lines(&user, &ledger, &fields).await, ["10 10.00 10 10.00"]);
    let before = app.head(&app.books).await.unwrap().seq;
    for id in &shops {
        let joined = json!({"costingScope": "organization", "occurredAt": "2010-01-07"});
        user.post(&format!("/warehouses/{id}/costing-scope"), &joined).await.expect(204);
    }
    user.post(&format!("/warehouses/{}/costing-scope", shops[0]), &json!({"costingScope": "warehouse"}))
        .await
        .expect(204);
    assert_eq!(user.get(&format!("{VALUATION}?warehouseId={}", shops[0])).await.json()["totalValue"], "20.00");
    assert!(lines(&user, &ledger, &["runningValue"]).await.iter().all(|value| value == "null"));
    assert_eq!(lines(&user, &format!("{ledger}&knownAt=seq:{before}"), &fields).await, ["10 10.00 10 10.00"]);
}

async fn no_value_runs_of_a_lot_that_had_no_costs_of_its_own_before(app: &TestServer) {
    let user = app.as_role("admin");
    crate::movements::set_up(&user).await;
    user.post("/inventory/items", &json!({"sku": "WINE", "name": "Wine", "tracking": "lot"})).await.expect(201);
    for (lot, cost) in [("L-1", "4.00"), ("L-2", "12.00")] {
        moved(
            &user,
            "receipt",
            "2010-01-05",
            "MAIN",
            json!({"sku": "WINE", "quantity": "4", "lot": {"number": lot}, "totalCost": cost}),
        )
        .await;
    }
    let change = json!({"kind": "costingChange", "occurredAt": "2010-01-06", "lines": [{"sku": "WINE", "costingMethod": "specific"}]});
    user.post("/inventory/movements", &change).await.expect(201);
    let lot = user.get("/inventory/lots?number=L-1").await.data()[0]["id"].as_str().unwrap().to_owned();
    let rows =
        lines(&user, &format!("{LEDGER}?sku=WINE&lotId={lot}"), &["quantity", "runningQuantity", "runningValue"]).await;
    assert!(rows[0] == "4 4 null" && rows.iter().all(|row| row.ends_with("null")), "{rows:?}");
}

async fn what_was_costed_prospectively_is_late_from_the_day_on_which_it_moved(app: &TestServer) {
    let user = app.as_role("admin");
    crate::counts::this_year(&user).await;
    set_up(app).await;
    moved(&user, "receipt", "2010-01-05", "MAIN", line("b", "10", Some("10.00"))).await;
    let mut issue = json!({"kind": "issue", "occurredAt": "2010-01-06", "warehouseCode": "MAIN", "costing": "prospective", "description": "late", "lines": [line("b", "1", None)]});
    let issue_there = user.post("/inventory/movements", &issue).await.expect(201).json();
    assert!(issue_there["postingDate"].as_str() > Some("2020"), "{issue_there}");
    let fields = ["kind", "sku", "quantity", "amount"];
    assert_eq!(
        lines(&user, &format!("{LATE}?asOf=2010-01-31"), &fields).await,
        ["issue b -1 null"],
        "its costs are of a later day"
    );
    assert!(lines(&user, &format!("{LATE}?asOf=2010-01-05"), &fields).await.is_empty());
    issue["costing"] = json!("inOrder");
    user.post("/inventory/movements", &issue).await.expect(201);
    assert_eq!(
        lines(&user, &format!("{LATE}?asOf=2010-01-31"), &fields).await.len(),
        1,
        "what is posted on its day is not late"
    );
}

async fn what_moved_until_a_day_and_was_posted_after_it_is_late(app: &TestServer) {
    let (user, _) = history(app).await;
    let january = app.books.periods[0].clone();
    user.post(&format!("/accounting/periods/{january}/close"), &json!({"reason": "month end"})).await.expect(204);
    assert!(lines(&user, &format!("{LATE}?asOf=2010-01-31"), &["sku"]).await.is_empty());
    moved(&user, "receipt", "2010-01-15", "MAIN", line("A", "4", Some("12.00"))).await;
    moved(&user, "issue", "2010-01-30", "SHOP", line("b", "1", None)).await;
    let fields = ["kind", "sku", "warehouseCode", "postingDate", "quantity", "amount"];
    let late = ["receipt A MAIN 2010-02-01 4.0 12.00", "issue b SHOP 2010-02-01 -1 -3.00"];
    assert_eq!(lines(&user, &format!("{LATE}?asOf=2010-01-31"), &fields).await, late);
    assert_eq!(told(&all_pages(&user, &format!("{LATE}?asOf=2010-01-31"), 1).await, &fields), late);
    assert_eq!(lines(&user, &format!("{LATE}?asOf=2010-01-29"), &fields).await, late[..1]);
    assert!(lines(&user, &format!("{LATE}?asOf=2010-01-14"), &fields).await.is_empty());
    assert!(lines(&user, &format!("{LATE}?asOf=2010-02-01"), &fields).await.is_empty());
    assert!(lines(&user, LATE, &fields).await.is_empty());
    let seen = app.as_role("warehouseOperator").get(&format!("{LATE}?asOf=2010-01-31")).await.expect(200).data();
    assert!(seen.len() == 2 && seen.iter().all(|row| row["amount"].is_null()));
    let csv = user.get(&format!("{LATE}?asOf=2010-01-31&format=csv")).await.expect(200).text();
    assert!(csv.contains("A,MAIN,4.0,12.00") && csv.contains("b,SHOP,-1.0,-3.00"), "{csv}");
    user.get(&format!("{LATE}?asOf=2010-01-31&format=xlsx")).await.expect(200);
    app.as_role("clerk").get(LATE).await.expect(200);
}

async fn a_warehouse_tells_in_short_what_is_in_it_and_leads_there(app: &TestServer) {
    let (user, _) = history(app).await;
    let code = async |code: &str| user.get(&format!("/warehouses?code={code}")).await.data()[0].clone();
    let main = code("MAIN").await;
    let path = format!("/warehouses/{}/stock", main["id"].as_str().unwrap());
    assert!(main["stockUrl"].as_str().unwrap().ends_with(&format!("/api/v1{path}")));
    let there = user.get(&path).await.expect(200).json();
    assert_eq!(
        (&there["code"], &there["itemsOnHand"], &there["value"], &there["currency"]),
        (&json!("MAIN"), &json!(1), &json!("50.00"), &json!("GBP"))
    );
    let reserved = json!({"sku": "A", "quantity": "1", "warehouseCode": "MAIN"});
    user.post("/inventory/reservations", &reserved).await.expect(201);
    let sent = json!({"kind": "transfer", "mode": "twoStep", "occurredAt": "2010-02-20", "warehouseCode": "SHOP", "toWarehouseCode": "MAIN", "lines": [line("b", "5", None)]});
    let account = json!({"code": "1250", "name": "Goods in transit", "type": "asset", "controlFor": "stock"});
    let transit = user.post("/accounting/accounts", &account).await.expect(201).id();
    user.put("/organization", &json!({"inTransitAccountId": transit})).await.expect(204);
    user.post("/inventory/movements", &sent).await.expect(201);
    let counts = ["itemsOnHand", "itemsOwed", "activeReservations", "inTransitTo", "inTransitFrom", "openCounts"];
    let told = async |code: &str, user: &Caller| {
        let id = user.get(&format!("/warehouses?code={code}")).await.data()[0]["id"].as_str().unwrap().to_owned();
        let there = user.get(&format!("/warehouses/{id}/stock")).await.expect(200).json();
        (counts.map(|name| there[name].as_i64().unwrap()), there["value"].clone())
    };
    user.post("/inventory/counts", &json!({"warehouseCode": "SHOP"})).await.expect(201);
    assert_eq!(told("MAIN", &user).await, ([1, 0, 1, 1, 0, 0], json!("50.00")));
    assert_eq!(told("SHOP", &user).await, ([1, 0, 0, 0, 1, 1], json!("30.00")));
    assert_eq!(told("SHOP", &app.as_role("warehouseOperator")).await.1, Value::Null, "costs are hidden");
    user.get("/warehouses/nothing/stock").await.expect(404);
}
