//! Recurring entries over HTTP, and their job.

use domain::value::Instant;
use domain::value::permission::BuiltInRole;
use serde_json::{Value, json};
use store::audit::new_epoch;
use store::operational::instance;
use store::operational::organizations_list::{self, ListedOrganization, OrganizationStatus};

use crate::http::test_app::TestApp;
use crate::jobs::recurring::{run_due, run_organization};

fn rent(journal: &Value) -> Value {
    json!({
        "name": "Rent", "rule": "FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3", "startDate": "2010-10-31", "outcome": "posted",
        "journalId": journal["id"], "description": "Rent {year}-{month}",
        "lines": [{"accountCode": "4000", "debit": "100.00"}, {"accountCode": "1000", "credit": "100.00"}],
    })
}

/// Noon of a day in UTC.
fn noon(year: i16, month: i8, day: i8) -> Instant {
    let at = jiff::civil::date(year, month, day).at(12, 0, 0, 0).to_zoned(jiff::tz::TimeZone::UTC).unwrap();
    Instant(at.timestamp().as_microsecond())
}

#[tokio::test]
async fn a_recurring_entry_is_created_read_changed_run_skipped_and_paused() {
    let (test, books) = TestApp::with_books().await;
    let user = test.login(BuiltInRole::Accountant);
    let made = user.post("/accounting/recurring-entries", &rent(&books.journal)).await.created();
    let path = format!("/accounting/recurring-entries/{}", made["id"].as_str().unwrap());
    assert_eq!((made["nextDate"].clone(), made["lines"][0]["debit"].clone()), (json!("2010-10-31"), json!("100.00")));
    assert_eq!(made["dates"], json!(["2010-10-31", "2010-11-30", "2010-12-31"]));
    let mut read = user.get(&path).await.ok();
    assert_eq!(read["dates"], serde_json::Value::Null);
    read["dates"] = made["dates"].clone();
    assert_eq!(read, made);

    let entry = user.post(&format!("{path}/run"), &json!({"date": "2010-11-30"})).await.created();
    assert_eq!((entry["description"].clone(), entry["status"].clone()), (json!("Rent 2010-11"), json!("posted")));
    user.post(&format!("{path}/skip"), &json!({"date": "2010-10-31"})).await.done();
    let again = user.post(&format!("{path}/run"), &json!({"date": "2010-11-30"})).await;
    assert_eq!(again.refused(409), "occurrence_not_due");

    let days = user.get(&format!("{path}/occurrences")).await.ok();
    let states: Vec<_> = days["data"].as_array().unwrap().iter().map(|day| day["status"].clone()).collect();
    assert_eq!(states, ["skipped", "made", "due"]);
    assert_eq!(days["data"][1]["entryId"], entry["id"]);

    user.put(&path, &json!({"isActive": false, "name": "Old rent"})).await.done();
    assert_eq!(
        user.get("/accounting/recurring-entries?isActive=false&q=old").await.ok()["data"][0]["nextDate"],
        "2010-12-31"
    );
    assert_eq!(user.delete(&path).await.refused(409), "recurring_entry_in_use");
}

#[tokio::test]
async fn a_rule_that_cannot_be_used_is_refused_with_its_reason() {
    let (test, books) = TestApp::with_books().await;
    let user = test.login(BuiltInRole::Accountant);
    for (rule, code) in
        [("monthly", "malformed_rule"), ("FREQ=MONTHLY", "endless"), ("FREQ=DAILY;COUNT=1001", "too_many")]
    {
        let mut body = rent(&books.journal);
        body["rule"] = json!(rule);
        let answer = user.post("/accounting/recurring-entries", &body).await;
        let error = answer.body["errors"][0].clone();
        assert_eq!((&error["pointer"], &error["code"]), (&json!("/rule"), &json!(code)));
        assert_eq!(answer.refused(400), "validation_failed");
    }
    let made = user.post("/accounting/recurring-entries", &rent(&books.journal)).await.created();
    let path = format!("/accounting/recurring-entries/{}", made["id"].as_str().unwrap());
    let alone = user.put(&path, &json!({"rule": "FREQ=DAILY;COUNT=2"})).await;
    assert_eq!(alone.body["errors"][0]["pointer"], "/startDate");
    assert_eq!(alone.refused(400), "validation_failed");
    user.put(&path, &json!({"rule": "FREQ=DAILY;COUNT=2", "startDate": "2010-12-01"})).await.done();
    assert_eq!(user.get(&path).await.ok()["nextDate"], "2010-12-01");
}

