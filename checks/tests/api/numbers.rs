//! Amounts and dates on the wire: exact values are taken, all others are refused with a pointer.

use checks::{TestServer, on_both};
use serde_json::Value;

/// A posted sale whose amounts are this JSON text on both sides.
fn with_amount(app: &TestServer, amount: &str) -> String {
    let journal = &app.books.journal;
    format!(
        r#"{{"date":"2010-12-01","journalId":"{journal}","status":"posted","lines":[{{"accountCode":"1000","debit":{amount}}},{{"accountCode":"4000","credit":{amount}}}]}}"#
    )
}

on_both![
    amounts_that_are_exact_are_taken_and_answered_as_texts,
    amounts_that_are_not_are_refused_and_nothing_is_written,
    a_number_beyond_the_range_is_told_the_most_and_where_it_stands,
    dates_are_days_that_exist_and_that_a_period_has,
    entries_that_break_the_rules_of_the_books_are_refused,
];

async fn amounts_that_are_exact_are_taken_and_answered_as_texts(app: &TestServer) {
    let accountant = app.as_role("accountant");
    for (sent, stored) in [
        ("\"139.12\"", "139.12"),
        ("\"139.1\"", "139.10"),
        ("\"139\"", "139.00"),
        ("139.12", "139.12"),
        ("139", "139.00"),
        ("139.10", "139.10"),
        ("0.01", "0.01"),
        ("\"0.01\"", "0.01"),
        ("\"0.10\"", "0.10"),
        ("\"10\"", "10.00"),
        ("\"100.010\"", "100.01"),
        ("\"10000000000000.00\"", "10000000000000.00"),
        ("0.1", "0.10"),
        ("1234567890123.45", "1234567890123.45"),
    ] {
        let answer =
            accountant.ask(reqwest::Method::POST, "/accounting/journal-entries").text(&with_amount(app, sent)).await;
        let entry = answer.expect(201).json();
        assert_eq!(
            (&entry["totalDebit"], &entry["lines"][0]["debit"], &entry["lines"][0]["credit"]),
            (&stored.into(), &stored.into(), &Value::from("0.00")),
            "{sent}"
        );
    }
}

async fn amounts_that_are_not_are_refused_and_nothing_is_written(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let before = app.heads().await;
    let forty = "9".repeat(40);
    for sent in [
        "\"1e3\"",
        "1e3",
        "1E3",
        "1.5e2",
        "-0",
        "\"-0\"",
        "-1",
        "\"-1.00\"",
        "\"+1\"",
        "\"1,000.00\"",
        "\"1 000\"",
        "\"\"",
        "\" 1\"",
        "\"1.\"",
        "\".5\"",
        "\"0x10\"",
        "\"NaN\"",
        "\"Infinity\"",
        "\"٣\"",
        "true",
        "[]",
        "{}",
        "\"1.2.3\"",
        "\"£1\"",
        "\"01\"",
        "\"00.1\"",
        "\"-01\"",
        "\"01.00\"",
        "\"00\"",
        "\"0001\"",
        "\"000.00\"",
    ] {
        let answer =
            accountant.ask(reqwest::Method::POST, "/accounting/journal-entries").text(&with_amount(app, sent)).await;
        answer.expect(400).code("validation_failed").pointer("/lines/0/debit").pointer("/lines/1/credit");
    }
    for sent in ["NaN", "Infinity", "-", "01", "1.", ".5", "+1", "0x10", "1_000"] {
        let answer =
            accountant.ask(reqwest::Method::POST, "/accounting/journal-entries").text(&with_amount(app, sent)).await;
        answer.expect(400).code("malformed_json");
    }
    for sent in [
        "\"1.234\"",
        "1.234",
        "\"0.001\"",
        &format!("\"0.{forty}\""),
        &forty,
        &format!("\"{forty}\""),
        "\"10000000000000.01\"",
        "\"99999999999999999999\"",
    ] {
        let answer =
            accountant.ask(reqwest::Method::POST, "/accounting/journal-entries").text(&with_amount(app, sent)).await;
        assert!(matches!(answer.status, 400 | 422), "{sent}: {}", answer.text());
        answer.pointer("/lines/0/debit");
    }
    assert_eq!(app.heads().await, before);
}

