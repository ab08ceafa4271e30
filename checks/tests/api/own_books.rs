//! Books of one's own: begun in one call, or by following what refusals offer.

use checks::server::Options;
use checks::{Answer, Caller, TestServer, on_both};
use reqwest::Method;
use serde_json::{Value, json};
use server::identity::organizations::{Founders, Founding};

use crate::organizations::{enter, take_over_login};
use crate::users::{add_user, signed_in};

/// Administrators may make several organizations each.
fn founding() -> Options {
    Options { founding: Founding { founders: Founders::Administrators, per_user: 9 }, ..Options::default() }
}

on_both! {
    with founding();
    one_call_makes_books_of_each_template_that_take_entries_receipts_and_issues_and_close_their_year,
    a_part_that_cannot_be_read_refuses_all_of_it_and_a_preview_shows_what_there_would_be,
    books_that_are_empty_come_to_a_first_entry_receipt_and_issue_by_what_refusals_offer,
    an_entry_names_its_journal_by_code_or_goes_to_the_only_one_that_fits,
}

const BARE: &str = r#"{"name": "Lovelace & Co", "baseCurrency": "EUR", "timezone": "Europe/Paris"}"#;

/// The body of a new organization with these members besides.
fn new(more: &Value) -> Value {
    let mut body: Value = serde_json::from_str(BARE).unwrap();
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

async fn founder(app: &TestServer) -> Caller {
    add_user(app, "ada", &["admin"]).await;
    take_over_login(app, "ada").await;
    signed_in(app, "ada").await
}

fn receipt(day: &str) -> Value {
    let line = json!({"sku": "MUG", "quantity": "10", "totalCost": "25.00"});
    json!({"kind": "receipt", "occurredAt": day, "lines": [line]})
}

fn issue(day: &str) -> Value {
    json!({"kind": "issue", "occurredAt": day, "lines": [{"sku": "MUG", "quantity": "4"}]})
}

async fn one_call_makes_books_of_each_template_that_take_entries_receipts_and_issues_and_close_their_year(
    app: &TestServer,
) {
    let ada = founder(app).await;
    // What was sold and received by hand, in the accounts of each chart.
    for (chart, cash, sales, goods, cost, owed, general) in [
        ("ifrs", "1000", "4000", "1200", "5000", "2010", "GJ"),
        ("us-gaap", "1010", "4000", "1200", "5000", "2010", "GJ"),
        ("fr-pcg", "530000", "707000", "370000", "603700", "408000", "OD"),
    ] {
        let asked = json!({"chart": chart, "fiscalYear": "2010", "warehouse": {"code": "main", "name": "Main"}});
        let made = ada.post("/organizations", &new(&asked)).key(chart).await.expect(201).json();
        let again = ada.post("/organizations", &new(&asked)).key(chart).await;
        assert_eq!((&again.json(), again.header("idempotent-replayed")), (&made, "true"));
        let books = &made["books"];
        assert!(books["accounts"].as_u64().unwrap() > 70, "{made}");
        assert_eq!(books["journals"].as_array().unwrap().len(), 8);
        assert_eq!((&books["fiscalYear"]["name"], &books["warehouse"]["code"]), (&json!("2010"), &json!("MAIN")));
        let here = enter(app, "ada", &made["id"]).await;
        let entry = json!({"date": "2010-12-01", "status": "posted", "lines": [
            {"accountCode": cash, "debit": "40.00"}, {"accountCode": sales, "credit": "40.00"}]});
        let posted = here.post("/accounting/journal-entries", &entry).await.expect(201).json();
        assert_eq!(posted["number"], format!("{general}-2010-000001"));
        here.post("/inventory/items", &json!({"sku": "MUG", "name": "A mug"})).await.expect(201);
        here.post("/inventory/movements", &receipt("2010-12-01T09:00:00Z")).await.expect(201);
        here.post("/inventory/movements", &issue("2010-12-02T09:00:00Z")).await.expect(201);
        let trial = here.get("/accounting/reports/trial-balance?asOf=2010-12-31").await.expect(200).json();
        let balance = |code: &str| {
            let rows = trial["data"].as_array().unwrap();
            let row = rows.iter().find(|row| row["code"] == code).unwrap_or_else(|| panic!("{code} in {trial}"));
            (row["closingDebit"].clone(), row["closingCredit"].clone())
        };
        for (code, debit, credit) in [
            (cash, "40.00", "0.00"),
            (sales, "0.00", "40.00"),
            (goods, "15.00", "0.00"),
            (cost, "10.00", "0.00"),
            (owed, "0.00", "25.00"),
        ] {
            assert_eq!(balance(code), (json!(debit), json!(credit)), "{chart} {code}");
        }
        let year = books["fiscalYear"]["id"].as_str().unwrap();
        let periods = here.get(&format!("/accounting/fiscal-years/{year}")).await.expect(200).json()["periods"].clone();
        for period in periods.as_array().unwrap() {
            let path = format!("/accounting/periods/{}/close", period["id"].as_str().unwrap());
            here.post(&path, &json!({"reason": "done", "force": true})).await.expect(204);
        }
        here.post(&format!("/accounting/fiscal-years/{year}/close"), &json!({})).await.expect(204);
    }
}

async fn a_part_that_cannot_be_read_refuses_all_of_it_and_a_preview_shows_what_there_would_be(app: &TestServer) {
    let ada = founder(app).await;
    let before = ada.get("/organizations").await.data().len();
    for (more, pointer) in [
        (json!({"chart": "skr"}), "/chart"),
        (json!({"chart": "ifrs", "fiscalYear": "next"}), "/fiscalYear"),
        (json!({"fiscalYear": "2010-02-30"}), "/fiscalYear"),
        (json!({"warehouse": {"code": "Main hall", "name": "Main"}}), "/warehouse/code"),
        (json!({"chart": "ifrs", "warehouse": {"code": "MAIN"}}), "/warehouse/name"),
    ] {
        ada.post("/organizations", &new(&more)).await.expect(400).pointer(pointer);
    }
    let all = json!({"chart": "ifrs", "fiscalYear": "2010-04-01", "warehouse": {"code": "MAIN", "name": "Main"}});
    let preview = ada.post("/organizations?dryRun=true", &new(&all)).await.expect(200).json();
    let shown = &preview["wouldReturn"]["books"];
    assert_eq!((&shown["accounts"], &shown["fiscalYear"]["name"]), (&json!(89), &json!("2010/11")));
    assert_eq!(ada.get("/organizations").await.data().len(), before);
    // Without any part the books are empty, as ever; with a chart alone, the present year comes along.
    let bare = ada.post("/organizations", &new(&json!({}))).await.expect(201).json();
    assert_eq!(bare["books"], Value::Null);
    let here = enter(app, "ada", &bare["id"]).await;
    assert_eq!(here.get("/accounting/accounts").await.data().len(), 0);
    let charted = ada.post("/organizations", &new(&json!({"chart": "ifrs"}))).await.expect(201).json();
    let year = &charted["books"]["fiscalYear"];
    assert!(year["startDate"].as_str().unwrap().ends_with("-01-01"), "{year}");
    assert_eq!(charted["books"]["warehouse"], Value::Null);
}

/// Sends a request until it is accepted; after each refusal it carries out the first thing offered that writes, as it
/// stands, first as a preview and then for real.
async fn led(here: &Caller, path: &str, body: &Value) -> Vec<String> {
    let mut taken = Vec::new();
    for _ in 0..12 {
        let answer: Answer = here.post(path, body).await;
        if answer.status == 201 {
            return taken;
        }
        let problem = answer.json();
        let ways = problem["resolutions"].as_array().cloned().unwrap_or_default();
        let way = ways.iter().find(|way| way["method"] != "GET").unwrap_or_else(|| panic!("no way out: {problem}"));
        for other in &ways {
            follow(here, other, true).await;
        }
        follow(here, way, false).await;
        taken.push(way["rel"].as_str().unwrap().to_owned());
    }
    panic!("{path} is still refused after {taken:?}");
}

async fn follow(here: &Caller, way: &Value, is_preview: bool) {
    let href = way["href"].as_str().unwrap();
    let path = href.split_once("/api/v1").unwrap().1;
    if way["method"] == "GET" {
        here.get(path).await.expect(200);
        return;
    }
    let path = if is_preview { format!("{path}?dryRun=true") } else { path.to_owned() };
    let answer = match Method::from_bytes(way["method"].as_str().unwrap().as_bytes()).unwrap() {
        Method::PUT => here.put(&path, &way["body"]).await,
        _ => here.post(&path, &way["body"]).await,
    };
    assert!((200..300).contains(&answer.status), "{way}: {}", answer.text());
}

async fn books_that_are_empty_come_to_a_first_entry_receipt_and_issue_by_what_refusals_offer(app: &TestServer) {
    let ada = founder(app).await;
    let made = ada.post("/organizations", &new(&json!({}))).await.expect(201).json();
    let here = enter(app, "ada", &made["id"]).await;
    let entry = json!({"date": "2010-12-01", "journalCode": "SALES", "status": "posted", "lines": [
        {"accountCode": "1000", "debit": "40.00"}, {"accountCode": "4000", "credit": "40.00"}]});
    let taken = led(&here, "/accounting/journal-entries", &entry).await;
    assert_eq!(taken, ["create-journal", "create-account", "create-account", "create-fiscal-year"]);
    let taken = led(&here, "/inventory/movements", &receipt("2010-12-01T09:00:00Z")).await;
    let wanted = ["create-item", "create-warehouse", "create-account", "warehouse", "create-account"];
    assert_eq!(taken, wanted, "the goods have an account, and what is owed for them");
    let taken = led(&here, "/inventory/movements", &issue("2010-12-02T09:00:00Z")).await;
    assert_eq!(taken, ["create-account", "warehouse"]);
    // From a year that is there, the way leads to the next one, as often as it takes.
    let later = json!({"date": "2012-03-01", "status": "posted", "lines": entry["lines"]});
    let taken = led(&here, "/accounting/journal-entries", &later).await;
    assert_eq!(taken, ["create-fiscal-year", "create-fiscal-year"]);
    let earlier = json!({"date": "2009-03-01", "status": "posted", "lines": entry["lines"]});
    assert_eq!(led(&here, "/accounting/journal-entries", &earlier).await, ["create-fiscal-year"]);
}

async fn an_entry_names_its_journal_by_code_or_goes_to_the_only_one_that_fits(app: &TestServer) {
    let ada = founder(app).await;
    let made =
        ada.post("/organizations", &new(&json!({"chart": "ifrs", "fiscalYear": "2010"}))).await.expect(201).json();
    let here = enter(app, "ada", &made["id"]).await;
    let with = |more: Value| {
        let mut entry = json!({"date": "2010-12-01", "status": "posted", "lines": [
            {"accountCode": "1000", "debit": "1.00"}, {"accountCode": "4000", "credit": "1.00"}]});
        entry.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        entry
    };
    const ENTRIES: &str = "/accounting/journal-entries";
    let sales = here.post(ENTRIES, &with(json!({"journalCode": "SJ"}))).await.expect(201).json();
    assert_eq!(sales["number"], "SJ-2010-000001");
    let none = here.post(ENTRIES, &with(json!({}))).await.expect(201).json();
    assert_eq!(none["number"], "GJ-2010-000001");
    let both = with(json!({"journalCode": "SJ", "journalId": sales["journalId"]}));
    here.post(ENTRIES, &both).await.expect(400).pointer("/journalCode");
    let batch = json!({"items": [with(json!({"journalCode": "SJ"})), with(json!({"journalCode": "XX"}))]});
    let results = here.post(&format!("{ENTRIES}/batch"), &batch).await.expect(200).json()["results"].clone();
    assert_eq!(results[1]["problem"]["errors"][0]["pointer"], "/journalCode", "{results}");
    let draft = here.post(ENTRIES, &with(json!({"status": "draft"}))).await.expect(201).id();
    here.put(&format!("{ENTRIES}/{draft}"), &json!({"journalCode": "SJ"})).await.expect(204);
    assert_eq!(here.get(&format!("{ENTRIES}/{draft}")).await.json()["journalId"], sales["journalId"]);
    let recurring = json!({"name": "Rent", "rule": "FREQ=MONTHLY;COUNT=2", "startDate": "2010-12-31",
        "journalCode": "SJ", "lines": with(json!({}))["lines"]});
    let made = here.post("/accounting/recurring-entries", &recurring).await.expect(201).json();
    assert_eq!(made["journalId"], sales["journalId"]);
    // Of two general journals none is meant more than the other.
    let second = json!({"code": "G2", "name": "Second", "type": "general"});
    let second = here.post("/accounting/journals", &second).await.expect(201).id();
    here.post(ENTRIES, &with(json!({}))).await.expect(422).code("journal_not_usable").pointer("/journalId");
    here.put(&format!("/accounting/journals/{second}"), &json!({"isActive": false})).await.expect(204);
    here.post(ENTRIES, &with(json!({}))).await.expect(201);
    let inactive = here.post(ENTRIES, &with(json!({"journalCode": "G2"}))).await;
    follow(&here, &inactive.expect(422).code("journal_not_usable").resolution("reactivate"), false).await;
    here.post(ENTRIES, &with(json!({"journalCode": "G2"}))).await.expect(201);
}
