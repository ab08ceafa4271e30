//! Profit and loss, balance sheet and cash flow: their contents, that they tie, and their refusals.

use std::collections::BTreeMap;

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

const REPORTS: &str = "/accounting/reports";
const YEAR: &str = "dateFrom=2010-01-01&dateTo=2010-12-31";

async fn report(caller: &Caller, query: &str) -> Value {
    caller.get(&format!("{REPORTS}/{query}")).await.expect(200).json()
}

fn texts(amounts: &Value) -> Vec<&str> {
    amounts.as_array().unwrap().iter().map(|amount| amount.as_str().unwrap()).collect()
}

fn minor(amount: &str) -> i128 {
    amount.replace('.', "").parse().unwrap()
}

/// The rows that have a depth of at most 1: kind, name, amounts.
fn rows(report: &Value) -> Vec<(String, Vec<String>)> {
    let rows = report["data"].as_array().unwrap().iter();
    rows.map(|row| {
        let name = row["code"].as_str().unwrap_or_else(|| row["title"].as_str().unwrap());
        (name.to_owned(), texts(&row["amounts"]).into_iter().map(str::to_owned).collect())
    })
    .collect()
}

fn row(name: &str, amounts: &[&str]) -> (String, Vec<String>) {
    (name.to_owned(), amounts.iter().map(|amount| (*amount).to_owned()).collect())
}

/// Sales and costs of two months, a machine with its depreciation, and capital.
async fn trade(app: &TestServer) -> BTreeMap<&'static str, String> {
    let admin = app.as_role("admin");
    for (code, subtype) in [("1000", "cash"), ("1100", "receivable"), ("5000", "cogs")] {
        let path = format!("/accounting/accounts/{}", app.books.accounts[code]);
        admin.put(&path, &json!({"subtype": subtype})).await.expect(204);
    }
    for (code, subtype) in [("1500", "fixedAsset"), ("1590", "accumulatedDepreciation")] {
        let account = json!({"code": code, "name": code, "type": "asset", "subtype": subtype});
        admin.post("/accounting/accounts", &account).await.expect(201);
    }
    let account = json!({"code": "6800", "name": "Depreciation", "type": "expense"});
    admin.post("/accounting/accounts", &account).await.expect(201);
    let retained =
        json!({"code": "3100", "name": "Retained earnings", "type": "equity", "subtype": "retainedEarnings"});
    admin.post("/accounting/accounts", &retained).await.expect(201);
    let mut ids = BTreeMap::new();
    for (name, date, debit, credit, amount) in [
        ("capital", "2010-01-02", "1000", "3000", "500.00"),
        ("machine", "2010-02-01", "1500", "1000", "200.00"),
        ("sale", "2010-02-10", "1000", "4000", "100.00"),
        ("sale in March", "2010-03-10", "1300", "4000", "40.00"),
        ("cost", "2010-03-11", "5000", "1000", "30.00"),
        ("depreciation", "2010-03-31", "6800", "1590", "10.00"),
        ("mistake", "2010-03-15", "5000", "1000", "7.77"),
    ] {
        let entry = app.sale(amount).on(date).lines(&[(debit, amount, ""), (credit, "", amount)]);
        ids.insert(name, admin.post_entry(&entry).await);
    }
    admin.void(&ids["mistake"]).await.expect(204);
    ids
}

/// Closes every period of 2010 and the year.
async fn close(app: &TestServer, admin: &Caller) {
    for id in app.books.periods.iter().chain([&app.books.adjustment]) {
        admin.post(&format!("/accounting/periods/{id}/close"), &json!({})).await.expect(204);
    }
    admin
        .post(&format!("/accounting/fiscal-years/{}/close", app.books.year), &json!({"reason": "audited"}))
        .await
        .expect(204);
}

