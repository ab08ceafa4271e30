//! What a replay is asked for, and what it answers.

use std::collections::BTreeMap;

use crate::costing::{Checkpoint, Effect, Head, Layers, Leg, Movement, Place, PoolKey, Refusal};
use crate::value::{Date, limits};

/// The movements to insert and to remove, in one step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// The posting date of the document that causes it: no difference is posted before it.
    pub posting_date: Date,
    /// New movements.
    pub insert: Vec<Movement>,
    /// Movements to take away as if they had never been.
    pub remove: Vec<Movement>,
    /// How many lines the new document has: parts of its later costs get the next ones.
    pub lines: u32,
}

/// How far a replay may go.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Movements after the change that it may cost.
    pub most_movements: usize,
    /// Movements of a pool that it may look over by their quantities, where some are costed prospectively.
    pub most_looked_over: usize,
    /// After how many movements of a pool there is a checkpoint.
    pub checkpoint_every: u32,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            most_movements: limits::REPLAY_MOVEMENTS,
            most_looked_over: limits::LOOKED_OVER_MOVEMENTS,
            checkpoint_every: limits::CHECKPOINT_MOVEMENTS,
        }
    }
}

/// One amount to be posted for one movement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ValueEntry {
    /// When.
    pub date: Date,
    /// For which movement.
    pub place: Place,
    /// Whose goods.
    pub pool: PoolKey,
    /// On which leg.
    pub leg: Leg,
    /// In minor units, a debit above 0.
    pub amount: i64,
}

/// The result of a change.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// The effects and postings of the new movements, each on its own posting date.
    pub inserted: BTreeMap<Place, Effect>,
    /// Differences to the postings of other movements, and the reversed postings of removed ones, by date and place.
    /// Those of one date are one adjusting entry; they sum to zero.
    pub adjustments: Vec<ValueEntry>,
    /// Movements that move another quantity than they did: those that take all there is.
    pub quantities: BTreeMap<Place, i64>,
    /// New parts of later costs, of the new document (then among `inserted`) and of others: what those post is an adjustment.
    pub parts: Vec<Movement>,
    /// What the goods of others are written down by, where that is another amount than it was.
    pub written_down: BTreeMap<(PoolKey, Place), i64>,
    /// What falls anew to the goods of a pool of later costs that others have.
    pub shares: BTreeMap<(PoolKey, Place), Layers>,
    /// Pools whose end changed; `None` where nothing is left of one.
    pub heads: BTreeMap<PoolKey, Option<Head>>,
    /// Checkpoints to be kept, instead of those at the same place.
    pub checkpoints: Vec<(PoolKey, Checkpoint)>,
    /// How many movements after the change were costed.
    pub replayed: usize,
}

/// Why there is no outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Halt<S> {
    /// The history gave no answer.
    Stop(S),
    /// It cannot be.
    Refused(Refusal),
}

impl<S> From<Refusal> for Halt<S> {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}
