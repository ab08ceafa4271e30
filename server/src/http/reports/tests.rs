//! The trial balance and the account statement over HTTP.

use domain::value::permission::BuiltInRole;
use http_body_util::BodyExt as _;
use serde_json::{Value, json};

use crate::http::test_app::{Books, TestApp};

const ENTRIES: &str = "/accounting/journal-entries";

/// Two sales, of which the first is voided, and a group above cash and receivables.
async fn books() -> (TestApp, Books) {
    let (test, books) = TestApp::with_books().await;
    let user = test.login(BuiltInRole::Accountant);
    let group = json!({"code": "1", "name": "Assets", "type": "asset", "isGroup": true});
    let group = user.post("/accounting/accounts", &group).await.created();
    for code in ["1000", "1100"] {
        let path = format!("/accounting/accounts/{}", books.account(code));
        user.put(&path, &json!({"parentId": group["id"]})).await.done();
    }
    let wrong = user.post(ENTRIES, &books.entry("2010-12-01", "posted", "139.12", "1100", "4000")).await.created();
    user.post(ENTRIES, &books.entry("2010-12-02", "posted", "20.00", "1100", "4000")).await.created();
    user.post(ENTRIES, &books.entry("2010-12-03", "posted", "5.50", "1000", "1100")).await.created();
    let void = format!("{ENTRIES}/{}/void", wrong["id"].as_str().unwrap());
    user.post(&void, &json!({"reason": "entered twice"})).await.done();
    drop(user);
    (test, books)
}

#[tokio::test]
async fn who_leaves_eight_documents_unread_gets_no_ninth_and_everybody_else_gets_theirs() {
    let (test, _books) = books().await;
    let (auditor, accountant) = (test.login(BuiltInRole::Auditor), test.login(BuiltInRole::Accountant));
    let paths = ["csv", "xlsx", "print"].map(|format| format!("/accounting/reports/trial-balance?format={format}"));
    let mut kept = Vec::new();
    for path in paths.iter().cycle().take(8) {
        let document = auditor.unread(path).await;
        assert_eq!(document.status(), 200, "{path}");
        kept.push(document);
    }
    for path in &paths {
        let refused = auditor.unread(path).await;
        assert_eq!(refused.status(), 429, "{path}");
        assert_eq!(refused.headers()["retry-after"], "5");
        let told = refused.into_body().collect().await.unwrap().to_bytes();
        let told: Value = serde_json::from_slice(&told).unwrap();
        assert_eq!((&told["code"], &told["context"]["limit"]), (&json!("too_many_documents"), &json!(8)));
        assert_eq!(accountant.unread(path).await.status(), 200, "{path}");
    }
    // Pages are no documents. One that is read to its end, and one that is left, give their places back.
    assert_eq!(auditor.get("/accounting/reports/trial-balance").await.status, 200);
    kept.remove(0).into_body().collect().await.unwrap();
    kept.push(auditor.unread(&paths[0]).await);
    assert_eq!(kept[7].status(), 200);
    kept.clear();
    assert_eq!(auditor.unread(&paths[0]).await.status(), 200);
}

fn rows(report: &Value) -> Vec<(&str, [&str; 6])> {
    let names = ["openingDebit", "openingCredit", "debit", "credit", "closingDebit", "closingCredit"];
    let rows = report["data"].as_array().unwrap().iter();
    rows.map(|row| {
        let code = row["code"].as_str().or(row["name"].as_str()).unwrap();
        (code, names.map(|name| row[name].as_str().unwrap()))
    })
    .collect()
}

async fn report(test: &TestApp, query: &str) -> Value {
    test.login(BuiltInRole::Auditor).get(&format!("/accounting/reports/trial-balance?{query}")).await.ok()
}

#[tokio::test]
async fn turnover_leaves_both_halves_of_a_void_pair_out_and_balances_are_the_same_either_way() {
    let (test, _) = books().await;
    let without = report(&test, "asOf=2010-12-31").await;
    assert_eq!(
        rows(&without),
        [
            ("1", ["0.00", "0.00", "25.50", "5.50", "20.00", "0.00"]),
            ("1000", ["0.00", "0.00", "5.50", "0.00", "5.50", "0.00"]),
            ("1100", ["0.00", "0.00", "20.00", "5.50", "14.50", "0.00"]),
            ("4000", ["0.00", "0.00", "0.00", "20.00", "0.00", "20.00"]),
        ]
    );
    let totals = &without["totals"];
    assert_eq!((&totals["debit"], &totals["credit"]), (&json!("25.50"), &json!("25.50")), "leaves only");
    assert_eq!((&totals["closingDebit"], &totals["closingCredit"]), (&json!("20.00"), &json!("20.00")));
    let with = report(&test, "asOf=2010-12-31&includeVoided=true").await;
    assert_eq!(rows(&with)[3], ("4000", ["0.00", "0.00", "139.12", "159.12", "0.00", "20.00"]));
    assert_eq!(with["totals"]["closingDebit"], "20.00");
    assert_eq!(with["seq"], without["seq"]);
}