on_both![
    profit_and_loss_has_sections_by_subtype_and_columns_for_what_it_is_compared_with,
    columns_of_a_dimension_hold_every_line_once_and_add_up_to_the_whole,
    the_balance_sheet_balances_at_every_date_and_shows_the_result_of_each_year_that_is_not_closed,
    cash_flow_goes_from_the_result_to_the_change_of_cash,
    opening_entries_are_balances_and_no_flow,
    statements_and_the_trial_balance_say_the_same,
    what_cannot_be_answered_exactly_is_refused_with_what_can,
    a_balance_sheet_by_currency_has_every_line_once_and_the_whole_beside,
];

async fn profit_and_loss_has_sections_by_subtype_and_columns_for_what_it_is_compared_with(app: &TestServer) {
    trade(app).await;
    let user = app.as_role("auditor");
    let march = app.books.periods[2].as_str();
    let told = report(&user, &format!("profit-and-loss?periodId={march}&compareWith=previousPeriod,previousPeriod,previousYear,2010-02-10..2010-03-10")).await;
    assert_eq!(
        rows(&told),
        [
            row("Revenue", &["40.00", "100.00", "0.00", "0.00", "140.00"]),
            row("4000", &["40.00", "100.00", "0.00", "0.00", "140.00"]),
            row("Cost of sales", &["30.00", "0.00", "0.00", "0.00", "0.00"]),
            row("5000", &["30.00", "0.00", "0.00", "0.00", "0.00"]),
            row("Expenses", &["10.00", "0.00", "0.00", "0.00", "0.00"]),
            row("6800", &["10.00", "0.00", "0.00", "0.00", "0.00"]),
        ]
    );
    let all = report(&user, &format!("profit-and-loss?periodId={march}&includeZero=true")).await;
    assert!(rows(&all).contains(&row("Income taxes", &["0.00"])), "{all}");
    assert_eq!(texts(&told["totals"]["result"]), ["0.00", "100.00", "0.00", "0.00", "140.00"]);
    let titles: Vec<&str> =
        told["columns"].as_array().unwrap().iter().map(|column| column["title"].as_str().unwrap()).collect();
    assert_eq!(
        titles,
        [
            "2010-03-01..2010-03-31",
            "2010-02-01..2010-02-28",
            "2010-01-01..2010-01-31",
            "2009-03-01..2009-03-31",
            "2010-02-10..2010-03-10"
        ]
    );
    let year = report(&user, &format!("profit-and-loss?fiscalYearId={}", app.books.year)).await;
    assert_eq!(texts(&year["totals"]["result"]), ["100.00"]);
}

async fn columns_of_a_dimension_hold_every_line_once_and_add_up_to_the_whole(app: &TestServer) {
    let admin = app.as_role("admin");
    let country =
        admin.post("/accounting/dimensions", &json!({"code": "country", "name": "Country"})).await.expect(201).id();
    for code in ["FR", "UK"] {
        admin
            .post(&format!("/accounting/dimensions/{country}/values"), &json!({"code": code, "name": code}))
            .await
            .expect(201);
    }
    for (country, amount) in [(Some("UK"), "1.00"), (Some("FR"), "2.00"), (None, "4.00"), (Some("UK"), "8.00")] {
        let sale = app.sale(amount);
        let sale = match country {
            Some(country) => sale.with("dimensions", json!({"country": country})),
            None => sale,
        };
        admin.post_entry(&sale).await;
    }
    let told = report(&admin, &format!("profit-and-loss?{YEAR}&columnsBy=dimension:country")).await;
    let kinds: Vec<(&str, &Value)> = told["columns"]
        .as_array()
        .unwrap()
        .iter()
        .map(|column| (column["kind"].as_str().unwrap(), &column["value"]))
        .collect();
    assert_eq!(
        kinds,
        [("value", &json!("FR")), ("value", &json!("UK")), ("none", &Value::Null), ("total", &Value::Null)]
    );
    assert_eq!(texts(&told["totals"]["result"]), ["2.00", "9.00", "4.00", "15.00"]);
    let by_currency =
        report(&admin, &format!("profit-and-loss?{YEAR}&columnsBy=currency&withoutDimension=country")).await;
    assert_eq!(texts(&by_currency["totals"]["result"]), ["4.00", "4.00"], "one currency and the whole");
}

