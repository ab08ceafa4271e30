//! Where the goods of a receipt are: in which pools, and on their way to which, by quantities alone.
//!
//! Each receipt that is followed is a whole, of which every place has a share. Goods of one layer are all alike: who takes a
//! third of it takes a third of each share that is there. What goes from pool to pool takes its shares with it; what comes
//! back brings its own. Only what goes back to the supplier is told apart: it is of its own receipt first.
//!
//! Shares are binary fractions with 90 digits, cut off below: ample, for a cost has at most 70.

use std::collections::{BTreeMap, BTreeSet};

use crate::costing::amount::{MINOR, product_divided};
use crate::costing::{Assembly, Beyond, Cost, Kind, Layer, Layers, Movement, Place, PoolKey, PoolState, Source};

/// All of a receipt.
const WHOLE: u128 = 1 << 90;

/// Less of a receipt is nothing: no cost that may be stored has a millionth of a minor unit for it.
const NOTHING: u128 = 1 << 18;

/// One of the smallest quantity, where a part of it counts.
const UNIT: u128 = 1 << 44;

/// The only layer of a pool that keeps none.
pub(super) const ONE: Place = Place::FIRST;

/// Shares by receipt.
type Shares = BTreeMap<Place, u128>;

/// The receipts that are followed, and where their goods are.
#[derive(Clone, Debug, Default)]
pub(super) struct Whereabouts {
    receipts: BTreeMap<Place, Receipt>,
    /// By pool and layer.
    pools: BTreeMap<PoolKey, BTreeMap<Place, Shares>>,
    /// What left by a movement and did not come anywhere yet.
    left: BTreeMap<Place, Left>,
    /// What is in the outputs of an assembly, by its first component.
    outputs: BTreeMap<Place, Shares>,
}

/// A receipt that is followed.
#[derive(Clone, Debug, Default)]
struct Receipt {
    received: i64,
    returned: i64,
    /// All pools to which goods of it ever came, if only to settle what was owed there, or goods on which its own depend.
    pools: BTreeSet<PoolKey>,
}

/// Goods that left a pool.
#[derive(Clone, Debug)]
struct Left {
    pool: PoolKey,
    /// How many of them did not come anywhere yet.
    quantity: i64,
    /// By layer, how many there were, and the shares in them.
    layers: BTreeMap<Place, (i64, Shares)>,
    is_in_transit: bool,
}

/// Goods that come to a layer of a pool.
struct Came {
    pool: PoolKey,
    layer: Place,
    shares: Shares,
    /// How many came.
    quantity: i64,
    /// How many of them stay: what settles what is owed is gone.
    stays: i64,
}

/// Where a part of a later cost belongs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Spot {
    /// The pool; of goods in transit that which they left.
    pub pool: PoolKey,
    /// The movement by which they left, where they are in transit.
    pub dispatch: Option<Place>,
}

/// What of a later cost belongs where, layer by layer.
pub(super) type CostShares = BTreeMap<Spot, Layers>;

impl Whereabouts {
    /// Follows the goods that come at a place from there on.
    pub fn follow(&mut self, receipt: Place) {
        self.receipts.entry(receipt).or_default();
    }

    /// Says how much of a receipt went back to the supplier, from wherever.
    pub fn went_back(&mut self, receipt: Place, quantity: i64) {
        self.receipts.entry(receipt).or_default().returned = quantity;
    }

    /// Whether a receipt is followed.
    pub fn follows(&self, receipt: Place) -> bool {
        self.receipts.contains_key(&receipt)
    }

    /// All pools in which goods of a receipt ever were, or others on which it depends where they are.
    pub fn pools_of(&self, receipt: Place) -> impl Iterator<Item = PoolKey> {
        self.receipts.get(&receipt).into_iter().flat_map(|followed| followed.pools.iter().copied())
    }

    /// Whether goods that left there are of a receipt that is followed.
    pub fn has_left(&self, place: Place) -> bool {
        self.left.contains_key(&place)
    }

