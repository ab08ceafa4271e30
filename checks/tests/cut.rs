//! The real program on PostgreSQL behind a line that is cut: at any moment, and while COMMIT is on its way.
//! Acknowledged writes are there, others are wholly there or wholly absent, and the same key gives the one result.

use std::time::Duration;

use checks::journal::{Ground, Journal, Load, compare, rounds};
use checks::line::{Cut, Line};
use checks::program::{Place, Program};
use checks::{Answer, entry, postgres, server};

const ENTRIES: &str = "/accounting/journal-entries";

/// Books on PostgreSQL, and a server that reaches them over a line.
async fn over_a_line() -> (Ground, Line, Program) {
    let ground = Ground::prepare(true).await;
    let fresh = ground.fresh.as_ref().unwrap();
    let line = Line::to(&fresh.url()).await;
    let program = Program::start(Place { folder: ground.folder.path(), database_url: Some(&line.url()) }).await;
    (ground, line, program)
}

fn on_postgres(steps: impl AsyncFnOnce()) {
    if postgres::cluster().is_some() {
        server::runtime().block_on(steps());
    } else {
        println!("skipped: TEST_DATABASE_URL names no PostgreSQL");
    }
}

/// Sends until the server has connections again.
async fn until_answered(ask: impl Fn() -> checks::caller::Ask) -> Answer {
    let begun = std::time::Instant::now();
    loop {
        let answer = ask().await;
        if answer.status != 503 || begun.elapsed() > Duration::from_secs(30) {
            return answer;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[test]
fn a_line_cut_after_commit_was_sent_leaves_the_outcome_unknown_and_the_key_settles_it() {
    on_postgres(async || {
        let (ground, line, program) = over_a_line().await;
        let accountant = ground.accountant(&program);
        accountant.post_entry(&entry(&ground.prepared.journal, "1.00")).await;
        // Cut before COMMIT reaches the server, once it has it, and when its answer is on the way back.
        for (number, cut) in
            [Cut::BeforeCommit, Cut::AfterCommit, Cut::BeforeAnswer, Cut::AfterCommit, Cut::BeforeAnswer]
                .into_iter()
                .enumerate()
        {
            let key = format!("cut-{number}");
            let body = entry(&ground.prepared.journal, "2.00").with("externalId", key.as_str()).json();
            let post = || accountant.post(ENTRIES, &body).key(&key);
            line.arm(cut);
            let told = post().await;
            assert_eq!(line.cuts(), number + 1, "{cut:?} did not happen: {}", told.text());
            told.expect(503).code("outcome_unknown");
            assert!(!told.header("retry-after").is_empty(), "{cut:?}");
            let settled = until_answered(post).await;
            let replayed = settled.expect(201).header("idempotent-replayed") == "true";
            match cut {
                Cut::BeforeCommit => assert!(!replayed, "nothing was committed"),
                Cut::BeforeAnswer => assert!(replayed, "it was committed"),
                Cut::AfterCommit | Cut::AtPiece(_) => {}
            }
            assert_eq!(accountant.get(&format!("{ENTRIES}?externalId={key}")).await.data().len(), 1);
        }
        drop(program);
        ground.verify().await;
    });
}

#[test]
fn a_line_cut_at_any_moment_loses_and_doubles_nothing() {
    on_postgres(async || {
        let (ground, line, program) = over_a_line().await;
        let mut journal = Journal::default();
        let rounds = rounds(5);
        for round in 0..rounds {
            let load = Load::start(&ground, &program, round);
            for moment in 1..4 {
                load.reach(moment * (11 + round % 20 * 5)).await;
                // Another moment of a transaction in every round.
                tokio::time::sleep(Duration::from_micros((round as u64 * 613) % 3_000)).await;
                line.cut();
            }
            load.reach(4 * (11 + round % 20 * 5)).await;
            journal.extend(load.finish().await);
        }
        assert_eq!(line.cuts(), 3 * rounds);
        println!("{} entries, {} errands", journal.lines.len(), journal.errands.len());
        assert!(journal.has_unanswered(), "the cuts met no request");
        until_answered(|| ground.accountant(&program).get(ENTRIES)).await.expect(200);
        compare(&ground, &program, &journal).await;
        drop(program);
        ground.verify().await;
    });
}

#[test]
fn without_a_database_everything_is_503_and_with_it_all_goes_on_without_a_restart() {
    on_postgres(async || {
        let (ground, line, program) = over_a_line().await;
        let accountant = ground.accountant(&program);
        let sale = entry(&ground.prepared.journal, "1.00").json();
        let kept = accountant.post(ENTRIES, &sale).await.expect(201).id();
        line.refuse(true);
        line.cut();
        for _ in 0..3 {
            for answer in
                [accountant.post(ENTRIES, &sale).await, accountant.void(&kept).await, accountant.get(ENTRIES).await]
            {
                answer.expect(503);
                assert!(!answer.header("retry-after").is_empty(), "{}", answer.text());
            }
        }
        assert_eq!(accountant.get("~/readyz").await.status, 503);
        accountant.get("~/healthz").await.expect(200);
        line.refuse(false);
        until_answered(|| accountant.post(ENTRIES, &sale).key("again")).await.expect(201);
        until_answered(|| accountant.void(&kept).key("void")).await.expect(204);
        drop(program);
        ground.verify().await;
    });
}