async fn the_balance_sheet_balances_at_every_date_and_shows_the_result_of_each_year_that_is_not_closed(
    app: &TestServer,
) {
    trade(app).await;
    let admin = app.as_role("admin");
    let told = report(&admin, "balance-sheet?asOf=2010-03-31&compareWith=previousPeriod").await;
    assert_eq!(
        rows(&told),
        [
            row("Assets", &["600.00", "600.00"]),
            row("Cash and bank", &["370.00", "400.00"]),
            row("1000", &["370.00", "400.00"]),
            row("Fixed assets", &["190.00", "200.00"]),
            row("1500", &["200.00", "200.00"]),
            row("1590", &["-10.00", "0.00"]),
            row("Other assets", &["40.00", "0.00"]),
            row("1300", &["40.00", "0.00"]),
            row("Equity", &["600.00", "600.00"]),
            row("3000", &["500.00", "500.00"]),
            row("Result of 2010", &["100.00", "100.00"]),
        ]
    );
    assert_eq!((&told["isBalanced"], texts(&told["totals"]["difference"])), (&json!(true), vec!["0.00", "0.00"]));
    assert_eq!(texts(&told["totals"]["liabilitiesAndEquity"]), ["600.00", "600.00"]);
    close(app, &admin).await;
    admin.post_entry(&app.sale("5.00").on("2011-01-15")).await;
    let next = report(&admin, "balance-sheet?asOf=2011-01-31&compareWith=2010-12-31,2010-12-30&closing=include").await;
    let equity: Vec<_> = rows(&next).into_iter().skip_while(|row| row.0 != "Equity").collect();
    assert_eq!(
        equity,
        [
            row("Equity", &["605.00", "600.00", "600.00"]),
            row("3000", &["500.00", "500.00", "500.00"]),
            row("3100", &["100.00", "100.00", "0.00"]),
            row("Result of 2010", &["0.00", "0.00", "100.00"]),
            row("Result of 2011", &["5.00", "0.00", "0.00"]),
        ],
        "the closing entry moved the result of 2010 on its last day"
    );
    let result = report(&admin, &format!("profit-and-loss?{YEAR}")).await;
    assert_eq!(texts(&result["totals"]["result"]), ["100.00"], "the closing is left out");
    admin
        .post(
            &format!("/accounting/fiscal-years/{}/reopen", app.books.year),
            &json!({"reason": "an invoice came late"}),
        )
        .await
        .expect(204);
    let again = report(&admin, "balance-sheet?asOf=2011-01-31").await;
    assert!(rows(&again).contains(&row("Result of 2010", &["100.00"])), "{again}");
    assert_eq!(again["isBalanced"], true);
}

async fn cash_flow_goes_from_the_result_to_the_change_of_cash(app: &TestServer) {
    let user = app.as_role("auditor");
    let answer = user.get(&format!("{REPORTS}/cash-flow?{YEAR}")).await;
    answer.expect(400).code("validation_failed").says("subtype cash or bank");
    trade(app).await;
    let told = report(&user, "cash-flow?dateFrom=2010-02-01&dateTo=2010-12-31").await;
    let totals = |name: &str| texts(&told["totals"][name])[0].to_owned();
    assert_eq!(["result", "operating", "investing", "financing"].map(totals), ["100.00", "70.00", "-200.00", "0.00"]);
    assert_eq!(
        ["change", "openingCash", "closingCash", "difference"].map(totals),
        ["-130.00", "500.00", "370.00", "0.00"]
    );
    assert!(rows(&told).contains(&row("Adjustments for non-cash items", &["10.00"])), "{told}");
    assert!(rows(&told).contains(&row("Changes in working capital", &["-40.00"])), "{told}");
    close(app, &app.as_role("admin")).await;
    let closed = report(&user, "cash-flow?dateFrom=2010-02-01&dateTo=2010-12-31").await;
    assert_eq!(closed["totals"], told["totals"], "closing entries are no flow");
}

