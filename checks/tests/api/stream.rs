//! The stream of events: nothing missed, nothing shown to the wrong reader, and ended when it should.

use std::time::{Duration, Instant};

use checks::books;
use checks::bytes::Connection;
use checks::server::{Options, run_with, runtime};
use checks::{Caller, Database, TestServer, on_both};
use domain::commands::memberships::set::SetMembership;
use domain::rows::PrincipalKind;
use server::auth::token::{self, Grant};
use server::commit::Committer;
use server::http::transport::Limits;

/// The cursor of the last event that there is.
async fn last(caller: &Caller) -> String {
    caller.get("/events?limit=200").await.expect(200).field("nextCursor")
}

on_both![
    a_stream_hands_out_every_event_and_goes_on_where_it_was_left,
    what_another_process_commits_is_told_as_well,
    a_cursor_that_leads_nowhere_is_refused_before_the_stream_begins,
    a_stream_ends_with_the_right_to_read_events,
    a_stream_ends_with_its_token,
];

async fn a_stream_hands_out_every_event_and_goes_on_where_it_was_left(app: &TestServer) {
    let auditor = app.as_role("auditor");
    let listed = auditor.get("/events?limit=200").await.data();
    let mut stream = auditor.follow("").header("accept-encoding", "gzip").stream().await;
    assert_eq!((stream.header("content-type"), stream.header("content-encoding")), ("text/event-stream", ""));
    let end = last(&auditor).await;
    let mark = end.rsplit(':').next().unwrap();
    for event in &listed {
        let streamed = stream.next().await.unwrap();
        assert_eq!((&streamed.data, &streamed.id), (event, &format!("1:{}:{mark}", event["seq"])));
        assert_eq!(event["type"], streamed.event);
    }
    let entry = app.as_role("accountant").post_entry(&app.sale("5.00")).await;
    let posted = stream.next().await.unwrap();
    assert_eq!((posted.event.as_str(), posted.data["subject"].as_str()), ("journalEntry.posted", Some(entry.as_str())));
    drop(stream);
    app.as_role("accountant").void(&entry).await.expect(204);
    // The field of a client that connects again goes before the address that it began with.
    let mut again = auditor.follow(&format!("?after=1:0:{mark}")).header("last-event-id", &posted.id).stream().await;
    assert_eq!(again.next().await.unwrap().event, "journalEntry.voided");
    let mut after = auditor.follow(&format!("?after={}", posted.id)).stream().await;
    assert_eq!(after.next().await.unwrap().event, "journalEntry.voided");
}

async fn what_another_process_commits_is_told_as_well(app: &TestServer) {
    let auditor = app.as_role("auditor");
    let mut stream = auditor.follow(&format!("?after={}", last(&auditor).await)).stream().await;
    // A committer that does not know who follows the log here, as that of another process.
    let other = Committer::start(app.database.clone(), |why| panic!("{why}")).unwrap();
    let principal = app.books.member("clerk").into();
    let command = SetMembership {
        principal,
        kind: PrincipalKind::User,
        roles: vec!["clerk".to_owned()],
        is_active: false,
        owner: None,
        warehouses: domain::value::Patch::Absent,
        name: None,
        if_match: None,
    };
    books::submit(&other, app.books.organization, app.books.member("admin"), vec![command.into()]).await;
    assert_eq!(stream.next().await.unwrap().event, "membership.changed");
}

async fn a_cursor_that_leads_nowhere_is_refused_before_the_stream_begins(app: &TestServer) {
    let auditor = app.as_role("auditor");
    let end = last(&auditor).await;
    let mark = end.rsplit(':').next().unwrap();
    auditor.follow(&format!("?after=2:1:{mark}")).await.expect(409).code("feed_rewound");
    auditor.follow("").header("last-event-id", &format!("1:9999:{mark}")).await.expect(409).code("feed_rewound");
    let theirs = last(&app.as_foreign("auditor")).await;
    auditor
        .follow("")
        .header("last-event-id", &theirs)
        .await
        .expect(400)
        .pointer("Last-Event-ID")
        .says("another organization");
    auditor.follow(&format!("?after={theirs}")).await.expect(400).pointer("after").says("another organization");
    auditor.follow("?after=1:1").await.expect(400).pointer("after");
    auditor.follow("").header("last-event-id", "yesterday").await.expect(400).pointer("Last-Event-ID");
    auditor.follow("?after=yesterday").await.expect(400).pointer("after");
    auditor.follow("?limit=1").await.expect(400).pointer("limit");
}

