//! The trial balance: ties at every date, and says the same as the statements and the lines.

use std::collections::BTreeMap;

use checks::{TestServer, on_both};
use serde_json::{Value, json};

use crate::accounts::all_pages;

const REPORT: &str = "/accounting/reports/trial-balance";
const DAYS: [&str; 6] = ["2010-01-01", "2010-02-28", "2010-06-15", "2010-06-16", "2010-12-31", "2011-01-01"];

fn minor(value: &Value) -> i128 {
    let text = value.as_str().unwrap_or_else(|| panic!("no amount: {value}"));
    text.replace('.', "").parse().unwrap()
}

/// A history with groups, back-dated entries, voids and two years.
async fn history(app: &TestServer) {
    let (admin, user) = (app.as_role("admin"), app.as_role("accountant"));
    admin.post("/accounting/fiscal-years", &json!({"name": "2011", "startDate": "2011-01-01"})).await.expect(201);
    let group = |code: &str, parent: Option<&str>| json!({"code": code, "name": code, "type": "asset", "isGroup": true, "parentId": parent});
    let top = user.post("/accounting/accounts", &group("0", None)).await.expect(201).id();
    let below = user.post("/accounting/accounts", &group("01", Some(&top))).await.expect(201).id();
    for (code, parent) in [("1000", &below), ("1300", &below), ("1200", &top)] {
        user.put(&format!("/accounting/accounts/{}", app.books.accounts[code]), &json!({"parentId": parent}))
            .await
            .expect(204);
    }
    let pairs = [("1000", "4000"), ("5000", "1000"), ("1300", "3000"), ("4000", "1300")];
    let mut ids = Vec::new();
    for number in 0..40_usize {
        let (debit, credit) = pairs[number % 4];
        let amount = format!("{}.{:02}", (number * 37) % 100, 1 + (number * 13) % 99);
        let day = DAYS[(number * 5) % 6];
        ids.push(
            user.post_entry(&app.sale(&amount).on(day).lines(&[(debit, &amount, ""), (credit, "", &amount)])).await,
        );
    }
    for id in ids.iter().step_by(3) {
        user.void(id).await.expect(204);
    }
}

async fn report(app: &TestServer, query: &str) -> Value {
    app.as_role("auditor").get(&format!("{REPORT}?{query}")).await.expect(200).json()
}

/// Closing balance, debit positive, by account id.
fn closings(report: &Value) -> BTreeMap<String, i128> {
    nets(report, "closing")
}

/// The opening or closing balance of each account with one, debit positive, by its id.
fn nets(report: &Value, name: &str) -> BTreeMap<String, i128> {
    let rows = report["data"].as_array().unwrap().iter();
    rows.filter_map(|row| {
        let [debit, credit] = ["Debit", "Credit"].map(|side| minor(&row[format!("{name}{side}")]));
        Some((row["accountId"].as_str()?.to_owned(), debit - credit))
    })
    .collect()
}

on_both![
    it_ties_and_equals_the_statements_and_the_lines_at_every_date,
    a_group_is_the_sum_of_what_is_below_it,
    opening_and_movement_of_adjoining_spans_add_up,
    every_report_opens_a_day_with_what_it_closed_the_day_before_with,
    by_currency_an_account_is_listed_that_holds_what_is_worth_nothing,
];

