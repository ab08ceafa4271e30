//! The end of a fiscal year: its result moves into equity, the next year is there, and reopening takes it back.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

const YEARS: &str = "/accounting/fiscal-years";
const PERIODS: &str = "/accounting/periods";
const ENTRIES: &str = "/accounting/journal-entries";

fn year(app: &TestServer) -> String {
    format!("{YEARS}/{}", app.books.year)
}

/// The account that takes the results.
async fn retained_earnings(admin: &Caller, code: &str) -> String {
    let account = json!({"code": code, "name": "Retained earnings", "type": "equity", "subtype": "retainedEarnings"});
    admin.post("/accounting/accounts", &account).await.expect(201).id()
}

/// Closes every period of 2010, the adjustments last.
async fn close_periods(app: &TestServer, admin: &Caller) {
    for id in app.books.periods.iter().chain([&app.books.adjustment]) {
        if admin.get(&format!("{PERIODS}/{id}")).await.json()["status"] != "closed" {
            admin.post(&format!("{PERIODS}/{id}/close"), &json!({})).await.expect(204);
        }
    }
}

/// Revenue of 100.00 in June, and cost of 30.00 that the adjustment period takes. Answers the latter.
async fn trade(app: &TestServer) -> String {
    let admin = app.as_role("admin");
    admin.post_entry(&app.sale("100.00").on("2010-06-15")).await;
    let cost = app.sale("30.00").on("2010-12-31").lines(&[("5000", "30.00", ""), ("1000", "", "30.00")]);
    admin.post_entry(&cost.with("periodId", app.books.adjustment.as_str())).await
}

/// The trial balance: code, or the name of what is no account, then opening, movement and closing, debits positive, and both sides of the movement.
async fn report(caller: &Caller, query: &str) -> Vec<(String, String)> {
    let report = caller.get(&format!("/accounting/reports/trial-balance?{query}")).await.expect(200).json();
    let columns = ["openingDebit", "openingCredit", "debit", "credit", "closingDebit", "closingCredit"];
    let told = |row: &Value| columns.map(|name| row[name].as_str().unwrap().to_owned()).join(" ");
    let rows = report["data"].as_array().unwrap().iter();
    let mut rows: Vec<_> =
        rows.map(|row| (row["code"].as_str().or(row["name"].as_str()).unwrap().to_owned(), told(row))).collect();
    rows.push(("unclosed".to_owned(), report["totals"]["unclosedResult"].as_str().unwrap().to_owned()));
    rows
}

fn rows(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(code, told)| ((*code).to_owned(), (*told).to_owned())).collect()
}

on_both![
    an_empty_year_goes_and_one_with_something_in_it_stays,
    a_year_from_6_april_has_twelve_periods_and_one_of_weeks_takes_a_53rd,
    the_trial_balance_balances_on_paper_with_a_row_for_each_year_that_is_not_closed,
    the_result_of_a_year_is_a_line_of_its_own_at_its_end_and_both_statements_say_so,
    opening_balances_are_of_the_first_day_of_a_year_alone,
    a_closed_year_shows_its_closing_on_demand_and_reopening_gives_the_former_figures_back,
    what_is_voided_in_period_13_of_a_reopened_year_is_in_the_next_closing_entry,
    a_closing_entry_is_taken_back_by_its_year_alone_and_years_reopen_from_the_last,
    the_checklist_of_a_year_and_its_closing_say_the_same,
    opening_balances_open_the_first_year_and_may_be_voided_while_it_is_open,
];