async fn a_number_beyond_the_range_is_told_the_most_and_where_it_stands(app: &TestServer) {
    let admin = app.as_role("admin");
    crate::movements::set_up(&admin).await;
    let before = app.heads().await;
    for (quantity, status, most) in [
        ("9".repeat(40), 400, "the maximum is 1000000000000000 of the smallest unit"),
        (format!("0.{}", "9".repeat(40)), 400, "in at most 30 digits"),
        ("9".repeat(20), 422, "give at most 1000000000000000"),
        ("1000000000000001".to_owned(), 422, "give at most 1000000000000000"),
    ] {
        for sent in [quantity.clone(), format!("\"{quantity}\"")] {
            let body = format!(
                r#"{{"kind":"receipt","occurredAt":"2010-01-05","warehouseCode":"MAIN","lines":[{{"sku":"APPLE","quantity":{sent},"totalCost":"1.00"}}]}}"#
            );
            let answer = admin.ask(reqwest::Method::POST, "/inventory/movements").text(&body).await;
            answer.expect(status).pointer("/lines/0/quantity").says(most);
        }
    }
    assert_eq!(app.heads().await, before);
}

async fn dates_are_days_that_exist_and_that_a_period_has(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let before = app.heads().await;
    for date in [
        "2010-02-30",
        "2010-13-01",
        "2010-00-10",
        "10-12-01",
        "2010-12-1",
        "2010/12/01",
        "2010-12-01T00:00:00Z",
        "",
        "tomorrow",
        "２０１０-12-01",
        "20101201",
        "2010-12-01 ",
        "-2010-12-01",
        "99999-01-01",
        "2011-02-29",
    ] {
        accountant
            .post("/accounting/journal-entries", &app.sale("1.00").on(date).json())
            .await
            .expect(400)
            .code("validation_failed")
            .pointer("/date");
    }
    accountant
        .post("/accounting/journal-entries", &app.sale("1.00").with("date", Value::Null).json())
        .await
        .expect(400)
        .pointer("/date");
    accountant
        .post("/accounting/journal-entries", &app.sale("1.00").with("date", 20_101_201).json())
        .await
        .expect(400)
        .pointer("/date");
    for date in ["2009-12-31", "2011-01-01", "0001-01-01", "9999-12-31", "2012-02-29"] {
        accountant
            .post("/accounting/journal-entries", &app.sale("1.00").on(date).json())
            .await
            .expect(422)
            .code("no_period");
    }
    assert_eq!(app.heads().await, before);
}

async fn entries_that_break_the_rules_of_the_books_are_refused(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let before = app.heads().await;
    let sale = || app.sale("1.00");
    for (entry, status, code) in [
        (sale().lines(&[("1000", "1.00", ""), ("4000", "", "1.01")]), 422, "entry_unbalanced"),
        (sale().lines(&[("1000", "1.00", "")]), 422, "entry_incomplete"),
        (sale().lines(&[]), 422, "entry_incomplete"),
        (sale().lines(&[("1000", "1.00", ""), ("9999", "", "1.00")]), 422, "unknown_reference"),
        (sale().lines(&[("1200", "1.00", ""), ("4000", "", "1.00")]), 409, "control_account"),
        (sale().lines(&[("1100", "1.00", ""), ("4000", "", "1.00")]), 422, "party_required"),
        (sale().with("journalId", app.other.journal.as_str()), 422, "unknown_reference"),
        (sale().with("journalId", "jnl_x"), 422, "unknown_reference"),
        (sale().with("periodId", app.other.periods[0].as_str()), 422, "unknown_reference"),
    ] {
        accountant.post("/accounting/journal-entries", &entry.json()).await.expect(status).code(code);
    }
    for (amount, code) in [("1.234", "amount_precision"), ("10000000000000.01", "amount_out_of_range")] {
        accountant
            .post("/accounting/journal-entries", &app.sale(amount).json())
            .await
            .expect(422)
            .code(code)
            .pointer("/lines/0/debit");
    }
    let euro = serde_json::json!([{"accountCode": "1000", "debit": "1.00", "currency": "EUR"}, {"accountCode": "4000", "credit": "1.00", "currency": "EUR"}]);
    accountant
        .post("/accounting/journal-entries", &sale().with("lines", euro).json())
        .await
        .expect(422)
        .code("rate_missing");
    assert_eq!(app.heads().await, before);
    let body = accountant
        .post("/accounting/journal-entries", &sale().lines(&[("1000", "1.00", ""), ("4000", "", "1.01")]).json())
        .await;
    let context = body.json()["context"].clone();
    assert!(
        context.to_string().contains("1.01") && context.to_string().contains("0.01"),
        "both sums and the difference: {context}"
    );
}
