//! The real program under kill -9 and SIGTERM, and two of them on one database: acknowledged writes are there, nothing
//! is there twice, and the books verify.
//!
//! 5 rounds per database; `COUNTINGHOUSE_TORTURE=200` makes it 200.

use std::time::Duration;

use checks::entry;
use checks::folder::Folder;
use checks::journal::{Ground, Load, compare, rounds};
use checks::postgres;
use checks::program::{Place, command};
use checks::server;
use serde_json::json;

async fn killed_under_load(on_postgres: bool) {
    let ground = Ground::prepare(on_postgres).await;
    let mut program = ground.start().await;
    for round in 0..rounds(5) {
        let load = Load::start(&ground, &program, round);
        // Another moment in every round.
        load.reach(20 + (round * 37) % 150).await;
        if round == 0 {
            load.reach_everything().await;
        }
        program.kill();
        let journal = load.journal().await;
        assert!(journal.has_unanswered(), "the kill met no request");
        program = ground.start().await;
        compare(&ground, &program, &journal).await;
    }
    let (status, _) = program.terminate().await;
    assert!(status.success(), "{status}: {}", program.log());
    ground.verify().await;
}

#[test]
fn what_was_acknowledged_survives_kill_on_sqlite() {
    server::runtime().block_on(killed_under_load(false));
}

#[test]
fn what_was_acknowledged_survives_kill_on_postgres() {
    if postgres::cluster().is_some() {
        server::runtime().block_on(killed_under_load(true));
    } else {
        println!("skipped: TEST_DATABASE_URL names no PostgreSQL");
    }
}

#[test]
fn sigterm_under_load_loses_nothing_that_was_accepted_and_ends_within_25_seconds() {
    server::runtime().block_on(async {
        let ground = Ground::prepare(false).await;
        let mut program = ground.start().await;
        let load = Load::start(&ground, &program, 0);
        load.reach(60).await;
        let (status, took) = program.terminate().await;
        assert!(status.success() && took < Duration::from_secs(25), "{status} after {took:?}: {}", program.log());
        let journal = load.journal().await;
        let program = ground.start().await;
        compare(&ground, &program, &journal).await;
    });
}

#[test]
fn a_second_server_on_the_same_folder_is_refused_with_the_pid_of_the_first() {
    server::runtime().block_on(async {
        let ground = Ground::prepare(false).await;
        let program = ground.start().await;
        let place = Place { folder: ground.folder.path(), database_url: None };
        let second = command(place).arg("serve").env("COUNTINGHOUSE_LISTEN", "127.0.0.1:0").output().unwrap();
        let text = String::from_utf8_lossy(&second.stderr).into_owned();
        assert_eq!(second.status.code(), Some(3), "{text}");
        assert!(text.contains(&program.pid().to_string()), "{text}");
        ground.accountant(&program).post_entry(&entry(&ground.prepared.journal, "1.00")).await;
        let busy = program.url.trim_start_matches("http://");
        let elsewhere = Folder::new();
        let third = command(Place { folder: elsewhere.path(), database_url: None })
            .arg("serve")
            .env("COUNTINGHOUSE_LISTEN", busy)
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&third.stderr).into_owned();
        assert!(!third.status.success() && text.contains("COUNTINGHOUSE_LISTEN"), "{text}");
    });
}

/// Two processes, two organizations, posts and voids at once.
async fn two_processes_on_one_database() {
    let ground = Ground::prepare(true).await;
    let (one, other) = (ground.start().await, ground.start().await);
    let (here, there) = (ground.accountant(&one), ground.accountant(&other));
    let mut shared = Vec::new();
    for _ in 0..20 {
        shared.push(here.post_entry(&entry(&ground.prepared.journal, "3.00")).await);
    }
    let mut running = Vec::new();
    for (name, caller, journal) in [
        ("a", here.clone(), &ground.prepared.journal),
        ("b", there.clone(), &ground.prepared.journal),
        ("c", ground.foreign(&one), &ground.prepared.foreign_journal),
        ("d", ground.foreign(&other), &ground.prepared.foreign_journal),
    ] {
        let (journal, shared) = (journal.clone(), shared.clone());
        running.push(tokio::spawn(async move {
            let mut won = 0;
            for number in 0..60 {
                // The same external id on both processes: one of them gets it.
                let external = format!("{}-{number}", if name < "c" { "own" } else { "foreign" });
                let answer = caller
                    .post("/accounting/journal-entries", &entry(&journal, "1.00").with("externalId", external).json())
                    .await;
                assert!(matches!(answer.status, 201 | 409), "{}", answer.text());
                won += usize::from(answer.status == 201);
                if name < "c" && number % 3 == 0 {
                    let answer = caller.void(&shared[number / 3]).await;
                    assert!(matches!(answer.status, 204 | 409), "{}", answer.text());
                    won += usize::from(answer.status == 204);
                }
            }
            won
        }));
    }
    let mut won = Vec::new();
    for one in running {
        won.push(one.await.unwrap());
    }
    assert_eq!((won[0] + won[1], won[2] + won[3]), (60 + 20, 60), "{won:?}");
    // One process reads at once the writes of the other.
    let id = here.post_entry(&entry(&ground.prepared.journal, "9.00")).await;
    assert_eq!(there.entry(&id).await["status"], "posted");
    there.void(&id).await.expect(204);
    assert_eq!(here.entry(&id).await["status"], "voided");
    here.put("/warehouses/wh_x", &json!({})).await.expect(403);
    drop((one, other));
    ground.verify().await;
}

/// Two processes, and every operation that writes at each of them: in the books that all share, and in others.
async fn every_operation_at_two_processes() {
    let ground = Ground::prepare(true).await;
    let (one, other) = (ground.start().await, ground.start().await);
    let (here, there) = (Load::start_with(&ground, &one, 0, 1), Load::start_with(&ground, &other, 1, 1));
    for load in [&here, &there] {
        load.reach_everything().await;
    }
    let (here, there) = (here.finish().await, there.finish().await);
    // Writes of one of them are there at the other.
    compare(&ground, &other, &here).await;
    compare(&ground, &one, &there).await;
    drop((one, other));
    ground.verify().await;
}

#[test]
fn every_operation_that_writes_works_at_two_processes_on_one_postgres_database() {
    if postgres::cluster().is_some() {
        server::runtime().block_on(every_operation_at_two_processes());
    } else {
        println!("skipped: TEST_DATABASE_URL names no PostgreSQL");
    }
}

#[test]
fn two_processes_on_one_postgres_database_work_together() {
    if postgres::cluster().is_some() {
        server::runtime().block_on(two_processes_on_one_database());
    } else {
        println!("skipped: TEST_DATABASE_URL names no PostgreSQL");
    }
}
