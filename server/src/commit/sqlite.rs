//! The shard of SQLite: one thread, one transaction for all organizations that wait.

use domain::batch::{self, Outcome};
use domain::book::{Book, Key};
use store::sqlite::Writer;
use store::{Database, Fault};
use tokio::sync::mpsc;

use super::desk::{self, HINT_ROUNDS, Part};
use super::heads::Heads;
use super::shelf::Shelf;
use super::{CommitFault, Waiting};

/// Starts the shard's thread.
pub(super) fn start(
    database: &Database,
    mut queue: mpsc::Receiver<Waiting>,
    heads: Heads,
    fatal: fn(&str),
) -> std::io::Result<()> {
    let writer = database.sqlite_writer().cloned();
    std::thread::Builder::new().name("commit".to_owned()).spawn(move || {
        let Some(writer) = writer else { return };
        let mut shelf = Shelf::default();
        while let Some(first) = queue.blocking_recv() {
            let parts = desk::collect(first, &mut queue);
            let heads = heads.clone();
            let done = writer.run_blocking(move |writer| {
                commit(writer, &mut shelf, &heads, parts, HINT_ROUNDS, fatal);
                shelf
            });
            match done {
                Ok(kept) => shelf = kept,
                Err(fault) => {
                    tracing::error!(%fault, "a commit ended early");
                    shelf = Shelf::default();
                }
            }
        }
    })?;
    Ok(())
}

/// Commits all parts together; where the database refuses a row, each request alone. The rounds of
/// hints change how often is loaded, never what is decided.
pub fn commit(
    writer: &mut Writer,
    shelf: &mut Shelf,
    heads: &Heads,
    parts: Vec<Part>,
    hint_rounds: usize,
    fatal: fn(&str),
) {
    match decide_and_save(writer, shelf, heads, &parts, hint_rounds) {
        Ok(outcomes) => {
            for (part, outcomes) in parts.into_iter().zip(outcomes) {
                part.callers.answer(outcomes);
            }
        }
        Err(fault) => {
            writer.rollback();
            shelf.clear();
            let requests: usize = parts.iter().map(|part| part.envelopes.len()).sum();
            if let Fault::Io(why) = &fault {
                // Neither success nor failure may be told: the callers are dropped with the process.
                fatal(why);
                drop(parts);
            } else if fault.is_worth_deciding_again() && requests > 1 {
                tracing::warn!(%fault, requests, "a commit is decided again, one request at a time");
                for part in parts.into_iter().flat_map(Part::split) {
                    commit(writer, shelf, heads, vec![part], hint_rounds, fatal);
                }
            } else {
                tracing::error!(%fault, "a commit failed");
                let told = CommitFault::from(fault);
                parts.into_iter().for_each(|part| part.callers.refuse(&told));
            }
        }
    }
}

fn decide_and_save(
    writer: &mut Writer,
    shelf: &mut Shelf,
    heads: &Heads,
    parts: &[Part],
    hint_rounds: usize,
) -> Result<Vec<Vec<Outcome>>, Fault> {
    writer.begin()?;
    let mut books = Vec::with_capacity(parts.len());
    let mut answers = Vec::with_capacity(parts.len());
    let mut wrote = false;
    for part in parts {
        let head = writer.head(part.organization)?;
        let mut book = shelf.take(part.organization, head)?;
        if part.clock_is_behind(&book) {
            return Err(Fault::Busy("the clock lies more than 5 minutes behind the last commit".to_owned()));
        }
        let outcomes = decide(writer, &mut book, part, hint_rounds)?;
        let changes = book.changes();
        if !changes.is_empty() {
            writer.save(part.organization, &changes)?;
            wrote = true;
        }
        books.push(book);
        answers.push(outcomes);
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

fn decide(writer: &mut Writer, book: &mut Book, part: &Part, hint_rounds: usize) -> Result<Vec<Outcome>, Fault> {
    for _ in 0..hint_rounds {
        let hinted = batch::hints(book, &part.envelopes);
        if hinted.is_empty() {
            break;
        }
        load(writer, book, &hinted)?;
    }
    loop {
        match batch::run(book, &part.envelopes) {
            Ok(outcomes) => return Ok(outcomes),
            Err(missing) => load(writer, book, &missing)?,
        }
    }
}

fn load(writer: &mut Writer, book: &mut Book, keys: &[Key]) -> Result<(), Fault> {
    let answers = writer.load(book.id, &desk::queries(keys))?;
    desk::fill(book, keys, &answers)
}
