//! The real program killed at every step of a commit and of the first migration: the next start completes the step or
//! begins anew, and a repeated key gives the one result.

use std::time::{Duration, Instant};

use checks::disk::{Disk, Order};
use checks::folder::Folder;
use checks::journal::Ground;
use checks::line::{Cut, Line};
use checks::postgres::{self, FreshDatabase};
use checks::program::{Place, Program};
use checks::{entry, server};

const ENTRIES: &str = "/accounting/journal-entries";
/// How long one start or one kill may take on a machine that is busy with other things.
const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn a_kill_at_any_step_of_a_commit_leaves_the_entry_wholly_there_or_wholly_absent() {
    server::runtime().block_on(async {
        let ground = Ground::prepare(false).await;
        let disk = Disk::of(ground.folder.path());
        let mut killed = 0;
        for number in 1.. {
            let key = format!("step-{number}");
            let body = entry(&ground.prepared.journal, "2.00").with("externalId", key.as_str()).json();
            let mut program = ground.start_with(&disk.environment()).await;
            disk.order(Order::Die(number));
            let told = ground.accountant(&program).post(ENTRIES, &body).key(&key).try_send().await;
            disk.withdraw(Order::Die(number));
            if told.is_some() {
                assert!(killed > 10, "a commit has more than {killed} steps");
                break;
            }
            killed += 1;
            assert_eq!(disk.fired(Order::Die(1)), killed);
            program.kill();
            let program = ground.start_with(&disk.environment()).await;
            let accountant = ground.accountant(&program);
            let again = accountant.post(ENTRIES, &body).key(&key).await;
            again.expect(201);
            assert_eq!(accountant.get(&format!("{ENTRIES}?externalId={key}")).await.data().len(), 1);
        }
        println!("killed at {killed} steps");
        // Written and not synced: a kill takes back nothing of that, only a loss of power may.
        let body = entry(&ground.prepared.journal, "3.00").with("externalId", "written").json();
        let program = ground.start_with(&disk.environment()).await;
        // The first commit of a log syncs its head alone before; this one is the second.
        ground.accountant(&program).post_entry(&entry(&ground.prepared.journal, "1.00")).await;
        disk.order(Order::DieAtSync);
        let told = ground.accountant(&program).post(ENTRIES, &body).key("written").try_send().await;
        assert!(told.is_none() && disk.fired(Order::DieAtSync) == 1, "{told:?}");
        disk.withdraw(Order::DieAtSync);
        drop(program);
        let program = ground.start().await;
        let again = ground.accountant(&program).post(ENTRIES, &body).key("written").await;
        assert_eq!(again.expect(201).header("idempotent-replayed"), "true");
        drop(program);
        ground.verify().await;
    });
}

#[test]
fn a_kill_at_any_step_of_the_first_migration_leaves_a_folder_that_the_next_start_completes() {
    server::runtime().block_on(async {
        let mut killed = 0;
        // The first steps one by one, later ones with growing gaps: a migration writes hundreds of pages.
        let mut number = 1;
        loop {
            let folder = Folder::new();
            let disk = Disk::of(folder.path());
            let place = Place { folder: folder.path(), database_url: None };
            disk.order(Order::Die(number));
            let mut program = Program::spawn(place, &disk.environment());
            let begun = Instant::now();
            while !program.has_ended() && !program.is_ready().await {
                assert!(begun.elapsed() < PATIENCE, "{}", program.log());
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            if disk.fired(Order::Die(1)) == 0 {
                assert!(killed > 10, "a migration has more than {killed} steps");
                break;
            }
            killed += 1;
            program.kill();
            drop(program);
            disk.withdraw(Order::Die(1));
            let program = Program::start_with(place, &disk.environment()).await;
            assert!(program.is_ready().await);
            drop(program);
            server::verify_at(folder.path(), None).await;
            number += 1 + number / 4;
        }
        println!("killed {killed} times");
    });
}

#[test]
fn a_line_cut_at_any_step_of_the_first_migration_leaves_a_database_that_the_next_start_completes() {
    let Some(cluster) = postgres::cluster() else {
        println!("skipped: TEST_DATABASE_URL names no PostgreSQL");
        return;
    };
    server::runtime().block_on(async {
        let (mut cut, mut number) = (0, 1);
        loop {
            let (folder, fresh) = (Folder::new(), FreshDatabase::create(&cluster).await);
            let line = Line::to(&fresh.url()).await;
            line.arm(Cut::AtPiece(number));
            let mut program = Program::spawn(Place { folder: folder.path(), database_url: Some(&line.url()) }, &[]);
            let begun = Instant::now();
            while line.cuts() == 0 && !program.is_ready().await {
                assert!(begun.elapsed() < PATIENCE, "{}", program.log());
                // It may have ended with the line that was just cut.
                assert!(!program.has_ended() || line.cuts() == 1, "{}", program.log());
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            program.kill();
            if line.cuts() == 0 {
                break;
            }
            cut += 1;
            let url = fresh.url();
            let program = Program::start(Place { folder: folder.path(), database_url: Some(&url) }).await;
            assert!(program.is_ready().await);
            drop(program);
            server::verify_at(folder.path(), Some(&url)).await;
            number += 1 + number / 8;
        }
        assert!(cut > 10, "a start has more than {cut} steps");
        println!("cut {cut} times");
    });
}

#[test]
fn a_line_cut_at_any_step_of_a_commit_leaves_the_entry_wholly_there_or_wholly_absent() {
    let Some(_) = postgres::cluster() else {
        println!("skipped: TEST_DATABASE_URL names no PostgreSQL");
        return;
    };
    server::runtime().block_on(async {
        let ground = Ground::prepare(true).await;
        let line = Line::to(&ground.fresh.as_ref().unwrap().url()).await;
        let program = Program::start(Place { folder: ground.folder.path(), database_url: Some(&line.url()) }).await;
        let accountant = ground.accountant(&program);
        let mut cut = 0;
        for number in 1.. {
            let key = format!("piece-{number}");
            let body = entry(&ground.prepared.journal, "2.00").with("externalId", key.as_str()).json();
            line.arm(Cut::AtPiece(number));
            let told = accountant.post(ENTRIES, &body).key(&key).await;
            line.disarm();
            line.refuse(false);
            let was_cut = line.cuts() > cut;
            cut = line.cuts();
            assert!(told.status == 201 || (was_cut && told.status == 503), "{}", told.text());
            let begun = Instant::now();
            loop {
                let again = accountant.post(ENTRIES, &body).key(&key).await;
                if again.status != 503 {
                    again.expect(201);
                    break;
                }
                assert!(begun.elapsed() < PATIENCE, "{}", again.text());
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            assert_eq!(accountant.get(&format!("{ENTRIES}?externalId={key}")).await.data().len(), 1);
            if !was_cut {
                break;
            }
        }
        assert!(cut >= 2, "a post has more than {cut} steps");
        println!("cut {cut} times");
        drop(program);
        ground.verify().await;
    });
}
