//! The statement of changes in equity: it leads to the balance sheet's equity, whether the year is closed or not.

use checks::{TestServer, on_both};
use serde_json::{Value, json};

const REPORTS: &str = "/accounting/reports";

on_both![the_closing_of_all_components_is_the_equity_of_the_balance_sheet_before_and_after_a_year_is_closed];

async fn totals(app: &TestServer, days: &str) -> Value {
    app.as_role("auditor").get(&format!("{REPORTS}/changes-in-equity?{days}")).await.expect(200).json()
}

async fn the_closing_of_all_components_is_the_equity_of_the_balance_sheet_before_and_after_a_year_is_closed(
    app: &TestServer,
) {
    let user = app.as_role("admin");
    let retained =
        json!({"code": "3100", "name": "Retained earnings", "type": "equity", "subtype": "retainedEarnings"});
    user.post("/accounting/accounts", &retained).await.expect(201);
    user.post("/accounting/fiscal-years", &json!({"name": "2011", "startDate": "2011-01-01"})).await.expect(201);
    for (date, debit, credit, amount) in [
        ("2010-02-01", "1000", "3000", "1000.00"),
        ("2010-03-01", "1000", "4000", "250.00"),
        ("2010-06-01", "3000", "1000", "120.00"),
        ("2011-01-10", "5000", "1000", "40.00"),
    ] {
        user.post_entry(&app.sale(amount).on(date).lines(&[(debit, amount, ""), (credit, "", amount)])).await;
    }
    let year = "dateFrom=2010-01-01&dateTo=2010-12-31";
    let open = totals(app, year).await;
    let expected = json!({"opening": "0.00", "result": "250.00", "closed": "0.00", "increase": "1000.00", "decrease": "-120.00", "closing": "1130.00"});
    assert_eq!(open["totals"], expected);
    let unclosed = &open["data"][1];
    assert_eq!(
        (&unclosed["name"], &unclosed["code"], &unclosed["closing"]),
        (&json!("Result, not closed"), &Value::Null, &json!("250.00"))
    );

    let next = totals(app, "dateFrom=2011-01-01&dateTo=2011-01-31").await;
    assert_eq!((&next["totals"]["opening"], &next["totals"]["closing"]), (&json!("1130.00"), &json!("1090.00")));
    for (day, report) in [("2010-12-31", &open), ("2011-01-31", &next)] {
        let sheet = user.get(&format!("{REPORTS}/balance-sheet?asOf={day}")).await.expect(200).json();
        assert_eq!(sheet["totals"]["equity"][0], report["totals"]["closing"], "{day}");
    }

    for period in &app.books.periods {
        user.post(&format!("/accounting/periods/{period}/close"), &json!({})).await.expect(204);
    }
    user.post(&format!("/accounting/periods/{}/close", app.books.adjustment), &json!({})).await.expect(204);
    user.post(&format!("/accounting/fiscal-years/{}/close", app.books.year), &json!({})).await;
    let closed = totals(app, year).await;
    assert_eq!(closed["totals"], expected, "closing the year changes no total");
    let retained = closed["data"].as_array().unwrap().iter().find(|row| row["code"] == "3100").unwrap();
    assert_eq!((&retained["closed"], &retained["closing"]), (&json!("250.00"), &json!("250.00")));
}