async fn the_trial_balance_balances_on_paper_with_a_row_for_each_year_that_is_not_closed(app: &TestServer) {
    let admin = app.as_role("admin");
    for year in ["2011", "2012"] {
        admin.post(YEARS, &json!({"name": year, "startDate": format!("{year}-01-01")})).await.expect(201);
    }
    admin
        .post("/accounting/accounts", &json!({"code": "1010", "name": "Dollars", "type": "asset", "currency": "USD"}))
        .await
        .expect(201);
    admin.post_entry(&app.sale("100.00").on("2010-06-01")).await;
    let cost = app.sale("30.00").on("2011-05-31").lines(&[("5000", "30.00", ""), ("1000", "", "30.00")]);
    admin.post_entry(&cost).await;
    let abroad = app.sale("10.00").on("2011-06-30").lines(&[("1010", "10.00", ""), ("4000", "", "10.00")]);
    admin.post_entry(&abroad.with("currency", "USD").with("exchangeRate", "0.5")).await;
    admin.post_entry(&app.sale("7.00").on("2012-01-15")).await;
    let query = "asOf=2012-01-31";
    assert_eq!(
        report(&admin, query).await,
        rows(&[
            ("1000", "70.00 0.00 7.00 0.00 77.00 0.00"),
            ("1010", "5.00 0.00 0.00 0.00 5.00 0.00"),
            ("4000", "0.00 0.00 0.00 7.00 0.00 7.00"),
            ("Result of 2010, not closed", "0.00 100.00 0.00 0.00 0.00 100.00"),
            ("Result of 2011, not closed", "25.00 0.00 0.00 0.00 25.00 0.00"),
            ("unclosed", "-75.00"),
        ])
    );
    let path = format!("/accounting/reports/trial-balance?{query}");
    let told = admin.get(&path).await.expect(200).json();
    let totals = ["openingDebit", "openingCredit", "debit", "credit", "closingDebit", "closingCredit"]
        .map(|name| &told["totals"][name]);
    assert_eq!(totals, ["100.00", "100.00", "7.00", "7.00", "107.00", "107.00"].map(|sum| json!(sum)).each_ref());
    let result = &told["data"][3];
    assert_eq!((&result["accountId"], &result["fiscalYearId"]), (&Value::Null, &json!(app.books.year)));
    // Every form of it has the rows and the equal sums.
    let csv = admin.get(&format!("{path}&format=csv")).await.expect(200).text();
    assert!(csv.contains(",\"Result of 2010, not closed\",equity,0.00,100.00,0.00,0.00,0.00,100.00"), "{csv}");
    assert!(csv.trim_end().ends_with(",100.00,100.00,7.00,7.00,107.00,107.00"), "{csv}");
    let print = admin.get(&format!("{path}&format=print")).await.expect(200).text();
    assert!(print.contains("Result of 2011, not closed"), "{print}");
    // In one currency, and by currency, a year's result is what it was in that currency.
    let dollars = report(&admin, &format!("{query}&currency=USD")).await;
    assert!(dollars.contains(&("Result of 2011, not closed".to_owned(), "0.00 10.00 0.00 0.00 0.00 10.00".to_owned())));
    let by_currency = admin.get(&format!("{path}&byCurrency=true")).await.expect(200).json();
    let of_2011 = by_currency["data"][4]["currencies"].as_array().unwrap();
    let told: Vec<_> =
        of_2011.iter().map(|one| [&one["currency"], &one["openingDebit"], &one["openingCredit"]]).collect();
    assert_eq!(json!(told), json!([["GBP", "30.00", "0.00"], ["USD", "0.00", "10.00"]]));
}

async fn the_result_of_a_year_is_a_line_of_its_own_at_its_end_and_both_statements_say_so(app: &TestServer) {
    let admin = app.as_role("admin");
    retained_earnings(&admin, "3100").await;
    trade(app).await;
    close_periods(app, &admin).await;
    let sheet = async |query: &str| {
        let told = admin.get(&format!("/accounting/reports/balance-sheet?{query}")).await.expect(200).json();
        let rows = told["data"].as_array().unwrap().iter().filter(|row| row["section"] == "equity");
        rows.map(|row| format!("{} {}", row["title"].as_str().unwrap(), row["amounts"][0].as_str().unwrap()))
            .collect::<Vec<_>>()
    };
    let open = ["Equity 70.00", "Result of 2010 70.00"];
    assert_eq!(sheet("asOf=2010-12-31").await, open);
    admin.post(&format!("{}/close", year(app)), &json!({})).await.expect(204);
    // At the end of the year both show what the year brought, and both show on request where it went.
    assert_eq!(sheet("asOf=2010-12-31").await, open);
    assert!(!report(&admin, "asOf=2010-12-31").await.iter().any(|(code, _)| code == "3100"));
    let closed = ["Equity 70.00", "Retained earnings 70.00"];
    assert_eq!(sheet("asOf=2010-12-31&closing=include").await, closed);
    let with = report(&admin, "asOf=2010-12-31&closing=include").await;
    assert!(with.contains(&("3100".to_owned(), "0.00 0.00 0.00 70.00 0.00 70.00".to_owned())), "{with:?}");
    // A day later it has moved, whatever is asked.
    for closing in ["exclude", "include"] {
        assert_eq!(sheet(&format!("asOf=2011-01-01&closing={closing}")).await, closed);
    }
    let compared = "asOf=2011-01-31&compareWith=2010-12-31";
    let told = admin.get(&format!("/accounting/reports/balance-sheet?{compared}")).await.expect(200).json();
    assert_eq!((&told["isBalanced"], &told["totals"]["equity"]), (&json!(true), &json!(["70.00", "70.00"])));
}