    /// Forgets goods that left and come nowhere any more.
    pub fn forget(&mut self, place: Place) {
        if self.left.get(&place).is_some_and(|left| !left.is_in_transit) {
            self.left.remove(&place);
        }
    }

    /// The receipt of goods that go back to the supplier, where it must be followed to tell what else leaves with them.
    pub fn must_follow(&self, movement: &Movement, before: &PoolState) -> Option<Place> {
        let receipt = returned_from_mixed(movement, before)?;
        let is_mixed = self.pools.get(&movement.pool).is_some_and(|layers| !layers.is_empty());
        (is_mixed && !self.receipts.contains_key(&receipt)).then_some(receipt)
    }

    /// Notes what a movement did, which took its pool from one state to another one.
    pub fn add(&mut self, movement: &Movement, before: &PoolState, after: &PoolState) {
        let (place, pool) = (movement.place, movement.pool);
        match &movement.kind {
            Kind::In { quantity, cost } => {
                let mut shares = match cost {
                    Cost::From(source) => self.taken(source, quantity.get()),
                    Cost::Given(_) | Cost::Present { .. } => Shares::new(),
                };
                if let Some(receipt) = self.receipts.get_mut(&place) {
                    receipt.received = quantity.get();
                    shares.insert(place, WHOLE);
                }
                let layer = if after.has_layers() { place } else { ONE };
                let stays = held(after) - held(before);
                self.put(Came { pool, layer, shares, quantity: quantity.get(), stays });
            }
            Kind::InAll { from, .. } => self.put_all(*from, movement, before, after),
            Kind::Out { beyond, .. } => self.take(movement, before, after, *beyond == Beyond::InTransit),
            Kind::OutAll | Kind::OutPart { .. } => self.take(movement, before, after, false),
            Kind::SupplierReturn { quantity, receipt, .. } => {
                if let Some(receipt) = returned_from_mixed(movement, before) {
                    self.note_return(receipt, pool);
                }
                self.take(movement, before, after, false);
                self.left.remove(&place);
                if let Some(receipt) = self.receipts.get_mut(receipt) {
                    receipt.returned += quantity.get();
                }
            }
            Kind::Lost { quantity, source } => {
                self.taken(source, quantity.get());
            }
            Kind::ChangeMethod { .. } => self.change_layers(movement, before, after),
            Kind::Value { .. }
            | Kind::ValuePart { .. }
            | Kind::Revalue { .. }
            | Kind::WriteDown { .. }
            | Kind::Reclassify { .. }
            | Kind::ChangeStandard { .. } => {}
        }
    }

    /// What of a cost of a receipt belongs where: all places together have as much of it as is left of what came and did not
    /// go back to the supplier.
    pub fn shares_of(&self, receipt: Place, amount: i64) -> CostShares {
        let mut found: BTreeMap<Spot, BTreeMap<Place, u128>> = BTreeMap::new();
        for (pool, layers) in &self.pools {
            for (layer, shares) in layers {
                if let Some(share) = shares.get(&receipt) {
                    found.entry(Spot { pool: *pool, dispatch: None }).or_default().insert(*layer, *share);
                }
            }
        }
        for (place, left) in self.left.iter().filter(|(_, left)| left.is_in_transit) {
            let share: u128 = left.layers.values().filter_map(|(_, shares)| shares.get(&receipt)).sum();
            if share > 0 {
                let spot = Spot { pool: left.pool, dispatch: Some(*place) };
                found.entry(spot).or_default().insert(ONE, share);
            }
        }
        let there: u128 = found.values().flat_map(BTreeMap::values).sum();
        let all = self.receipts.get(&receipt).map_or(0, Receipt::kept).max(there);
        let mut of_cost = CostShares::new();
        for (spot, layers) in found {
            let layers: Layers =
                layers.into_iter().map(|(place, share)| (place, part_of(amount, share, all))).collect();
            if layers.iter().any(|(_, layer)| layer.x != 0) {
                of_cost.insert(spot, layers);
            }
        }
        of_cost
    }

