//! Traces costs from their rows.

use std::collections::{BTreeMap, BTreeSet};

use crate::costing::trace::{Contradiction, Direction, Extent, Missing, Trace, TraceRow};
use crate::costing::{Effect, Kind, Legs, Movement, Place, PoolKey, PoolState, Tie};
use crate::rows::{PoolTie, costing_cells};
use crate::stock::goods::posting::history::{add_to, key_of, standard};
use crate::stock::goods::proof::ageing::AgedPool;
use crate::value::id::PoolId;
use crate::value::{BadCell, limits};

/// A trace on its way: pools are put in as it asks for them.
#[derive(Debug, Default)]
pub struct Tracer {
    trace: Trace,
    pools: BTreeSet<PoolId>,
    keys: BTreeSet<PoolKey>,
    movements: usize,
    /// Pools that are not traced yet, and their movements in order: goods came to some of them from pools that are not put in.
    waiting: Vec<(PoolKey, PoolState)>,
    waiting_movements: BTreeMap<Place, (Movement, Effect)>,
    /// Pools that are not put in, each with a movement by which goods went from there to one that waits.
    lacking: BTreeMap<PoolKey, Place>,
}

/// Why a pool cannot be traced.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Untraceable {
    /// More movements, or more parts of goods that cannot be told apart, than one trace may read.
    TooLarge,
    /// The stored data cannot be read.
    Damaged(String),
    /// Movements and postings are not of one history.
    Contradictory(Contradiction),
}

impl From<BadCell> for Untraceable {
    fn from(bad: BadCell) -> Self {
        Self::Damaged(bad.to_string())
    }
}

impl Tracer {
    /// Whether a pool was put in.
    #[must_use]
    pub fn has(&self, pool: PoolId) -> bool {
        self.pools.contains(&pool)
    }

    /// How many more movements it may look at.
    #[must_use]
    pub fn room(&self) -> usize {
        limits::TRACE_MOVEMENTS.saturating_sub(self.movements)
    }

    /// Adds a pool with its movements then in effect, and the ties of others to them. Returns a movement whose pool
    /// must be added next: goods went from there to here with the receipts they are made of.
    pub fn put(&mut self, aged: &AgedPool, ties: &[PoolTie]) -> Result<Option<Place>, Untraceable> {
        let AgedPool { pool, movements, entries } = aged;
        let key = key_of(pool);
        self.pools.insert(pool.id);
        self.keys.insert(key);
        self.lacking.remove(&key);
        self.movements += movements.len();
        if self.movements > limits::TRACE_MOVEMENTS {
            return Err(Untraceable::TooLarge);
        }
        let mut legs: BTreeMap<Place, Legs> = BTreeMap::new();
        for entry in entries {
            add_to(legs.entry(entry.place).or_default(), entry);
        }
        let first = standard(pool.first_standard, pool.per_unit);
        self.waiting.push((key, PoolState::new(pool.first_method.into(), pool.first_account_id, first)));
        for row in movements {
            let movement = costing_cells::movement(row, key)?;
            if let Kind::InAll { from, of } = movement.kind
                && !self.keys.contains(&of)
            {
                self.lacking.insert(of, from);
            }
            let legs = legs.remove(&row.place).unwrap_or_default();
            let shares = costing_cells::decode_shares(row.shares.as_deref())?;
            let (quantity, written_down) = (row.quantity, legs.allowance().abs());
            self.waiting_movements.insert(row.place, (movement, Effect { quantity, legs, shares, written_down }));
        }
        for row in ties {
            let damaged = || Untraceable::Damaged(format!("a tie {:?}", row.tie));
            self.trace.tie(row.source, row.place, Tie::of_stored(&row.tie, row.quantity).ok_or_else(damaged)?);
        }
        let next = self.lacking.values().next().copied();
        if next.is_none() {
            self.trace_all()?;
        }
        Ok(next)
    }

    /// Traces all pools that wait, in one order.
    fn trace_all(&mut self) -> Result<(), Untraceable> {
        for (key, origin) in self.waiting.drain(..) {
            self.trace.open(key, origin);
        }
        for (movement, posted) in std::mem::take(&mut self.waiting_movements).into_values() {
            self.trace.add(movement, posted).map_err(Untraceable::Contradictory)?;
            if self.trace.parts() > limits::TRACE_PARTS {
                return Err(Untraceable::TooLarge);
            }
        }
        Ok(())
    }

    /// The movement at a place and all that its amount is made of, or became; at most this many rows.
    ///
    /// # Errors
    /// The movement whose pool must be put in first.
    pub fn rows(&self, place: Place, direction: Direction, most: usize) -> Result<Vec<TraceRow>, Missing> {
        self.trace.rows(place, direction, Extent { rows: most, levels: limits::TRACE_LEVELS })
    }
}
