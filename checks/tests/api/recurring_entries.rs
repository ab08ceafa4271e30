//! Recurring entries: the days of a rule, each made once, by hand or by itself.

use checks::folder::Folder;
use checks::postgres::{self, FreshDatabase};
use checks::program::{Place, Program};
use checks::server::{prepare, runtime, verify_at};
use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

const RECURRING: &str = "/accounting/recurring-entries";

fn rent(journal: &str, rule: &str) -> Value {
    json!({
        "name": "Rent", "rule": rule, "startDate": "2010-01-31", "outcome": "posted", "journalId": journal,
        "description": "Rent {year}-{month}-{day}",
        "lines": [{"accountCode": "1000", "debit": "1.00"}, {"accountCode": "4000", "credit": "1.00"}],
    })
}

/// Waits until as many days are made, which the job does by itself.
async fn made(caller: &Caller, id: &str, count: usize) -> Vec<Value> {
    for _ in 0..100_000 {
        let days = caller.get(&format!("{RECURRING}/{id}/occurrences?status=made&limit=200")).await.data();
        if days.len() >= count {
            return days;
        }
        tokio::task::yield_now().await;
    }
    panic!("the job never made {count} entries");
}

on_both![
    a_rule_is_read_the_same_everywhere_and_its_days_are_listed_page_by_page,
    lines_take_the_currency_and_the_rate_of_their_recurring_entry,
    the_days_of_a_rule_are_shown_before_it_is_saved,
    amounts_that_are_spread_over_all_days_add_up_to_the_cent,
    an_account_that_a_template_names_stays_while_days_of_the_template_are_due,
    what_cannot_recur_is_refused_with_the_field_and_nothing_is_written,
];

async fn a_rule_is_read_the_same_everywhere_and_its_days_are_listed_page_by_page(app: &TestServer) {
    let user = app.as_role("accountant");
    let mut body = rent(&app.books.journal, "FREQ=WEEKLY;BYDAY=MO;UNTIL=20300301");
    body["startDate"] = json!("2030-01-01");
    let id = user.post(RECURRING, &body).await.expect(201).id();
    let mut days = Vec::new();
    let mut path = format!("{RECURRING}/{id}/occurrences?limit=4");
    loop {
        let page = user.get(&path).await.expect(200).json();
        days.extend(page["data"].as_array().unwrap().iter().map(|day| day["date"].as_str().unwrap().to_owned()));
        let Some(next) = page["nextCursor"].as_str() else { break };
        path = format!("{RECURRING}/{id}/occurrences?limit=4&cursor={next}");
    }
    assert_eq!((days.len(), days[0].as_str(), days[7].as_str()), (8, "2030-01-07", "2030-02-25"));
}

async fn amounts_that_are_spread_over_all_days_add_up_to_the_cent(app: &TestServer) {
    let user = app.as_role("accountant");
    let mut body = rent(&app.books.journal, "FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3");
    body["amounts"] = json!("total");
    body["lines"] = json!([{"accountCode": "5000", "debit": "1000.00"}, {"accountCode": "1000", "credit": "1000.00"}]);
    let id = user.post(RECURRING, &body).await.expect(201).id();
    let path = format!("{RECURRING}/{id}");
    assert_eq!(user.get(&path).await.expect(200).json()["amounts"], "total");
    user.put(
        &path,
        &json!({"lines": [{"accountCode": "5000", "debit": "0.02"}, {"accountCode": "1000", "credit": "0.02"}]}),
    )
    .await
    .expect(422)
    .code("not_spreadable")
    .pointer("/lines");
    for (day, part) in [("2010-03-31", "333.34"), ("2010-01-31", "333.33"), ("2010-02-28", "333.33")] {
        let entry = user.post(&format!("{path}/run"), &json!({"date": day})).await.expect(201).json();
        assert_eq!((&entry["lines"][0]["debit"], &entry["lines"][1]["credit"]), (&json!(part), &json!(part)), "{day}");
    }
    let refused = user.put(&path, &json!({"amounts": "each"})).await;
    refused.expect(409).code("spread_has_begun");
}