async fn opening_entries_are_balances_and_no_flow(app: &TestServer) {
    trade(app).await;
    let admin = app.as_role("admin");
    let opening = app.sale("50.00").on("2010-01-01").with("entryType", "opening");
    admin.post_entry(&opening.lines(&[("1000", "50.00", ""), ("3000", "", "50.00")])).await;
    let told = report(&admin, "cash-flow?dateFrom=2010-01-01&dateTo=2010-01-31").await;
    let totals = |name: &str| texts(&told["totals"][name])[0].to_owned();
    assert_eq!(
        ["financing", "openingCash", "closingCash", "difference"].map(totals),
        ["500.00", "50.00", "550.00", "0.00"]
    );
}

async fn statements_and_the_trial_balance_say_the_same(app: &TestServer) {
    trade(app).await;
    let user = app.as_role("auditor");
    for day in ["2010-01-31", "2010-02-28", "2010-03-14", "2010-03-15", "2010-12-31"] {
        let balances = report(&user, &format!("trial-balance?asOf={day}")).await;
        let nets: BTreeMap<String, i128> = balances["data"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| {
                let side = |name: &str| minor(row[name].as_str().unwrap());
                (row["code"].as_str().unwrap().to_owned(), side("closingDebit") - side("closingCredit"))
            })
            .collect();
        let sheet = report(&user, &format!("balance-sheet?asOf={day}")).await;
        let result = report(&user, &format!("profit-and-loss?dateFrom=2010-01-01&dateTo={day}")).await;
        for (statement, credit) in [(&sheet, ["liabilities", "equity"]), (&result, ["revenue", "exchange"])] {
            for row in statement["data"].as_array().unwrap().iter().filter(|row| row["kind"] == "account") {
                let code = row["code"].as_str().unwrap();
                let net = nets.get(code).copied().unwrap_or_default();
                let shown = minor(texts(&row["amounts"])[0]);
                let is_credit = credit.contains(&row["section"].as_str().unwrap());
                assert_eq!(if is_credit { -shown } else { shown }, net, "{code} at {day}");
            }
        }
        let total: i128 = nets.iter().filter(|(code, _)| code.starts_with(['4', '5', '6'])).map(|(_, net)| net).sum();
        assert_eq!(minor(texts(&result["totals"]["result"])[0]), -total, "{day}");
    }
}

async fn what_cannot_be_answered_exactly_is_refused_with_what_can(app: &TestServer) {
    let user = app.as_role("auditor");
    let adjustment = app.books.adjustment.as_str();
    let march = app.books.periods[2].as_str();
    for (query, pointer, code) in [
        (format!("profit-and-loss?periodId={adjustment}"), "periodId", "not_exact"),
        (format!("profit-and-loss?periodId={march}&dateTo=2010-12-31"), "periodId", "ambiguous"),
        ("profit-and-loss?periodId=nothing".to_owned(), "periodId", "unknown_reference"),
        ("profit-and-loss?fiscalYearId=nothing".to_owned(), "fiscalYearId", "unknown_reference"),
        (format!("profit-and-loss?{YEAR}&columnsBy=currency&compareWith=previousYear"), "columnsBy", "not_exact"),
        (format!("profit-and-loss?{YEAR}&columnsBy=dimension:planet"), "columnsBy", "unknown_dimension"),
        (format!("profit-and-loss?{YEAR}&columnsBy=planet"), "columnsBy", "malformed_columns"),
        (format!("profit-and-loss?{YEAR}&compareWith=2010-01-01"), "compareWith/0", "malformed_comparison"),
        (
            format!("profit-and-loss?{YEAR}&compareWith=previousYear,2010-02-01..2010-01-01"),
            "compareWith/1",
            "out_of_range",
        ),
        ("profit-and-loss?dateFrom=2011-01-01&dateTo=2010-01-01".to_owned(), "dateFrom", "out_of_range"),
        ("balance-sheet?compareWith=2010-01-01..2010-02-01".to_owned(), "compareWith/0", "malformed_comparison"),
        ("balance-sheet?compareWith=lastYear".to_owned(), "compareWith/0", "malformed_comparison"),
        ("balance-sheet?dimension[country]=UK".to_owned(), "dimension", "unknown_parameter"),
        ("balance-sheet?columnsBy=dimension:country".to_owned(), "columnsBy", "not_exact"),
        ("balance-sheet?columnsBy=currency&compareWith=previousYear".to_owned(), "columnsBy", "not_exact"),
        ("balance-sheet?columnsBy=country".to_owned(), "columnsBy", "malformed_columns"),
        ("trial-balance?byCurrency=true&format=csv".to_owned(), "byCurrency", "not_with_a_document"),
    ] {
        let answer = user.get(&format!("{REPORTS}/{query}")).await;
        answer.expect(400).code("validation_failed").pointer(pointer);
        assert_eq!(answer.json()["errors"][0]["code"], code, "{query}");
    }
}