async fn opening_balances_are_of_the_first_day_of_a_year_alone(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let opening = app.sale("40.00").on("2010-09-15").with("entryType", "opening");
    let refused = accountant.post(ENTRIES, &opening.json()).await;
    refused.expect(422).code("opening_inside_year").pointer("/date");
    assert_eq!(refused.json()["context"]["firstDay"], "2010-01-01");
    assert_eq!(refused.resolution("first-day")["body"]["date"], "2010-01-01");
    // A draft may say so, and is refused where it would be posted, with the change that mends it.
    let draft = accountant.post(ENTRIES, &opening.with("status", "draft").json()).await.expect(201).id();
    let refused = accountant.post(&format!("{ENTRIES}/{draft}/post"), &json!({})).await;
    refused.expect(422).code("opening_inside_year");
    let way = refused.resolution("first-day");
    assert_eq!((&way["method"], &way["body"]), (&json!("PUT"), &json!({"date": "2010-01-01"})));
    accountant.put(&format!("{ENTRIES}/{draft}"), &way["body"]).await.expect(204);
    accountant.post(&format!("{ENTRIES}/{draft}/post"), &json!({})).await.expect(204);
    let moved =
        json!({"reason": "later", "replacement": {"date": "2010-02-01", "lines": app.sale("41.00").json()["lines"]}});
    let refused = accountant.post(&format!("{ENTRIES}/{draft}/correct"), &moved).await;
    refused.expect(422).code("opening_inside_year").pointer("/replacement/date");
}

