//! The shard of SQLite: one thread, one transaction for all organizations that wait.

use std::sync::{Arc, Mutex, MutexGuard};

use domain::batch::{self, Hints, Outcome};
use domain::book::{Book, Key};
use store::sqlite::Writer;
use store::{Database, Fault};
use tokio::sync::mpsc;

use super::desk::{self, HINT_ROUNDS, Part, Quiet};
use super::heads::Heads;
use super::shelf::{Room, Shelf};
use super::{CommitFault, Waiting};

/// Commits that follow each other on the writer before other work gets its turn. Without that, every commit would
/// wait for two threads to wake.
const COMMITS_PER_TURN: usize = 8;

/// Turns of other threads in which nobody came: then a commit begins.
const QUIET_TURNS: usize = 3;

/// The requests that wait for a commit, and the books that are kept between commits.
struct Shard {
    queue: mpsc::Receiver<Waiting>,
    shelf: Shelf,
    heads: Heads,
    fatal: fn(&str),
}

/// Starts the shard's thread.
pub(super) fn start(
    database: &Database,
    queue: mpsc::Receiver<Waiting>,
    heads: Heads,
    room: Room,
    fatal: fn(&str),
) -> std::io::Result<()> {
    let writer = database.sqlite_writer().cloned();
    let shard = Arc::new(Mutex::new(Shard { queue, shelf: Shelf::new(room), heads, fatal }));
    std::thread::Builder::new().name("commit".to_owned()).spawn(move || {
        let Some(writer) = writer else { return };
        loop {
            // The shard is free again before the writer has its turn with it.
            let first = opened(&shard).queue.blocking_recv();
            let Some(first) = first else { return };
            let shard = Arc::clone(&shard);
            if let Err(fault) = writer.run_blocking(move |writer| opened(&shard).turn(writer, first)) {
                tracing::error!(%fault, "a commit ended early");
            }
        }
    })?;
    Ok(())
}

/// The shard; the contents of its books when a commit panicked are forgotten.
fn opened(shard: &Mutex<Shard>) -> MutexGuard<'_, Shard> {
    shard.lock().unwrap_or_else(|poisoned| {
        shard.clear_poison();
        let mut shard = poisoned.into_inner();
        shard.shelf.clear();
        shard
    })
}

impl Shard {
    /// Commits this request with all waiting ones, then those that came meanwhile.
    fn turn(&mut self, writer: &mut Writer, first: Waiting) {
        let mut next = Some(first);
        for commits_left in (0..COMMITS_PER_TURN).rev() {
            let Some(first) = next.take() else { return };
            let mut quiet = Quiet::after(QUIET_TURNS);
            while !quiet.is_reached(self.queue.len()) {
                std::thread::yield_now();
            }
            let parts = desk::collect(first, &mut self.queue);
            commit(writer, &mut self.shelf, &self.heads, parts, HINT_ROUNDS, self.fatal);
            if commits_left > 0 {
                next = self.queue.try_recv().ok();
            }
        }
    }
}

/// Whether the receipts of idempotency keys are looked for before the requests are decided.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Receipts {
    /// New keys are taken for new: receipts are inserted with the rest, which the database refuses where one is there.
    Assumed,
    /// They are read.
    Read,
}

/// The answer to the callers of one part: their outcomes, or why its organization may not write now.
type Answers = Result<Vec<Outcome>, CommitFault>;

/// Commits all parts together; if the database refuses a row, each request alone. The rounds of hints change how often
/// rows are loaded, never the decisions.
pub fn commit(
    writer: &mut Writer,
    shelf: &mut Shelf,
    heads: &Heads,
    parts: Vec<Part>,
    hint_rounds: usize,
    fatal: fn(&str),
) {
    let outcomes = match hint_rounds {
        0 => decide_and_save(writer, shelf, heads, &parts, hint_rounds, Receipts::Read),
        _ => assuming(writer, shelf, heads, &parts, hint_rounds),
    };
    match outcomes {
        Ok(outcomes) => {
            for (part, outcomes) in parts.into_iter().zip(outcomes) {
                match outcomes {
                    Ok(outcomes) => part.callers.answer(outcomes),
                    Err(refused) => part.callers.refuse(&refused),
                }
            }
        }
        Err(fault) => {
            writer.rollback();
            shelf.clear();
            let requests: usize = parts.iter().map(|part| part.envelopes.len()).sum();
            if let Fault::Io(why) = &fault {
                // Neither success nor failure may be reported: the callers are dropped with the process.
                fatal(why);
                drop(parts);
            } else if fault.is_worth_deciding_again() && requests > 1 {
                tracing::warn!(%fault, requests, "a commit is decided again, one request at a time");
                for part in parts.into_iter().flat_map(Part::split) {
                    commit(writer, shelf, heads, vec![part], hint_rounds, fatal);
                }
            } else {
                tracing::error!(%fault, "a commit failed");
                for part in parts {
                    let told = part.told(&fault);
                    part.callers.refuse(&told);
                }
            }
        }
    }
}

