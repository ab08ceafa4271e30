//! Costing's questions about the past, answered from the book.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::book::context::Context;
use crate::book::loading::require_all;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::costing::{
    Booked, Checkpoint, Cost, Dependent, Effect, Head, History, Kind, LaterCost, Layer, Layers, Leg, Legs, Moved,
    Phase, Place, PoolKey, PoolState, Ratio, Recorded, StandardCost, Tie,
};
use crate::rows::pool_names::{name_of, named_by};
use crate::rows::{LegKind, MovementLine, Pool, PoolLayer, PoolMovement, StockMovement, ValueEntry, costing_cells};
use crate::stock::goods::document::dates;
use crate::value::Date;
use crate::value::id::{AccountId, PoolId};

/// The past as the book has it, asked by the actor of the context.
pub(crate) struct StockHistory<'a> {
    pub book: &'a Book,
    pub ctx: &'a Context,
}

/// The key of a pool in costing.
pub(crate) fn key_of(pool: &Pool) -> PoolKey {
    named_by((pool.item_id, pool.scope_id, pool.tracked_id))
}

/// The pool that costing names. The caller of costing has created it.
pub(super) fn pool_of(book: &Book, key: PoolKey) -> Result<&Pool, Stop> {
    let id = book.pool_by_name(name_of(key))?.ok_or_else(|| Stop::lost_at("pools", key.item))?;
    book.pool(id)?.ok_or_else(|| Stop::lost("pools", id))
}

/// The line of a movement that stands at a place.
pub(crate) fn line_at(book: &Book, place: Place) -> Result<Option<&MovementLine>, Stop> {
    book.movement_line(place.seq, i64::from(place.line))
}

/// Where a line may have moved pools, in order.
pub(crate) fn places(
    movement: &StockMovement,
    line: &MovementLine,
) -> Result<impl Iterator<Item = (PoolId, Place)>, Stop> {
    let at = movement.costed_at.or(movement.occurred_at).unwrap_or(movement.created_at);
    let number = u32::try_from(line.line_number).map_err(|_| Stop::lost("movement_lines", line.movement_id))?;
    let place = |phase| Place { at, seq: line.movement_seq, line: number, phase };
    let (out, came) = (line.pool_id, line.to_pool_id.or(line.pool_id));
    let at_phase = [out.map(|pool| (pool, place(Phase::Out))), came.map(|pool| (pool, place(Phase::In)))];
    Ok(at_phase.into_iter().flatten())
}

/// The standard cost of stored columns.
pub(crate) fn standard(extended: Option<i64>, per_unit: i64) -> Option<StandardCost> {
    StandardCost::new(i128::from(extended?), per_unit)
}

/// The stored contents of a pool, with all its layers.
pub(crate) fn state_of<'a>(pool: &Pool, layers: impl Iterator<Item = &'a PoolLayer>) -> PoolState {
    let (mut held, mut owed) = (Layers::default(), Layers::default());
    for row in layers {
        let layer = Layer { quantity: row.quantity, x: costing_cells::whole(row.x_whole, row.x_millionths) };
        if row.is_owed { owed.insert(row.place, layer) } else { held.insert(row.place, layer) }
    }
    let empty = PoolState::new(pool.method.into(), pool.account_id, standard(pool.standard, pool.per_unit));
    let one = Layer { quantity: pool.quantity, x: costing_cells::whole(pool.x_whole, pool.x_millionths) };
    let allowance = costing_cells::whole(pool.allowance_whole, pool.allowance_millionths);
    empty.kept(one, held, owed, last_cost(pool)).less(allowance)
}

/// The pool at which a movement stands.
pub(super) fn pool_at(book: &Book, place: Place) -> Result<Option<PoolId>, Stop> {
    Ok(line_at(book, place)?.and_then(|line| match place.phase {
        Phase::Out => line.pool_id,
        Phase::In => line.to_pool_id.or(line.pool_id),
    }))
}