#[tokio::test]
async fn who_may_not_post_cannot_let_a_recurring_entry_post() {
    let (test, books) = TestApp::with_books().await;
    let clerk = test.login(BuiltInRole::Clerk);
    assert_eq!(clerk.post("/accounting/recurring-entries", &rent(&books.journal)).await.refused(403), "forbidden");
}

#[tokio::test]
async fn the_job_makes_what_is_due_oldest_first_and_each_day_once() {
    let (test, books) = TestApp::with_books().await;
    let user = test.login(BuiltInRole::Accountant);
    let made = user.post("/accounting/recurring-entries", &rent(&books.journal)).await.created();
    let path = format!("/accounting/recurring-entries/{}/occurrences", made["id"].as_str().unwrap());
    let run = |at| run_organization(&test.app.database, &test.app.committer, test.organization, at);
    assert_eq!(run(noon(2010, 10, 30)).await.unwrap(), 0);
    let two_nodes = tokio::join!(run(noon(2010, 11, 30)), run(noon(2010, 11, 30)));
    assert_eq!(two_nodes.0.unwrap() + two_nodes.1.unwrap(), 2);
    let entries = user.get("/accounting/journal-entries?sort=date").await.ok();
    let texts: Vec<_> = entries["data"].as_array().unwrap().iter().map(|entry| entry["description"].clone()).collect();
    assert_eq!(texts, ["Rent 2010-10", "Rent 2010-11"]);

    // The account is retired: the day stays due, says why, and runs when that is mended.
    let account = format!("/accounting/accounts/{}", books.account("1000"));
    user.put(&account, &json!({"isActive": false})).await.done();
    assert_eq!(run(noon(2011, 1, 1)).await.unwrap(), 0);
    let seq = user.get("/audit/head").await;
    assert_eq!(run(noon(2011, 1, 1)).await.unwrap(), 0);
    assert_eq!(user.get("/audit/head").await.body, seq.body, "the same failure again is no news");
    let day = user.get(&format!("{path}?status=due")).await.ok()["data"][0].clone();
    assert!(day["problem"].as_str().unwrap().starts_with("account_not_usable: "), "{day}");
    user.put(&account, &json!({"isActive": true})).await.done();
    assert_eq!(run(noon(2011, 1, 1)).await.unwrap(), 1);
    assert_eq!(user.get(&format!("{path}?status=due")).await.ok()["data"], json!([]));
}

#[tokio::test]
async fn after_a_restore_no_job_makes_an_entry_until_it_is_resumed() {
    let (test, books) = TestApp::with_books().await;
    let user = test.login(BuiltInRole::Accountant);
    user.post("/accounting/recurring-entries", &rent(&books.journal)).await.created();
    let database = &test.app.database;
    let (organization_id, status, created_at) = (test.organization, OrganizationStatus::Active, Instant(0));
    let listed = ListedOrganization { organization_id, status, created_at, founded_by: None };
    organizations_list::add(database, &listed).await.unwrap();
    instance::make(database, [1; 16], 1, Instant(0)).await.unwrap();
    new_epoch::begin(database, noon(2010, 11, 1)).await.unwrap();
    assert_eq!(run_due(database, &test.app.committer, noon(2010, 11, 1)).await.unwrap(), 0);
    instance::set_paused(database, false).await.unwrap();
    assert_eq!(run_due(database, &test.app.committer, noon(2010, 11, 1)).await.unwrap(), 1);
}
