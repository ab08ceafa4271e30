//! Goods were there when they left, also where their costs stand elsewhere in the order.
//!
//! Costing itself checks that in its own order. The two orders differ only where movements were costed prospectively:
//! only pools with such movements are checked, by quantity alone, which is cheap compared with costing them.

use std::collections::BTreeMap;

use crate::costing::replay::Run;
use crate::costing::{Halt, History, Moved, Movement, Place, PoolKey, Refusal};
use crate::value::{Instant, limits};

impl<H: History> Run<'_, H> {
    /// Notes by how much a movement changes its pool's quantity, and whether it stands where it occurred.
    pub(super) fn note_quantity(&mut self, movement: &Movement, change: i64) {
        if movement.is_prospective() {
            self.with_prospective.insert(movement.pool);
        }
        // A movement that occurred before a change of scope and was costed after it counts as if it had occurred at it.
        let is_gone = self.removed.contains_key(&movement.place) && movement.changes_scope();
        if change < 0 || is_gone {
            let from = if is_gone { Instant(i64::MIN) } else { movement.occurred_at };
            let since = self.lowered.entry(movement.pool).or_insert(from);
            *since = from.min(*since);
        }
    }

    /// Notes a pool that is unchanged from here: its later movements are not read, and may have been costed
    /// prospectively.
    pub(super) fn note_stop(&mut self, pool: PoolKey) {
        if self.lowered.contains_key(&pool) {
            self.with_prospective.insert(pool);
        }
    }

    /// Refuses where goods would have left before they came.
    pub(super) fn require_there_when_they_left(&mut self) -> Result<(), Halt<H::Stop>> {
        let pools = self.lowered.iter().filter(|(pool, _)| self.with_prospective.contains(pool));
        for (pool, since) in pools {
            let moved = self.moved_since(*pool, *since)?;
            let there = self.at_its_end(*pool)? - moved.iter().map(|one| one.quantity).sum::<i64>();
            if let Some(((place, lacks), later)) = lacking(there, moved) {
                return Err(Refusal::WouldGoNegative { place, lacks, later }.into());
            }
        }
        Ok(())
    }

    /// The movements since then, in the order in which they occurred. A change of scope moves goods from pool to pool
    /// and not from their place: a movement that occurred before it and was costed after it counts in the pool as if it
    /// had occurred at it.
    fn moved_since(&self, pool: PoolKey, since: Instant) -> Result<Vec<Moved>, Halt<H::Stop>> {
        let mut all = Vec::new();
        let mut after = Place::out(since, i64::MIN, 0);
        loop {
            let page = self.history.moved_after(pool, after).map_err(Halt::Stop)?;
            let Some(last) = page.last() else { break };
            after = last.place;
            all.extend(page);
            if all.len() > self.rules.most_looked_over {
                return Err(Refusal::ReplayTooLarge { most: self.rules.most_looked_over }.into());
            }
        }
        all.retain(|one| !self.removed.contains_key(&one.place));
        for one in &mut all {
            one.quantity = self.outcome.quantities.get(&one.place).copied().unwrap_or(one.quantity);
        }
        for movement in self.new.get(&pool).into_iter().flat_map(BTreeMap::values) {
            let quantity = self.outcome.inserted.get(&movement.place).map_or(0, |effect| effect.quantity);
            all.push(Moved::of(movement, quantity));
        }
        match all.iter().filter(|one| one.changes_scope).map(|one| one.place).max() {
            Some(scope) => {
                all.retain(|one| one.place >= scope);
                all.iter_mut().for_each(|one| one.occurred_at = one.occurred_at.max(scope.at));
            }
            None => all.retain(|one| one.occurred_at >= since),
        }
        all.sort_unstable_by_key(|one| (one.occurred_at, one.place));
        Ok(all)
    }

    /// The quantity of the pool after all its movements.
    fn at_its_end(&self, pool: PoolKey) -> Result<i64, Halt<H::Stop>> {
        let head = match self.outcome.heads.get(&pool) {
            Some(head) => head.clone(),
            None => self.history.head(pool).map_err(Halt::Stop)?,
        };
        Ok(head.map_or(0, |head| head.state.quantity()))
    }
}

/// A movement that takes missing goods, and the missing quantity.
type Lack = (Place, i64);

/// The first such movement, and the next ones.
fn lacking(mut there: i64, moved: Vec<Moved>) -> Option<(Lack, Vec<Lack>)> {
    let mut found = Vec::new();
    for one in moved {
        there += one.quantity;
        if one.must_be_there && one.quantity < 0 && there < 0 && found.len() <= limits::LACKS_LISTED {
            found.push((one.place, (-one.quantity).min(-there)));
        }
    }
    let mut found = found.into_iter();
    Some((found.next()?, found.collect()))
}
