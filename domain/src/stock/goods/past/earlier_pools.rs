//! A pool begins earlier than was known: its item had another valuation then, and every change since applies to the
//! pool, too.
//!
//! A change of method or standard cost is one document over all pools of an item, and a pool that comes into being
//! later begins with the item's valuation at that time. If goods come to it before such a change, they are valued as
//! the item was on their day, and that change revalues them like all others: its document gets a line for that pool,
//! which posts nothing, since the pool is still empty. Later movements in the same commit are then costed like any
//! change of the past.

use std::collections::BTreeSet;

use crate::book::context::Context;
use crate::book::loading::require_all;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::costing::{Change, Kind, Movement, Place};
use crate::rows::items::Item;
use crate::rows::pool_names::NONE;
use crate::rows::valuations::{ValuationChange, Valuations};
use crate::rows::{MovementLine, Pool, StockMovement};
use crate::stock::goods::past::{scopes, specific_costing};
use crate::stock::goods::plan::unit_costs::{extended_standard, standard_cost};
use crate::stock::goods::posting::accounts::Accounts;
use crate::stock::goods::posting::cost_rows::{self, Caused};
use crate::stock::goods::posting::history::key_of;
use crate::stock::goods::posting::replaying::replay;
use crate::value::id::{ItemId, PoolId};

/// Has a pool begin at a place, if it does not by then.
pub(crate) fn begin_at(book: &mut Book, ctx: &Context, item: &Item, pool: Pool, place: Place) -> Result<Pool, Stop> {
    if pool.begins_at <= place {
        return Ok(pool);
    }
    let valuations = Valuations::of(item)?;
    let missing = valuations.between(place, pool.begins_at);
    let then = valuations.at(place);
    let mut pool = Pool { begins_at: place, ..pool };
    if let (Some(first), Some(last)) = (missing.first(), missing.last()) {
        let is_across = |turn: &Place| (first.place..=last.place).contains(turn);
        if valuations.told_apart().iter().any(is_across) {
            return Err(specific_costing::before_change(item, first.place.at).into());
        }
        pool.first_method = then.method;
        pool.first_standard = extended_standard(book, item, then)?;
    }
    if pool.last_place.is_none() {
        (pool.method, pool.standard) = (pool.first_method, pool.first_standard);
    }
    let id = pool.id;
    book.pools.put(pool);
    if !missing.is_empty() {
        catch_up(book, ctx, item, id, &missing)?;
    }
    let pool = book.pool(id)?.ok_or_else(|| Stop::lost("pools", id))?;
    Ok(pool.clone())
}

/// Before a document is taken back that changes how items are valued: pools that came to be after it began with it, and are
/// given it, so that it can be taken from them like from all others.
pub(crate) fn begin_before(
    book: &mut Book,
    ctx: &Context,
    movement: StockMovement,
    lines: &[MovementLine],
) -> Result<StockMovement, Stop> {
    let Some(seq) = movement.seq.filter(|_| movement.kind.changes_valuation()) else { return Ok(movement) };
    let items: BTreeSet<ItemId> = lines.iter().map(|line| line.item_id).collect();
    require_all(book, items.iter().flat_map(|id| [Key::Item(*id), Key::PoolsOfItem(*id)]).collect())?;
    for id in items {
        let item = book.item(id)?.ok_or_else(|| Stop::lost("items", id))?.clone();
        let with = Valuations::of(&item)?;
        let Some(changed_at) = with.of_document(seq).filter(|place| !with.told_apart().contains(place)) else {
            continue;
        };
        let without = with.clone().without(seq);
        let began = |pool: &&Pool| pool.tracked_id == NONE && pool.begins_at > changed_at;
        let differs = |pool: &&Pool| with.at(pool.begins_at) != without.at(pool.begins_at);
        let pools: Vec<Pool> = book.pools_of_item(id)?.filter(began).filter(differs).cloned().collect();
        for pool in pools {
            begin_at(book, ctx, &item, pool, scopes::before_document(changed_at))?;
        }
    }
    Ok(book.movement(movement.id)?.ok_or_else(|| Stop::lost("movements", movement.id))?.clone())
}

/// Adds a line for a pool to each document whose change it has not.
fn catch_up(
    book: &mut Book,
    ctx: &Context,
    item: &Item,
    pool_id: PoolId,
    missing: &[ValuationChange],
) -> Result<(), Stop> {
    let accounts = Accounts::new(book)?;
    let pool = book.pool(pool_id)?.ok_or_else(|| Stop::lost("pools", pool_id))?.clone();
    let mut movements = Vec::with_capacity(missing.len());
    for change in missing {
        let seq = change.place.seq;
        let said = book
            .movement_line(seq, change.line)?
            .ok_or_else(|| Stop::lost_at("movement_lines", (seq, change.line)))?
            .clone();
        let document =
            book.movement(said.movement_id)?.ok_or_else(|| Stop::lost("movements", said.movement_id))?.clone();
        let warehouse_id = accounts.warehouse_of(&pool).unwrap_or(said.warehouse_id);
        let counter = accounts.counter(book, &document, item, accounts.warehouse(warehouse_id)?)?;
        let line_number = document.line_count + 1;
        let number = u32::try_from(line_number).map_err(|_| Stop::lost("movement_lines", said.movement_id))?;
        movements.push(Movement {
            place: Place::into(change.place.at, seq, number),
            occurred_at: document.occurred_at.unwrap_or(change.place.at),
            pool: key_of(&pool),
            posting_date: document.posting_date.ok_or_else(|| Stop::lost("movements", document.id))?,
            kind: kind(book, item, change)?,
        });
        book.movement_lines.put(MovementLine {
            line_number,
            warehouse_id,
            pool_id: Some(pool.id),
            counter_account_id: Some(counter),
            added_at: Some(ctx.at),
            ..said
        });
        book.movements.put(StockMovement {
            line_count: line_number,
            version: document.version + 1,
            updated_at: ctx.at,
            updated_by: ctx.actor.principal,
            ..document
        });
    }
    let Some(first) = movements.first() else { return Ok(()) };
    let (posting_date, seq) = (first.posting_date, first.place.seq);
    let change = Change { posting_date, insert: movements.clone(), remove: Vec::new(), lines: 0 };
    let outcome = replay(book, ctx, change, seq)?;
    if !outcome.adjustments.is_empty() || outcome.inserted.values().any(|effect| !effect.legs.is_empty()) {
        return Err(Stop::lost("pools", pool.id));
    }
    let caused = Caused { seq, posting_date };
    cost_rows::insert(book, &caused, &movements, &outcome)?;
    cost_rows::pools(book, &caused, &outcome)
}

/// The effect of a change on a pool.
fn kind(book: &Book, item: &Item, change: &ValuationChange) -> Result<Kind, Stop> {
    let standard = match change.standard {
        Some(cost) => Some(standard_cost(book, item, cost)?.ok_or_else(|| Stop::lost("items", item.id))?),
        None => None,
    };
    Ok(match (change.method, standard) {
        (Some(to), standard) => Kind::ChangeMethod { to: to.into(), standard },
        (None, Some(to)) => Kind::ChangeStandard { to },
        (None, None) => return Err(Stop::lost("items", item.id)),
    })
}
