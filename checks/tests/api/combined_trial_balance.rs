//! The trial balances of several organizations side by side: who may read them, and that they add up.

use std::io::Cursor;

use calamine::{Data, Reader as _, Xlsx};
use checks::server::Options;
use checks::{Answer, Caller, TestServer, on_both};
use serde_json::{Value, json};
use server::identity::organizations::{Founders, Founding};

use crate::organizations::{enter, take_over_login};
use crate::two_organizations::{joined_as, own};
use crate::users::{add_user, signed_in};

const REPORT: &str = "/accounting/reports/combined-trial-balance";

/// Of both organizations, in this order.
fn of(app: &TestServer) -> String {
    format!("{REPORT}?organizations={},{}", app.books.organization, app.other.organization)
}

/// Two small books of two years each, in which Acme lent Globex 15.00.
async fn keep_books(app: &TestServer) {
    let (acme, globex) = (app.as_role("admin"), app.as_foreign("admin"));
    let lent = [(&acme, &app.books, "asset"), (&globex, &app.other, "liability")];
    for (admin, _, kind) in lent {
        admin.post("/accounting/fiscal-years", &json!({"name": "2011", "startDate": "2011-01-01"})).await.expect(201);
        let account = json!({"code": "1500", "name": "Between us", "type": kind});
        admin.post("/accounting/accounts", &account).await.expect(201);
    }
    let till = format!("/accounting/accounts/{}", app.other.accounts["1000"]);
    globex.put(&till, &json!({"name": "Till"})).await.expect(204);
    for (caller, journal, day, debit, credit, amount) in [
        (&acme, &app.books.journal, "2010-06-01", "1000", "4000", "100.00"),
        (&acme, &app.books.journal, "2011-02-01", "1000", "3000", "40.00"),
        (&acme, &app.books.journal, "2011-02-02", "1500", "1000", "15.00"),
        (&globex, &app.other.journal, "2010-07-01", "5000", "1000", "30.00"),
        (&globex, &app.other.journal, "2011-02-02", "1000", "1500", "15.00"),
        (&globex, &app.other.journal, "2011-03-01", "1000", "4000", "7.00"),
    ] {
        let lines = [(debit, amount, ""), (credit, "", amount)];
        caller.post_entry(&checks::entry(journal, amount).on(day).lines(&lines)).await;
    }
}

/// Each row: code or name, type, both sides of each organization, both sides of all.
fn told(report: &Value) -> Vec<String> {
    let sides = |one: &Value| format!("{} {}", one["debit"].as_str().unwrap(), one["credit"].as_str().unwrap());
    let row = |row: &Value| {
        let columns: Vec<String> = row["columns"].as_array().unwrap().iter().map(sides).collect();
        let name = row["code"].as_str().or(row["name"].as_str()).unwrap();
        format!("{name} {} | {} | {}", row["type"].as_str().unwrap(), columns.join(" | "), sides(row))
    };
    let mut rows: Vec<String> = report["data"].as_array().unwrap().iter().map(row).collect();
    let columns: Vec<String> = report["organizations"].as_array().unwrap().iter().map(sides).collect();
    rows.push(format!("total | {} | {}", columns.join(" | "), sides(&report["totals"])));
    rows
}

fn codes(report: &Value) -> Vec<&str> {
    report["notes"].as_array().unwrap().iter().map(|note| note["code"].as_str().unwrap()).collect()
}

/// By hand. Acme: cash 100 + 40 - 15. Globex: cash -30 + 15 + 7.
const ROWS: [&str; 7] = [
    "1000 asset | 125.00 0.00 | 0.00 8.00 | 125.00 8.00",
    "1500 asset | 15.00 0.00 | 0.00 0.00 | 15.00 0.00",
    "1500 liability | 0.00 0.00 | 0.00 15.00 | 0.00 15.00",
    "3000 equity | 0.00 40.00 | 0.00 0.00 | 0.00 40.00",
    "4000 revenue | 0.00 0.00 | 0.00 7.00 | 0.00 7.00",
    "Result of 2010, not closed equity | 0.00 100.00 | 30.00 0.00 | 30.00 100.00",
    "total | 140.00 140.00 | 30.00 30.00 | 170.00 170.00",
];

fn founding() -> Options {
    Options { founding: Founding { founders: Founders::Administrators, per_user: 1 }, ..Options::default() }
}

