//! Proves a pool: all movements, costed from the beginning, compared with the postings.
//!
//! Movements are handed over in their order, over all pools, and none is kept, so that any number of them can be
//! proved. Of replay, this shares only the effect of one movement, not the queue, the checkpoints or the early stop.

use std::collections::BTreeMap;

use crate::costing::replay::shared::Rest;
use crate::costing::whereabouts::{CostShares, Spot, Whereabouts};
use crate::costing::{
    Booked, Effect, Fed, Kind, Layers, Leg, Legs, Movement, Place, PoolKey, PoolState, Refusal, Source,
};
use crate::value::Date;
use crate::value::id::AccountId;

/// A contradiction found in a pool.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Broken {
    /// A movement has posted something else than it costs, or moved another quantity.
    Effect {
        /// Which.
        place: Place,
        /// The effect by replay.
        replayed: Box<Effect>,
        /// The postings in total.
        booked: Box<Effect>,
    },
    /// The postings of a movement on a date do not sum to zero.
    Unbalanced {
        /// Which movement.
        place: Place,
        /// On which date.
        date: Date,
        /// Their sum, in minor units.
        sum: i64,
    },
    /// A movement cannot be where it is; nothing of the pool is proved from there on.
    Refused(Refusal),
    /// A cost that came later has no part for goods that are here.
    Untaken {
        /// Which cost.
        place: Place,
    },
    /// There are no goods, and they are worth something.
    WorthWithoutGoods,
    /// On an account, replay and books differ by more than the late postings.
    Books(AccountId),
    /// The stored pool differs from the result of its movements.
    Kept(Box<PoolState>),
}

/// A part of the movements up to the day that was posted after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Late {
    /// Of which movement.
    pub place: Place,
    /// Posted when.
    pub date: Date,
    /// On which account.
    pub account: AccountId,
    /// In minor units, a debit above 0.
    pub amount: i64,
}

/// A pool by replay and by the books.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PoolProof {
    /// The result of the movements.
    pub state: PoolState,
    /// The result of the movements, by account.
    pub replayed: BTreeMap<AccountId, i64>,
    /// The postings up to the day, by account.
    pub booked: BTreeMap<AccountId, i64>,
    /// Later postings: by account, `booked` and this add up to `replayed`.
    pub late: Vec<Late>,
    /// The contradictions; empty if all is well.
    pub broken: Vec<Broken>,
    is_refused: bool,
}

/// A proof on its way.
#[derive(Debug, Default)]
pub struct Proof {
    as_of: Option<Date>,
    /// Whether the quantities that movements moved are those that are kept now, and not those of an earlier time.
    has_quantities: bool,
    pools: BTreeMap<PoolKey, PoolProof>,
    handed_on: BTreeMap<Place, Fed>,
    /// The remaining quantity and value of each source that is shared, and what of it is written down.
    shares: BTreeMap<Place, (Rest, Rest)>,
    /// The places of the goods that later costs belong to.
    whereabouts: Whereabouts,
    /// The share of each place in these costs.
    later_costs: BTreeMap<Place, CostShares>,
    outputs: BTreeMap<Place, Vec<i64>>,
}

impl Proof {
    /// A proof of all that occurred up to the end of a day; of everything, where there is none.
    #[must_use]
    pub fn new(as_of: Option<Date>) -> Self {
        Self { as_of, has_quantities: true, ..Self::default() }
    }

    /// The same for the postings until an earlier time, for all movements that were there by then. Quantities of
    /// changes of scope are those of now, and are not compared.
    #[must_use]
    pub fn then(as_of: Option<Date>) -> Self {
        Self { has_quantities: false, ..Self::new(as_of) }
    }

    /// A pool before its first movement. Pools come before their movements.
    pub fn open(&mut self, pool: PoolKey, origin: PoolState) {
        let (replayed, booked) = (BTreeMap::new(), BTreeMap::new());
        let proof =
            PoolProof { state: origin, replayed, booked, late: Vec::new(), broken: Vec::new(), is_refused: false };
        self.pools.insert(pool, proof);
    }

    /// Follows the goods that come at a place from there on: a later cost is of them, or some of them go back to the supplier.
    pub fn follow(&mut self, receipt: Place) {
        self.whereabouts.follow(receipt);
    }

