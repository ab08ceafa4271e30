//! Dry runs: the same decision, and nothing is written.

use checks::{TestServer, on_both};
use serde_json::{Value, json};

use crate::names_beside_ids::narrowed;
use crate::stock::{line, moved};

on_both![
    a_preview_tells_what_would_happen_and_writes_nothing,
    a_preview_tells_what_each_account_has_before_and_after,
    only_readers_of_reports_and_accounts_learn_balances_and_names_from_a_preview,
    a_preview_of_a_movement_tells_what_would_be_in_stock,
    a_preview_refuses_as_the_write_would,
];

async fn a_preview_tells_what_would_happen_and_writes_nothing(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let id = accountant.post_entry(&app.sale("139.12")).await;
    let before = app.heads().await;
    let entry = accountant.entry(&id).await;
    let reason = json!({"reason": "x"});
    let answer = accountant
        .post(&format!("/accounting/journal-entries/{id}/void?dryRun=true"), &reason)
        .key("k")
        .header("prefer", "return=representation")
        .await;
    let preview = answer.expect(200).json();
    let members: Vec<&String> = preview.as_object().unwrap().keys().collect();
    assert_eq!(members, ["balances", "entries", "overrunCounts", "overrunCountsTotal", "seq", "stock", "wouldReturn"]);
    assert_eq!(preview["seq"], before.0.as_ref().unwrap().seq);
    let mirror = preview["entries"].as_array().unwrap().iter().find(|entry| entry["entryType"] == "void").unwrap();
    assert_eq!(mirror["number"], Value::Null, "a number is only given by posting");
    assert_eq!(answer.header("preference-applied"), "");
    let answer = accountant.post("/accounting/journal-entries?dryRun=true", &app.sale("5.00").json()).await;
    answer.expect(200);
    assert_eq!(answer.header("location"), "");
    assert_eq!(answer.json()["balances"].as_array().unwrap().len(), 2);
    assert_eq!((app.heads().await, accountant.entry(&id).await), (before, entry));
    // The key was not used up.
    accountant
        .post(&format!("/accounting/journal-entries/{id}/void"), &json!({"reason": "another"}))
        .key("k")
        .await
        .expect(204);
}

/// Account, date, and the balance before and after.
fn balances(preview: &Value) -> Vec<[String; 4]> {
    let text = |value: &Value| value.as_str().unwrap_or("none").to_owned();
    let rows = preview["balances"].as_array().unwrap().iter();
    let mut rows: Vec<[String; 4]> =
        rows.map(|row| [&row["accountCode"], &row["date"], &row["before"], &row["after"]].map(text)).collect();
    rows.sort();
    rows
}

async fn a_preview_tells_what_each_account_has_before_and_after(app: &TestServer) {
    const ENTRIES: &str = "/accounting/journal-entries";
    let user = app.as_role("accountant");
    user.post_entry(&app.sale("100.00").on("2010-02-01")).await;
    let sold = user.post_entry(&app.sale("10.00").on("2010-06-01")).await;
    // What comes later does not count.
    user.post_entry(&app.sale("1000.00").on("2010-12-31")).await;
    let row = |code: &str, date: &str, before: &str, after: &str| [code, date, before, after].map(str::to_owned);
    let preview =
        async |path: &str, body: &Value| user.post(&format!("{path}?dryRun=true"), body).await.expect(200).json();
    let told = preview(ENTRIES, &app.sale("5.00").on("2010-06-01").json()).await;
    // Both are positive on their normal side.
    let both = |date: &str, before: &str, after: &str| ["1000", "4000"].map(|code| row(code, date, before, after));
    assert_eq!(balances(&told), both("2010-06-01", "110.00", "115.00"));
    let cash = told["balances"].as_array().unwrap().iter().find(|row| row["accountCode"] == "1000").unwrap();
    assert_eq!((&cash["accountName"], &cash["dayDebit"]), (&json!("Cash"), &json!("15.00")));
    assert_eq!(told["entries"][0]["lines"][0]["accountName"], "Cash");
    let told = preview(&format!("{ENTRIES}/{sold}/void"), &json!({"reason": "x"})).await;
    assert_eq!(balances(&told), both("2010-06-01", "110.00", "100.00"));
    let told = preview(&format!("{ENTRIES}/{sold}/reverse"), &json!({"date": "2010-07-01", "reason": "x"})).await;
    assert_eq!(balances(&told), both("2010-07-01", "110.00", "100.00"));
    let draft = user.post_entry(&app.sale("7.00").on("2010-03-01").draft()).await;
    let told = preview(&format!("{ENTRIES}/{draft}/post"), &json!({})).await;
    assert_eq!(balances(&told), both("2010-03-01", "100.00", "107.00"));
    // A later day has the earlier items of a batch in it.
    let items = ["2010-01-05", "2010-03-05"].map(|date| app.sale("1.00").on(date).json());
    let told = preview(&format!("{ENTRIES}/batch"), &json!({"atomic": true, "items": items})).await;
    let mut wanted = both("2010-01-05", "0.00", "1.00").to_vec();
    wanted.extend(both("2010-03-05", "100.00", "102.00"));
    wanted.sort();
    assert_eq!(balances(&told), wanted);
    let lines = json!([{"accountCode": "1000", "debit": "12.00"}, {"accountCode": "4000", "credit": "12.00"}]);
    let body = json!({"reason": "x", "replacement": {"lines": lines}});
    let told = preview(&format!("{ENTRIES}/{sold}/correct"), &body).await;
    assert_eq!(balances(&told), both("2010-06-01", "110.00", "112.00"));
}

