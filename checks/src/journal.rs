//! Clients that write down their answers, to be compared with the books after a fault.

mod approvals;
mod bookkeeper;
mod books;
mod company;
mod counts;
mod errand;
mod goods;
mod kinds;
mod names;
mod years;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use domain::value::movement_kind::MovementKind;
use serde_json::Value;
use tokio::task::JoinHandle;

use self::bookkeeper::{Bookkeeper, Met, PARTS};
use self::errand::{Errand, Feed, operations};
use crate::folder::Folder;
use crate::postgres::{self, FreshDatabase};
use crate::program::{Place, Program};
use crate::server::{self, Prepared};
use crate::{Answer, Caller, entry};

/// Clients at a time.
const CLIENTS: usize = 8;
/// Bookkeepers besides them.
const BOOKKEEPERS: usize = 2;

/// Rounds of a test with faults: this few, or the number in `COUNTINGHOUSE_TORTURE`.
#[must_use]
pub fn rounds(few: usize) -> usize {
    let wanted = std::env::var("COUNTINGHOUSE_TORTURE").ok().and_then(|text| text.parse().ok());
    wanted.filter(|rounds| *rounds > 1).unwrap_or(few)
}

/// A data folder or database with books in it, and tokens that its server will take.
pub struct Ground {
    /// The data folder.
    pub folder: Folder,
    /// The database, where it is PostgreSQL.
    pub fresh: Option<FreshDatabase>,
    /// Its contents.
    pub prepared: Prepared,
}

impl Ground {
    /// Makes the books of two organizations.
    pub async fn prepare(on_postgres: bool) -> Self {
        let folder = Folder::new();
        let fresh = match (on_postgres, postgres::cluster()) {
            (true, Some(cluster)) => Some(FreshDatabase::create(&cluster).await),
            _ => None,
        };
        let url = fresh.as_ref().map(FreshDatabase::url);
        let prepared = server::prepare(folder.path(), url.as_deref()).await;
        Self { folder, fresh, prepared }
    }

    /// Starts the program on it.
    pub async fn start(&self) -> Program {
        self.start_with(&[]).await
    }

    /// Starts the program on it, with more of an environment.
    pub async fn start_with(&self, environment: &[(String, String)]) -> Program {
        let url = self.fresh.as_ref().map(FreshDatabase::url);
        Program::start_with(Place { folder: self.folder.path(), database_url: url.as_deref() }, environment).await
    }

    /// The accountant of the first organization, at this server.
    #[must_use]
    pub fn accountant(&self, program: &Program) -> Caller {
        client(program, &self.prepared.accountant)
    }

    /// The administrator of the first organization, at this server.
    #[must_use]
    pub fn admin(&self, program: &Program) -> Caller {
        client(program, &self.prepared.admin)
    }

    /// The accountant of the other organization, at this server.
    #[must_use]
    pub fn foreign(&self, program: &Program) -> Caller {
        client(program, &self.prepared.foreign_accountant)
    }

    /// Everything that `verify` knows, on the stored books.
    pub async fn verify(&self) {
        let url = self.fresh.as_ref().map(FreshDatabase::url);
        server::verify_at(self.folder.path(), url.as_deref()).await;
    }
}

fn client(program: &Program, token: &str) -> Caller {
    let http = reqwest::Client::builder()
        .no_proxy()
        .timeout(Duration::from_secs(30))
        .build()
        .unwrap_or_else(|fault| panic!("{fault}"));
    Caller::new(http, &program.url, Some(token.to_owned()))
}

/// One line of a client's journal.
#[derive(Clone, Debug)]
pub struct Line {
    /// The idempotency key, which is the external id, too.
    pub key: String,
    /// The entry's id, where the post was acknowledged.
    pub posted: Option<String>,
    /// Whether a void was sent, and whether it was acknowledged.
    pub void: Option<bool>,
}

/// The records of all clients.
#[derive(Clone, Debug, Default)]
pub struct Journal {
    /// Of the clients that post and void.
    pub lines: Vec<Line>,
    /// Of the bookkeepers, each in its order.
    pub errands: Vec<Errand>,
}

impl Journal {
    /// Whether a request was met by the fault: its outcome is unknown.
    #[must_use]
    pub fn has_unanswered(&self) -> bool {
        self.lines.iter().any(|line| line.posted.is_none() || line.void == Some(false))
            || self.errands.iter().any(|errand| errand.told.is_none())
    }

