//! The work of every shard on the requests of one commit, for either database.

use std::collections::BTreeMap;

use domain::batch::{Envelope, Outcome, Work};
use domain::book::{Book, Key, Query};
use domain::value::Cell;
use domain::value::id::OrganizationId;
use store::Fault;
use tokio::sync::{mpsc, oneshot};

use super::{CommitFault, Waiting, clock};

/// Commands that share one commit.
const COMMANDS_PER_COMMIT: usize = 2_048;
/// Rounds of hints: the rows of one round let the next one see further.
pub const HINT_ROUNDS: usize = 4;

/// Whether those who are about to ask have put their requests into the queue. Callers that were answered together
/// ask again together: else the first of them would have a commit of its own, and all others would wait for it.
/// No time is waited for, only turns given to others, as long as more requests come.
#[derive(Debug)]
pub struct Quiet {
    waiting: usize,
    turns: usize,
    most: usize,
}

/// Where a caller waits for its outcome.
pub type Answered = oneshot::Receiver<Result<Outcome, CommitFault>>;

/// The callers of one commit, in their order.
pub struct Callers(Vec<oneshot::Sender<Result<Outcome, CommitFault>>>);

/// The requests of one organization in one commit.
pub struct Part {
    /// Whose they are.
    pub organization: OrganizationId,
    /// The requests, in the order in which they came.
    pub envelopes: Vec<Envelope>,
    /// Their callers.
    pub callers: Callers,
}

impl Callers {
    /// Answers each caller with its own outcome.
    pub fn answer(self, outcomes: Vec<Outcome>) {
        for (caller, outcome) in self.0.into_iter().zip(outcomes) {
            // A caller that left gets its answer from the receipt when it comes again.
            let _ = caller.send(Ok(outcome));
        }
    }

    /// Tells every caller why nothing was decided.
    pub fn refuse(self, fault: &CommitFault) {
        for caller in self.0 {
            let _ = caller.send(Err(fault.clone()));
        }
    }
}

impl Quiet {
    /// A commit begins after this many turns in which nobody came.
    #[must_use]
    pub fn after(turns: usize) -> Self {
        Self { waiting: 0, turns: 0, most: turns }
    }

    /// Whether a commit begins now that this many wait; else give others a turn and ask again.
    pub fn is_reached(&mut self, waiting: usize) -> bool {
        self.turns = if waiting > self.waiting { 0 } else { self.turns + 1 };
        self.waiting = waiting;
        self.turns > self.most
    }
}

impl Part {
    /// Requests of one organization, with the ends at which their callers wait.
    #[must_use]
    pub fn new(organization: OrganizationId, envelopes: Vec<Envelope>) -> (Self, Vec<Answered>) {
        let (callers, answered) = envelopes.iter().map(|_| oneshot::channel()).unzip();
        (Self { organization, envelopes, callers: Callers(callers) }, answered)
    }

    /// The same requests one by one, so that a poison command hurts only itself.
    #[must_use]
    pub fn split(self) -> Vec<Part> {
        let organization = self.organization;
        self.envelopes
            .into_iter()
            .zip(self.callers.0)
            .map(|(envelope, caller)| Part { organization, envelopes: vec![envelope], callers: Callers(vec![caller]) })
            .collect()
    }

    /// What callers are told of a fault of this part alone.
    #[must_use]
    pub fn told(&self, fault: &Fault) -> CommitFault {
        let is_together = self.envelopes.iter().any(|envelope| matches!(envelope.work, Work::Together(_)));
        match fault {
            // Rows are written by their keys, not in the order of the items.
            Fault::Constraint(_) if is_together => CommitFault::NotTogether,
            other => CommitFault::from(other.clone()),
        }
    }

    /// Why the clock may not write this organization's history now; that of another goes on.
    #[must_use]
    pub fn objection_of_clock(&self, book: &Book) -> Option<CommitFault> {
        clock::objection(book.head().at).map(CommitFault::Unavailable)
    }
}

/// The queries for these keys, in their order.
#[must_use]
pub fn queries(keys: &[Key]) -> Vec<Query> {
    keys.iter().map(Key::query).collect()
}

/// Notes the database's answers to the [`queries`] of these keys in the book; returns the keys to be loaded with them.
///
/// # Errors
/// `Corrupt` if a row is not one of its table.
pub fn fill(book: &mut Book, keys: &[Key], answers: &[Vec<Vec<Cell>>]) -> Result<Vec<Key>, Fault> {
    Ok(book.fill_all(keys, answers)?)
}

/// Takes the waiting requests: the first one is waited for, the others came during the previous commit.
pub(super) fn collect(first: Waiting, queue: &mut mpsc::Receiver<Waiting>) -> Vec<Part> {
    let mut by_organization: BTreeMap<OrganizationId, Part> = BTreeMap::new();
    let mut commands = 0;
    let mut next = Some(first);
    while let Some(waiting) = next {
        commands += waiting.envelope.work.commands().len();
        let part = by_organization.entry(waiting.organization).or_insert_with(|| Part {
            organization: waiting.organization,
            envelopes: Vec::new(),
            callers: Callers(Vec::new()),
        });
        part.envelopes.push(waiting.envelope);
        part.callers.0.push(waiting.answer);
        next = if commands < COMMANDS_PER_COMMIT { queue.try_recv().ok() } else { None };
    }
    by_organization.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commit_begins_after_some_turns_in_which_nobody_came() {
        let mut quiet = Quiet::after(3);
        let turns = |quiet: &mut Quiet, waiting| (0..100).take_while(|_| !quiet.is_reached(waiting)).count();
        assert!(!quiet.is_reached(1) && !quiet.is_reached(2) && !quiet.is_reached(9));
        assert_eq!(turns(&mut quiet, 9), 3);
        assert_eq!(turns(&mut Quiet::after(1), 0), 1);
    }
}
