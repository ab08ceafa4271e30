//! Costs that come later follow the goods of their receipt: which of them a change of the past concerns, and what they come to.
//!
//! Each has a part of its own in every pool in which goods of its receipt ever were, be there any left or not. So what moves
//! goods in a pool concerns those alone that have a part there after it.

use std::collections::BTreeSet;

use crate::costing::replay::Run;
use crate::costing::replay::lane::Lane;
use crate::costing::whereabouts::Spot;
use crate::costing::{Effect, Fed, Halt, History, Kind, LaterCost, Layers, Movement, Place, PoolKey, Tie};

/// A part that a cost has.
type PartOf = (Place, PoolKey);

/// What of a cost falls to the goods of one pool, or to those on their way from it.
struct Falling {
    pool: PoolKey,
    kind: Kind,
    layers: Layers,
}

impl<H: History> Run<'_, H> {
    /// Looks at all costs that a movement concerns which comes or goes: in its own pool, and in that from which its goods come.
    pub(super) fn look_at_later_costs(&mut self, movement: &Movement) -> Result<(), Halt<H::Stop>> {
        if !movement.moves_goods() {
            return Ok(());
        }
        self.look_at_costs_after(movement.pool, movement.place)?;
        for (of, tie) in movement.depends_on() {
            let is_own = self.removed.contains_key(&of) || self.new.values().any(|all| all.contains_key(&of));
            if matches!(tie, Tie::Value | Tie::Share(_)) && !is_own {
                let from = self.pool_of(of)?;
                self.look_at_costs_after(from, movement.place)?;
            }
        }
        Ok(())
    }

    /// Looks at all costs that have a part in the pool after a place.
    pub(super) fn look_at_costs_after(&mut self, pool: PoolKey, place: Place) -> Result<(), Halt<H::Stop>> {
        if self.costs_from.get(&pool).is_some_and(|from| *from <= place) {
            return Ok(());
        }
        for LaterCost { place: cost, pool, receipt, receipt_pool } in
            self.history.later_costs(pool, place).map_err(Halt::Stop)?
        {
            if !self.removed.contains_key(&cost) {
                self.to_follow.insert(receipt, receipt_pool);
                self.look_at(pool, cost);
            }
        }
        self.costs_from.insert(pool, place);
        Ok(())
    }

    /// What of a cost falls to the goods of its own pool. Its other parts are looked at where something else falls to them, and
    /// made where goods are of which it has none.
    pub(super) fn later_cost(
        &mut self,
        lane: &mut Lane,
        cost: &Movement,
        receipt: Place,
        amount: i64,
        booked: Option<&Effect>,
    ) -> Result<Fed, Halt<H::Stop>> {
        let (mut shares, pools) = self.whereabouts(receipt, amount, cost)?;
        let own = shares.remove(&Spot { pool: cost.pool, dispatch: None }).unwrap_or_default();
        let parts = match booked {
            Some(_) => self.history.dependents(cost.place, cost.pool).map_err(Halt::Stop)?,
            None => Vec::new(),
        };
        // What no goods of the receipt belong to any more keeps nothing.
        let mut gone: BTreeSet<PartOf> = parts.iter().map(|part| (part.place, part.pool)).collect();
        for pool in pools.into_iter().filter(|pool| *pool != cost.pool) {
            let layers = shares.remove(&Spot { pool, dispatch: None }).unwrap_or_default();
            let known = parts.iter().find(|part| part.tie == Tie::Part && part.pool == pool);
            let known = known.map(|part| (part.place, pool)).inspect(|part| _ = gone.remove(part));
            let kind = Kind::ValuePart { of: cost.place, receipt, dispatch: None };
            self.share_part(lane, cost, known, Falling { pool, kind, layers })?;
        }
        for (Spot { pool, dispatch }, layers) in shares {
            let Some(dispatch) = dispatch else { continue };
            let adding = self.history.dependents(dispatch, pool).map_err(Halt::Stop)?;
            let mut adding = adding.into_iter().filter(|one| one.tie == Tie::InTransit);
            let known = adding.find(|one| gone.contains(&(one.place, pool)));
            let known = known.map(|part| (part.place, pool)).inspect(|part| _ = gone.remove(part));
            let kind = Kind::ValuePart { of: cost.place, receipt, dispatch: Some(dispatch) };
            self.share_part(lane, cost, known, Falling { pool, kind, layers })?;
        }
        for part in gone {
            self.share_anew(part, Layers::default())?;
        }
        Ok(Fed { layers: own, ..Fed::default() })
    }

    /// What a part gets of its cost.
    pub(super) fn part_of_later_cost(
        &mut self,
        part: &Movement,
        dispatch: Option<Place>,
        booked: Option<&Effect>,
    ) -> Result<Fed, Halt<H::Stop>> {
        let anew = self.of_parts.get(&part.place).cloned();
        let layers = anew.or_else(|| booked.map(|booked| booked.shares.clone())).unwrap_or_default();
        let value = match dispatch {
            Some(dispatch) if !layers.is_empty() => self.added(dispatch, part.place, part.pool)?,
            _ => 0,
        };
        Ok(Fed { quantity: 0, value, layers, written_down: 0 })
    }

    /// Looks at a part, if something else falls to it than did.
    fn share_anew(&mut self, (place, pool): PartOf, layers: Layers) -> Result<(), Halt<H::Stop>> {
        if self.history.booked(place).map_err(Halt::Stop)?.shares != layers {
            self.of_parts.insert(place, layers);
            self.look_at(pool, place);
        }
        Ok(())
    }

    /// What falls to one part, be it there or not.
    fn share_part(
        &mut self,
        lane: &mut Lane,
        cost: &Movement,
        known: Option<PartOf>,
        falling: Falling,
    ) -> Result<(), Halt<H::Stop>> {
        match known {
            Some(known) => self.share_anew(known, falling.layers),
            None => self.add_part(lane, cost, falling),
        }
    }

    fn add_part(&mut self, lane: &mut Lane, cost: &Movement, falling: Falling) -> Result<(), Halt<H::Stop>> {
        let Falling { pool, kind, layers } = falling;
        let seq = cost.place.seq;
        let is_new = self.new.get(&cost.pool).is_some_and(|all| all.contains_key(&cost.place));
        let last = match self.last_lines.get(&seq) {
            Some(last) => *last,
            None if is_new => self.lines,
            None => self.history.last_line(cost.place).map_err(Halt::Stop)?,
        };
        let line = last.saturating_add(1);
        self.last_lines.insert(seq, line);
        let part = Movement { place: Place::into(cost.place.at, seq, line), pool, kind, ..cost.clone() };
        self.of_parts.insert(part.place, layers);
        if !is_new {
            self.added.insert(part.place);
        }
        self.join(lane, part);
        Ok(())
    }

    /// Takes up a movement that is made on the way, behind all that was done.
    fn join(&mut self, lane: &mut Lane, part: Movement) {
        self.note_dependencies(&part);
        if let Kind::ValuePart { dispatch: Some(dispatch), .. } = part.kind {
            self.shared.remove(&dispatch);
        }
        if lane.pool == part.pool {
            lane.add(part.clone());
        } else if let Some(other) = self.lanes.get_mut(&part.pool) {
            other.add(part.clone());
            // It comes before what that pool was to go on with.
            self.queue.insert((part.place, part.pool));
        }
        self.new.entry(part.pool).or_default().insert(part.place, part.clone());
        self.look_at(part.pool, part.place);
        self.outcome.parts.push(part);
    }
}
