//! Limits per principal: documents on their way, streams and waiting polls. Others have theirs.

use std::time::{Duration, Instant};

use checks::bytes::Connection;
use checks::server::{Options, run_with};
use checks::{Caller, Database};
use serde_json::{Value, json};

/// How long a condition may take on a machine that is busy with other things.
const PATIENCE: Duration = Duration::from_secs(30);
const JOURNAL: &str = "/accounting/reports/journal?dateFrom=2010-12-01&dateTo=2010-12-31&format=csv";

/// Asks until the answer has this status.
async fn until(status: u16, asked: impl AsyncFn() -> checks::Answer) {
    let begun = Instant::now();
    while asked().await.status != status {
        assert!(begun.elapsed() < PATIENCE, "never {status}");
    }
}

/// A request in bytes.
fn get(token: &str, path: &str) -> String {
    format!("GET /api/v1{path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\r\n")
}

async fn end_of_feed(caller: &Caller) -> String {
    caller.get("/events?limit=200").await.expect(200).field("nextCursor")
}

#[test]
fn eight_documents_are_on_their_way_to_a_principal_and_the_next_one_waits_for_an_end() {
    run_with(Database::Sqlite, Options::default(), async |app| {
        // The description stands at each line of the journal: a document that no buffer of the system holds.
        let text = "x".repeat(500);
        for _ in 0..5 {
            let debit = json!({"accountCode": "1000", "debit": "0.01"});
            let lines: Vec<Value> =
                [vec![debit; 3_000], vec![json!({"accountCode": "4000", "credit": "30.00"})]].concat();
            app.as_role("accountant")
                .post_entry(&app.sale("1").with("description", text.as_str()).with("lines", lines))
                .await;
        }
        let token = app.token(&app.books, "auditor");
        let mut slow = Vec::new();
        for _ in 0..8 {
            let mut connection = Connection::open_narrow(&app.url).await;
            connection.send(get(&token, JOURNAL).as_bytes()).await;
            let begun = connection.first().await;
            assert!(begun.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&begun));
            slow.push(connection);
        }
        let auditor = app.as_role("auditor");
        let refused = auditor.get(JOURNAL).await;
        refused.expect(429).code("too_many_documents");
        assert_eq!((refused.json()["context"]["limit"].as_i64(), refused.header("retry-after")), (Some(8), "5"));
        // Other answers are no documents, and others have their own.
        auditor.get("/accounting/reports/trial-balance?asOf=2010-12-31").await.expect(200);
        app.as_role("accountant").get(JOURNAL).await.expect(200);
        drop(slow.pop());
        until(200, async || auditor.get(JOURNAL).await).await;
    });
}

#[test]
fn waiting_polls_and_streams_are_counted_together() {
    run_with(Database::Sqlite, Options::default(), async |app| {
        let auditor = app.as_role("auditor");
        let (token, end) = (app.token(&app.books, "auditor"), end_of_feed(&auditor).await);
        let mut streams = Vec::new();
        for _ in 0..19 {
            streams.push(auditor.follow(&format!("?after={end}")).stream().await);
        }
        let one_more = format!("/events?after={end}&wait=1");
        auditor.get(&one_more).await.expect(200);
        // Whichever of the two comes first has the last place: a poll that waits for a second, or the one that is to keep it.
        let (mut polls, begun) = (Vec::new(), Instant::now());
        loop {
            let mut poll = Connection::open(&app.url).await;
            poll.send(get(&token, &format!("/events?after={end}&wait=30")).as_bytes()).await;
            polls.push(poll);
            if auditor.get(&one_more).await.status == 429 {
                break;
            }
            assert!(begun.elapsed() < PATIENCE, "the last place is never taken");
        }
        let refused = auditor.get(&one_more).await;
        refused.expect(429).code("too_many_streams");
        assert_eq!((refused.json()["context"]["limit"].as_i64(), refused.header("retry-after")), (Some(20), "15"));
        auditor.follow("").await.expect(429).code("too_many_streams");
        // A poll that does not wait takes no place, and others have theirs.
        auditor.get("/events?wait=30").await.expect(200);
        app.as_role("admin").get(&one_more).await.expect(200);
        app.as_role("admin").warehouse("LON").await;
        let mut told = 0;
        for poll in &mut polls {
            told += usize::from(poll.answer(PATIENCE).await.0.json()["data"][0]["type"] == "warehouse.created");
        }
        assert_eq!(told, 1, "one of them had the last place");
        auditor.follow("").stream().await.next().await.unwrap();
    });
}