async fn it_ties_and_equals_the_statements_and_the_lines_at_every_date(app: &TestServer) {
    history(app).await;
    let user = app.as_role("auditor");
    let accounts = all_pages(&user, "/accounting/accounts", 200).await;
    for day in DAYS {
        let plain = report(app, &format!("asOf={day}&includeZero=true")).await;
        let totals = &plain["totals"];
        assert_eq!(minor(&totals["debit"]), minor(&totals["credit"]), "{day}: {totals}");
        for name in ["opening", "closing"] {
            assert_eq!(totals[format!("{name}Debit")], totals[format!("{name}Credit")], "{day}: {totals}");
        }
        let voided = report(app, &format!("asOf={day}&includeZero=true&includeVoided=true")).await;
        let closing = closings(&plain);
        assert_eq!(closings(&voided), closing, "voids change turnover, never a balance");
        assert!(minor(&voided["totals"]["debit"]) >= minor(&totals["debit"]));
        let mut leaves = 0;
        for account in accounts.iter().filter(|account| account["isGroup"] == false) {
            let id = account["id"].as_str().unwrap();
            let path = format!("/accounting/accounts/{id}/statement?dateTo={day}");
            let statement = user.get(&path).await.json();
            let rows = all_pages(&user, &path, 7).await;
            let of_lines: i128 = rows.iter().map(|row| minor(&row["baseDebit"]) - minor(&row["baseCredit"])).sum();
            let sign = if account["normalBalance"] == "debit" { 1 } else { -1 };
            assert_eq!(minor(&statement["closingBalance"]) * sign, of_lines, "{day}: {account}");
            // Profit and loss begins each fiscal year at zero.
            let is_result = matches!(account["type"].as_str(), Some("revenue" | "expense"));
            if !(is_result && day >= "2011-01-01") {
                assert_eq!(closing[id], of_lines, "{day}: {account}");
            }
            leaves += of_lines;
        }
        assert_eq!(leaves, 0, "{day}");
    }
}

async fn a_group_is_the_sum_of_what_is_below_it(app: &TestServer) {
    history(app).await;
    for query in ["asOf=2010-12-31", "dateFrom=2010-06-15&dateTo=2010-06-16&includeVoided=true", "asOf=2011-01-01"] {
        let rows = report(app, &format!("{query}&includeZero=true")).await["data"].as_array().unwrap().clone();
        let row =
            |code: &str| rows.iter().find(|row| row["code"] == code).unwrap_or_else(|| panic!("{query}: no {code}"));
        for (group, members) in [("01", ["1000", "1300"]), ("0", ["01", "1200"])] {
            for name in ["debit", "credit"] {
                assert_eq!(
                    minor(&row(group)[name]),
                    members.iter().map(|code| minor(&row(code)[name])).sum(),
                    "{query}: {group} {name}"
                );
            }
            for name in ["opening", "closing"] {
                let net =
                    |code: &str| minor(&row(code)[format!("{name}Debit")]) - minor(&row(code)[format!("{name}Credit")]);
                assert_eq!(net(group), members.iter().map(|code| net(code)).sum(), "{query}: {group} {name}");
            }
        }
        // The result of a year that is not closed stands behind all accounts, without a code.
        let codes: Vec<&str> = rows.iter().filter_map(|row| row["code"].as_str()).collect();
        let mut sorted = codes.clone();
        sorted.sort_unstable();
        assert_eq!(codes, sorted);
    }
}

async fn opening_and_movement_of_adjoining_spans_add_up(app: &TestServer) {
    history(app).await;
    let whole = report(app, "dateFrom=2010-01-01&dateTo=2010-12-31&includeZero=true").await;
    let mut moved = 0;
    let mut before: Option<BTreeMap<String, i128>> = None;
    for (from, to) in [
        ("2010-01-01", "2010-02-28"),
        ("2010-03-01", "2010-06-15"),
        ("2010-06-16", "2010-06-16"),
        ("2010-06-17", "2010-12-31"),
    ] {
        let part = report(app, &format!("dateFrom={from}&dateTo={to}&includeZero=true")).await;
        let openings: BTreeMap<String, i128> = part["data"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| {
                (
                    row["accountId"].as_str().unwrap().to_owned(),
                    minor(&row["openingDebit"]) - minor(&row["openingCredit"]),
                )
            })
            .collect();
        if let Some(before) = before {
            assert_eq!(openings, before, "the opening on {from} is the closing of the span before");
        }
        before = Some(closings(&part));
        moved += minor(&part["totals"]["debit"]);
    }
    assert_eq!(moved, minor(&whole["totals"]["debit"]));
    assert_eq!(before.unwrap(), closings(&whole));
    for query in [
        "dateFrom=2010-02-01&dateTo=2010-01-01",
        "asOf=2010-01-01&dateFrom=2010-01-01",
        "asOf=2010-02-30",
        "asOf=",
        "includeZero=yes",
    ] {
        app.as_role("auditor").get(&format!("{REPORT}?{query}")).await.expect(400).code("validation_failed");
    }
}

