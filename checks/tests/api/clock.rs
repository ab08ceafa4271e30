//! A log that a wrong clock wrote ahead of time: it waits, nobody else does, and an operator lets it go on.

use checks::{Database, TestServer};
use domain::value::Instant;
use serde_json::json;
use server::commit::{self, clock};
use store::operational::clock_acceptances::{self, ClockAcceptance};
use store::read::heads;

use crate::movements::{movement, set_up};

const ENTRIES: &str = "/accounting/journal-entries";
const YEAR_US: i64 = 365 * 86_400_000_000;

async fn a_log_that_lies_ahead_waits_alone_and_goes_on_behind_its_end(database: Database, years: i64) {
    let app = TestServer::start(database).await;
    set_up(&app.as_role("admin")).await;
    let ahead = Instant(commit::now().0 + years * YEAR_US);
    // The end of one log is moved; its chain is not asked here.
    let id: String = app.books.organization.0.iter().map(|byte| format!("{byte:02x}")).collect();
    let id = if database == Database::Sqlite { format!("x'{id}'") } else { format!("'{id}'::uuid") };
    let app = app.tamper(&[format!("update heads set at = {} where organization_id = {id}", ahead.0)]).await;
    let admin = app.as_role("admin");

    let entry = app.sale("1.00").json();
    let refused = admin.post(ENTRIES, &entry).await;
    refused.expect(503).code("unavailable").says("accept-clock");
    // Many of both organizations at once share their commits: the others are not held up.
    let foreign = app.as_foreign("admin");
    let theirs = checks::entry(&app.other.journal, "5.00").json();
    for _ in 0..20 {
        let (ours, theirs) =
            tokio::join!(async { admin.post(ENTRIES, &entry).await }, async { foreign.post(ENTRIES, &theirs).await },);
        ours.expect(503);
        theirs.expect(201);
    }

    let found = heads::last_commit(&mut app.database.snapshot().await.unwrap()).await.unwrap();
    assert_eq!(found, Some(ahead));
    let reason = format!("the clock was {years} years ahead");
    clock_acceptances::add(&app.database, &ClockAcceptance { head_at: ahead, accepted_at: commit::now(), reason })
        .await
        .unwrap();
    clock::accept(clock_acceptances::latest(&mut app.database.snapshot().await.unwrap()).await.unwrap());

    let made = admin.post(ENTRIES, &entry).await;
    made.expect(201);
    // Behind the end of the log. Goods move on the day that it is, for which these books have no period yet.
    let mut receipt = movement("receipt", "2010-01-10", json!({"sku": "APPLE", "quantity": "1", "totalCost": "1.00"}));
    receipt.as_object_mut().unwrap().remove("occurredAt");
    let (before, moved) = (commit::now(), admin.post("/inventory/movements", &receipt).await);
    let day = moved.expect(422).code("no_period").json()["context"]["date"].as_str().unwrap().to_owned();
    assert!(before.to_string()[..10] <= *day && *day <= commit::now().to_string()[..10], "{day}");
    let head = app.head(&app.books).await.unwrap();
    assert!(head.at > ahead && head.at.0 < ahead.0 + 1_000, "{head:?}");
    app.stop().await;
}

/// One after the other, as the process has one clock: the log accepted last lies further ahead.
#[test]
fn a_log_that_lies_ahead_waits_alone_and_goes_on_behind_its_end_on_both_databases() {
    checks::server::runtime().block_on(async {
        a_log_that_lies_ahead_waits_alone_and_goes_on_behind_its_end(Database::Sqlite, 40).await;
        if checks::postgres::cluster().is_some() {
            a_log_that_lies_ahead_waits_alone_and_goes_on_behind_its_end(Database::Postgres, 80).await;
        }
    });
}