async fn a_closed_year_shows_its_closing_on_demand_and_reopening_gives_the_former_figures_back(app: &TestServer) {
    let admin = app.as_role("admin");
    retained_earnings(&admin, "3100").await;
    trade(app).await;
    close_periods(app, &admin).await;
    let before = report(&admin, "asOf=2010-12-31").await;
    assert_eq!(
        before,
        rows(&[
            ("1000", "0.00 0.00 100.00 30.00 70.00 0.00"),
            ("4000", "0.00 0.00 0.00 100.00 0.00 100.00"),
            ("5000", "0.00 0.00 30.00 0.00 30.00 0.00"),
            ("unclosed", "0.00"),
        ])
    );
    let answer = admin.post(&format!("{}/close", year(app)), &json!({"reason": "audited"})).key("close").await;
    answer.expect(204).empty();
    let closing_id = answer.header("location").rsplit('/').next().unwrap().to_owned();
    let again = admin.post(&format!("{}/close", year(app)), &json!({"reason": "audited"})).key("close").await;
    assert_eq!(
        (again.expect(204).header("idempotent-replayed"), again.header("location")),
        ("true", answer.header("location"))
    );
    let closing = admin.entry(&closing_id).await;
    assert_eq!(
        (&closing["entryType"], &closing["date"], &closing["periodId"]),
        (&json!("closing"), &json!("2010-12-31"), &json!(app.books.periods[11]))
    );
    assert_eq!((&closing["ownerType"], &closing["ownerId"]), (&json!("fiscalYear"), &json!(app.books.year)));

    // Without the closing entry nothing of 2010 has changed; with it profit and loss stands at zero.
    assert_eq!(report(&admin, "asOf=2010-12-31").await, before);
    let closed = rows(&[
        ("1000", "0.00 0.00 100.00 30.00 70.00 0.00"),
        ("3100", "0.00 0.00 0.00 70.00 0.00 70.00"),
        ("4000", "0.00 0.00 100.00 100.00 0.00 0.00"),
        ("5000", "0.00 0.00 30.00 30.00 0.00 0.00"),
        ("unclosed", "0.00"),
    ]);
    assert_eq!(report(&admin, "asOf=2010-12-31&closing=include").await, closed);
    // In the next year profit and loss opens at zero, and the result is part of equity.
    let next = rows(&[
        ("1000", "70.00 0.00 0.00 0.00 70.00 0.00"),
        ("3100", "0.00 70.00 0.00 0.00 0.00 70.00"),
        ("unclosed", "0.00"),
    ]);
    assert_eq!(report(&admin, "asOf=2011-06-30").await, next);

    admin.post(&format!("{}/reopen", year(app)), &json!({})).await.expect(400).pointer("/reason");
    let reopened = admin.post(&format!("{}/reopen", year(app)), &json!({"reason": "an invoice came late"})).await;
    reopened.expect(204).empty();
    assert!(reopened.header("location").contains("/accounting/journal-entries/je_"));
    assert_eq!(report(&admin, "asOf=2010-12-31").await, before);
    assert_eq!(report(&admin, "asOf=2010-12-31&closing=include").await, before);
    assert_eq!(
        report(&admin, "asOf=2011-06-30").await,
        rows(&[
            ("1000", "70.00 0.00 0.00 0.00 70.00 0.00"),
            ("Result of 2010, not closed", "0.00 70.00 0.00 0.00 0.00 70.00"),
            ("unclosed", "-70.00")
        ])
    );
    // Both halves of the void are shown on request, and change no balance.
    assert_eq!(
        report(&admin, "asOf=2010-12-31&closing=include&includeVoided=true").await,
        rows(&[
            ("1000", "0.00 0.00 100.00 30.00 70.00 0.00"),
            ("3100", "0.00 0.00 70.00 70.00 0.00 0.00"),
            ("4000", "0.00 0.00 100.00 200.00 0.00 100.00"),
            ("5000", "0.00 0.00 60.00 30.00 30.00 0.00"),
            ("unclosed", "0.00"),
        ])
    );
    let now = admin.get(&year(app)).await.json();
    assert_eq!((&now["status"], &now["closingEntryId"]), (&json!("open"), &Value::Null));
    let history: Vec<Value> = now["history"]
        .as_array()
        .unwrap()
        .iter()
        .map(|change| json!([change["from"], change["to"], change["reason"], change["closingEntryId"]]))
        .collect();
    assert_eq!(
        history,
        [
            json!(["open", "closed", "audited", closing_id]),
            json!(["closed", "open", "an invoice came late", closing_id])
        ]
    );
    let events = admin.get("/events?limit=200").await.json();
    let kinds: Vec<&str> = events["data"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|event| event["type"].as_str())
        .filter(|kind| kind.starts_with("fiscalYear."))
        .collect();
    assert_eq!(kinds, ["fiscalYear.created", "fiscalYear.closed", "fiscalYear.reopened"]);
    let event = events["data"].as_array().unwrap().iter().find(|event| event["type"] == "fiscalYear.closed").unwrap();
    let lines = event["data"]["journalEntries"][0]["lines"].as_array().unwrap().len();
    assert_eq!(
        (&event["subject"], lines, event["data"]["fiscalYearIds"].as_array().unwrap().len()),
        (&json!(app.books.year), 3, 2),
        "the entry and the next year are told with it"
    );
}