/// Of each day two years: the trial balance, the general ledger, a statement of an account and the cash flow.
async fn every_report_opens_a_day_with_what_it_closed_the_day_before_with(app: &TestServer) {
    let user = app.as_role("accountant");
    let bank = format!("/accounting/accounts/{}", app.books.accounts["1000"]);
    user.put(&bank, &json!({"subtype": "bank"})).await.expect(204);
    history(app).await;
    let opening = app.sale("40.00").lines(&[("1000", "40.00", ""), ("3000", "", "40.00")]).with("entryType", "opening");
    for day in ["2010-01-01", "2011-01-01"] {
        user.post_entry(&opening.clone().on(day)).await;
    }
    let cash = &app.books.accounts["1000"];
    let result: Vec<String> = ["4000", "5000"].map(|code| app.books.accounts[code].clone()).into();
    let mut before: Option<[BTreeMap<String, i128>; 4]> = None;
    let mut day: jiff::civil::Date = "2010-01-01".parse().unwrap();
    while day < jiff::civil::date(2011, 1, 10) {
        let span = format!("dateFrom={day}&dateTo={day}");
        let balances = report(app, &span).await;
        let ledger = user.get(&format!("/accounting/reports/general-ledger?{span}&limit=200")).await.expect(200).json();
        let statement = user.get(&format!("/accounting/accounts/{cash}/statement?{span}")).await.expect(200).json();
        let flow = user.get(&format!("/accounting/reports/cash-flow?{span}")).await.expect(200).json();
        let of_ledger = |kind: &str| -> BTreeMap<String, i128> {
            let rows = ledger["data"].as_array().unwrap().iter().filter(|row| row["row"] == kind);
            rows.map(|row| (row["accountId"].as_str().unwrap().to_owned(), minor(&row["balance"]))).collect()
        };
        let one = |amount: &Value| BTreeMap::from([("cash".to_owned(), minor(amount))]);
        let opens = [
            nets(&balances, "opening"),
            of_ledger("opening"),
            one(&statement["openingBalance"]),
            one(&flow["totals"]["openingCash"][0]),
        ];
        if let Some(before) = &before {
            for (place, (mut opens, mut closed)) in opens.into_iter().zip(before.clone()).enumerate() {
                // Profit and loss begins each year at 0.
                if day == jiff::civil::date(2011, 1, 1) {
                    closed.retain(|account, _| !result.contains(account));
                }
                for balances in [&mut opens, &mut closed] {
                    balances.retain(|_, balance| *balance != 0);
                }
                assert_eq!(opens, closed, "{day}: report {place}");
            }
        }
        before = Some([
            nets(&balances, "closing"),
            of_ledger("closing"),
            one(&statement["closingBalance"]),
            one(&flow["totals"]["closingCash"][0]),
        ]);
        day = day.tomorrow().unwrap();
    }
}

async fn by_currency_an_account_is_listed_that_holds_what_is_worth_nothing(app: &TestServer) {
    let admin = app.as_role("admin");
    admin.post("/accounting/fiscal-years", &json!({"name": "2011", "startDate": "2011-01-01"})).await.expect(201);
    // 20 dollars are left, which cost nothing in pounds.
    for (day, debit, credit, dollars, rate) in
        [("2010-06-01", "1000", "3000", "100.00", "0.8"), ("2010-07-01", "3000", "1000", "80.00", "1")]
    {
        let entry = app.sale(dollars).on(day).with("currency", "USD").with("exchangeRate", rate);
        admin.post_entry(&entry.lines(&[(debit, dollars, ""), (credit, "", dollars)])).await;
    }
    let told = report(app, "asOf=2011-06-30&byCurrency=true").await;
    let rows = told["data"].as_array().unwrap().iter();
    let rows: Vec<Value> = rows
        .map(|row| {
            let own = &row["currencies"][0];
            json!([row["code"], row["closingDebit"], own["currency"], own["closingDebit"], own["closingCredit"]])
        })
        .collect();
    let expected = json!([["1000", "0.00", "USD", "20.00", "0.00"], ["3000", "0.00", "USD", "0.00", "20.00"]]);
    assert_eq!(json!(rows), expected);
    assert_eq!(report(app, "asOf=2011-06-30").await["data"], json!([]));
}