async fn a_balance_sheet_by_currency_has_every_line_once_and_the_whole_beside(app: &TestServer) {
    let user = app.as_role("accountant");
    let rate = json!({"fromCurrency": "EUR", "toCurrency": "GBP", "rate": "0.8", "validFrom": "2010-12-01"});
    user.post("/accounting/exchange-rates", &rate).await.expect(201);
    let foreign = |amount: &str| app.sale(amount).with("currency", "EUR");
    user.post_entry(&foreign("100.00").lines(&[("1300", "100.00", ""), ("4000", "", "100.00")])).await;
    user.post_entry(&app.sale("30.00").lines(&[("1000", "30.00", ""), ("3000", "", "30.00")])).await;
    let seq = app.head(&app.books).await.unwrap().seq;
    let question = "balance-sheet?asOf=2010-12-31&columnsBy=currency";
    let told = report(&user, question).await;
    let columns: Vec<(&str, &str)> = told["columns"]
        .as_array()
        .unwrap()
        .iter()
        .map(|column| (column["kind"].as_str().unwrap(), column["title"].as_str().unwrap()))
        .collect();
    assert_eq!(columns, [("currency", "EUR"), ("currency", "GBP"), ("total", "total")]);
    assert_eq!(
        rows(&told),
        [
            row("Assets", &["80.00", "30.00", "110.00"]),
            row("Other assets", &["80.00", "30.00", "110.00"]),
            row("1000", &["0.00", "30.00", "30.00"]),
            row("1300", &["80.00", "0.00", "80.00"]),
            row("Equity", &["80.00", "30.00", "110.00"]),
            row("3000", &["0.00", "30.00", "30.00"]),
            row("Result of 2010", &["80.00", "0.00", "80.00"]),
        ]
    );
    assert_eq!(texts(&told["totals"]["difference"]), ["0.00", "0.00", "0.00"]);
    // The payment in euros is exchanged into pounds: the two differ by as much, and the whole does not.
    let paid = json!([
        {"accountCode": "1000", "debit": "80.00"},
        {"accountCode": "1300", "credit": "100.00", "currency": "EUR", "exchangeRate": "0.8"},
    ]);
    user.post_entry(&app.sale("80.00").with("lines", paid)).await;
    let exchanged = report(&user, question).await;
    assert_eq!(texts(&exchanged["totals"]["difference"]), ["-80.00", "80.00", "0.00"]);
    assert_eq!(exchanged["isBalanced"], true);
    let whole = report(&user, "balance-sheet?asOf=2010-12-31").await;
    for total in ["assets", "liabilities", "equity", "liabilitiesAndEquity"] {
        assert_eq!(texts(&exchanged["totals"][total])[2], texts(&whole["totals"][total])[0], "{total}");
    }
    let then = report(&user, &format!("{question}&knownAt=seq:{seq}")).await;
    assert_eq!(then, told, "what was known then");
}
