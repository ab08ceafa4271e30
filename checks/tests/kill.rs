//! The real program under kill -9 and SIGTERM, and two of them on one database: what was acknowledged is there,
//! nothing is there twice, and the books verify.
//!
//! 5 rounds per database; `COUNTINGHOUSE_TORTURE=200` makes it 200.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use checks::folder::Folder;
use checks::postgres::{self, FreshDatabase};
use checks::program::{Place, Program, command};
use checks::server::{self, Prepared};
use checks::{Answer, Caller, entry};
use serde_json::{Value, json};

const CLIENTS: usize = 8;

fn rounds() -> usize {
    std::env::var("COUNTINGHOUSE_TORTURE")
        .ok()
        .and_then(|text| text.parse().ok())
        .filter(|rounds| *rounds > 1)
        .unwrap_or(5)
}

/// A data folder or database with books in it, and tokens that its server will take.
struct Ground {
    folder: Folder,
    fresh: Option<FreshDatabase>,
    prepared: Prepared,
}

impl Ground {
    async fn prepare(on_postgres: bool) -> Self {
        let folder = Folder::new();
        let fresh = match (on_postgres, postgres::cluster()) {
            (true, Some(cluster)) => Some(FreshDatabase::create(&cluster).await),
            _ => None,
        };
        let url = fresh.as_ref().map(FreshDatabase::url);
        let prepared = server::prepare(folder.path(), url.as_deref()).await;
        Self { folder, fresh, prepared }
    }

    async fn start(&self) -> Program {
        let url = self.fresh.as_ref().map(FreshDatabase::url);
        Program::start(Place { folder: self.folder.path(), database_url: url.as_deref() }).await
    }

    fn accountant(&self, program: &Program) -> Caller {
        client(program, &self.prepared.accountant)
    }

    fn foreign(&self, program: &Program) -> Caller {
        client(program, &self.prepared.foreign_accountant)
    }

    /// Everything that `verify` knows, on the stored books.
    async fn verify(&self) {
        let url = self.fresh.as_ref().map(FreshDatabase::url);
        server::verify_at(self.folder.path(), url.as_deref()).await;
    }
}

fn client(program: &Program, token: &str) -> Caller {
    let http = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(30)).build().unwrap();
    Caller::new(http, &program.url, Some(token.to_owned()))
}

/// One line of a client's journal.
#[derive(Clone, Debug)]
struct Line {
    key: String,
    /// The entry's id, where the post was acknowledged.
    posted: Option<String>,
    /// Whether a void was sent, and whether it was acknowledged.
    void: Option<bool>,
}

/// Posts, and voids every third entry, until the server is gone.
async fn work(
    caller: Caller,
    journal: String,
    name: String,
    done: Arc<AtomicUsize>,
    stop: Arc<AtomicBool>,
) -> Vec<Line> {
    let mut lines = Vec::new();
    for number in 0.. {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let key = format!("{name}-{number}");
        let body = entry(&journal, "10.00").with("externalId", key.as_str()).json();
        let mut line = Line { key: key.clone(), posted: None, void: None };
        match caller.post("/accounting/journal-entries", &body).key(&key).try_send().await {
            Some(answer) if answer.status == 201 => line.posted = Some(answer.id()),
            Some(answer) => assert_eq!(answer.status, 503, "{}", answer.text()),
            None => {
                lines.push(line);
                break;
            }
        }
        if let (Some(id), 0) = (&line.posted, number % 3) {
            let answer = caller.void(id).key(&format!("void-{key}")).try_send().await;
            line.void = Some(answer.is_some_and(|answer| answer.status == 204));
        }
        lines.push(line);
        done.fetch_add(1, Ordering::Relaxed);
    }
    lines
}