    /// Goods come, of which some stay.
    fn put(&mut self, came: Came) {
        for receipt in came.shares.keys() {
            if let Some(followed) = self.receipts.get_mut(receipt) {
                followed.pools.insert(came.pool);
            }
        }
        if came.shares.is_empty() || came.stays <= 0 {
            return;
        }
        let there = self.pools.entry(came.pool).or_default().entry(came.layer).or_default();
        merge(there, part(&came.shares, came.stays, came.quantity));
    }

    /// All comes that left another pool, layer by layer where both keep them.
    fn put_all(&mut self, from: Place, movement: &Movement, before: &PoolState, after: &PoolState) {
        let Some(left) = self.left.remove(&from) else { return };
        let keeps_layers = after.has_layers() && !left.layers.contains_key(&ONE);
        if keeps_layers {
            for (layer, (quantity, shares)) in left.layers {
                let there = |state: &PoolState| state.layers().get(layer).map_or(0, |one| one.quantity);
                let stays = there(after) - there(before);
                self.put(Came { pool: movement.pool, layer, shares, quantity, stays });
            }
            return;
        }
        let layer = if after.has_layers() { movement.place } else { ONE };
        let (quantity, stays) = (after.quantity() - before.quantity(), held(after) - held(before));
        self.put(Came { pool: movement.pool, layer, shares: together(&left.layers), quantity, stays });
    }

    /// What is left of others when goods of a receipt go back depends on how many of those were still there, and so on all
    /// pools in which they ever were.
    fn note_return(&mut self, receipt: Place, pool: PoolKey) {
        let Some(pools) = self.receipts.get(&receipt).map(|returned| returned.pools.clone()) else { return };
        let there = self.pools.get(&pool).into_iter().flat_map(BTreeMap::values).flat_map(BTreeMap::keys);
        for other in there.filter(|other| **other != receipt) {
            if let Some(followed) = self.receipts.get_mut(other) {
                followed.pools.extend(&pools);
            }
        }
    }

    /// Goods leave, of each layer as many as it lost.
    fn take(&mut self, movement: &Movement, before: &PoolState, after: &PoolState, is_in_transit: bool) {
        let mut first = None;
        if let Kind::SupplierReturn { receipt, .. } = movement.kind {
            first = self.receipts.get(&receipt).map(|followed| (receipt, followed.received));
        }
        let Some(layers) = self.pools.get_mut(&movement.pool) else { return };
        let mut taken = BTreeMap::new();
        let own = first.map(|(receipt, _)| receipt).filter(|receipt| layers.contains_key(receipt));
        let is_in_order = matches!(movement.kind, Kind::Out { .. } | Kind::SupplierReturn { .. });
        let (mut done, mut next) = (None, own.or_else(|| layers.keys().next().copied()));
        while let Some(layer) = next {
            let (was, is) = (in_layer(before, layer), in_layer(after, layer));
            if let Some(shares) = layers.get_mut(&layer).filter(|_| done != Some(layer)) {
                let left = take_of(shares, was - is, was, first);
                if !left.is_empty() {
                    taken.insert(layer, (was - is, left));
                }
            }
            if is <= 0 {
                layers.remove(&layer);
            }
            next = if own == Some(layer) && done.is_none() {
                done = own;
                layers.keys().next().copied()
            } else if is_in_order && was == is {
                // Those behind it are as they were.
                None
            } else {
                layers.range(layer.after()..).next().map(|(behind, _)| *behind)
            };
        }
        if !taken.is_empty() {
            let quantity = before.quantity() - after.quantity();
            let left = Left { pool: movement.pool, quantity, layers: taken, is_in_transit };
            self.left.insert(movement.place, left);
        }
    }

    /// What a movement gets of goods that left elsewhere.
    fn taken(&mut self, source: &Source, quantity: i64) -> Shares {
        match source {
            Source::Whole(of) => self.left.remove(of).map_or_else(Shares::new, |left| together(&left.layers)),
            Source::Share { of, .. } => {
                let Some(left) = self.left.get_mut(of) else { return Shares::new() };
                let mut came = Shares::new();
                for (_, shares) in left.layers.values_mut() {
                    merge(&mut came, take_of(shares, quantity, left.quantity, None));
                }
                left.quantity -= quantity;
                if left.quantity <= 0 {
                    self.left.remove(of);
                }
                came
            }
            Source::Output { assembly, number } => self.output(assembly, *number),
        }
    }

