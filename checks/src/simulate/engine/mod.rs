//! The databases under simulation, driven through the service's own commit loops.

mod postgres;
mod sqlite;

pub use postgres::PostgresEngine;
pub use sqlite::SqliteEngine;

use std::collections::BTreeMap;

use domain::batch::{Envelope, Outcome};
use domain::book::Query;
use domain::value::Cell;
use domain::value::id::OrganizationId;
use server::commit::CommitFault;
use server::commit::desk::{Answered, Part};

use super::random::Random;

/// A request with the organization that it is about.
pub type Addressed = (OrganizationId, Envelope);
/// Rows by key, by table.
pub type Tables = BTreeMap<&'static str, BTreeMap<Vec<Cell>, Vec<Cell>>>;
/// The answer to a caller.
pub type Told = Result<Outcome, CommitFault>;

/// How one commit is made.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// Requests in it.
    pub requests: usize,
    /// Rounds of hints; none is allowed.
    pub hint_rounds: usize,
    /// Whether books are forgotten before it.
    pub forgets: bool,
    /// Whether the database is closed and opened before it.
    pub restarts: bool,
}

impl Manner {
    /// Any manner.
    pub fn any(random: &mut Random) -> Self {
        let most = random.one(&[1, 4, 20, 120]);
        Self {
            requests: 1 + random.below(most),
            hint_rounds: random.one(&[0, 1, 4, 4]),
            forgets: random.chance(30),
            restarts: random.chance(1),
        }
    }
}

/// The requests of one commit by organization, in the order in which each came, and where every
/// request's answer will come out.
fn parts(requests: &[Addressed]) -> (Vec<Part>, Vec<(OrganizationId, Vec<Answered>)>) {
    let mut by_organization: BTreeMap<OrganizationId, Vec<Envelope>> = BTreeMap::new();
    for (organization, envelope) in requests {
        by_organization.entry(*organization).or_default().push(envelope.clone());
    }
    let made = by_organization.into_iter().map(|(organization, envelopes)| {
        let (part, answered) = Part::new(organization, envelopes);
        (part, (organization, answered))
    });
    made.unzip()
}

/// The answers in the order of the requests.
fn answers(requests: &[Addressed], answered: Vec<(OrganizationId, Vec<Answered>)>) -> Vec<Told> {
    let mut queues: BTreeMap<_, _> =
        answered.into_iter().map(|(organization, answers)| (organization, answers.into_iter())).collect();
    let mut next = |organization| queues.get_mut(organization).and_then(Iterator::next);
    let told = requests.iter().map(|(organization, _)| match next(organization) {
        Some(mut answer) => answer.try_recv().unwrap_or(Err(CommitFault::OutcomeUnknown)),
        None => Err(CommitFault::OutcomeUnknown),
    });
    told.collect()
}

fn queries() -> Vec<Query> {
    let all = |table: &&'static domain::rows::TableDef| Query {
        table,
        filter: Vec::new(),
        answer: domain::book::Answer::Rows,
    };
    store::tables::ALL.iter().map(all).collect()
}

fn tables(rows: Vec<Vec<Vec<Cell>>>) -> Tables {
    let named = store::tables::ALL.iter().zip(rows);
    let filled = named.filter(|(_, rows)| !rows.is_empty());
    filled
        .map(|(table, rows)| {
            let rows: BTreeMap<_, _> = rows.into_iter().map(|row| (row[..table.keys].to_vec(), row)).collect();
            (table.name, rows)
        })
        .collect()
}