    /// The next movement, with all that was posted for it. One that was voided does nothing and has posted nothing in all.
    pub fn add(&mut self, movement: &Movement, is_voided: bool, booked: &Booked) {
        let place = movement.place;
        let fed = match is_voided {
            true => Fed::default(),
            false if movement.keeps_its_split() => booked.effect().was_fed(movement),
            false => self.fed(movement),
        };
        let Some(pool) = self.pools.get_mut(&movement.pool) else { return };
        pool.read(place, booked, self.as_of);
        let mut total = booked.effect();
        let layers = if is_voided { Layers::default() } else { pool.state.handed_over(&movement.kind) };
        let before = pool.state.clone();
        let replayed = match is_voided {
            true => Effect::default(),
            false if pool.is_refused => total.clone(),
            false => match pool.state.apply(movement, fed) {
                Ok(effect) => effect,
                Err(refusal) => {
                    pool.is_refused = true;
                    pool.broken.push(Broken::Refused(refusal));
                    total.clone()
                }
            },
        };
        for (leg, amount) in replayed.legs.iter() {
            if let Some(account) = kept_on(leg, booked) {
                *pool.replayed.entry(account).or_default() += amount;
            }
        }
        if pool.state.quantity() == 0 && pool.state.x() != 0 {
            pool.broken.push(Broken::WorthWithoutGoods);
        }
        self.handed_on.insert(place, Fed { layers, ..replayed.handed_on(place) });
        if !is_voided && !pool.is_refused {
            self.whereabouts.add(movement, &before, &pool.state);
        }
        if !self.has_quantities {
            (total.quantity, total.shares) = (replayed.quantity, replayed.shares.clone());
            total.written_down = replayed.written_down;
        }
        if replayed != total {
            pool.broken.push(Broken::Effect { place, replayed: Box::new(replayed), booked: Box::new(total) });
        }
    }

    /// Forgets the values that a movement hands on, if no later movement has its value from it.
    pub fn forget(&mut self, place: Place) {
        self.handed_on.remove(&place);
        self.whereabouts.forget(place);
    }

    /// Compares a pool as it is kept now. Only for a proof of everything.
    pub fn compare(&mut self, pool: PoolKey, kept: &PoolState) {
        let Some(proof) = self.pools.get_mut(&pool) else { return };
        if !proof.is_refused && proof.state != *kept {
            proof.broken.push(Broken::Kept(Box::new(kept.clone())));
        }
    }

    /// All pools, proved or broken.
    #[must_use]
    pub fn finish(mut self) -> BTreeMap<PoolKey, PoolProof> {
        for (place, shares) in self.later_costs {
            for (spot, _) in shares {
                if let Some(pool) = self.pools.get_mut(&spot.pool) {
                    pool.broken.push(Broken::Untaken { place });
                }
            }
        }
        for pool in self.pools.values_mut() {
            let mut sums = pool.booked.clone();
            for late in &pool.late {
                *sums.entry(late.account).or_default() += late.amount;
            }
            for (account, amount) in &pool.replayed {
                *sums.entry(*account).or_default() -= amount;
            }
            let wrong = sums.into_iter().filter(|(_, gap)| *gap != 0);
            pool.broken.extend(wrong.map(|(account, _)| Broken::Books(account)));
        }
        self.pools
    }

    /// The part of a later cost that belongs to a place, which has it from here on.
    fn part(&mut self, of: Place, spot: Spot) -> Fed {
        let layers = self.later_costs.get_mut(&of).and_then(|shares| shares.remove(&spot)).unwrap_or_default();
        let value = match spot.dispatch {
            Some(dispatch) if !layers.is_empty() => {
                let left = self.handed_on.get(&dispatch).cloned().unwrap_or_default();
                self.shares.entry(dispatch).or_insert_with(|| rests(left.quantity, &left)).0.add(layers.sums().1)
            }
            _ => 0,
        };
        Fed { quantity: 0, value, layers, written_down: 0 }
    }

    /// The value that a movement gets from earlier ones. Takers of shares come in order, and so each takes from the
    /// amount that the others left.
    fn fed(&mut self, movement: &Movement) -> Fed {
        if let Kind::Value { receipt, amount, .. } = &movement.kind {
            let mut shares = self.whereabouts.shares_of(*receipt, *amount);
            let own = shares.remove(&Spot { pool: movement.pool, dispatch: None }).unwrap_or_default();
            self.later_costs.insert(movement.place, shares);
            return Fed { layers: own, ..Fed::default() };
        }
        if let Kind::ValuePart { of, dispatch, .. } = movement.kind {
            return self.part(of, Spot { pool: movement.pool, dispatch });
        }
        let Some((source, quantity)) = movement.source() else { return Fed::default() };
        let handed_on = |of: &Place| self.handed_on.get(of).cloned().unwrap_or_default();
        let mut written_down = 0;
        let value = match source {
            Source::Whole(of) => return handed_on(&of),
            Source::Share { of, total } => {
                let (rest, less) = self.shares.entry(of).or_insert_with(|| rests(total.get(), &handed_on(&of)));
                let taken = quantity.min(rest.quantity());
                written_down = less.take(taken);
                rest.take(taken)
            }
            Source::Output { assembly, number } => {
                let first = assembly.components.first().copied().unwrap_or(movement.place);
                let outputs = self.outputs.entry(first).or_insert_with(|| {
                    let cost: i128 = assembly.components.iter().map(|one| handed_on(one).carried()).sum();
                    assembly.outputs(cost)
                });
                outputs.get(number).copied().unwrap_or(0)
            }
        };
        Fed { quantity, value, written_down, ..Fed::default() }
    }
}