async fn what_is_voided_in_period_13_of_a_reopened_year_is_in_the_next_closing_entry(app: &TestServer) {
    let admin = app.as_role("admin");
    retained_earnings(&admin, "3100").await;
    let cost = trade(app).await;
    close_periods(app, &admin).await;
    let close = format!("{}/close", year(app));
    admin.post(&close, &json!({})).await.expect(204);
    admin.void(&cost).await.expect(409).code("period_closed");
    let reason = json!({"reason": "the cost was not ours"});
    let thirteenth = format!("{PERIODS}/{}", app.books.adjustment);
    let refused = admin.post(&format!("{thirteenth}/reopen"), &reason).await;
    refused.expect(409).code("fiscal_year_state");
    let way = refused.resolution("reopen-year")["href"].as_str().unwrap().to_owned();
    admin.post(way.trim_start_matches(&format!("{}/api/v1", app.url)), &reason).await.expect(204);
    admin.post(&format!("{thirteenth}/reopen"), &reason).await.expect(204);
    admin.void(&cost).await.expect(204);
    let entry = admin.entry(&cost).await;
    let mirror = admin.entry(entry["voidedByEntryId"].as_str().unwrap()).await;
    assert_eq!((&mirror["periodId"], &mirror["date"]), (&json!(app.books.adjustment), &json!("2010-12-31")));
    close_periods(app, &admin).await;
    admin.post(&close, &json!({})).await.expect(204);
    assert_eq!(
        report(&admin, "asOf=2010-12-31&closing=include").await,
        rows(&[
            ("1000", "0.00 0.00 100.00 0.00 100.00 0.00"),
            ("3100", "0.00 0.00 0.00 100.00 0.00 100.00"),
            ("4000", "0.00 0.00 100.00 100.00 0.00 0.00"),
            ("unclosed", "0.00"),
        ])
    );
}

async fn a_closing_entry_is_taken_back_by_its_year_alone_and_years_reopen_from_the_last(app: &TestServer) {
    let admin = app.as_role("admin");
    retained_earnings(&admin, "3100").await;
    trade(app).await;
    close_periods(app, &admin).await;
    let close = format!("{}/close", year(app));
    let answer = admin.post(&close, &json!({})).header("prefer", "return=representation").await;
    let closed = answer.expect(200).json();
    let closing = closed["closingEntryId"].as_str().unwrap().to_owned();
    let refused = admin.void(&closing).await;
    refused.expect(409).code("entry_system_generated");
    assert!(refused.resolution("reopen-year")["href"].as_str().unwrap().ends_with(&format!("{}/reopen", year(app))));
    let done = admin.post(&close, &json!({})).await;
    assert_eq!(done.expect(409).code("fiscal_year_state").json()["context"]["closingEntryId"], closing.as_str());

    let years = admin.get(YEARS).await.data();
    let next = &years[1];
    assert_eq!(
        (&next["name"], &next["startDate"], &next["endDate"], &next["status"]),
        (&json!("2011"), &json!("2011-01-01"), &json!("2011-12-31"), &json!("open"))
    );
    let kinds: Vec<&Value> = next["periods"].as_array().unwrap().iter().map(|period| &period["type"]).collect();
    assert_eq!((kinds.len(), kinds[12]), (13, &json!("adjustment")), "cut as the year before");
    for period in next["periods"].as_array().unwrap() {
        admin.post(&format!("{PERIODS}/{}/soft-close", period["id"].as_str().unwrap()), &json!({})).await.expect(204);
    }
    admin.post(&format!("{YEARS}/{}/close", next["id"].as_str().unwrap()), &json!({})).await.expect(204);
    let reason = json!({"reason": "late"});
    let refused = admin.post(&format!("{}/reopen", year(app)), &reason).await;
    refused.expect(409).code("fiscal_year_state");
    assert!(refused.resolution("reopen-later")["href"].as_str().unwrap().contains(next["id"].as_str().unwrap()));
    let stale = admin
        .post(&format!("{YEARS}/{}/reopen", next["id"].as_str().unwrap()), &reason)
        .header("if-match", "\"1\"")
        .await;
    stale.expect(412);
    admin.post(&format!("{YEARS}/{}/reopen", next["id"].as_str().unwrap()), &reason).await.expect(204);
    admin.post(&format!("{}/reopen", year(app)), &reason).await.expect(204);
    admin.post(&format!("{}/reopen", year(app)), &reason).await.expect(409).code("fiscal_year_state");
}

