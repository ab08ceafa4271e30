//! The shards of PostgreSQL: tasks with a connection each; one organization per transaction.
//!
//! Every organization belongs to one shard of a node. Between nodes the lock on its head serialises
//! commits; a kept book is used only where the locked head is the one that it ends with.

use domain::batch::{self, Hints, Outcome};
use domain::book::{Book, Changes, Key};
use store::postgres::Committer as Connection;
use store::{Database, Fault};
use tokio::sync::mpsc;

use super::desk::{self, HINT_ROUNDS, Part, Quiet};
use super::heads::Heads;
use super::shelf::{Room, Shelf};
use super::statistics::Commits;
use super::{CommitFault, Waiting, clock};

/// Shards of one node: more than two cores can decide, so that one waits for the disk while others decide.
pub const SHARDS: usize = 4;

/// Turns of other tasks, of whole requests mostly, in which nobody came: then a commit begins.
const QUIET_TURNS: usize = 1;

/// Starts one shard.
pub(super) fn start(
    database: Database,
    mut queue: mpsc::Receiver<Waiting>,
    heads: Heads,
    commits: Commits,
    room: Room,
) {
    tokio::spawn(async move {
        let mut shard = Shard { shelf: Shelf::new(room), ..Shard::new(database, heads, HINT_ROUNDS) };
        while let Some(first) = queue.recv().await {
            let mut quiet = Quiet::after(QUIET_TURNS);
            while !quiet.is_reached(queue.len()) {
                tokio::task::yield_now().await;
            }
            for part in desk::collect(first, &mut queue) {
                shard.serve(part).await;
                commits.count();
            }
        }
    });
}

/// One connection with its kept books.
pub struct Shard {
    database: Database,
    connection: Option<Connection>,
    shelf: Shelf,
    heads: Heads,
    /// How often hints are loaded before deciding.
    pub hint_rounds: usize,
}

/// Why a transaction did not end in a commit.
enum Failed {
    /// Nothing was written.
    Before(Fault),
    /// Nobody knows.
    AtCommit(Fault),
}

impl Shard {
    /// A shard without books yet. The rounds of hints change how often rows are loaded, never the decisions.
    #[must_use]
    pub fn new(database: Database, heads: Heads, hint_rounds: usize) -> Self {
        Self { database, connection: None, shelf: Shelf::default(), heads, hint_rounds }
    }

    /// Commits one organization's requests; where the database refuses a row, each request alone.
    pub async fn serve(&mut self, part: Part) {
        let mut waiting = vec![part];
        while let Some(part) = waiting.pop() {
            match self.transact(&part).await {
                Ok(outcomes) => part.callers.answer(outcomes),
                Err(Failed::AtCommit(fault)) if fault.leaves_outcome_unknown() => {
                    // A repeated request takes the lock first, which waits for the lost transaction to end.
                    tracing::error!(%fault, "a commit's outcome is unknown");
                    self.forget();
                    part.callers.refuse(&CommitFault::OutcomeUnknown);
                }
                Err(Failed::Before(fault) | Failed::AtCommit(fault)) => {
                    self.forget();
                    if fault.is_worth_deciding_again() && part.envelopes.len() > 1 {
                        tracing::warn!(%fault, "a commit is decided again, one request at a time");
                        waiting.extend(part.split().into_iter().rev());
                    } else {
                        tracing::error!(%fault, "a commit failed");
                        let told = part.told(&fault);
                        part.callers.refuse(&told);
                    }
                }
            }
        }
    }

    async fn transact(&mut self, part: &Part) -> Result<Vec<Outcome>, Failed> {
        match self.attempt(part).await {
            // The connection had died while it was idle, or another node won a race: once more.
            Err(Failed::Before(Fault::ConnectionLost(_) | Fault::Serialization(_))) => {
                self.forget();
                self.attempt(part).await
            }
            Err(Failed::AtCommit(Fault::Constraint(_) | Fault::Serialization(_))) if part.envelopes.len() == 1 => {
                self.forget();
                self.attempt(part).await
            }
            other => other,
        }
    }

    async fn attempt(&mut self, part: &Part) -> Result<Vec<Outcome>, Failed> {
        let mut connection = match self.connection.take() {
            Some(connection) if !connection.is_lost() => connection,
            _ => self.database.postgres_committer().await.map_err(Failed::Before)?,
        };
        let done = match self.decide_unread(&mut connection, part).await {
            Some(done) => done,
            None => self.decide_and_save(&mut connection, part).await,
        };
        if done.is_err() {
            connection.rollback().await;
        }
        self.connection = Some(connection);
        done
    }

