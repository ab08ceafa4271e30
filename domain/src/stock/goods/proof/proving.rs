//! Proves pools from their rows: costing from the beginning, compared with the stored state and the postings.

use std::collections::BTreeMap;

use crate::costing::amount::posted;
use crate::costing::{Booked, Legs, Phase, Place, PoolKey, PoolProof, PoolState, Proof};
use crate::rows::pool_names::NONE;
use crate::rows::{LegKind, Pool, PoolLayer, PoolMovement, ValueEntry, costing_cells};
use crate::stock::goods::posting::history::{add_to, key_of, standard, state_of};
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

    /// The same as it was at an earlier time. Movements and value entries are those of then.
    #[must_use]
    pub fn then(as_of: Option<Date>) -> Self {
        Self { proof: Proof::then(as_of), keys: BTreeMap::new() }
    }

    /// A pool before its first movement.
    pub fn open(&mut self, pool: &Pool) {
        let key = key_of(pool);
        self.keys.insert(pool.id, key);
        let first = standard(pool.first_standard, pool.per_unit);
        self.proof.open(key, PoolState::new(pool.first_method.into(), pool.first_account_id, first));
    }

    /// The next movement with all value entries of its place, later ones, too.
    pub fn add(&mut self, row: &PoolMovement, entries: &[ValueEntry]) -> Result<(), BadCell> {
        let unknown = || BadCell { wanted: "a pool", found: row.pool_id.to_string() };
        let pool = *self.keys.get(&row.pool_id).ok_or_else(unknown)?;
        let shares = costing_cells::decode_shares(row.shares.as_deref())?;
        let booked = Booked { shares, written_down: row.written_down, ..booked(row.quantity, entries) };
        self.proof.add(&costing_cells::movement(row, pool)?, row.is_voided, &booked);
        Ok(())
    }

    /// Follows the goods that come by the next movement, if they do: later costs are of them, or some go back to the supplier.
    pub fn follow(&mut self, row: &PoolMovement) {
        if row.place.phase == Phase::In && !row.is_voided {
            self.proof.follow(row.place);
        }
    }

    /// Forgets the values that a movement hands on: no later movement has its value from it. So a proof needs memory
    /// only for values still needed, however many movements there are.
    pub fn forget(&mut self, place: Place) {
        self.proof.forget(place);
    }

    /// Compares the stored state of a pool with the result of its movements; `layers` are all of it.
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

/// The faults of a pool's stored state alone, not counting its movements; `layers` are all of it. `None` if it is
/// sound: its quantity is that of its layers, its value is that in the books, and without goods there is no value.
#[must_use]
pub fn unsound(pool: &Pool, layers: &[PoolLayer]) -> Option<String> {
    let x = costing_cells::whole(pool.x_whole, pool.x_millionths);
    let (mut quantity, mut of_layers) = (0_i128, 0_i128);
    for layer in layers {
        let sign = if layer.is_owed { -1 } else { 1 };
        quantity += sign * i128::from(layer.quantity);
        of_layers += sign * costing_cells::whole(layer.x_whole, layer.x_millionths);
    }
    if !layers.is_empty() && (quantity, of_layers) != (i128::from(pool.quantity), x) {
        return Some(format!(
            "it holds {} with a value of {x} millionths, but its layers hold {quantity} with a value of {of_layers}",
            pool.quantity
        ));
    }
    if pool.value != posted(x) {
        return Some(format!("its value in the books is {} instead of {}", pool.value, posted(x)));
    }
    if pool.quantity == 0 && x != 0 {
        return Some(format!("it holds nothing, but has a value of {x} millionths"));
    }
    if pool.quantity < 0 && pool.tracked_id != NONE {
        return Some(format!("it is of one lot or piece, but {} are owed", -i128::from(pool.quantity)));
    }
    None
}

/// The postings for one movement, by date.
fn booked(quantity: i64, entries: &[ValueEntry]) -> Booked {
    let mut by_date: BTreeMap<Date, Legs> = BTreeMap::new();
    for entry in entries {
        add_to(by_date.entry(entry.date).or_default(), entry);
    }
    let allowance = entries.iter().find(|entry| entry.leg == LegKind::Allowance).map(|entry| entry.account_id);
    Booked { quantity, by_date: by_date.into_iter().collect(), allowance, ..Booked::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::CostingMethod;
    use crate::value::Instant;
    use crate::value::id::{AccountId, ItemId};

    fn pool(quantity: i64, value: i64, x_millionths: i64) -> Pool {
        Pool {
            id: PoolId([1; 16]),
            item_id: ItemId([2; 16]),
            scope_id: [3; 16],
            tracked_id: NONE,
            first_method: CostingMethod::Fifo,
            first_account_id: AccountId([4; 16]),
            first_standard: None,
            begins_at: Place::FIRST,
            last_place: None,
            since_checkpoint: 0,
            method: CostingMethod::Fifo,
            account_id: AccountId([4; 16]),
            standard: None,
            per_unit: 1,
            quantity,
            value,
            x_whole: 6,
            x_millionths,
            last_cost_value: None,
            last_cost_quantity: None,
            written_down: 0,
            allowance_whole: 0,
            allowance_millionths: 0,
        }
    }

    fn layer(is_owed: bool, quantity: i64, x_whole: i64) -> PoolLayer {
        let place = Place::into(Instant(1), 1, 1);
        PoolLayer { pool_id: PoolId([1; 16]), is_owed, place, quantity, x_whole, x_millionths: 0 }
    }

    #[test]
    fn a_pool_is_sound_where_it_holds_what_its_layers_hold_and_is_worth_that() {
        let held = [layer(false, 2, 5), layer(false, 1, 1)];
        let nothing = Pool { x_whole: 0, ..pool(0, 0, 1) };
        let of_a_lot = Pool { tracked_id: [9; 16], x_whole: -6, ..pool(-3, -6, 0) };
        for (case, pool, layers, wrong) in [
            ("its layers", pool(3, 6, 0), &held[..], None),
            ("without layers", pool(3, 6, 499_999), &[], None),
            ("half a minor unit is one", pool(3, 7, 500_000), &[], None),
            ("another value", pool(3, 7, 0), &held, Some("value in the books is 7 instead of 6")),
            ("another quantity", pool(4, 6, 0), &held, Some("it holds 4 with a value of 6000000")),
            (
                "owed as if it were there",
                pool(3, 6, 0),
                &[layer(true, 3, 6)],
                Some("its layers hold -3 with a value of -6000000"),
            ),
            ("worth without goods", nothing, &[], Some("holds nothing, but has a value of 1 millionths")),
            ("a lot that is owed", of_a_lot, &[], Some("3 are owed")),
        ] {
            let found = unsound(&pool, layers);
            let is_right = match (&found, wrong) {
                (None, None) => true,
                (Some(found), Some(wrong)) => found.contains(wrong),
                _ => false,
            };
            assert!(is_right, "{case}: {found:?}");
        }
    }
}