/// Starts the clients, and ends them and the server by `end` once so many requests were answered.
async fn load(
    ground: &Ground,
    program: &Program,
    round: usize,
) -> (Vec<tokio::task::JoinHandle<Vec<Line>>>, Arc<AtomicUsize>, Arc<AtomicBool>) {
    let (done, stop) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
    let clients = (0..CLIENTS).map(|number| {
        let caller = ground.accountant(program);
        let name = format!("r{round}-c{number}");
        tokio::spawn(work(caller, ground.prepared.journal.clone(), name, Arc::clone(&done), Arc::clone(&stop)))
    });
    (clients.collect(), done, stop)
}

async fn reach(done: &AtomicUsize, wanted: usize) {
    let begun = std::time::Instant::now();
    while done.load(Ordering::Relaxed) < wanted {
        assert!(begun.elapsed() < Duration::from_secs(60), "the load does not get through");
        tokio::task::yield_now().await;
    }
}

async fn journal_of(clients: Vec<tokio::task::JoinHandle<Vec<Line>>>) -> Vec<Line> {
    let mut lines = Vec::new();
    for client in clients {
        lines.extend(client.await.unwrap());
    }
    lines
}

/// The journal against the books: acknowledged is present, nothing is doubled, and a repeated key gives the one result.
async fn compare(ground: &Ground, program: &Program, lines: &[Line]) {
    let caller = ground.accountant(program);
    for line in lines {
        if let Some(id) = &line.posted {
            let stored = caller.get(&format!("/accounting/journal-entries/{id}")).await;
            let status = stored.expect(200).json()["status"].clone();
            match line.void {
                Some(true) => assert_eq!(status, "voided", "{}: the acknowledged void is gone", line.key),
                Some(false) => {}
                None => assert_eq!(status, "posted", "{}", line.key),
            }
        }
        let body = entry(&ground.prepared.journal, "10.00").with("externalId", line.key.as_str()).json();
        let again: Answer = caller.post("/accounting/journal-entries", &body).key(&line.key).await;
        let id = again.expect(201).id();
        if let Some(posted) = &line.posted {
            assert_eq!((&id, again.header("idempotent-replayed")), (posted, "true"), "{}", line.key);
        }
        let rows = caller.get(&format!("/accounting/journal-entries?externalId={}", line.key)).await.data();
        let kept: Vec<&Value> = rows.iter().filter(|row| row["entryType"] != "void").collect();
        assert_eq!(kept.len(), 1, "{} is there {} times", line.key, kept.len());
    }
}

async fn killed_under_load(on_postgres: bool) {
    let ground = Ground::prepare(on_postgres).await;
    let mut program = ground.start().await;
    for round in 0..rounds() {
        let (clients, done, _) = load(&ground, &program, round).await;
        // Another moment in every round.
        reach(&done, 20 + (round * 37) % 150).await;
        program.kill();
        let lines = journal_of(clients).await;
        assert!(lines.iter().any(|line| line.posted.is_none() || line.void == Some(false)), "the kill met no request");
        program = ground.start().await;
        compare(&ground, &program, &lines).await;
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
        let (clients, done, _) = load(&ground, &program, 0).await;
        reach(&done, 60).await;
        let (status, took) = program.terminate().await;
        assert!(status.success() && took < Duration::from_secs(25), "{status} after {took:?}: {}", program.log());
        let lines = journal_of(clients).await;
        let program = ground.start().await;
        compare(&ground, &program, &lines).await;
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
    // What one process wrote, the other reads at once.
    let id = here.post_entry(&entry(&ground.prepared.journal, "9.00")).await;
    assert_eq!(there.entry(&id).await["status"], "posted");
    there.void(&id).await.expect(204);
    assert_eq!(here.entry(&id).await["status"], "voided");
    here.put("/warehouses/wh_x", &json!({})).await.expect(403);
    drop((one, other));
    ground.verify().await;
}

#[test]
fn two_processes_on_one_postgres_database_work_together() {
    if postgres::cluster().is_some() {
        server::runtime().block_on(two_processes_on_one_database());
    } else {
        println!("skipped: TEST_DATABASE_URL names no PostgreSQL");
    }
}
