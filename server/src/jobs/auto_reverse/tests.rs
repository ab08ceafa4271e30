//! The job's postings: their content, time and number.

use domain::value::permission::BuiltInRole;
use serde_json::{Value, json};

use super::*;
use crate::http::test_app::{Books, TestApp, User};
use crate::jobs::due::{SERVICE, do_due_of};

const ENTRIES: &str = "/accounting/journal-entries";

/// An accrual of May that is reversed on 1 June.
async fn accrue(user: &User<'_>, books: &Books) -> String {
    let mut accrual = books.entry("2010-05-31", "posted", "90.00", "1000", "4000");
    accrual["autoReverseOn"] = json!("2010-06-01");
    user.post(ENTRIES, &accrual).await.created()["id"].as_str().unwrap().to_owned()
}

async fn at(test: &TestApp, instant: &str) -> usize {
    let now = Instant(instant.parse::<jiff::Timestamp>().unwrap().as_microsecond());
    do_due_of::<AutoReversal>(&test.app.database, &test.app.committer, test.organization, now).await.unwrap()
}

async fn reversals(user: &User<'_>) -> Vec<Value> {
    user.get(&format!("{ENTRIES}?entryType=reversal")).await.ok()["data"].as_array().unwrap().clone()
}

#[tokio::test]
async fn the_day_begins_at_midnight_in_the_organizations_time_zone() {
    let (test, books) = TestApp::with_books().await;
    let user = test.login(BuiltInRole::Accountant);
    let id = accrue(&user, &books).await;
    // London is an hour ahead in summer.
    assert_eq!(at(&test, "2010-05-31T22:59:59Z").await, 0);
    assert_eq!(at(&test, "2010-05-31T23:00:00Z").await, 1);
    let entry = user.get(&format!("{ENTRIES}/{id}")).await.ok();
    let reversal = reversals(&user).await.remove(0);
    assert_eq!((&entry["reversedByEntryId"], &reversal["date"]), (&reversal["id"], &json!("2010-06-01")));
    let reversal = user.get(&format!("{ENTRIES}/{}", reversal["id"].as_str().unwrap())).await.ok();
    assert_eq!(reversal["postedBy"], json!(SERVICE.to_string()));
}

#[tokio::test]
async fn what_is_asked_for_twice_or_at_once_is_posted_once_and_missed_days_are_caught_up() {
    let (test, books) = TestApp::with_books().await;
    let user = test.login(BuiltInRole::Accountant);
    for _ in 0..3 {
        accrue(&user, &books).await;
    }
    let late = "2010-08-09T12:00:00Z";
    let (one, other) = tokio::join!(at(&test, late), at(&test, late));
    assert_eq!(one + other, 3);
    assert_eq!(at(&test, late).await, 0);
    let all = reversals(&user).await;
    assert_eq!(all.len(), 3);
    assert!(all.iter().all(|reversal| reversal["date"] == "2010-06-01"), "each on its own day");
}

#[tokio::test]
async fn a_closed_period_makes_it_wait_and_its_opening_lets_it_go() {
    let (test, books) = TestApp::with_books().await;
    let admin = test.login(BuiltInRole::Admin);
    let id = accrue(&admin, &books).await;
    let periods = admin.get("/accounting/periods?limit=200").await.ok();
    let june = periods["data"].as_array().unwrap().iter().find(|period| period["startDate"] == "2010-06-01").unwrap();
    let path = format!("/accounting/periods/{}", june["id"].as_str().unwrap());
    admin.post(&format!("{path}/soft-close"), &json!({})).await.done();
    assert_eq!(at(&test, "2010-07-01T12:00:00Z").await, 0);
    let waiting = admin.get(&format!("{ENTRIES}?autoReverseUntil=2010-06-30")).await.ok();
    assert_eq!(waiting["data"][0]["id"], json!(id));
    admin.post(&format!("{path}/reopen"), &json!({"reason": "an accrual waits"})).await.done();
    assert_eq!(at(&test, "2010-07-01T12:00:00Z").await, 1);
    assert_eq!(admin.get(&format!("{ENTRIES}?autoReverseUntil=2010-06-30")).await.ok()["data"], json!([]));
}
