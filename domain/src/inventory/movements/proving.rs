//! Proves pools from their rows: costing from the beginning, against what is kept and what was posted.

use std::collections::BTreeMap;

use super::history::{key_of, leg_of, standard, state_of};
use super::rows::{Pool, PoolLayer, PoolMovement, ValueEntry};
use super::stored;
use crate::inventory::costing::{Booked, Legs, Movement, PoolKey, PoolProof, PoolState, Proof};
use crate::value::id::PoolId;
use crate::value::{BadCell, Date};

/// A proof on its way: first all pools, then all movements in the order of their places over all pools, then, for a proof
/// of everything, the pools as they are kept.
#[derive(Debug)]
pub struct Prover {
    proof: Proof,
    keys: BTreeMap<PoolId, PoolKey>,
}

impl Prover {
    /// A proof of all that occurred up to the end of a day; of everything, where there is none.
    #[must_use]
    pub fn new(as_of: Option<Date>) -> Self {
        Self { proof: Proof::new(as_of), keys: BTreeMap::new() }
    }

    /// A pool before its first movement.
    pub fn open(&mut self, pool: &Pool) {
        let key = key_of(pool);
        self.keys.insert(pool.id, key);
        let first = standard(pool.first_standard, pool.per_unit);
        self.proof.open(key, PoolState::new(pool.first_method.into(), pool.first_account_id, first));
    }

    /// The next movement with all value entries of its place, later ones, too.
    ///
    /// # Errors
    /// Where what is stored of it cannot be read, or its pool was not opened.
    pub fn add(&mut self, row: &PoolMovement, entries: &[ValueEntry]) -> Result<(), BadCell> {
        let kind = stored::decode_kind(&row.kind)?;
        let unknown = || BadCell { wanted: "a pool", found: row.pool_id.to_string() };
        let pool = *self.keys.get(&row.pool_id).ok_or_else(unknown)?;
        let movement = Movement { place: row.place, pool, posting_date: row.posting_date, kind };
        self.proof.add(&movement, row.is_voided, &booked(row.quantity, entries));
        Ok(())
    }

    /// Compares a pool as it is kept now with what its movements make of it; `layers` are all of it.
    pub fn compare(&mut self, pool: &Pool, layers: &[PoolLayer]) {
        if pool.last_place.is_some() {
            self.proof.compare(key_of(pool), &state_of(pool, layers.iter()));
        }
    }

    /// All pools, proved or broken.
    #[must_use]
    pub fn finish(self) -> BTreeMap<PoolId, PoolProof> {
        let Self { proof, keys } = self;
        let mut proofs = proof.finish();
        keys.into_iter().filter_map(|(id, key)| Some((id, proofs.remove(&key)?))).collect()
    }
}

/// What was posted for one movement, by date.
fn booked(quantity: i64, entries: &[ValueEntry]) -> Booked {
    let mut by_date: BTreeMap<Date, Legs> = BTreeMap::new();
    for entry in entries {
        by_date.entry(entry.date).or_default().add(leg_of(entry), entry.amount);
    }
    Booked { quantity, by_date: by_date.into_iter().collect() }
}