async fn a_stream_ends_with_the_right_to_read_events(app: &TestServer) {
    let auditor = app.as_role("auditor");
    let mut stream = auditor.follow(&format!("?after={}", last(&auditor).await)).stream().await;
    let principal = app.books.member("auditor").into();
    app.submit(SetMembership {
        principal,
        kind: PrincipalKind::User,
        roles: vec!["auditor".to_owned()],
        is_active: false,
        owner: None,
        warehouses: domain::value::Patch::Absent,
        name: None,
        if_match: None,
    })
    .await;
    let rest = stream.rest().await;
    assert!(rest.contains(": ended: forbidden") && !rest.contains("data:"), "{rest}");
}

async fn a_stream_ends_with_its_token(app: &TestServer) {
    let (ring, now) = app.keys();
    // Issued so long ago that little more than the leeway is left.
    let issued = domain::value::Instant(now.0 - 30_000_000);
    let principal = app.books.member("auditor");
    let grant =
        Grant { principal, organization: Some(app.books.organization), scope: None, session: None, lifetime_s: 6 };
    let minted = token::mint(app.instance(), ring.signing(now).unwrap(), &grant, [7; 16], issued).unwrap();
    let rest = app.with_token(Some(minted.token)).follow("").stream().await.rest().await;
    assert!(rest.contains("journal.created") && rest.contains(": ended: token_expired"), "{rest}");
}

#[test]
fn a_principal_has_twenty_streams_and_is_told_when_to_come_again() {
    run_with(Database::Sqlite, Options::default(), async |app| {
        let auditor = app.as_role("auditor");
        let mut streams = Vec::new();
        for _ in 0..20 {
            streams.push(auditor.follow("").stream().await);
        }
        let refused = auditor.follow("").await;
        refused.expect(429).code("too_many_streams");
        assert_eq!((refused.json()["context"]["limit"].as_i64(), refused.header("retry-after")), (Some(20), "15"));
        app.as_role("admin").follow("").stream().await.next().await.unwrap();
    });
}

#[test]
fn waiting_polls_and_streams_share_the_twenty_places_of_a_principal() {
    run_with(Database::Sqlite, Options::default(), async |app| {
        let auditor = app.as_role("auditor");
        let end = last(&auditor).await;
        let _stream = auditor.follow(&format!("?after={end}")).stream().await;
        let wait = || tokio::spawn(auditor.get(&format!("/events?after={end}&wait=30")).into_future());
        let polls: Vec<_> = (0..25).map(|_| wait()).collect();
        // Those that get no place answer at once, the others wait.
        let begun = Instant::now();
        while polls.iter().filter(|poll| poll.is_finished()).count() < 6 {
            assert!(
                begun.elapsed() < Duration::from_secs(20),
                "one principal has more than twenty streams and waiting polls"
            );
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        auditor.follow("").await.expect(429).code("too_many_streams");
        // A poll that need not wait takes no place, and others have their own.
        auditor.get("/events?limit=1").await.expect(200);
        app.as_role("admin").get(&format!("/events?after={end}&wait=1")).await.expect(200);
        app.as_role("admin").warehouse("LON").await;
        let mut woken = 0;
        for poll in polls {
            let answer = poll.await.unwrap();
            if answer.status == 429 {
                assert_eq!(answer.code("too_many_streams").header("retry-after"), "15");
                continue;
            }
            woken += answer.expect(200).data().len();
        }
        assert_eq!(woken, 19);
        let end = last(&auditor).await;
        auditor.get(&format!("/events?after={end}&wait=1")).await.expect(200);
    });
}

#[test]
fn an_idle_stream_outlives_the_time_outs_of_requests() {
    let short = Duration::from_millis(300);
    let limits = Limits { header_timeout: short, body_timeout: short, write_timeout: short, ..Limits::default() };
    run_with(Database::Sqlite, Options { limits, ..Options::default() }, async |app| {
        let auditor = app.as_role("auditor");
        let mut stream = auditor.follow(&format!("?after={}", last(&auditor).await)).stream().await;
        // Two connections that begin nothing are cut off one after the other: by then the stream was idle for longer.
        for _ in 0..2 {
            let mut silent = Connection::open(&app.url).await;
            assert!(silent.read(Duration::from_secs(30)).await.is_empty());
        }
        app.as_role("admin").warehouse("LON").await;
        assert_eq!(stream.next().await.unwrap().event, "warehouse.created");
    });
}

#[test]
fn a_stop_ends_all_streams_at_once() {
    runtime().block_on(async {
        let app = TestServer::start(Database::Sqlite).await;
        let auditor = app.as_role("auditor");
        let mut stream = auditor.follow(&format!("?after={}", last(&auditor).await)).stream().await;
        drop(auditor);
        app.stop().await;
        let rest = stream.rest().await;
        assert!(rest.contains(": ended: the service is shutting down"), "{rest}");
    });
}