/// Takes new keys for new, and decides again with reading where one was not: a repeated request is rare.
fn assuming(
    writer: &mut Writer,
    shelf: &mut Shelf,
    heads: &Heads,
    parts: &[Part],
    hint_rounds: usize,
) -> Result<Vec<Answers>, Fault> {
    match decide_and_save(writer, shelf, heads, parts, hint_rounds, Receipts::Assumed) {
        Err(Fault::Constraint(_)) => {
            writer.rollback();
            decide_and_save(writer, shelf, heads, parts, hint_rounds, Receipts::Read)
        }
        done => done,
    }
}

fn decide_and_save(
    writer: &mut Writer,
    shelf: &mut Shelf,
    heads: &Heads,
    parts: &[Part],
    hint_rounds: usize,
    receipts: Receipts,
) -> Result<Vec<Answers>, Fault> {
    writer.begin()?;
    let mut books = Vec::with_capacity(parts.len());
    let mut answers = Vec::with_capacity(parts.len());
    let mut wrote = false;
    for part in parts {
        let head = writer.head(part.organization)?;
        let mut book = shelf.take(part.organization, head)?;
        if let Some(refused) = part.objection_of_clock(&book) {
            shelf.put_back(book);
            answers.push(Err(refused));
            continue;
        }
        let outcomes = decide(writer, &mut book, part, hint_rounds, receipts)?;
        let changes = book.changes();
        books.push(book);
        answers.push(Ok(outcomes));
        if changes.is_empty() {
            continue;
        }
        if let Err(fault) = writer.save(part.organization, &changes) {
            if receipts == Receipts::Assumed && matches!(fault, Fault::Constraint(_)) {
                // Their contents are unchanged, less the assumed keys: they need not be read again.
                books.into_iter().for_each(|book| shelf.put_back(book));
            }
            return Err(fault);
        }
        wrote = true;
    }
    if wrote {
        writer.commit()?;
    } else {
        // Refusals only: nothing to make durable.
        writer.rollback();
    }
    for book in books {
        if wrote {
            heads.tell(book.id, book.head().seq);
        }
        shelf.keep(book);
    }
    Ok(answers)
}

fn decide(
    writer: &mut Writer,
    book: &mut Book,
    part: &Part,
    hint_rounds: usize,
    receipts: Receipts,
) -> Result<Vec<Outcome>, Fault> {
    let mut assumed = match receipts {
        Receipts::Assumed => assume(book, part)?,
        Receipts::Read => Vec::new(),
    };
    let mut hints = Hints::of(&part.envelopes);
    for _ in 0..hint_rounds {
        let hinted = hints.missing(book);
        if hinted.is_empty() {
            break;
        }
        load(writer, book, hinted)?;
    }
    loop {
        match batch::run(book, &part.envelopes) {
            // A refused request inserts no receipt, so that the database could not report an existing one.
            Ok(outcomes) if !assumed.is_empty() && !outcomes.iter().all(is_done) => {
                book.reset();
                book.forget_receipts();
                load(writer, book, std::mem::take(&mut assumed))?;
            }
            Ok(outcomes) => return Ok(outcomes),
            Err(missing) => load(writer, book, missing)?,
        }
    }
}

/// Takes new keys for new; returns them.
fn assume(book: &mut Book, part: &Part) -> Result<Vec<Key>, Fault> {
    let receipts = part.envelopes.iter().filter_map(|envelope| envelope.receipt.as_ref());
    let mut keys: Vec<Key> = receipts.map(|receipt| Key::Receipt(receipt.key_hash)).collect();
    keys.retain(|key| !book.holds(key));
    for key in &keys {
        book.fill(key, &[])?;
    }
    Ok(keys)
}

fn is_done(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Done { .. })
}

fn load(writer: &mut Writer, book: &mut Book, mut wanted: Vec<Key>) -> Result<(), Fault> {
    while !wanted.is_empty() {
        let answers = writer.load(book.id, &desk::queries(&wanted))?;
        wanted = desk::fill(book, &wanted, &answers)?;
    }
    Ok(())
}
