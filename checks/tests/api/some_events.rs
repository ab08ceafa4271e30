//! A reader of the feed who wants some events alone, or those from now on.

use std::time::Duration;

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

on_both![
    types_and_a_subject_narrow_the_feed_and_its_cursor_is_behind_all_that_was_looked_at,
    now_is_behind_the_newest_event,
    a_poll_waits_for_a_wanted_event_and_not_for_others,
    a_stream_of_some_events_passes_over_the_others,
    a_type_that_is_none_is_refused_with_the_nearest_one,
];

fn types(events: &[Value]) -> Vec<&str> {
    events.iter().map(|event| event["type"].as_str().unwrap()).collect()
}

/// Where the feed stands.
async fn now(reader: &Caller) -> String {
    reader.get("/events?after=now").await.expect(200).field("nextCursor")
}

async fn types_and_a_subject_narrow_the_feed_and_its_cursor_is_behind_all_that_was_looked_at(app: &TestServer) {
    let (user, reader) = (app.as_role("accountant"), app.as_role("auditor"));
    let begin = now(&reader).await;
    let (first, second) = (user.post_entry(&app.sale("1.00")).await, user.post_entry(&app.sale("2.00")).await);
    user.void(&first).await.expect(204);
    app.as_role("admin").warehouse("LON").await;
    let read = async |query: &str| reader.get(&format!("/events?after={begin}&{query}")).await.expect(200).data();
    assert_eq!(types(&read("types=journalEntry.voided").await), ["journalEntry.voided"]);
    let posted = ["journalEntry.posted", "journalEntry.posted"];
    assert_eq!(types(&read("types=journalEntry.posted").await), posted);
    let noun = read("types=journalEntry,warehouse.created").await;
    assert_eq!(types(&noun), [posted[0], posted[1], "journalEntry.voided", "warehouse.created"]);
    assert_eq!(noun, read("limit=50").await, "there was nothing else");
    let about: Vec<Value> = read(&format!("subject={second}")).await;
    assert_eq!((about.len(), &about[0]["subject"]), (1, &json!(second)));
    assert_eq!(read(&format!("subject={second}&types=warehouse")).await, Vec::<Value>::new());
    // Page by page to the end of the log, also where nothing is wanted at the end.
    let page = reader.get(&format!("/events?after={begin}&types=journalEntry.posted&limit=1")).await;
    let next = page.field("nextCursor");
    let page = reader.get(&format!("/events?after={next}&types=journalEntry.posted&limit=5")).await;
    assert_eq!((page.data().len(), page.field("nextCursor")), (1, now(&reader).await));
}

async fn now_is_behind_the_newest_event(app: &TestServer) {
    let (user, reader) = (app.as_role("accountant"), app.as_role("auditor"));
    user.post_entry(&app.sale("1.00")).await;
    let page = reader.get("/events?after=now").await;
    assert_eq!(page.data(), Vec::<Value>::new());
    let mut stream = reader.follow("?after=now").stream().await;
    let entry = user.post_entry(&app.sale("2.00")).await;
    assert_eq!(stream.next().await.unwrap().data["subject"], json!(entry));
    let after = format!("/events?after={}", page.field("nextCursor"));
    assert_eq!(reader.get(&after).await.data()[0]["subject"], json!(entry));
    for wrong in ["Now", "yesterday", "now:1"] {
        reader.get(&format!("/events?after={wrong}")).await.expect(400).pointer("after");
    }
}

async fn a_poll_waits_for_a_wanted_event_and_not_for_others(app: &TestServer) {
    let (user, reader) = (app.as_role("accountant"), app.as_role("auditor"));
    let poll = async {
        let path = "/events?after=now&types=journalEntry.voided&wait=30";
        reader.get(path).patience(Duration::from_secs(60)).await.expect(200).data()
    };
    let write = async {
        // The poll begins before them, or finds them when it begins: either way it ends with a void.
        loop {
            let entry = user.post_entry(&app.sale("1.00")).await;
            user.void(&entry).await.expect(204);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let found = tokio::select! { found = poll => found, () = write => Vec::new() };
    assert_eq!(types(&found), ["journalEntry.voided"]);
    assert_eq!(reader.get("/events?after=now&types=account&wait=1").await.expect(200).data(), Vec::<Value>::new());
}

async fn a_stream_of_some_events_passes_over_the_others(app: &TestServer) {
    let (user, reader) = (app.as_role("accountant"), app.as_role("auditor"));
    let mut stream = reader.follow("?after=now&types=journalEntry.voided,warehouse").stream().await;
    let first = user.post_entry(&app.sale("1.00")).await;
    user.post_entry(&app.sale("2.00")).await;
    user.void(&first).await.expect(204);
    app.as_role("admin").warehouse("LON").await;
    let (voided, made) = (stream.next().await.unwrap(), stream.next().await.unwrap());
    assert_eq!([voided.event.as_str(), made.event.as_str()], ["journalEntry.voided", "warehouse.created"]);
    drop(stream);
    user.post_entry(&app.sale("3.00")).await;
    let path = format!("?types=journalEntry.posted&after={}", made.id);
    let mut again = reader.follow(&path).stream().await;
    assert_eq!(again.next().await.unwrap().event, "journalEntry.posted");
}

async fn a_type_that_is_none_is_refused_with_the_nearest_one(app: &TestServer) {
    let reader = app.as_role("auditor");
    for path in ["/events", "/events/stream"] {
        let refused = reader.get(&format!("{path}?types=journalEntry.posted,journalEntry.void")).await;
        refused.expect(400).code("validation_failed").pointer("types/1").says("journalEntry.voided");
        reader.get(&format!("{path}?types=")).await.expect(400);
        reader.get(&format!("{path}?types=warehouse&types=item")).await.expect(400);
    }
    app.as_role("clerk").get("/events?types=journalEntry").await.expect(200);
}