async fn the_checklist_of_a_year_and_its_closing_say_the_same(app: &TestServer) {
    let admin = app.as_role("admin");
    trade(app).await;
    for month in &app.books.periods {
        admin.post(&format!("{PERIODS}/{month}/soft-close"), &json!({})).await.expect(204);
    }
    let draft = admin.post_entry(&app.sale("1.00").on("2010-05-01").draft()).await;
    let list = app.as_role("auditor").get(&format!("{}/checklist", year(app))).await.expect(200).json();
    let blocking: Vec<Value> = list["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|item| item["status"] == "blocking")
        .map(|item| json!([item["code"], item["count"]]))
        .collect();
    assert_eq!((&list["ready"], blocking), (&json!(false), vec![json!(["openPeriods", 1]), json!(["drafts", 1])]));
    let close = format!("{}/close", year(app));
    let before = app.heads().await;
    let refused = admin.post(&close, &json!({})).await;
    refused.expect(409).code("fiscal_year_not_ready");
    assert_eq!(refused.json()["context"]["blocking"].as_array().unwrap().len(), 2);
    assert_eq!(app.heads().await, before, "nothing was written");
    admin.delete(&format!("{ENTRIES}/{draft}")).await.expect(204);
    admin.post(&format!("{PERIODS}/{}/soft-close", app.books.adjustment), &json!({})).await.expect(204);
    assert_eq!(admin.get(&format!("{}/checklist", year(app))).await.json()["ready"], true);

    // Then the references: none, several, wrong ones.
    admin
        .post(&close, &json!({}))
        .await
        .expect(422)
        .code("retained_earnings_needed")
        .pointer("/retainedEarningsAccountId");
    let account = retained_earnings(&admin, "3100").await;
    retained_earnings(&admin, "3110").await;
    admin.post(&close, &json!({})).await.expect(422).code("retained_earnings_needed").says("2 accounts");
    let wrong = json!({"retainedEarningsAccountId": app.books.accounts["1000"], "journalId": app.books.sales});
    let refused = admin.post(&close, &wrong).await;
    refused.expect(422).code("account_not_usable").pointer("/retainedEarningsAccountId").pointer("/journalId");
    admin.post(&close, &json!({"retainedEarningsAccountId": "acc_x"})).await.expect(422).code("unknown_reference");
    admin.post(&close, &json!({"retainedEarnings": account})).await.expect(400);
    app.as_role("controller").post(&close, &json!({})).await.expect(403);
    let named = json!({"retainedEarningsAccountId": account, "journalId": app.books.journal});
    let preview = admin.post(&format!("{close}?dryRun=true"), &named).await.expect(200).json();
    assert_eq!(preview["entries"][0]["entryType"], "closing");
    assert_eq!(admin.get(&year(app)).await.json()["status"], "open", "a preview closes nothing");
    admin.post(&close, &named).await.expect(204);
    assert_eq!(admin.get(&format!("{}/checklist", year(app))).await.json()["ready"], false, "it is closed already");
}

async fn opening_balances_open_the_first_year_and_may_be_voided_while_it_is_open(app: &TestServer) {
    let admin = app.as_role("admin");
    let opening = app
        .sale("500.00")
        .on("2010-01-01")
        .with("entryType", "opening")
        .lines(&[("1000", "500.00", ""), ("3000", "", "500.00")]);
    let first = admin.post_entry(&opening).await;
    admin.post_entry(&app.sale("20.00").on("2010-01-01")).await;
    let expected = rows(&[
        ("1000", "500.00 0.00 20.00 0.00 520.00 0.00"),
        ("3000", "0.00 500.00 0.00 0.00 0.00 500.00"),
        ("4000", "0.00 0.00 0.00 20.00 0.00 20.00"),
        ("unclosed", "0.00"),
    ]);
    assert_eq!(report(&admin, "asOf=2010-01-31").await, expected);
    assert_eq!(report(&admin, "dateFrom=2010-01-01&dateTo=2010-01-01").await, expected);
    admin.void(&first).await.expect(204);
    let voided = report(&admin, "asOf=2010-01-31&includeVoided=true").await;
    assert_eq!(voided[0], ("1000".to_owned(), "0.00 0.00 20.00 0.00 20.00 0.00".to_owned()));
    let again = admin.post_entry(&opening).await;
    admin.post(&format!("{PERIODS}/{}/close", app.books.periods[0]), &json!({})).await.expect(204);
    admin.void(&again).await.expect(409).code("period_closed");
}

async fn an_empty_year_goes_and_one_with_something_in_it_stays(app: &TestServer) {
    let admin = app.as_role("admin");
    let later = json!({"name": "By mistake", "startDate": "2012-01-01"});
    let next = json!({"name": "2011 b", "startDate": "2011-01-01"});
    let has_next = admin.get(&format!("{YEARS}?limit=50")).await.json()["data"].as_array().unwrap().len() > 1;
    if !has_next {
        admin.post(YEARS, &next).await.expect(201);
    }
    let mistaken = admin.post(YEARS, &later).await.expect(201).id();
    let path = format!("{YEARS}/{mistaken}");
    app.as_role("auditor").delete(&path).await.expect(403);
    admin.delete(&path).await.expect(204);
    admin.get(&path).await.expect(404);
    let periods = admin.get(&format!("{PERIODS}?limit=200")).await.json()["data"].clone();
    assert!(periods.as_array().unwrap().iter().all(|one| one["fiscalYearId"] != mistaken.as_str()), "{periods}");
    let again = admin.post(YEARS, &later).await.expect(201).id();
    assert_ne!(again, mistaken);

    admin.post_entry(&app.sale("100.00").on("2010-06-15")).await;
    let refused = admin.delete(&year(app)).await;
    let problem = refused.expect(409).json();
    assert_eq!(problem["code"], "fiscal_year_state");
    let path = format!("{YEARS}/{again}");
    let entry = app.sale("5.00").on("2012-03-01").with("status", "draft");
    let draft = admin.post(ENTRIES, &entry.json()).await.expect(201).id();
    let problem = admin.delete(&path).await.expect(409).json();
    assert!(problem["detail"].as_str().unwrap().contains("drafts dated in it: 1"), "{problem}");
    admin.delete(&format!("{ENTRIES}/{draft}")).await.expect(204);
    admin.delete(&path).await.expect(204);
}

async fn a_year_from_6_april_has_twelve_periods_and_one_of_weeks_takes_a_53rd(app: &TestServer) {
    let foreign = app.as_foreign("admin");
    for known in foreign.get(&format!("{YEARS}?limit=50")).await.json()["data"].as_array().unwrap() {
        foreign.delete(&format!("{YEARS}/{}", known["id"].as_str().unwrap())).await.expect(204);
    }
    let days = |year: &Value| -> Vec<String> {
        let periods = year["periods"].as_array().unwrap().iter();
        periods.map(|one| format!("{} {} {}", one["name"], one["startDate"], one["endDate"]).replace('"', "")).collect()
    };
    let uk = json!({"name": "2010/11", "startDate": "2010-04-06"});
    let made = foreign.post(YEARS, &uk).await.expect(201).json();
    let own = days(&made);
    assert_eq!((own.len(), own[0].as_str()), (12, "2010-04 2010-04-06 2010-05-05"));
    assert_eq!(own[11], "2011-03 2011-03-06 2011-04-05");
    let weeks = json!({"name": "weeks", "startDate": "2011-04-06", "periodFrequency": "4-4-5"});
    let made = foreign.post(YEARS, &weeks).await.expect(201).json();
    assert_eq!(
        (made["endDate"].as_str(), days(&made)[2].as_str()),
        (Some("2012-04-03"), "2012-P03 2011-06-01 2011-07-05")
    );
    let long = json!({"name": "53", "startDate": "2012-04-04", "endDate": "2013-04-09", "periodFrequency": "5-4-4"});
    let made = foreign.post(YEARS, &long).await.expect(201).json();
    assert_eq!(days(&made).last().map(String::as_str), Some("2013-P12 2013-03-06 2013-04-09"));
    let wrong = json!({"name": "54", "startDate": "2013-04-10", "endDate": "2014-05-09", "periodFrequency": "4-5-4"});
    assert_eq!(foreign.post(YEARS, &wrong).await.expect(422).json()["code"], "fiscal_year_dates");
    let days = "dateFrom=2010-05-06&dateTo=2010-06-05&compareWith=previousPeriod";
    let report = foreign.get(&format!("/accounting/reports/profit-and-loss?{days}")).await.expect(200).json();
    let column = &report["columns"][1];
    assert_eq!((column["dateFrom"].as_str(), column["dateTo"].as_str()), (Some("2010-04-06"), Some("2010-05-05")));
}
