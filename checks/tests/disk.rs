//! The real program on a disk that fails below it: full, deaf to syncs, slow, without power. Acknowledged writes are
//! there afterwards, nothing is there twice, and the books verify; every test sees that its fault happened.

use std::time::Duration;

use checks::disk::{Disk, Order};
use checks::folder::Folder;
use checks::journal::{Ground, Load, compare, rounds};
use checks::program::{Place, run};
use checks::simulate::random::Random;
use checks::{Caller, entry, server};
use serde_json::json;

const ENTRIES: &str = "/accounting/journal-entries";

/// Books on a disk of their own.
async fn ground() -> (Ground, Disk) {
    let ground = Ground::prepare(false).await;
    let disk = Disk::of(ground.folder.path());
    (ground, disk)
}

/// The environment with checkpoints after so few pages that every few commits make one.
fn with_checkpoints(disk: &Disk) -> Vec<(String, String)> {
    let mut environment = disk.environment();
    environment.push(("COUNTINGHOUSE_CHECKPOINT_PAGES".to_owned(), "100".to_owned()));
    environment
}

/// The answer of `/readyz` as soon as it has this status: a write is tried every few seconds.
async fn is_told(caller: &Caller, status: u16) -> String {
    for _ in 0..100 {
        let answer = caller.get("~/readyz").await;
        if answer.status == status {
            return answer.text().to_owned();
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    panic!("/readyz never was {status}");
}

#[test]
fn a_full_disk_is_answered_storage_full_reads_go_on_and_room_is_enough_to_go_on() {
    server::runtime().block_on(async {
        let (ground, disk) = ground().await;
        let program = ground.start_with(&with_checkpoints(&disk)).await;
        let accountant = ground.accountant(&program);
        let sale = entry(&ground.prepared.journal, "1.00");
        let kept = accountant.post_entry(&sale).await;
        for round in 0..3 {
            disk.order(Order::Full);
            let before = disk.fired(Order::Full);
            let keyed = || accountant.post(ENTRIES, &sale.json()).key(&format!("k{round}"));
            for _ in 0..3 {
                let refused = keyed().await;
                refused.expect(503).code("storage_full");
                assert!(!refused.header("retry-after").is_empty());
            }
            accountant.void(&kept).await.expect(503).code("storage_full");
            assert!(disk.fired(Order::Full) > before, "nothing was written at all");
            assert_eq!(accountant.entry(&kept).await["status"], "posted");
            assert_eq!(accountant.get(ENTRIES).await.expect(200).data().len(), 1 + round);
            accountant.get("/accounting/reports/trial-balance?asOf=2010-12-31").await.expect(200);
            disk.withdraw(Order::Full);
            keyed().await.expect(201);
        }
        accountant.void(&kept).await.expect(204);
        let sign_in = json!({"grant_type": "password", "username": "nobody", "password": "x"});
        disk.order(Order::Full);
        let answer = accountant.post("/auth/token", &sign_in).await;
        // A sign-in that failed is counted, which needs room.
        answer.expect(503).code("storage_full");
        let told = is_told(&accountant, 503).await;
        assert!(told.contains("the disk is full"), "{told}");
        disk.withdraw(Order::Full);
        is_told(&accountant, 200).await;
        drop(program);
        ground.verify().await;
    });
}

#[test]
fn an_export_that_is_not_on_the_disk_gets_no_name_and_fails_its_command() {
    let (data, exports) = (Folder::new(), Folder::new());
    let disk = Disk::of(data.path());
    let file = exports.path().join("api.json");
    let mut environment = disk.environment();
    environment.push(("FAULTS_EXPORTS".to_owned(), exports.path().canonicalize().unwrap().display().to_string()));
    let environment: Vec<(&str, &str)> = environment.iter().map(|(name, value)| (&**name, &**value)).collect();
    let place = Place { folder: data.path(), database_url: None };
    let export = || run(place, &environment, &["openapi", "--out", file.to_str().unwrap()], "");
    export().done();
    std::fs::write(&file, "before").unwrap();
    disk.order(Order::FailSync(1));
    export().failed(1, "cannot be written");
    assert_eq!(disk.fired(Order::FailSync(1)), 1, "nothing was synced");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "before");
    assert_eq!(std::fs::read_dir(exports.path()).unwrap().count(), 1, "what was not kept is gone");
    disk.withdraw(Order::FailSync(1));
    export().done();
    assert!(std::fs::read_to_string(&file).unwrap().starts_with('{'));
}

#[test]
fn at_the_first_failed_sync_the_process_ends_and_says_neither_yes_nor_no() {
    server::runtime().block_on(async {
        let (ground, disk) = ground().await;
        for (round, number) in [1, 2, 5].into_iter().enumerate() {
            let mut program = ground.start_with(&disk.environment()).await;
            let load = Load::start(&ground, &program, round);
            load.reach(30).await;
            disk.order(Order::FailSync(number));
            let (status, _) = program.ended().await;
            assert_eq!(status.code(), Some(70), "{}", program.log());
            assert_eq!(disk.fired(Order::FailSync(1)), round + 1, "one failure is enough");
            let journal = load.journal().await;
            assert!(journal.has_unanswered(), "the fault met no request");
            disk.withdraw(Order::FailSync(1));
            let program = ground.start_with(&disk.environment()).await;
            compare(&ground, &program, &journal).await;
        }
        ground.verify().await;
    });
}

#[test]
fn at_the_first_failed_sync_of_a_checkpoint_the_process_ends_and_nothing_is_lost() {
    server::runtime().block_on(async {
        let (ground, disk) = ground().await;
        // One that fails while commits go on, and later ones, of which the writer makes some itself.
        for (round, number) in (1..=6).enumerate() {
            let mut program = ground.start_with(&with_checkpoints(&disk)).await;
            let load = Load::start(&ground, &program, round);
            load.reach(20 + 7 * round).await;
            disk.order(Order::FailCheckpoint(number));
            let (status, _) = program.ended().await;
            assert_eq!(status.code(), Some(70), "{}", program.log());
            assert_eq!(disk.fired(Order::FailCheckpoint(1)), round + 1, "one failure is enough");
            let journal = load.journal().await;
            disk.withdraw(Order::FailCheckpoint(1));
            let program = ground.start_with(&disk.environment()).await;
            compare(&ground, &program, &journal).await;
        }
        ground.verify().await;
    });
}

/// Rounds of load, kill and loss of power, in which so many percent of the unsynced writes are lost.
async fn without_power(rounds: usize, percent: usize) {
    let (ground, disk) = ground().await;
    let mut random = Random::new(7);
    let mut lost = 0;
    for round in 0..rounds {
        disk.order(Order::KeepUndo);
        // In every other round with checkpoints, which write to the file itself.
        let environment = if round % 2 == 0 { with_checkpoints(&disk) } else { disk.environment() };
        let mut program = ground.start_with(&environment).await;
        let load = Load::start(&ground, &program, round);
        load.reach(20 + round * 31 % 90).await;
        // With writes on their way that no sync has reached yet.
        let moment =
            if round % 3 == 0 { Order::DieAtSync } else { Order::Die(1 + u32::try_from(random.below(60)).unwrap()) };
        disk.order(moment);
        program.ended().await;
        disk.withdraw(moment);
        let journal = load.journal().await;
        lost += disk.lose_power(|| random.chance(percent));
        disk.withdraw(Order::KeepUndo);
        let program = ground.start().await;
        compare(&ground, &program, &journal).await;
        drop(program);
        ground.verify().await;
    }
    assert!(lost > 0, "no write was lost in {rounds} rounds");
}

#[test]
fn what_was_acknowledged_survives_the_loss_of_every_unsynced_write() {
    server::runtime().block_on(without_power(rounds(4), 100));
}

#[test]
fn what_was_acknowledged_survives_the_loss_of_some_unsynced_writes() {
    server::runtime().block_on(without_power(rounds(6), 50));
}

#[test]
fn a_disk_that_does_not_answer_fills_a_bounded_queue_and_the_rest_is_told_to_come_again() {
    server::runtime().block_on(async {
        let (ground, disk) = ground().await;
        let mut environment = disk.environment();
        environment.push(("COUNTINGHOUSE_CONNECTIONS_PER_ADDRESS".to_owned(), "10000".to_owned()));
        let program = ground.start_with(&environment).await;
        let accountant = ground.accountant(&program);
        let kept = accountant.post_entry(&entry(&ground.prepared.journal, "1.00")).await;
        disk.order(Order::Hold);
        let sale = entry(&ground.prepared.journal, "1.00").json();
        // More than wait for a commit and in the queue together.
        // Some at a time: a busy machine could not open all connections at once before the first of them are given up.
        let mut asks = Vec::new();
        for asked in 0..6_600 {
            let ask = accountant.post(ENTRIES, &sale).patience(Duration::from_secs(600));
            asks.push(tokio::spawn(async move { ask.try_send().await }));
            if asked % 300 == 299 {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
        disk.until_fired(Order::Hold).await;
        let refused = loop {
            let answer = accountant.post(ENTRIES, &sale).header("prefer", "return=minimal");
            // Once the queue is full the answer comes at once; before that the request waits for the disk.
            match tokio::time::timeout(Duration::from_secs(1), answer.into_future()).await {
                Ok(answer) => break answer,
                Err(_) => assert!(asks.iter().any(|ask| !ask.is_finished()), "all were answered by a disk that holds"),
            }
        };
        refused.expect(503).code("overloaded");
        assert!(!refused.header("retry-after").is_empty());
        // Who reads does not wait for the disk.
        accountant.get(&format!("{ENTRIES}/{kept}")).await.expect(200);
        disk.withdraw(Order::Hold);
        let (mut written, mut told) = (0, 0);
        for ask in asks {
            match ask.await.unwrap().map(|answer| (answer.status, answer)) {
                Some((201, _)) => written += 1,
                Some((503, answer)) => {
                    answer.code("overloaded");
                    told += 1;
                }
                other => panic!("{:?}", other.map(|(_, answer)| answer.text())),
            }
        }
        assert!(written > 2_000 && told > 0, "{written} written, {told} told to come again");
        accountant.post_entry(&entry(&ground.prepared.journal, "1.00")).await;
        drop(program);
        ground.verify().await;
    });
}

#[test]
fn a_failed_sync_below_a_sign_in_ends_the_process_as_well() {
    server::runtime().block_on(async {
        let (ground, disk) = ground().await;
        let mut program = ground.start_with(&disk.environment()).await;
        let admin = ground.admin(&program);
        let user = json!({"username": "ada", "password": "four quiet harbours", "roles": ["clerk"]});
        admin.post("/users", &user).await.expect(201);
        let sign_in = json!({"grant_type": "password", "username": "ada", "password": "four quiet harbours"});
        admin.post("/auth/token", &sign_in).await.expect(200);
        disk.order(Order::FailSync(1));
        let told = admin.post("/auth/token", &sign_in).try_send().await;
        assert!(told.is_none(), "{told:?}");
        let (status, _) = program.ended().await;
        assert_eq!(status.code(), Some(70), "{}", program.log());
        assert_eq!(disk.fired(Order::FailSync(1)), 1);
        disk.withdraw(Order::FailSync(1));
        let program = ground.start().await;
        ground.admin(&program).post("/auth/token", &sign_in).await.expect(200);
        drop(program);
        ground.verify().await;
    });
}