async fn lines_take_the_currency_and_the_rate_of_their_recurring_entry(app: &TestServer) {
    let user = app.as_role("accountant");
    let mut body = rent(&app.books.journal, "FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=2");
    (body["currency"], body["exchangeRate"]) = (json!("USD"), json!("0.75"));
    let told = |shown: &Value| {
        (shown["currency"].clone(), shown["exchangeRate"].clone(), shown["lines"][0]["currency"].clone())
    };
    let soon = user.post(RECURRING, &body).await.expect(201).id();
    let run = user.post(&format!("{RECURRING}/{soon}/run"), &json!({"date": "2010-01-31"})).await;
    // The service makes it by itself, too, and may have come first.
    let made = if run.status == 409 { run.json()["context"]["entryId"].clone() } else { json!(run.expect(201).id()) };
    let entry = format!("/accounting/journal-entries/{}", made.as_str().unwrap());
    let entry = user.get(&entry).await.expect(200).json();
    assert_eq!(told(&entry), (json!("USD"), json!("0.75"), json!("USD")));
    assert_eq!((&entry["totalDebit"], &entry["lines"][0]["baseDebit"]), (&json!("0.75"), &json!("0.75")));
    // Nothing of this one is made while it changes.
    body["startDate"] = json!("2090-01-31");
    let later = user.post(RECURRING, &body).await.expect(201).json();
    assert_eq!(told(&later), (json!("USD"), json!("0.75"), json!("USD")));
    let path = format!("{RECURRING}/{}", later["id"].as_str().unwrap());
    assert_eq!(told(&user.get(&path).await.expect(200).json()), told(&later));
    user.put(&path, &json!({"exchangeRate": "0.8"})).await.expect(204);
    assert_eq!(told(&user.get(&path).await.expect(200).json()), (json!("USD"), json!("0.8"), json!("USD")));
    user.put(&path, &json!({"currency": "QQQ"})).await.expect(422).pointer("/currency");
}

async fn the_days_of_a_rule_are_shown_before_it_is_saved(app: &TestServer) {
    let user = app.as_role("accountant");
    let mut body = rent(&app.books.journal, "FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3");
    body["startDate"] = json!("2095-01-31");
    let days = json!(["2095-01-31", "2095-02-28", "2095-03-31"]);
    let preview = user.post(&format!("{RECURRING}?dryRun=true"), &body).await.expect(200).json();
    assert_eq!(preview["wouldReturn"]["dates"], days);
    let made = user.post(RECURRING, &body).await.expect(201).json();
    assert_eq!(made["dates"], days);
    let path = format!("{RECURRING}/{}", made["id"].as_str().unwrap());
    assert_eq!(user.get(&path).await.expect(200).json()["dates"], Value::Null);
    user.delete(&path).await.expect(204);
}

async fn an_account_that_a_template_names_stays_while_days_of_the_template_are_due(app: &TestServer) {
    let user = app.as_role("accountant");
    let id = user.recurring_entry(&app.books.journal).await;
    let account = format!("/accounting/accounts/{}", app.books.accounts["4000"]);
    let held = user.delete(&account).await;
    held.expect(409).code("account_in_use").says("1 recurring entry refers to it");
    assert_eq!(held.json()["context"]["references"], json!([id]));
    let way = held.resolution("recurringEntry");
    assert!(way["href"].as_str().unwrap().ends_with(&format!("{RECURRING}/{id}")), "{way}");
    let days = user.get(&format!("{RECURRING}/{id}/occurrences")).await.expect(200).json();
    for day in days["data"].as_array().unwrap() {
        user.delete(&account).await.expect(409);
        user.post(&format!("{RECURRING}/{id}/skip"), &json!({"date": day["date"]})).await.expect(204);
    }
    user.delete(&account).await.expect(204);
    let more = json!({"rule": "FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=2", "startDate": "2095-01-31"});
    user.put(&format!("{RECURRING}/{id}"), &more).await.expect(422).code("unknown_reference").pointer("/lines");
}