on_both![
    two_small_books_add_up_by_hand_and_each_column_is_the_organizations_own_trial_balance,
    every_form_has_a_pair_of_columns_for_each_organization_and_says_that_nothing_is_eliminated,
    the_day_and_the_point_in_time_are_the_same_for_all_and_said_where_they_differ,
    only_who_signed_in_and_may_read_reports_in_each_organization_reads_them_together,
];

on_both! {
    with founding();
    books_of_different_currencies_are_not_combined,
}

async fn two_small_books_add_up_by_hand_and_each_column_is_the_organizations_own_trial_balance(app: &TestServer) {
    joined_as(app, "clerk", "auditor").await;
    keep_books(app).await;
    let vic = own(app, "vic", None).await;
    let report = vic.get(&format!("{}&asOf=2011-03-31", of(app))).await.expect(200).json();
    assert_eq!(told(&report), ROWS);
    assert_eq!((&report["asOf"], &report["currency"]), (&json!("2011-03-31"), &json!("GBP")));
    assert_eq!(codes(&report), ["types_differ", "names_differ"]);
    assert_eq!(
        (&report["notes"][0]["accounts"], &report["notes"][1]["accounts"]),
        (&json!(["1500"]), &json!(["1000"]))
    );
    let cash = &report["data"][0];
    assert_eq!((&cash["name"], &cash["columns"][1]["name"]), (&json!("Cash"), &json!("Till")));
    assert_eq!(cash["columns"][1]["accountId"], app.other.accounts["1000"].as_str());
    assert_eq!(
        report["data"][1]["columns"][1],
        json!({"accountId": null, "name": null, "debit": "0.00", "credit": "0.00"})
    );
    for query in
        ["asOf=2010-06-30", "asOf=2010-12-31", "asOf=2011-02-02", "asOf=2011-03-31", "asOf=2011-03-31&closing=include"]
    {
        let report = vic.get(&format!("{}&{query}", of(app))).await.expect(200).json();
        for (place, admin) in [app.as_role("admin"), app.as_foreign("admin")].iter().enumerate() {
            let path = format!("/accounting/reports/trial-balance?{query}");
            let single = admin.get(&path).await.expect(200).json();
            let mine = &report["organizations"][place];
            let expected = [&single["totals"]["closingDebit"], &single["totals"]["closingCredit"], &single["seq"]];
            assert_eq!([&mine["debit"], &mine["credit"], &mine["seq"]], expected, "{query}");
            let rows = single["data"].as_array().unwrap().iter();
            let single: Vec<Value> = rows
                .filter(|row| (&row["closingDebit"], &row["closingCredit"]) != (&json!("0.00"), &json!("0.00")))
                .map(|row| json!([row["code"], row["name"], row["closingDebit"], row["closingCredit"]]))
                .collect();
            let rows = report["data"].as_array().unwrap().iter();
            let column: Vec<Value> = rows
                .filter(|row| row["columns"][place]["name"].is_string())
                .map(|row| (&row["code"], &row["columns"][place]))
                .map(|(code, column)| json!([code, column["name"], column["debit"], column["credit"]]))
                .collect();
            assert_eq!(column, single, "{query}");
        }
    }
    // The order is that of the parameter, whichever organization the reader acts for.
    let there = own(app, "vic", Some(&app.other.organization.to_string())).await;
    let turned = format!("{REPORT}?organizations={},{}", app.other.organization, app.books.organization);
    let turned = there.get(&format!("{turned}&asOf=2011-03-31")).await.expect(200).json();
    assert_eq!(turned["data"][0]["name"], "Till");
    assert_eq!(told(&turned).last().unwrap(), "total | 30.00 30.00 | 140.00 140.00 | 170.00 170.00");
}