/// The legs of a value entry, each with its account and amount.
pub(crate) fn legs_of(entry: &ValueEntry) -> impl Iterator<Item = (Leg, AccountId, i64)> {
    let leg = match (entry.leg, entry.leg_of) {
        (LegKind::Stock, _) => Leg::Stock(entry.account_id),
        (LegKind::Counter, _) | (LegKind::CounterOf, None) => Leg::Counter,
        (LegKind::Allowance, _) => Leg::Allowance,
        (LegKind::Variance, _) => Leg::Variance,
        (LegKind::CounterOf, Some(place)) => Leg::CounterOf(place),
    };
    let counter = entry.counter_account_id.map(|account| (Leg::Counter, account, -entry.amount));
    std::iter::once((leg, entry.account_id, entry.amount)).chain(counter)
}

/// Adds a value entry to the legs of its movement.
pub(crate) fn add_to(legs: &mut Legs, entry: &ValueEntry) {
    legs_of(entry).for_each(|(leg, _, amount)| legs.add(leg, amount));
}

impl StockHistory<'_> {
    /// The cost of the last goods before a place that came with a cost of their own: value and quantity, with all
    /// adjustments since.
    pub(crate) fn last_cost_before(&self, key: PoolKey, place: Place) -> Result<Option<Ratio>, Stop> {
        let pool = pool_of(self.book, key)?;
        if pool.last_place.is_none_or(|last| last < place) {
            return Ok(last_cost(pool));
        }
        let checkpoint = self.checkpoint_before(key, place)?;
        let (mut cost, mut after) = checkpoint.map(|one| (one.state.last_cost(), one.place)).unzip();
        loop {
            let recorded = self.movements_after(key, after)?;
            let Some(last) = recorded.last() else { return Ok(cost.flatten()) };
            after = Some(last.movement.place);
            for one in &recorded {
                if one.movement.place >= place {
                    return Ok(cost.flatten());
                }
                cost = own_cost(one).map(Some).or(cost);
            }
        }
    }

    /// Postings with rows of their own for the movements of a pool between two places, by place.
    fn effects(&self, pool: PoolId, from: Place, to: Place) -> Result<Vec<(Place, Legs)>, Stop> {
        let mut all: Vec<(Place, Legs)> = Vec::new();
        for entry in self.book.value_entries(pool, from, to)? {
            if all.last().is_none_or(|(place, _)| *place != entry.place) {
                all.push((entry.place, Legs::default()));
            }
            if let Some((_, legs)) = all.last_mut() {
                add_to(legs, entry);
            }
        }
        Ok(all)
    }
}

