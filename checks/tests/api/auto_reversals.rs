//! Entries that are reversed by themselves: scheduled, posted on their day, once.

use checks::server::Options;
use checks::{Caller, Database, TestServer, on_both};
use serde_json::{Value, json};

const ENTRIES: &str = "/accounting/journal-entries";
const RUN: &str = "/accounting/auto-reversals/run";

/// A year that lies ahead, so that the service itself posts nothing of it while a test runs.
async fn with_2049(app: &TestServer) -> Vec<String> {
    let mut made = Value::Null;
    // Years touch.
    for year in 2011..=2049 {
        let (start, end) = (format!("{year}-01-01"), format!("{year}-12-31"));
        let year = json!({"name": year.to_string(), "startDate": start, "endDate": end});
        made = app.as_role("admin").post("/accounting/fiscal-years", &year).await.expect(201).json();
    }
    made["periods"].as_array().unwrap().iter().map(|period| period["id"].as_str().unwrap().to_owned()).collect()
}

async fn run(caller: &Caller, as_of: &str) -> Value {
    caller.post(RUN, &json!({"asOf": as_of})).await.expect(200).json()
}

on_both![
    a_run_posts_what_is_due_on_its_own_day_and_nothing_twice,
    what_lies_in_a_closed_or_missing_period_waits_and_says_so,
    a_void_cancels_the_schedule_or_takes_the_posted_reversal_along,
];

async fn a_run_posts_what_is_due_on_its_own_day_and_nothing_twice(app: &TestServer) {
    with_2049(app).await;
    let accountant = app.as_role("accountant");
    let accrual = app.sale("90.00").on("2049-01-31").with("autoReverseOn", "2049-02-01");
    let id = accountant.post_entry(&accrual).await;
    let later = accountant.post_entry(&accrual.clone().with("autoReverseOn", "2049-03-01")).await;
    let draft = accountant.post_entry(&accrual.clone().draft()).await;
    assert_eq!(accountant.entry(&id).await["autoReverseOn"], "2049-02-01");
    let due = accountant.get(&format!("{ENTRIES}?autoReverseUntil=2049-02-28")).await.data();
    assert_eq!(due.iter().map(|entry| &entry["id"]).collect::<Vec<_>>(), [&json!(id)]);
    assert_eq!(run(&accountant, "2049-01-31").await, json!({"asOf": "2049-01-31", "posted": [], "waiting": []}));

    let preview =
        accountant.post(&format!("{RUN}?dryRun=true"), &json!({"asOf": "2049-02-05"})).await.expect(200).json();
    assert_eq!(preview["wouldReturn"]["posted"][0]["entryId"], json!(id));
    let answer = accountant.post(RUN, &json!({"asOf": "2049-02-05"})).key("february").await.expect(200).json();
    let entry = accountant.entry(&id).await;
    assert_eq!(answer["posted"], json!([{"entryId": id, "reversalId": entry["reversedByEntryId"]}]));
    let reversal = accountant.entry(entry["reversedByEntryId"].as_str().unwrap()).await;
    assert_eq!((&reversal["date"], &reversal["entryType"]), (&json!("2049-02-01"), &json!("reversal")));
    assert_eq!(run(&accountant, "2049-02-05").await["posted"], json!([]));
    let again = accountant.post(RUN, &json!({"asOf": "2049-02-05"})).key("february").await;
    assert_eq!((again.json(), again.header("idempotent-replayed")), (answer, "true"));
    assert_eq!(accountant.entry(&later).await["reversedByEntryId"], Value::Null);

    accountant.put(&format!("{ENTRIES}/{draft}"), &json!({"autoReverseOn": null})).await.expect(204);
    accountant
        .put(&format!("{ENTRIES}/{draft}"), &json!({"autoReverseOn": "2049-01-31"}))
        .await
        .expect(422)
        .code("date_before_entry")
        .pointer("/autoReverseOn");
    let early = accrual.with("autoReverseOn", "2049-01-30").json();
    accountant.post(ENTRIES, &early).await.expect(422).code("date_before_entry").pointer("/autoReverseOn");
    app.as_role("clerk").post(RUN, &json!({"asOf": "2049-02-05"})).await.expect(403);
    accountant.post(RUN, &json!({})).await.expect(400).pointer("/asOf");
}