    /// Decides with the kept book alone, and writes under the condition that nobody committed since: one flight
    /// instead of two. `None` where that does not do; nothing is written then.
    async fn decide_unread(
        &mut self,
        connection: &mut Connection,
        part: &Part,
    ) -> Option<Result<Vec<Outcome>, Failed>> {
        if self.hint_rounds == 0 {
            return None;
        }
        let (mut book, head) = self.shelf.take_unread(part.organization)?;
        let Some((outcomes, changes)) = unread(&mut book, part) else {
            book.reset();
            self.shelf.keep(book);
            return None;
        };
        match connection.save_upon(part.organization, &head, &changes).await {
            Ok(()) => {
                self.heads.tell(part.organization, book.head().seq);
                self.shelf.keep(book);
                Some(Ok(outcomes))
            }
            // Another node committed, or a receipt is there: the rows have to be read.
            Err(Fault::Serialization(_) | Fault::Constraint(_)) => None,
            Err(fault) => Some(Err(Failed::AtCommit(fault))),
        }
    }

    async fn decide_and_save(&mut self, connection: &mut Connection, part: &Part) -> Result<Vec<Outcome>, Failed> {
        // Rows that a kept book lacks are known before the lock is there, and are loaded right after it.
        let hinted = match self.shelf.peek(part.organization) {
            Some(kept) if self.hint_rounds > 0 => batch::hints(kept, &part.envelopes),
            _ => Vec::new(),
        };
        let (head, answers) =
            connection.begin(part.organization, &desk::queries(&hinted)).await.map_err(Failed::Before)?;
        let mut book = self.shelf.take(part.organization, head).map_err(Failed::Before)?;
        let with_them = desk::fill(&mut book, &hinted, &answers).map_err(Failed::Before)?;
        load(connection, &mut book, with_them).await.map_err(Failed::Before)?;
        if let Some(why) = clock::objection(book.head().at) {
            return Err(Failed::Before(Fault::Busy(why)));
        }
        let outcomes = decide(connection, &mut book, part, self.hint_rounds).await.map_err(Failed::Before)?;
        let changes = book.changes();
        if changes.is_empty() {
            connection.rollback().await;
        } else {
            connection.save_and_commit(part.organization, &changes).await.map_err(Failed::AtCommit)?;
            self.heads.tell(part.organization, book.head().seq);
        }
        self.shelf.keep(book);
        Ok(outcomes)
    }

    /// Gives up the connection and all kept books.
    pub fn forget(&mut self) {
        self.shelf.clear();
        self.connection = None;
    }
}

/// The outcomes of requests that need nothing but what the book holds, if unknown keys are taken for new: their
/// receipts are inserted with the rest, which the database refuses if one exists. So all requests must succeed, because
/// a refused one inserts no receipt, and something must be written.
fn unread(book: &mut Book, part: &Part) -> Option<(Vec<Outcome>, Changes)> {
    if clock::objection(book.head().at).is_some() {
        return None;
    }
    for key in batch::hints(book, &part.envelopes) {
        if !matches!(key, Key::Receipt(_)) {
            return None;
        }
        book.fill(&key, &[]).ok()?;
    }
    let outcomes = batch::run(book, &part.envelopes).ok()?;
    let is_done = |outcome: &Outcome| matches!(outcome, Outcome::Done { .. });
    let changes = book.changes();
    (outcomes.iter().all(is_done) && !changes.is_empty()).then_some((outcomes, changes))
}

async fn decide(
    connection: &mut Connection,
    book: &mut Book,
    part: &Part,
    hint_rounds: usize,
) -> Result<Vec<Outcome>, Fault> {
    let mut hints = Hints::of(&part.envelopes);
    for _ in 0..hint_rounds {
        let hinted = hints.missing(book);
        if hinted.is_empty() {
            break;
        }
        load(connection, book, hinted).await?;
    }
    loop {
        match batch::run(book, &part.envelopes) {
            Ok(outcomes) => return Ok(outcomes),
            Err(missing) => load(connection, book, missing).await?,
        }
    }
}

async fn load(connection: &mut Connection, book: &mut Book, mut wanted: Vec<Key>) -> Result<(), Fault> {
    while !wanted.is_empty() {
        let answers = connection.load(book.id, &desk::queries(&wanted)).await?;
        wanted = desk::fill(book, &wanted, &answers)?;
    }
    Ok(())
}