impl History for StockHistory<'_> {
    type Stop = Stop;

    fn origin(&self, key: PoolKey) -> Result<PoolState, Stop> {
        let pool = pool_of(self.book, key)?;
        let first = standard(pool.first_standard, pool.per_unit);
        Ok(PoolState::new(pool.first_method.into(), pool.first_account_id, first))
    }

    fn head(&self, key: PoolKey) -> Result<Option<Head>, Stop> {
        let pool = pool_of(self.book, key)?;
        let Some(place) = pool.last_place else { return Ok(None) };
        let layers = self.book.pool_layers(pool.id, false)?.chain(self.book.pool_layers(pool.id, true)?);
        let state = Arc::new(state_of(pool, layers));
        let since_checkpoint = u32::try_from(pool.since_checkpoint).unwrap_or(u32::MAX);
        Ok(Some(Head { place, since_checkpoint, state }))
    }

    fn checkpoint_before(&self, key: PoolKey, place: Place) -> Result<Option<Checkpoint>, Stop> {
        let pool = pool_of(self.book, key)?;
        let found = self.book.pool_checkpoints(pool.id)?.rev().find(|one| one.place < place);
        found.map(checkpoint).transpose()
    }

    fn checkpoint_from(&self, key: PoolKey, place: Place) -> Result<Option<Checkpoint>, Stop> {
        let pool = pool_of(self.book, key)?;
        let found = self.book.pool_checkpoints(pool.id)?.find(|one| one.place >= place);
        found.map(checkpoint).transpose()
    }

    fn movements_after(&self, key: PoolKey, place: Option<Place>) -> Result<Vec<Recorded>, Stop> {
        let pool = pool_of(self.book, key)?.id;
        let mut from = place.map(|place| place.after());
        loop {
            let (rows, next) = self.book.pool_movements(pool, from).map_err(with_costs)?;
            let rows: Vec<_> = rows.filter(|row| !row.is_voided).collect();
            let (Some(first), Some(last)) = (rows.first(), rows.last()) else {
                match next {
                    Some(next) => from = Some(next),
                    None => return Ok(Vec::new()),
                }
                continue;
            };
            let (from, to) = (first.place, last.place);
            require_all(self.book, Book::costs_between(pool, from, to).to_vec())?;
            let mut sources = self.book.pool_ties_between(from, to).map(|tie| tie.source).peekable();
            let mut effects = self.effects(pool, from, to)?.into_iter().peekable();
            let mut found = Vec::with_capacity(rows.len());
            for row in rows {
                while effects.peek().is_some_and(|(place, _)| *place < row.place) {
                    effects.next();
                }
                let later = effects.next_if(|(place, _)| *place == row.place).map(|(_, legs)| legs);
                let mut legs = later.unwrap_or_default();
                row.own_entry().iter().for_each(|own| add_to(&mut legs, own));
                let movement = costing_cells::movement(row, key)
                    .map_err(|bad| Stop::unreadable("pool_movements", row.pool_id, &bad))?;
                while sources.next_if(|source| *source < row.place).is_some() {}
                let is_needed = sources.peek() == Some(&row.place);
                let shares = shares_of(row)?;
                let (quantity, written_down) = (row.quantity, row.written_down);
                let effect = Effect { quantity, legs, shares, written_down };
                found.push(Recorded { movement, effect, is_needed });
            }
            return Ok(found);
        }
    }

    fn moved_after(&self, key: PoolKey, place: Place) -> Result<Vec<Moved>, Stop> {
        let pool = pool_of(self.book, key)?.id;
        let mut from = Some(place.after());
        while from.is_some() {
            let (rows, next) = self.book.pool_movements(pool, from)?;
            let mut found = Vec::new();
            for row in rows.filter(|row| !row.is_voided) {
                let movement = costing_cells::movement(row, key)
                    .map_err(|bad| Stop::unreadable("pool_movements", row.pool_id, &bad))?;
                found.push(Moved::of(&movement, row.quantity));
            }
            if !found.is_empty() {
                return Ok(found);
            }
            from = next;
        }
        Ok(Vec::new())
    }

    fn booked(&self, place: Place) -> Result<Booked, Stop> {
        let pool = pool_at(self.book, place)?.ok_or_else(|| Stop::lost_at("movement_lines", place))?;
        let row = self.book.pool_movement(pool, place)?;
        let own = row.and_then(PoolMovement::own_entry);
        let mut by_date: Vec<(Date, Legs)> = Vec::new();
        for entry in own.iter().chain(self.book.value_entries(pool, place, place)?) {
            match by_date.iter_mut().find(|(date, _)| *date == entry.date) {
                Some((_, legs)) => add_to(legs, entry),
                None => {
                    let mut legs = Legs::default();
                    add_to(&mut legs, entry);
                    by_date.push((entry.date, legs));
                }
            }
        }
        by_date.retain(|(_, legs)| !legs.is_empty());
        let shares = row.map_or(Ok(Layers::default()), shares_of)?;
        let (quantity, written_down) = row.map_or((0, 0), |row| (row.quantity, row.written_down));
        Ok(Booked { quantity, by_date, shares, written_down, allowance: None })
    }

    fn dependents(&self, place: Place, near: PoolKey) -> Result<Vec<Dependent>, Stop> {
        let mut found = Vec::new();
        let near = pool_of(self.book, near)?.id;
        for row in self.book.pool_ties(place, near)?.filter(|row| !row.is_voided) {
            let pool = key_of(self.book.pool(row.pool_id)?.ok_or_else(|| Stop::lost("pools", row.pool_id))?);
            let tie = Tie::of_stored(&row.tie, row.quantity).ok_or_else(|| Stop::lost("pool_ties", row.pool_id))?;
            found.push(Dependent { place: row.place, pool, tie });
        }
        Ok(found)
    }

    fn pool_of(&self, place: Place) -> Result<PoolKey, Stop> {
        let id = pool_at(self.book, place)?.ok_or_else(|| Stop::lost_at("movement_lines", place))?;
        Ok(key_of(self.book.pool(id)?.ok_or_else(|| Stop::lost("pools", id))?))
    }

    fn later_costs(&self, key: PoolKey, after: Place) -> Result<Vec<LaterCost>, Stop> {
        let pool = pool_of(self.book, key)?;
        if pool.last_place.is_none_or(|last| last <= after) {
            return Ok(Vec::new());
        }
        let (mut costs, mut parts) = (Vec::new(), BTreeMap::new());
        for tie in self.book.costs_of_pool(pool.id, after.after())?.filter(|tie| !tie.is_voided) {
            match Tie::of_stored(&tie.tie, tie.quantity) {
                Some(Tie::Layer) => costs.push(tie),
                Some(Tie::Part | Tie::PartInTransit) => {
                    parts.insert(tie.place, tie);
                }
                Some(Tie::Value | Tie::Share(_) | Tie::InTransit) | None => {}
            }
        }
        let mut found = Vec::with_capacity(costs.len());
        for tie in costs {
            let (receipt, id) = (tie.source, tie.source_pool_id);
            let receipt_pool = key_of(self.book.pool(id)?.ok_or_else(|| Stop::lost("pools", id))?);
            found.push(match parts.get(&tie.place) {
                Some(part) => {
                    let id = part.source_pool_id;
                    let pool = key_of(self.book.pool(id)?.ok_or_else(|| Stop::lost("pools", id))?);
                    LaterCost { place: part.source, pool, receipt, receipt_pool }
                }
                None => LaterCost { place: tie.place, pool: key, receipt, receipt_pool },
            });
        }
        Ok(found)
    }

    fn last_line(&self, of: Place) -> Result<u32, Stop> {
        let last = self.book.movement_lines(of.seq)?.last().map_or(0, |line| line.line_number);
        u32::try_from(last).map_err(|_| Stop::lost_at("movement_lines", of))
    }

    fn open_date(&self, date: Date) -> Result<Date, Stop> {
        dates::open_date(self.book, self.ctx, date)
    }
}