/// The account of a leg that says what goods are worth: theirs, or that of the allowance against them.
fn kept_on(leg: Leg, booked: &Booked) -> Option<AccountId> {
    match leg {
        Leg::Stock(account) => Some(account),
        Leg::Allowance => booked.allowance,
        Leg::Counter | Leg::Variance | Leg::CounterOf(_) => None,
    }
}

/// All that a source hands on, of which several take: its value, and what of it is written down.
fn rests(quantity: i64, handed_on: &Fed) -> (Rest, Rest) {
    (Rest::new(quantity, handed_on.value), Rest::new(quantity, handed_on.written_down))
}

impl PoolProof {
    /// Whether all holds.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.broken.is_empty()
    }

    /// Splits the postings into those in the books by the day, and late ones.
    fn read(&mut self, place: Place, booked: &Booked, as_of: Option<Date>) {
        for (date, legs) in &booked.by_date {
            self.require_balance(place, *date, legs);
            let is_late = as_of.is_some_and(|as_of| *date > as_of);
            for (leg, amount) in legs.iter() {
                match kept_on(leg, booked) {
                    Some(account) if is_late => self.late.push(Late { place, date: *date, account, amount }),
                    Some(account) => *self.booked.entry(account).or_default() += amount,
                    None => {}
                }
            }
        }
    }

    fn require_balance(&mut self, place: Place, date: Date, legs: &Legs) {
        let sum = legs.sum();
        if sum != 0 {
            self.broken.push(Broken::Unbalanced { place, date, sum });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::costing::tests::world::*;
    use crate::costing::*;

    /// Late receipts and a void in a closed month, proved as of a day and as a whole.
    fn world() -> (World, Place) {
        let mut world = World::of(&[Method::Fifo]);
        let came = world.post(0, day(1), 1, receipt(10, 1_000)).unwrap();
        let out = world.post(0, day(2), 2, issue(5)).unwrap();
        world.open_from = Some(date(day(31)));
        world.post(0, day(0), 3, receipt(10, 2_000)).unwrap();
        let gone = world.post(0, day(3), 4, receipt(1, 50)).unwrap();
        world.void(gone).unwrap();
        assert_ne!(came, out);
        (world, out)
    }

    #[test]
    fn what_is_late_is_the_whole_difference_between_replay_and_books_of_a_day() {
        let (world, _) = world();
        let as_of = prove(&world, Some(date(day(10))));
        let pool = &as_of[&pool(0)];
        assert!(pool.holds(), "{:?}", pool.broken);
        let late: i64 = pool.late.iter().map(|late| late.amount).sum();
        assert_eq!((pool.state.value(), pool.booked[&account(1)], late), (2_000, 500, 1_500));
        assert!(prove(&world, None).values().all(|pool| pool.holds() && pool.late.is_empty()));
    }

    #[test]
    fn one_minor_unit_or_one_piece_that_is_wrong_is_found_with_its_place() {
        let broken = |change: &dyn Fn(&mut World, Place)| {
            let (mut world, out) = world();
            change(&mut world, out);
            prove(&world, None).remove(&pool(0)).unwrap().broken
        };
        let one_sided = broken(&|world, out| {
            world.booked.get_mut(&out).unwrap().by_date[0].1.add(Leg::Counter, 1);
        });
        assert!(matches!(one_sided[..], [Broken::Unbalanced { sum: 1, .. }, Broken::Effect { .. }]), "{one_sided:?}");
        let both_sides = broken(&|world, out| {
            let legs = &mut world.booked.get_mut(&out).unwrap().by_date[0].1;
            legs.add(Leg::Counter, 1);
            legs.add(Leg::Stock(account(1)), -1);
        });
        assert!(matches!(both_sides[..], [Broken::Effect { .. }, Broken::Books(_)]), "{both_sides:?}");
        let quantity = broken(&|world, out| world.booked.get_mut(&out).unwrap().quantity -= 1);
        assert!(matches!(quantity[..], [Broken::Effect { .. }]), "{quantity:?}");
        let kept = broken(&|world, _| {
            let other = world.state(0);
            let wrong = world.movement(0, day(9), 9, 0, issue(1));
            let head = world.heads.get_mut(&pool(0)).unwrap();
            let mut changed = other;
            changed.apply(&wrong, Fed::default()).unwrap();
            head.state = std::sync::Arc::new(changed);
        });
        assert!(matches!(kept[..], [Broken::Kept(_)]), "{kept:?}");
        let gone = broken(&|world, _| {
            let receipts: Vec<Place> = world.movements[&pool(0)].keys().copied().take(2).collect();
            for receipt in receipts {
                world.movements.get_mut(&pool(0)).unwrap().remove(&receipt);
            }
        });
        assert!(
            gone.iter().any(|one| matches!(one, Broken::Refused(Refusal::WouldGoNegative { lacks: 5, .. }))),
            "{gone:?}"
        );
    }
}
