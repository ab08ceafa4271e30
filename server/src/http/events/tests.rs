//! The feed and the head of the log over HTTP.

use std::time::{Duration, Instant};

use domain::value::permission::BuiltInRole;
use serde_json::{Value, json};

use super::FeedCursor;
use crate::http::test_app::TestApp;

#[tokio::test]
async fn events_are_gapless_and_end_at_the_head_of_the_log() {
    let (test, books) = TestApp::with_books().await;
    let user = test.login(BuiltInRole::Auditor);
    let (mut seqs, mut cursor, mut last) = (Vec::new(), String::new(), Value::Null);
    loop {
        let page = user.get(&format!("/events?limit=4{cursor}")).await.ok();
        let events = page["data"].as_array().unwrap();
        let Some(event) = events.last() else { break };
        seqs.extend(events.iter().map(|event| event["seq"].as_i64().unwrap()));
        last = event.clone();
        cursor = format!("&after={}", page["nextCursor"].as_str().unwrap());
    }
    assert_eq!(seqs, (1..=i64::try_from(seqs.len()).unwrap()).collect::<Vec<_>>());
    assert_eq!(
        (&last["type"], &last["data"]),
        (&json!("account.created"), &json!({"accountIds": [books.account("4000")]}))
    );
    let head = user.get("/audit/head").await.ok();
    assert_eq!((&head["seq"], &head["hash"], &head["at"]), (&last["seq"], &last["hash"], &last["at"]));
    assert_eq!(head["entrySequence"], 0);
    let clerk = test.login(BuiltInRole::Clerk);
    assert_eq!(clerk.get("/audit/head").await.refused(403), "forbidden");
}

#[tokio::test]
async fn who_may_not_read_the_subject_sees_that_something_happened_and_not_what() {
    let (test, _) = TestApp::with_books().await;
    let page = test.login(BuiltInRole::WarehouseOperator).get("/events?limit=200").await.ok();
    let event = page["data"].as_array().unwrap().iter().find(|event| event["type"] == "account.created").unwrap();
    assert_eq!(event["data"], Value::Null);
    assert!(event["seq"].is_i64() && event["hash"].as_str().unwrap().len() == 64);
}

#[tokio::test]
async fn a_long_poll_is_answered_by_the_next_commit_and_else_ends_empty() {
    let (test, books) = TestApp::with_books().await;
    let user = test.login(BuiltInRole::Accountant);
    let page = user.get("/events?limit=200").await.ok();
    let after = page["nextCursor"].as_str().unwrap().to_owned();
    let empty = user.get(&format!("/events?after={after}&wait=1")).await.ok();
    assert_eq!((&empty["data"], &empty["nextCursor"]), (&json!([]), &json!(after)));

    let began = Instant::now();
    let sale = books.entry("2010-12-01", "posted", "5.00", "1000", "4000");
    let path = format!("/events?after={after}&wait=30");
    let (woken, posted) = tokio::join!(user.get(&path), user.post("/accounting/journal-entries", &sale));
    let (woken, posted) = (woken.ok(), posted.created());
    assert!(began.elapsed() < Duration::from_secs(10));
    assert_eq!(
        (&woken["data"][0]["type"], &woken["data"][0]["subject"]),
        (&json!("journalEntry.posted"), &posted["id"])
    );
}

#[tokio::test]
async fn who_watches_a_log_knows_of_a_commit_before_its_caller_is_answered() {
    let (test, books) = TestApp::with_books().await;
    let mut watch = test.app.committer.watch(test.organization);
    let before = test.login(BuiltInRole::Auditor).get("/audit/head").await.ok()["seq"].as_i64().unwrap();
    let sale = books.entry("2010-12-01", "posted", "5.00", "1000", "4000");
    test.login(BuiltInRole::Accountant).post("/accounting/journal-entries", &sale).await.created();
    tokio::select! {
        biased;
        told = watch.beyond(before) => told.unwrap(),
        () = std::future::ready(()) => panic!("the commit was not told"),
    }
}

#[tokio::test]
async fn a_stop_ends_the_wait_for_events() {
    let (test, _) = TestApp::with_books().await;
    let user = test.login(BuiltInRole::Auditor);
    let after = user.get("/events?limit=200").await.ok()["nextCursor"].as_str().unwrap().to_owned();
    test.app.committer.end_watches();
    let answer = user.get(&format!("/events?after={after}&wait=30")).await.ok();
    assert_eq!(answer, json!({"data": [], "nextCursor": after}));
}

#[tokio::test]
async fn the_event_of_an_entry_tells_what_was_posted_on_which_account() {
    let (test, books) = TestApp::with_books().await;
    let user = test.login(BuiltInRole::Accountant);
    let after = user.get("/events?limit=200").await.ok()["nextCursor"].as_str().unwrap().to_owned();
    let sale = books.entry("2010-12-01", "posted", "5.00", "1000", "4000");
    let posted = user.post("/accounting/journal-entries", &sale).await.created();
    let path = format!("/accounting/journal-entries/{}/void", posted["id"].as_str().unwrap());
    user.post(&path, &json!({"reason": "entered twice"})).await.done();
    user.post("/accounting/journal-entries", &books.entry("2010-12-01", "draft", "7.00", "1000", "4000"))
        .await
        .created();
    let events = user.get(&format!("/events?after={after}")).await.ok();
    let [posting, void, draft] = events["data"].as_array().unwrap().as_slice() else { panic!("{events}") };

    let entry = &posting["data"]["journalEntries"][0];
    for field in
        ["id", "number", "sequence", "journalId", "date", "status", "entryType", "currency", "totalDebit", "version"]
    {
        assert_eq!(entry[field], posted[field], "{field}");
    }
    let line = |number: i64, account: &str, debit: &str, credit: &str| json!({"lineNumber": number, "accountId": books.account(account), "partyId": null, "debit": debit, "credit": credit, "currency": "GBP", "exchangeRate": null, "baseDebit": debit, "baseCredit": credit, "dimensions": {}});
    assert_eq!(entry["lines"], json!([line(1, "1000", "5.00", "0.00"), line(2, "4000", "0.00", "5.00")]));

    let told = void["data"]["journalEntries"].as_array().unwrap();
    let of = |status: &str| told.iter().find(|entry| entry["status"] == status).unwrap();
    let (original, mirror) = (of("voided"), of("posted"));
    assert_eq!(
        (&original["id"], &original["voidedByEntryId"], &original["lines"]),
        (&posted["id"], &mirror["id"], &Value::Null)
    );
    assert_eq!(mirror["lines"], json!([line(1, "1000", "0.00", "5.00"), line(2, "4000", "5.00", "0.00")]));
    assert_eq!(
        (&draft["type"], &draft["data"]["journalEntries"][0]["lines"]),
        (&json!("journalEntry.drafted"), &Value::Null)
    );
}

#[tokio::test]
async fn a_cursor_of_another_life_of_the_feed_is_refused() {
    let test = TestApp::new().await;
    let user = test.login(BuiltInRole::Admin);
    let of = |epoch, seq| FeedCursor::of(test.organization, epoch, seq).to_string();
    for (after, status, code) in [
        (of(2, 1), 409, "feed_rewound"),
        (of(1, 999), 409, "feed_rewound"),
        ("1:0".to_owned(), 400, "validation_failed"),
        ("1:x:01234567".to_owned(), 400, "validation_failed"),
    ] {
        assert_eq!(user.get(&format!("/events?after={after}")).await.refused(status), code, "{after}");
    }
    assert_eq!(user.get("/events?wait=31").await.refused(400), "validation_failed");
}