/// The present cost of the last goods that came with a cost of their own.
fn last_cost(pool: &Pool) -> Option<Ratio> {
    let (value, quantity) = pool.last_cost_value.zip(pool.last_cost_quantity)?;
    Ratio::new(value, quantity)
}

/// The cost of a movement's goods, if they came with a cost of their own.
fn own_cost(recorded: &Recorded) -> Option<Ratio> {
    if let Kind::In { cost: Cost::Present { .. }, .. } = recorded.movement.kind {
        return None;
    }
    let effect = &recorded.effect;
    if effect.quantity > 0 { Ratio::new(effect.brought(), effect.quantity) } else { None }
}

/// The share of each layer in a later cost.
fn shares_of(row: &PoolMovement) -> Result<Layers, Stop> {
    costing_cells::decode_shares(row.shares.as_deref())
        .map_err(|bad| Stop::unreadable("pool_movements", row.pool_id, &bad))
}

/// Loads movements to be costed together with their postings.
fn with_costs(stop: Stop) -> Stop {
    let Stop::Missing(Key::PoolMovements(pool, from, most)) = stop else { return stop };
    Stop::Missing(Key::PoolCosts(pool, from, most))
}

fn checkpoint(row: &crate::rows::PoolCheckpoint) -> Result<Checkpoint, Stop> {
    let state = costing_cells::decode_state(&row.state)
        .map_err(|bad| Stop::unreadable("pool_checkpoints", row.pool_id, &bad))?;
    Ok(Checkpoint { place: row.place, state: Arc::new(state) })
}