#[tokio::test]
async fn the_opening_is_before_the_dates_and_profit_and_loss_begins_each_year_at_zero() {
    let (test, _) = books().await;
    let movement = report(&test, "dateFrom=2010-12-03&dateTo=2010-12-31").await;
    assert_eq!(
        rows(&movement),
        [
            ("1", ["20.00", "0.00", "5.50", "5.50", "20.00", "0.00"]),
            ("1000", ["0.00", "0.00", "5.50", "0.00", "5.50", "0.00"]),
            ("1100", ["20.00", "0.00", "0.00", "5.50", "14.50", "0.00"]),
            ("4000", ["0.00", "20.00", "0.00", "0.00", "0.00", "20.00"]),
        ]
    );
    let year = json!({"name": "2011", "startDate": "2011-01-01"});
    test.login(BuiltInRole::Admin).post("/accounting/fiscal-years", &year).await.created();
    let next = report(&test, "asOf=2011-06-30").await;
    let codes: Vec<&str> = rows(&next).into_iter().map(|row| row.0).collect();
    assert_eq!(codes, ["1", "1000", "1100", "Result of 2010, not closed"], "revenue of 2010 is not of 2011");
    assert_eq!(
        ["openingDebit", "openingCredit", "unclosedResult"].map(|name| &next["totals"][name]),
        [&json!("20.00"), &json!("20.00"), &json!("-20.00")]
    );
}

#[tokio::test]
async fn accounts_without_balance_and_movement_come_only_with_include_zero() {
    let (test, _) = books().await;
    assert_eq!(rows(&report(&test, "asOf=2010-06-30").await), []);
    let all = report(&test, "asOf=2010-06-30&includeZero=true").await;
    assert_eq!(rows(&all).len(), 4);
    let user = test.login(BuiltInRole::Clerk);
    for query in
        ["asOf=2010-12-31&dateTo=2010-12-31", "dateFrom=2011-01-01&dateTo=2010-12-31", "asof=2010-12-31", "closing=no"]
    {
        let path = format!("/accounting/reports/trial-balance?{query}");
        assert_eq!(user.get(&path).await.refused(400), "validation_failed", "{query}");
    }
}

#[tokio::test]
async fn a_statement_runs_from_its_opening_to_its_closing_over_all_pages() {
    let (test, books) = books().await;
    let user = test.login(BuiltInRole::Auditor);
    let path = format!("/accounting/accounts/{}/statement", books.account("1100"));
    let whole = user.get(&path).await.ok();
    let balances = |page: &Value| -> Vec<String> {
        page["data"].as_array().unwrap().iter().map(|row| row["balance"].as_str().unwrap().to_owned()).collect()
    };
    // The void's mirror has the original's date and a later sequence.
    assert_eq!(balances(&whole), ["139.12", "0.00", "20.00", "14.50"]);
    assert_eq!((&whole["openingBalance"], &whole["closingBalance"]), (&json!("0.00"), &json!("14.50")));
    assert_eq!(whole["data"][1]["entryType"], "void");

    let part = user.get(&format!("{path}?dateFrom=2010-12-02&dateTo=2010-12-02")).await.ok();
    assert_eq!((&part["openingBalance"], &part["closingBalance"]), (&json!("0.00"), &json!("20.00")));
    assert_eq!(balances(&part), ["20.00"]);

    let (mut paged, mut query) = (Vec::new(), "?limit=1".to_owned());
    loop {
        let page = user.get(&format!("{path}{query}")).await.ok();
        assert_eq!(page["closingBalance"], "14.50");
        paged.extend(balances(&page));
        match page["nextCursor"].as_str() {
            Some(cursor) => query = format!("?limit=1&cursor={cursor}"),
            None => break,
        }
    }
    assert_eq!(paged, balances(&whole));
    let revenue = user.get(&format!("/accounting/accounts/{}/statement", books.account("4000"))).await.ok();
    assert_eq!(revenue["closingBalance"], "20.00", "positive on its normal side");
}