async fn what_lies_in_a_closed_or_missing_period_waits_and_says_so(app: &TestServer) {
    let periods = with_2049(app).await;
    let (controller, accountant) = (app.as_role("controller"), app.as_role("accountant"));
    let accrual = app.sale("90.00").on("2049-01-31").with("autoReverseOn", "2049-02-01");
    let id = accountant.post_entry(&accrual).await;
    let beyond = accountant.post_entry(&accrual.with("autoReverseOn", "2050-01-01")).await;
    controller.post(&format!("/accounting/periods/{}/soft-close", periods[1]), &json!({})).await.expect(204);
    let answer = accountant.post(RUN, &json!({"asOf": "2050-12-31"})).key("k").await.expect(200).json();
    let waiting = answer["waiting"].as_array().unwrap();
    assert_eq!((&waiting[0]["entryId"], &waiting[0]["problem"]["code"]), (&json!(id), &json!("period_soft_closed")));
    assert_eq!((&waiting[1]["entryId"], &waiting[1]["problem"]["code"]), (&json!(beyond), &json!("no_period")));
    let again = accountant.post(RUN, &json!({"asOf": "2050-12-31"})).key("k").await.json();
    assert_eq!(again["waiting"][0]["problem"]["context"], waiting[0]["problem"]["context"]);
    let posted = run(&controller, "2050-12-31").await;
    assert_eq!(posted["posted"][0]["entryId"], json!(id), "who may override decides himself");
}

async fn a_void_cancels_the_schedule_or_takes_the_posted_reversal_along(app: &TestServer) {
    with_2049(app).await;
    let accountant = app.as_role("accountant");
    let accrual = app.sale("90.00").on("2049-01-31").with("autoReverseOn", "2049-02-01");
    let (scheduled, posted) = (accountant.post_entry(&accrual).await, accountant.post_entry(&accrual).await);
    accountant.void(&scheduled).await.expect(204);
    let answer = run(&accountant, "2049-02-01").await;
    assert_eq!((&answer["posted"][0]["entryId"], answer["posted"].as_array().unwrap().len()), (&json!(posted), 1));
    let reversal = answer["posted"][0]["reversalId"].as_str().unwrap().to_owned();
    accountant.void(&posted).await.expect(204);
    for id in [&scheduled, &posted] {
        let entry = accountant.entry(id).await;
        assert_eq!(
            (&entry["status"], &entry["autoReverseOn"], &entry["reversedByEntryId"]),
            (&json!("voided"), &Value::Null, &Value::Null)
        );
    }
    let reversal = accountant.entry(&reversal).await;
    assert_eq!((&reversal["status"], &reversal["voidReason"]), (&json!("voided"), &json!("entered twice")));
    assert_eq!(run(&accountant, "2049-12-31").await["posted"], json!([]));
}

/// Reversals that fell due while nothing ran are posted when the service starts.
async fn caught_up(database: Database) {
    let app = TestServer::start_with(database, Options { runs_jobs: true, ..Options::default() }).await;
    let accountant = app.as_role("accountant");
    let id = accountant.post_entry(&app.sale("90.00").on("2010-01-31").with("autoReverseOn", "2010-02-01")).await;
    let app = app.restart().await;
    let accountant = app.as_role("accountant");
    let reversal = loop {
        match accountant.entry(&id).await["reversedByEntryId"].as_str() {
            Some(reversal) => break reversal.to_owned(),
            None => tokio::task::yield_now().await,
        }
    };
    assert_eq!(accountant.entry(&reversal).await["date"], "2010-02-01");
    let app = app.restart().await;
    assert_eq!(app.as_role("accountant").get(&format!("{ENTRIES}?entryType=reversal")).await.data().len(), 1);
    app.verify().await;
    app.stop().await;
}

#[test]
fn a_restarted_service_posts_what_it_missed_on_sqlite() {
    checks::server::runtime().block_on(caught_up(Database::Sqlite));
}

#[test]
fn a_restarted_service_posts_what_it_missed_on_postgres() {
    if checks::postgres::cluster().is_some() {
        checks::server::runtime().block_on(caught_up(Database::Postgres));
    }
}