async fn every_form_has_a_pair_of_columns_for_each_organization_and_says_that_nothing_is_eliminated(app: &TestServer) {
    joined_as(app, "clerk", "auditor").await;
    keep_books(app).await;
    let vic = own(app, "vic", None).await;
    let get = async |format: &str| vic.get(&format!("{}&asOf=2011-03-31&format={format}", of(app))).await;
    let csv = get("csv").await.expect(200).text();
    let lines: Vec<&str> = csv.trim_end().lines().collect();
    assert_eq!(lines.len(), 8, "{csv}");
    let heading = "Account,Name,Type,Acme: debit,Acme: credit,Globex: debit,Globex: credit,Total: debit,Total: credit";
    assert!(lines[0].replace('"', "").ends_with(heading), "{csv}");
    assert!(lines[1].ends_with("125.00,0.00,0.00,8.00,125.00,8.00"), "{csv}");
    assert!(lines[7].ends_with("140.00,140.00,30.00,30.00,170.00,170.00"), "{csv}");
    let print = get("print").await.expect(200).text();
    for said in ["Acme, Globex", "As of 2011-03-31", "not eliminated", "different types", "Result of 2010, not closed"]
    {
        assert!(print.contains(said), "{said}: {print}");
    }
    let file = get("xlsx").await;
    let mut workbook: Xlsx<_> = Xlsx::new(Cursor::new(file.expect(200).bytes.clone())).unwrap();
    let sheet = workbook.worksheet_range_at(0).unwrap().unwrap();
    let of_csv: Vec<Vec<String>> =
        lines[1..].iter().map(|line| line.rsplit(',').take(6).map(str::to_owned).collect()).collect();
    let of_sheet: Vec<Vec<String>> = sheet.rows().filter_map(figures).collect();
    assert_eq!(of_sheet, of_csv, "the workbook says the same");
}

/// The last six cells of a row, from the last on, if they are figures; one that is left blank is nothing.
fn figures(row: &[Data]) -> Option<Vec<String>> {
    let figure = |cell: &Data| match cell {
        Data::Float(amount) => Some(format!("{amount:.2}")),
        Data::Empty => Some("0.00".to_owned()),
        _ => None,
    };
    let figures: Option<Vec<String>> = row.iter().rev().take(6).map(figure).collect();
    figures.filter(|figures| figures.iter().any(|figure| figure != "0.00"))
}

async fn the_day_and_the_point_in_time_are_the_same_for_all_and_said_where_they_differ(app: &TestServer) {
    joined_as(app, "clerk", "auditor").await;
    keep_books(app).await;
    let (acme, globex) = (app.as_role("admin"), app.as_foreign("admin"));
    let vic = own(app, "vic", None).await;
    // What was posted since is not known then.
    let last =
        acme.post("/accounting/journal-entries", &app.sale("1.00").on("2011-03-02").json()).await.expect(201).json();
    let last = last["postedAt"].as_str().unwrap().to_owned();
    let query = format!("{}&asOf=2011-03-31", of(app));
    let before = vic.get(&query).await.expect(200).json();
    globex.post_entry(&checks::entry(&app.other.journal, "5.00").on("2011-03-03")).await;
    assert_ne!(vic.get(&query).await.json()["data"], before["data"]);
    assert_eq!(vic.get(&format!("{query}&knownAt={last}")).await.expect(200).json(), before);
    vic.get(&format!("{query}&knownAt=seq:1")).await.expect(400).pointer("knownAt").says("a log of its own");
    let early = vic.get(&format!("{query}&knownAt=1999-01-01T00:00:00Z")).await;
    early.expect(400).pointer("knownAt");
    // Where years begin on other days, profit and loss is of another time.
    let april = json!({"name": "2012", "startDate": "2012-01-01"});
    acme.post("/accounting/fiscal-years", &april).await.expect(201);
    let report = vic.get(&format!("{}&asOf=2012-02-01", of(app))).await.expect(200).json();
    assert_eq!(codes(&report), ["fiscal_years_differ", "types_differ", "names_differ"]);
    let starts = [0, 1].map(|place| report["organizations"][place]["dateFrom"].clone());
    assert_eq!(starts, [json!("2012-01-01"), json!("2011-01-01")]);
    // These two never have the same day.
    for (admin, zone) in [(&acme, "Pacific/Kiritimati"), (&globex, "Pacific/Pago_Pago")] {
        admin.put("/organization", &json!({"timezone": zone})).await.expect(204);
    }
    let report = vic.get(&of(app)).await.expect(200).json();
    assert_eq!(codes(&report)[0], "days_differ");
    let today = async |admin: &Caller| admin.get("/accounting/reports/trial-balance").await.expect(200).field("asOf");
    let (east, west) = (today(&acme).await, today(&globex).await);
    assert!(west < east, "{west} {east}");
    assert_eq!(report["asOf"], json!(west));
    let named = vic.get(&format!("{}&asOf={west}", of(app))).await.expect(200).json();
    assert!(!codes(&named).contains(&"days_differ"), "who names the day knows it");
}

/// What is said, whatever request it was.
fn said(answer: &Answer) -> Value {
    let body = answer.json();
    json!([body["status"], body["code"], body["errors"], body["detail"]])
}