    /// What is in one output of an assembly: of all that was in its components as much as of their cost.
    fn output(&mut self, assembly: &Assembly, number: usize) -> Shares {
        let Some(first) = assembly.components().first() else { return Shares::new() };
        if !self.outputs.contains_key(first) {
            let mut all = Shares::new();
            for component in assembly.components() {
                merge(&mut all, self.left.remove(component).map_or_else(Shares::new, |left| together(&left.layers)));
            }
            self.outputs.insert(*first, all);
        }
        let weights = assembly.weights();
        let sum: i128 = weights.iter().map(|weight| i128::from(*weight)).sum();
        let weight = match sum {
            0 => (1, u128::try_from(weights.len()).unwrap_or(1)),
            _ => (weights.get(number).map_or(0, |weight| weight.unsigned_abs().into()), sum.unsigned_abs()),
        };
        let all = self.outputs.get(first).into_iter().flatten();
        noted(all.map(|(receipt, share)| (*receipt, product_divided(*share, weight.0, weight.1).0)))
    }

    /// Layers become one, or one becomes a layer.
    fn change_layers(&mut self, movement: &Movement, before: &PoolState, after: &PoolState) {
        if before.has_layers() == after.has_layers() {
            return;
        }
        let Some(layers) = self.pools.get_mut(&movement.pool) else { return };
        let mut all = Shares::new();
        std::mem::take(layers).into_values().for_each(|shares| merge(&mut all, shares));
        if held(after) > 0 {
            layers.insert(if after.has_layers() { movement.place } else { ONE }, all);
        }
    }
}

impl Receipt {
    /// What did not go back to the supplier.
    fn kept(&self) -> u128 {
        let quantity = |number: i64| u128::from(number.max(0).unsigned_abs());
        product_divided(WHOLE, quantity(self.received - self.returned), quantity(self.received).max(1)).0
    }
}

/// The receipt of goods that go back to the supplier, where more of them go than are told apart from others.
fn returned_from_mixed(movement: &Movement, before: &PoolState) -> Option<Place> {
    let Kind::SupplierReturn { receipt, quantity, .. } = movement.kind else { return None };
    let own = before.layers().get(receipt).map_or(0, |layer| layer.quantity);
    (own < quantity.get()).then_some(receipt)
}

/// So much of a cost, to the nearest millionth of a minor unit.
fn part_of(amount: i64, share: u128, all: u128) -> Layer {
    let magnitude = u128::from(amount.unsigned_abs()) * MINOR.unsigned_abs();
    let (quotient, rest) = product_divided(magnitude, share, all.max(1));
    let nearest = quotient + u128::from(rest * 2 >= all.max(1));
    Layer { quantity: 0, x: i128::try_from(nearest).unwrap_or(i128::MAX) * i128::from(amount.signum()) }
}

/// Takes so many of all there are; of one receipt first, where one is named with how much came by it.
fn take_of(shares: &mut Shares, quantity: i64, all: i64, first: Option<(Place, i64)>) -> Shares {
    if quantity <= 0 {
        return Shares::new();
    }
    if quantity >= all {
        return std::mem::take(shares);
    }
    let (mut quantity, mut all) = (units(quantity), units(all));
    let mut taken = Shares::new();
    if let Some((receipt, received)) = first
        && let Some(share) = shares.remove(&receipt)
    {
        let there = product_divided(share, units(received), WHOLE).0.min(all);
        let own = there.min(quantity);
        let of_share = if own == there { share } else { product_divided(own, WHOLE, units(received)).0.min(share) };
        (quantity, all) = (quantity - own, all - there);
        taken.insert(receipt, of_share);
        if of_share < share {
            shares.insert(receipt, share - of_share);
        }
    }
    for (receipt, share) in shares.iter_mut().filter(|(receipt, _)| first.is_none_or(|(first, _)| first != **receipt)) {
        let part = if quantity >= all { *share } else { product_divided(*share, quantity, all).0 };
        *share -= part;
        taken.insert(*receipt, part);
    }
    shares.retain(|_, share| *share >= NOTHING);
    noted(taken)
}

