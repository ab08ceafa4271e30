//! The past as replay reads it, piece by piece.

use std::sync::Arc;

use crate::costing::{Beyond, Effect, Kind, Layers, Legs, Movement, Place, PoolKey, PoolState};
use crate::value::id::AccountId;
use crate::value::{Date, Instant};

/// The past of one organization's goods.
///
/// Every answer may be a stop instead: the row is not loaded yet, or must not be used (a closed period without the
/// right to post late). Replay passes the stop on and has changed nothing, so that it can begin again.
pub trait History {
    /// Why an answer cannot be given.
    type Stop;

    /// The pool before its first movement: method, account and standard cost as they were when it came into being.
    fn origin(&self, pool: PoolKey) -> Result<PoolState, Self::Stop>;

    /// The pool after its last movement, or `None` where it has none.
    fn head(&self, pool: PoolKey) -> Result<Option<Head>, Self::Stop>;

    /// The pool's last checkpoint before a place.
    fn checkpoint_before(&self, pool: PoolKey, place: Place) -> Result<Option<Checkpoint>, Self::Stop>;

    /// The pool's first checkpoint at or after a place.
    fn checkpoint_from(&self, pool: PoolKey, place: Place) -> Result<Option<Checkpoint>, Self::Stop>;

    /// The pool's movements after a place (all, where there is none), in order, as many as are at hand, at least one
    /// where there is one. Those that were voided are not among them.
    fn movements_after(&self, pool: PoolKey, place: Option<Place>) -> Result<Vec<Recorded>, Self::Stop>;

    /// The quantities that the pool's movements after a place moved, in order, as many as are at hand, at least one where
    /// there is one. Those that were voided are not among them.
    fn moved_after(&self, pool: PoolKey, place: Place) -> Result<Vec<Moved>, Self::Stop>;

    /// A movement's postings by now, with all adjustments since.
    fn booked(&self, place: Place) -> Result<Booked, Self::Stop>;

    /// The movements that have their value from this one, or change the layer that it made; voided ones are not among them.
    /// None of a place that is not known: a new movement's source may be new, too. `near` is the pool in whose neighbourhood
    /// it is asked for, most often its own: those of one pool can be answered together.
    fn dependents(&self, place: Place, near: PoolKey) -> Result<Vec<Dependent>, Self::Stop>;

    /// The pool that a movement stands in. It is asked of movements that others name.
    fn pool_of(&self, place: Place) -> Result<PoolKey, Self::Stop>;

    /// The costs that came later and have a part in this pool after a place: where each of them stands itself (the movement
    /// `Value`), in which pool, and of which receipt it is. Voided ones are not among them.
    fn later_costs(&self, pool: PoolKey, after: Place) -> Result<Vec<LaterCost>, Self::Stop>;

    /// The number of the last line of the document that has a movement.
    fn last_line(&self, of: Place) -> Result<u32, Self::Stop>;

    /// The day on which a difference of that day is posted: the day itself, or the first open one after it.
    ///
    /// # Errors
    /// Where there is none, or it is closed and the caller must not be late.
    fn open_date(&self, date: Date) -> Result<Date, Self::Stop>;
}

/// A pool after all movements up to and at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checkpoint {
    /// The place.
    pub place: Place,
    /// The pool there.
    pub state: Arc<PoolState>,
}

/// A pool after its last movement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    /// Where that stands, or stood: nothing, not even a checkpoint, lies after it.
    pub place: Place,
    /// How many movements came since the last checkpoint.
    pub since_checkpoint: u32,
    /// The pool now.
    pub state: Arc<PoolState>,
}

/// A movement with its postings by now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recorded {
    /// The movement.
    pub movement: Movement,
    /// Its quantity, and the sum of its value entries by leg.
    pub effect: Effect,
    /// Whether others may have their value from it: `false` where it has no [dependents](History::dependents).
    pub is_needed: bool,
}

/// The quantity of a movement, without its cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moved {
    /// Where it stands.
    pub place: Place,
    /// When that was.
    pub occurred_at: Instant,
    /// The quantity that came, or below 0 the quantity that left.
    pub quantity: i64,
    /// Whether the goods that leave must be there.
    pub must_be_there: bool,
    /// Whether the goods only go from one pool to another, and not from their place.
    pub changes_scope: bool,
}

impl Moved {
    /// A movement by its quantity.
    #[must_use]
    pub fn of(movement: &Movement, quantity: i64) -> Self {
        let must_be_there = matches!(
            movement.kind,
            Kind::Out { beyond: Beyond::Refused | Beyond::InTransit, .. } | Kind::SupplierReturn { .. }
        );
        let (place, occurred_at, changes_scope) = (movement.place, movement.occurred_at, movement.changes_scope());
        Self { place, occurred_at, quantity, must_be_there, changes_scope }
    }
}

/// A movement's postings by now, day by day.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Booked {
    /// The quantity that came, or below 0 the quantity that left.
    pub quantity: i64,
    /// Sums of its value entries by posting date and leg.
    pub by_date: Vec<(Date, Legs)>,
    /// What falls to each layer of a cost that came later (`Effect::shares`).
    pub shares: Layers,
    /// By how much the goods are written down (`Effect::written_down`).
    pub written_down: i64,
    /// The account of their allowance, if anything was posted there.
    pub allowance: Option<AccountId>,
}

impl Booked {
    /// All days together.
    #[must_use]
    pub fn effect(&self) -> Effect {
        let mut legs = Legs::default();
        for (_, of_day) in &self.by_date {
            legs.add_all(of_day, 1);
        }
        Effect { quantity: self.quantity, legs, shares: self.shares.clone(), written_down: self.written_down }
    }
}

/// A cost that came later.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LaterCost {
    /// Where it stands.
    pub place: Place,
    /// In which pool.
    pub pool: PoolKey,
    /// Its receipt.
    pub receipt: Place,
    /// In which pool that stands.
    pub receipt_pool: PoolKey,
}

/// A movement that needs another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dependent {
    /// Where it stands.
    pub place: Place,
    /// In which pool.
    pub pool: PoolKey,
    /// The reason for the need.
    pub tie: Tie,
}

/// The reason why one movement needs another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tie {
    /// It gets its value, or with others a part of it.
    Value,
    /// It takes a share for this quantity.
    Share(i64),
    /// It changes the rest of the layer; its own amount is its own.
    Layer,
    /// It is a part of that cost, in another pool.
    Part,
    /// It is a part of that cost, for goods in transit.
    PartInTransit,
    /// It adds to what is in transit of it.
    InTransit,
}