async fn only_readers_of_reports_and_accounts_learn_balances_and_names_from_a_preview(app: &TestServer) {
    app.as_role("accountant").post_entry(&app.sale("100.00")).await;
    for (scope, code, before) in [
        ("journalEntries:post journalEntries:read costs:read reports:read", Value::Null, json!("100.00")),
        ("journalEntries:post journalEntries:read costs:read accounts:read", json!("1000"), Value::Null),
    ] {
        let user = narrowed(app, scope).await;
        let told = user.post("/accounting/journal-entries?dryRun=true", &app.sale("5.00").json()).await;
        let rows = told.expect(200).json()["balances"].as_array().unwrap().clone();
        let cash = rows.iter().find(|row| row["accountId"] == app.books.accounts["1000"]).unwrap();
        assert_eq!((&cash["accountCode"], &cash["before"]), (&code, &before), "{scope}");
        assert_eq!(cash["dayDebit"], "105.00");
    }
}

async fn a_preview_of_a_movement_tells_what_would_be_in_stock(app: &TestServer) {
    let admin = app.as_role("admin");
    let user = crate::stock::set_up(app).await;
    moved(&user, "receipt", "2010-01-05", "MAIN", line("A", "10", Some("100.00"))).await;
    let item = admin.get("/inventory/items?sku=A").await.data()[0]["id"].clone();
    let code = async |code: &str| admin.get(&format!("/warehouses?code={code}")).await.data()[0]["id"].clone();
    let (main, shop) = (code("MAIN").await, code("SHOP").await);
    let place = |warehouse: &Value, quantity: &str, before: &str| json!({"itemId": item, "warehouseId": warehouse, "locationId": null, "lotId": null, "serialId": null, "quantity": quantity, "before": before});
    let movement = |kind: &str, quantity: &str| json!({"kind": kind, "occurredAt": "2010-01-06", "warehouseCode": "MAIN", "lines": [line("A", quantity, None)]});
    let preview = async |body: &Value| {
        admin.post("/inventory/movements?dryRun=true", body).await.expect(200).json()["stock"]
            .as_array()
            .unwrap()
            .clone()
    };
    assert_eq!(preview(&movement("issue", "2.5")).await, [place(&main, "7.5", "10.0")]);
    let mut transfer = movement("transfer", "4");
    transfer["toWarehouseCode"] = json!("SHOP");
    let mut told = preview(&transfer).await;
    told.sort_by_key(|row| row["quantity"].as_str().unwrap().to_owned());
    assert_eq!(told, [place(&shop, "4.0", "0.0"), place(&main, "6.0", "10.0")]);
    assert_eq!(admin.get("/inventory/stock?sku=A").await.data()[0]["quantity"], "10.0", "nothing has moved");
}

async fn a_preview_refuses_as_the_write_would(app: &TestServer) {
    let admin = app.as_role("admin");
    let before = app.heads().await;
    let draft = admin.post("/accounting/journal-entries?dryRun=true", &app.sale("1.00").on("2031-01-01").json()).await;
    draft.expect(422).code("no_period");
    admin.post("/warehouses?dryRun=true", &json!({"code": "LON", "name": "x"})).await.expect(200);
    admin.post("/warehouses?dryRun=true", &json!({"code": "LON"})).await.expect(400).pointer("/name");
    app.as_role("clerk").post("/warehouses?dryRun=true", &json!({"code": "LON", "name": "x"})).await.expect(403);
    app.with_token(None).post("/warehouses?dryRun=true", &json!({"code": "LON", "name": "x"})).await.expect(401);
    admin.put("/warehouses/wh_x?dryRun=true", &json!({})).await.expect(404);
    for value in ["yes", "1", "TRUE", ""] {
        admin.post(&format!("/warehouses?dryRun={value}"), &json!({"code": "LON", "name": "x"})).await.expect(400);
    }
    let batch = json!({"atomic": true, "items": [app.sale("1.00").json(), app.sale("2.00").json()]});
    let answer = admin.post("/accounting/journal-entries/batch?dryRun=true", &batch).await;
    assert_eq!(answer.expect(200).json()["entries"].as_array().unwrap().len(), 2);
    assert_eq!(app.heads().await, before);
    assert_eq!(admin.get("/warehouses").await.data().len(), 0);
    admin.post("/warehouses?dryRun=false", &json!({"code": "LON", "name": "x"})).await.expect(201);
}