    /// Adds the records of another round.
    pub fn extend(&mut self, other: Self) {
        self.lines.extend(other.lines);
        self.errands.extend(other.errands);
    }
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
            Some(answer) => {
                assert_eq!(answer.status, 503, "{}", answer.text());
                // Asked to come again: at once would be a storm.
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
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

/// Clients at work.
#[derive(Debug)]
pub struct Load {
    clients: Vec<JoinHandle<Vec<Line>>>,
    bookkeepers: Vec<JoinHandle<Vec<Errand>>>,
    met: Met,
    done: Arc<AtomicUsize>,
    stop: Arc<AtomicBool>,
}

impl Load {
    /// Starts the clients of one round; they work until the server is gone or they are stopped.
    #[must_use]
    pub fn start(ground: &Ground, program: &Program, round: usize) -> Self {
        Self::start_with(ground, program, round, CLIENTS)
    }

    /// With this many clients that post.
    #[must_use]
    pub fn start_with(ground: &Ground, program: &Program, round: usize, clients: usize) -> Self {
        let (done, stop) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
        let clients = (0..clients).map(|number| {
            let caller = ground.accountant(program);
            let name = format!("r{round}-c{number}");
            tokio::spawn(work(caller, ground.prepared.journal.clone(), name, Arc::clone(&done), Arc::clone(&stop)))
        });
        let met = Met::new(Mutex::new(BTreeSet::new()));
        let bookkeepers = (0..BOOKKEEPERS).map(|number| {
            let bookkeeper = Bookkeeper {
                caller: ground.admin(program),
                prepared: ground.prepared.clone(),
                name: format!("r{round}-b{number}"),
                met: Arc::clone(&met),
                done: Arc::clone(&done),
                stop: Arc::clone(&stop),
                errands: Vec::new(),
            };
            // Another part of their work meets the fault in every round.
            tokio::spawn(bookkeeper.work(round + number * PARTS / BOOKKEEPERS))
        });
        let bookkeepers = bookkeepers.collect();
        Self { clients: clients.collect(), bookkeepers, met, done, stop }
    }

    /// Waits until this many requests were answered.
    pub async fn reach(&self, wanted: usize) {
        let begun = std::time::Instant::now();
        while self.done.load(Ordering::Relaxed) < wanted {
            assert!(begun.elapsed() < Duration::from_secs(60), "the load does not get through");
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    /// Waits until one request of each operation that writes, and one movement of each kind, was acknowledged.
    pub async fn reach_everything(&self) {
        let begun = std::time::Instant::now();
        let missing = || {
            let met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
            let wanted = operations::ALL.iter().map(String::as_str);
            let wanted = wanted.chain(MovementKind::ALL.iter().map(|kind| kind.name()));
            wanted.filter(|name| !met.contains(name)).collect::<Vec<_>>()
        };
        while !missing().is_empty() {
            let ended = self.bookkeepers.iter().any(JoinHandle::is_finished);
            let in_time = begun.elapsed() < Duration::from_secs(90);
            assert!(in_time && !ended, "nobody gets through to {:?}", missing());
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    /// How many requests were answered so far.
    #[must_use]
    pub fn done(&self) -> usize {
        self.done.load(Ordering::Relaxed)
    }

    /// The clients' records, once they ended.
    pub async fn journal(self) -> Journal {
        let mut journal = Journal::default();
        for client in self.clients {
            journal.lines.extend(client.await.unwrap_or_else(|fault| panic!("a client ended badly: {fault}")));
        }
        for bookkeeper in self.bookkeepers {
            journal
                .errands
                .extend(bookkeeper.await.unwrap_or_else(|fault| panic!("a bookkeeper ended badly: {fault}")));
        }
        journal
    }

    /// Stops the clients, and returns their records.
    pub async fn finish(self) -> Journal {
        self.stop.store(true, Ordering::Relaxed);
        self.journal().await
    }
}

/// The journal against the books: acknowledged is present, nothing is doubled, and a repeated key gives the one result.
pub async fn compare(ground: &Ground, program: &Program, journal: &Journal) {
    let caller = ground.accountant(program);
    for line in &journal.lines {
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
    // In each company by its own sender: the feed is read once before the keys are repeated, and once after.
    let mut of_caller: BTreeMap<Option<String>, Vec<&Errand>> = BTreeMap::new();
    for errand in &journal.errands {
        of_caller.entry(errand.by.clone()).or_default().push(errand);
    }
    for (token, errands) in of_caller {
        let caller = ground.admin(program).with_token(token);
        let feed = Feed::read(&caller).await;
        for errand in &errands {
            errand.assert_kept(&caller, &feed).await;
        }
        let mut ids = Vec::new();
        for errand in &errands {
            ids.push(errand.repeat(&caller).await);
        }
        let feed = Feed::read(&caller).await;
        for (errand, id) in errands.iter().zip(&ids) {
            errand.assert_shown(&caller, &feed, id).await;
        }
    }
}