fn units(quantity: i64) -> u128 {
    u128::from(quantity.max(0).unsigned_abs()) * UNIT
}

/// A part of shares by quantity.
fn part(shares: &Shares, quantity: i64, all: i64) -> Shares {
    let mut rest = shares.clone();
    take_of(&mut rest, quantity, all, None)
}

/// Shares without those that are nothing.
fn noted(shares: impl IntoIterator<Item = (Place, u128)>) -> Shares {
    shares.into_iter().filter(|(_, share)| *share >= NOTHING).collect()
}

fn merge(all: &mut Shares, more: Shares) {
    for (receipt, share) in more {
        *all.entry(receipt).or_default() += share;
    }
}

fn together(layers: &BTreeMap<Place, (i64, Shares)>) -> Shares {
    let mut all = Shares::new();
    layers.values().for_each(|(_, shares)| merge(&mut all, shares.clone()));
    all
}

/// How many goods are there, without what is owed.
fn held(state: &PoolState) -> i64 {
    state.quantity().max(0)
}

/// How many goods are in a layer.
fn in_layer(state: &PoolState, layer: Place) -> i64 {
    if layer == ONE { held(state) } else { state.layers().get(layer).map_or(0, |one| one.quantity) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::costing::tests::world::day;

    fn shares(all: &[(i64, u128, u128)]) -> Shares {
        all.iter().map(|(number, top, bottom)| (Place::into(day(*number), *number, 0), WHOLE / bottom * top)).collect()
    }

    #[test]
    fn what_is_taken_is_of_every_share_in_proportion_and_of_one_receipt_first_where_it_is_named() {
        let first = Some((Place::into(day(1), 1, 0), 4));
        for (there, (quantity, all), first, taken, left) in [
            (&[(1, 1, 1)][..], (1, 4), None, &[(1, 1, 4)][..], &[(1, 3, 4)][..]),
            (&[(1, 1, 2), (2, 1, 1)], (3, 6), None, &[(1, 1, 4), (2, 1, 2)], &[(1, 1, 4), (2, 1, 2)]),
            (&[(1, 1, 1)], (4, 4), None, &[(1, 1, 1)], &[]),
            // Two of four are there among eight: one of them goes, then both with three of the six others.
            (&[(1, 1, 2), (2, 1, 1)], (1, 8), first, &[(1, 1, 4)], &[(1, 1, 4), (2, 1, 1)]),
            (&[(1, 1, 2), (2, 1, 1)], (5, 8), first, &[(1, 1, 2), (2, 1, 2)], &[(2, 1, 2)]),
        ] {
            let mut rest = shares(there);
            assert_eq!(take_of(&mut rest, quantity, all, first), shares(taken), "{quantity} of {there:?}");
            assert_eq!(rest, shares(left), "{quantity} of {there:?}");
        }
    }

    #[test]
    fn a_cost_is_shared_to_the_nearest_millionth_of_either_sign() {
        assert_eq!(part_of(1, WHOLE / 2, WHOLE).x, 500_000);
        assert_eq!(part_of(-100, WHOLE / 3, WHOLE).x, -33_333_333);
        assert_eq!(part_of(2, WHOLE / 3, WHOLE / 3 * 2).x, 1_000_000);
        assert_eq!(part_of(5, 0, 0).x, 0);
        let most = crate::value::limits::POOL_VALUE_MINOR;
        assert_eq!(part_of(most, WHOLE, WHOLE).x, i128::from(most) * MINOR);
    }

    #[test]
    fn of_what_went_back_nothing_is_kept() {
        assert_eq!(Receipt { received: 4, returned: 1, ..Receipt::default() }.kept(), WHOLE / 4 * 3);
        assert_eq!(Receipt { received: 4, returned: 4, ..Receipt::default() }.kept(), 0);
    }
}
