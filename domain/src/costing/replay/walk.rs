//! Follows the goods of a receipt through all pools to which they went, up to a place, by quantities alone.
//!
//! All that lies before that place is final by then. So the pools go forward from the receipt as they are now: what comes to
//! them from elsewhere has no value here, for none is asked for.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::costing::replay::Run;
use crate::costing::replay::lane::{Lane, Next};
use crate::costing::whereabouts::{CostShares, Whereabouts};
use crate::costing::{Dependent, Fed, Halt, History, Kind, Movement, Place, PoolKey, Refusal, Tie};

/// Movements of a pool between two states of it that are noted on the way.
const STEPS_BETWEEN: u32 = 64;

/// Goods on their way.
#[derive(Default)]
pub(super) struct Walk {
    whereabouts: Whereabouts,
    lanes: BTreeMap<PoolKey, Lane>,
    /// From where on each pool goes on next, also those that are not on their way yet.
    queue: BTreeSet<(Place, PoolKey)>,
}

impl<H: History> Run<'_, H> {
    /// What of a cost of a receipt belongs where at a place, and all pools in which its goods ever were. All receipts whose
    /// costs are looked at are followed together, so that each movement is gone over once for all of them.
    pub(super) fn whereabouts(
        &mut self,
        receipt: Place,
        amount: i64,
        cost: &Movement,
    ) -> Result<(CostShares, Vec<PoolKey>), Halt<H::Stop>> {
        let to = cost.place;
        let receipt_pool = match self.to_follow.get(&receipt) {
            Some(pool) => *pool,
            None => self.pool_of(receipt)?,
        };
        self.to_follow.insert(receipt, receipt_pool);
        let mut walk = match self.walk.take() {
            Some(walk) if walk.whereabouts.follows(receipt) => walk,
            _ => self.walk_from_receipts(),
        };
        while let Some(other) = self.go_to(&mut walk, to)? {
            self.to_follow.insert(other, self.pool_of(other)?);
            walk = self.walk_from_receipts();
        }
        walk.whereabouts.went_back(receipt, self.went_back(receipt, receipt_pool, to)?);
        let found = walk.whereabouts.shares_of(receipt, amount);
        let pools = walk.whereabouts.pools_of(receipt).collect();
        self.walk = Some(walk);
        Ok((found, pools))
    }

    fn walk_from_receipts(&self) -> Walk {
        let mut walk = Walk::default();
        for (receipt, pool) in self.to_follow.iter().filter(|(receipt, _)| !self.removed.contains_key(receipt)) {
            walk.whereabouts.follow(*receipt);
            walk.queue.insert((*receipt, *pool));
        }
        walk
    }

    /// Takes the goods forward. Answers a receipt without which it cannot be told what goes back to the supplier.
    fn go_to(&mut self, walk: &mut Walk, to: Place) -> Result<Option<Place>, Halt<H::Stop>> {
        while let Some((place, pool)) = walk.queue.pop_first() {
            if place >= to {
                walk.queue.insert((place, pool));
                break;
            }
            let mut lane = match walk.lanes.remove(&pool) {
                Some(lane) => lane,
                None => self.open_for_walk(pool, place)?,
            };
            match lane.next(self)? {
                None => {}
                Some(next)
                    if walk.queue.first().is_some_and(|first| *first < (next.movement.place, pool))
                        || next.movement.place >= to =>
                {
                    walk.queue.insert((next.movement.place, pool));
                    lane.give_back(Some(next));
                }
                Some(next) => {
                    let here = next.movement.place;
                    let before = Arc::clone(&lane.state);
                    if let Some(other) = walk.whereabouts.must_follow(&next.movement, &before) {
                        return Ok(Some(other));
                    }
                    self.walk_on(&mut lane, &next)?;
                    walk.whereabouts.add(&next.movement, &before, &lane.state);
                    if walk.whereabouts.has_left(here) {
                        let takers = self.takers_of_goods(here, pool)?;
                        if takers.is_empty() {
                            walk.whereabouts.forget(here);
                        }
                        for (place, to) in takers {
                            if to != pool && !walk.lanes.contains_key(&to) {
                                walk.queue.insert((place, to));
                            }
                        }
                    }
                    walk.queue.insert((here.after(), pool));
                }
            }
            walk.lanes.insert(pool, lane);
        }
        Ok(None)
    }

    /// A pool as it was right before a place, by quantities.
    fn open_for_walk(&mut self, pool: PoolKey, place: Place) -> Result<Lane, Halt<H::Stop>> {
        let passed = self.passed.range((pool, Place::FIRST)..(pool, place)).next_back();
        let (at, state) = match passed {
            Some(((_, at), state)) => (Some(*at), Arc::clone(state)),
            None => {
                let from = self.changed_from.get(&pool).map_or(place, |changed| place.min(*changed));
                match self.history.checkpoint_before(pool, from).map_err(Halt::Stop)? {
                    Some(checkpoint) => (Some(checkpoint.place), checkpoint.state),
                    None => (None, Arc::new(self.history.origin(pool).map_err(Halt::Stop)?)),
                }
            }
        };
        let mut new = self.new.get(&pool).cloned().unwrap_or_default();
        if let Some(at) = at {
            new = new.split_off(&at.after());
        }
        let mut lane = Lane::at(pool, at, state, new);
        while let Some(next) = lane.next(self)? {
            if next.movement.place >= place {
                lane.give_back(Some(next));
                break;
            }
            self.walk_on(&mut lane, &next)?;
        }
        Ok(lane)
    }

    fn walk_on(&mut self, lane: &mut Lane, next: &Next) -> Result<(), Halt<H::Stop>> {
        #[cfg(test)]
        super::work::walk();
        self.walked += 1;
        if self.walked > self.rules.most_looked_over {
            return Err(Refusal::ReplayTooLarge { most: self.rules.most_looked_over }.into());
        }
        let mut fed = Fed::default();
        if let Kind::InAll { from, of } = next.movement.kind {
            let is = self.effects.get(&next.movement.place).or(next.booked.as_ref());
            fed.quantity = is.map_or(0, |effect| effect.quantity.abs());
            fed.layers = self.handed_over(from, of)?;
        }
        lane.apply(&next.movement, fed)?;
        self.note_passed(lane);
        Ok(())
    }

    /// Notes what a pool was, now and then. All that lies before is final.
    pub(super) fn note_passed(&mut self, lane: &Lane) {
        if let Some(at) = lane.at.filter(|_| lane.since_checkpoint.is_multiple_of(STEPS_BETWEEN)) {
            self.passed.insert((lane.pool, at), Arc::clone(&lane.state));
        }
    }

    /// How much of a receipt went back to the supplier before a place, from wherever.
    fn went_back(&self, receipt: Place, pool: PoolKey, before: Place) -> Result<i64, Halt<H::Stop>> {
        let all = self.all_dependents(receipt, pool)?;
        let back = all.into_iter().filter(|dependent| dependent.place < before);
        Ok(back.map(|dependent| if let Tie::Share(quantity) = dependent.tie { quantity } else { 0 }).sum())
    }

    /// Where goods come that left at a place.
    fn takers_of_goods(&self, left: Place, near: PoolKey) -> Result<Vec<(Place, PoolKey)>, Halt<H::Stop>> {
        let all = self.all_dependents(left, near)?;
        let brings = all.into_iter().filter(|dependent| matches!(dependent.tie, Tie::Value | Tie::Share(_)));
        Ok(brings.map(|dependent| (dependent.place, dependent.pool)).collect())
    }

    /// Who depends on a movement, with those that are new and without those that go.
    pub(super) fn all_dependents(&self, of: Place, near: PoolKey) -> Result<Vec<Dependent>, Halt<H::Stop>> {
        let mut all = self.history.dependents(of, near).map_err(Halt::Stop)?;
        all.retain(|dependent| !self.removed.contains_key(&dependent.place));
        all.extend(self.new_dependents.get(&of).into_iter().flatten());
        Ok(all)
    }

    /// The pool that a movement stands in, be it new or not.
    pub(super) fn pool_of(&self, place: Place) -> Result<PoolKey, Halt<H::Stop>> {
        match self.new.iter().find(|(_, movements)| movements.contains_key(&place)) {
            Some((pool, _)) => Ok(*pool),
            None => self.history.pool_of(place).map_err(Halt::Stop),
        }
    }
}