async fn only_who_signed_in_and_may_read_reports_in_each_organization_reads_them_together(app: &TestServer) {
    // Acme's warehouse may not read reports; the rights in Globex are no rights in Acme.
    joined_as(app, "warehouseOperator", "auditor").await;
    let vic = own(app, "vic", None).await;
    let refused = vic.get(&of(app)).await;
    refused.expect(403).code("forbidden").says("in the organization Acme");
    assert_eq!(refused.json()["context"]["organizationId"], app.books.organization.to_string());
    vic.get(&format!("{REPORT}?organizations={}", app.other.organization)).await.expect(200);
    // It is all the same for which of them one acts.
    let there = own(app, "vic", Some(&app.other.organization.to_string())).await;
    there.get(&of(app)).await.expect(403).code("forbidden");
    // Nobody learns which other organizations there are.
    add_user(app, "grace", &["auditor"]).await;
    let grace = signed_in(app, "grace").await;
    let known = grace.get(&of(app)).await;
    known.expect(400).pointer("organizations/1");
    for unknown in ["org_01h455vb4pex5vsknk084sn02q", "nothing"] {
        let unknown = grace.get(&format!("{REPORT}?organizations={},{unknown}", app.books.organization)).await;
        assert_eq!(said(&unknown), said(&known));
    }
    // Whoever left reads no more.
    let admin = app.as_role("admin");
    grace.get(&format!("{REPORT}?organizations={}", app.books.organization)).await.expect(200);
    let me = grace.get("/auth/me").await.json()["principalId"].as_str().unwrap().to_owned();
    admin.put(&format!("/users/{me}"), &json!({"isActive": false})).await.expect(204);
    let gone = grace.get(&format!("{REPORT}?organizations={}", app.books.organization)).await;
    assert!(matches!(gone.status, 400 | 401), "{}", gone.text());
    // A list of one to twenty, each once.
    let twice = format!("{REPORT}?organizations={0},{0}", app.other.organization);
    vic.get(&twice).await.expect(400).pointer("organizations/1").says("named twice");
    let many = vec![app.other.organization.to_string(); 21].join(",");
    vic.get(&format!("{REPORT}?organizations={many}")).await.expect(400).pointer("organizations");
    vic.get(REPORT).await.expect(400).pointer("organizations");
    // A key, and a token that others issued, belong to one organization alone.
    let robot = json!({"name": "Robot", "roles": ["auditor"]});
    let robot = admin.post("/service-accounts", &robot).await.expect(201).json();
    let grant = json!({"grant_type": "client_credentials", "client_id": robot["clientId"], "client_secret": robot["clientSecret"]});
    let issued = app.with_token(None).post("/auth/token", &grant).await.expect(200).json();
    let robot = app.with_token(Some(issued["access_token"].as_str().unwrap().to_owned()));
    for caller in [&robot, &admin] {
        let own: &Caller = caller;
        for path in [of(app), format!("{REPORT}?organizations={}", app.books.organization)] {
            own.get(&path).await.expect(403).code("forbidden").says("sign in as a user who is a member of each");
        }
    }
    // A token that may do less than its holder does less here, too.
    let narrow = json!({
        "grant_type": "password", "username": "vic", "password": crate::two_organizations::OWN,
        "organizationId": app.other.organization.to_string(), "scope": "accounts:read",
    });
    let issued = app.with_token(None).post("/auth/token", &narrow).await.expect(200).json();
    let narrow = app.with_token(Some(issued["access_token"].as_str().unwrap().to_owned()));
    narrow.get(&format!("{REPORT}?organizations={}", app.other.organization)).await.expect(403).code("forbidden");
}

async fn books_of_different_currencies_are_not_combined(app: &TestServer) {
    add_user(app, "ada", &["admin"]).await;
    take_over_login(app, "ada").await;
    let ada = signed_in(app, "ada").await;
    let body = json!({"name": "Analytical Engines", "baseCurrency": "JPY", "timezone": "Asia/Tokyo"});
    let made = ada.post("/organizations", &body).await.expect(201).json();
    let ada = enter(app, "ada", &made["id"]).await;
    let path = format!("{REPORT}?organizations={},{}", app.books.organization, made["id"].as_str().unwrap());
    let refused = ada.get(&path).await;
    refused.expect(422).code("base_currencies_differ").says("Acme GBP, Analytical Engines JPY");
    let currencies = &refused.json()["context"]["currencies"];
    assert_eq!([&currencies[0]["currency"], &currencies[1]["currency"]], [&json!("GBP"), &json!("JPY")]);
    assert_eq!(currencies[1]["organizationId"], made["id"]);
}