async fn what_cannot_recur_is_refused_with_the_field_and_nothing_is_written(app: &TestServer) {
    let user = app.as_role("accountant");
    let before = app.heads().await;
    for (field, value, status, pointer) in [
        ("rule", json!("FREQ=MONTHLY"), 400, "/rule"),
        ("rule", json!("FREQ=SECONDLY;COUNT=2"), 400, "/rule"),
        // From 31 January on, it would leave February out.
        ("rule", json!("FREQ=MONTHLY;COUNT=6"), 400, "/rule"),
        ("rule", json!("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=1"), 400, "/rule"),
        ("rule", json!("FREQ=DAILY;COUNT=9999999999"), 400, "/rule"),
        ("startDate", json!("2010-02-30"), 400, "/startDate"),
        ("name", json!(""), 400, "/name"),
        ("lines", json!([]), 400, "/lines"),
        ("lines", json!([{"accountCode": "9999", "debit": "1.00"}]), 422, "/lines/0/accountCode"),
        ("lines", json!([{"accountCode": "1000", "debit": "1.001"}]), 422, "/lines/0/debit"),
        (
            "lines",
            json!([{"accountCode": "1000", "debit": "1.00"}, {"accountCode": "4000", "credit": "2.00"}]),
            422,
            "/lines",
        ),
        ("journalId", json!("jnl_x"), 422, "/journalId"),
        ("entryType", json!("closing"), 400, "/entryType"),
    ] {
        let mut body = rent(&app.books.journal, "FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=2");
        body[field] = value;
        user.post(RECURRING, &body).await.expect(status).pointer(pointer);
    }
    assert_eq!(app.heads().await, before);
}

/// Whoever runs it first makes the entry; the numbers of the journal stay without gaps.
async fn let_the_nodes_race(place: Place<'_>, nodes: usize) {
    let prepared = prepare(place.folder, place.database_url).await;
    let node = Program::start_with(place, &[("COUNTINGHOUSE_JOBS".to_owned(), "false".to_owned())]).await;
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let caller = Caller::new(http.clone(), &node.url, Some(prepared.accountant.clone()));
    let body = rent(&prepared.journal, "FREQ=DAILY;COUNT=30");
    let id = caller.post(RECURRING, &body).await.expect(201).id();
    drop(node);

    let mut running = Vec::new();
    for _ in 0..nodes {
        running.push(Program::start(place).await);
    }
    let caller = Caller::new(http, &running[0].url, Some(prepared.accountant));
    let days = made(&caller, &id, 30).await;
    let mut entries: Vec<String> = days.iter().map(|day| day["entryId"].as_str().unwrap().to_owned()).collect();
    entries.sort();
    entries.dedup();
    assert_eq!(entries.len(), 30);
    let listed = caller.get("/accounting/journal-entries?sort=date&limit=200").await.data();
    let told: Vec<&str> = listed.iter().filter_map(|entry| entry["description"].as_str()).collect();
    assert_eq!((told.len(), told[0], told[29]), (30, "Rent 2010-01-31", "Rent 2010-03-01"));
    drop(running);
    verify_at(place.folder, place.database_url).await;
}

#[test]
fn days_that_passed_while_nothing_ran_are_made_at_the_next_start() {
    runtime().block_on(async {
        let folder = Folder::new();
        let_the_nodes_race(Place { folder: folder.path(), database_url: None }, 1).await;
    });
}

#[test]
fn two_nodes_that_run_the_same_days_make_each_entry_once() {
    runtime().block_on(async {
        let Some(cluster) = postgres::cluster() else {
            println!("skipped: TEST_DATABASE_URL names no PostgreSQL");
            return;
        };
        let (folder, fresh) = (Folder::new(), FreshDatabase::create(&cluster).await);
        let url = fresh.url();
        let_the_nodes_race(Place { folder: folder.path(), database_url: Some(&url) }, 2).await;
    });
}
