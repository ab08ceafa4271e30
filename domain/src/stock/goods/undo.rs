//! Takes a posted movement back: after it the books and the stock are as if it had never been.

mod open_lines;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::book::context::Context;
use crate::book::loading::require_all;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::costing::{Change, Movement};
use crate::ledger::subledger;
use crate::rows::{MovementLine, MovementStatus, PoolMovement, StockMovement, costing_cells};
use crate::stock::counts::overrun;
use crate::stock::frozen_pools;
use crate::stock::goods::document::bins::{Passing, check_bin};
use crate::stock::goods::document::{assigned, checking, dates, invoice_number, rules};
use crate::stock::goods::past::{earlier_pools, scopes, specific_costing};
use crate::stock::goods::plan::sent_back;
use crate::stock::goods::posting::accounts::Accounts;
use crate::stock::goods::posting::books;
use crate::stock::goods::posting::cost_rows::{self, Caused};
use crate::stock::goods::posting::history::{key_of, legs_of, places};
use crate::stock::goods::posting::later_costs;
use crate::stock::goods::posting::levels::{self, Shift};
use crate::stock::goods::posting::replaying::replay;
use crate::stock::goods::posting::turnover::{Turnover, turn_over};
use crate::stock::reservations::consuming::{self, TakenReservations};
use crate::value::Date;
use crate::value::movement_kind::MovementKind;
use crate::value::rejection::Rejection;

/// Voids a posted movement. The fact is the caller's.
///
/// Its own entry is mirrored on the same date (or reversed on the first open one). The changes of other costs, both
/// those that the void causes and those that the movement had caused, are one adjusting entry per date.
pub(crate) fn undo(
    book: &mut Book,
    ctx: &Context,
    movement: StockMovement,
    reason: &str,
    reservations: TakenReservations,
) -> Result<StockMovement, Stop> {
    let own_seq = movement.seq.ok_or_else(|| Stop::lost("movements", movement.id))?;
    let own_date = movement.posting_date.ok_or_else(|| Stop::lost("movements", movement.id))?;
    let date = dates::open_date(book, ctx, own_date)?;
    let seq = book.head().seq + 1;
    let movement = earlier_pools::begin_before(book, ctx, movement, &book.movement_lines(own_seq)?)?;
    let lines = book.movement_lines(own_seq)?;
    load(book, &movement, &lines)?;
    assigned::require_to_undo(book, ctx, &movement, &lines)?;
    frozen_pools::require_places(book, lines.iter().flat_map(MovementLine::places))?;
    let removed = moved(book, &movement, &lines)?;
    open_lines::before(book, &movement, &lines)?;
    require_movable(book, &movement, &lines)?;
    require_places(book, &movement, &lines)?;
    let accounts = Accounts::new(book)?;
    let mut turnover = Turnover::new();
    lines.iter().for_each(|line| turn_over(&mut turnover, line, -1));
    let let_go = Some(reason).filter(|_| reservations == TakenReservations::LetGo);
    let freed = consuming::give_back(book, ctx, &lines, let_go)?;
    // Costs first: their refusal names the documents that would lack goods, that of stock only the shortage.
    let change = Change { posting_date: date, insert: Vec::new(), remove: removed.clone(), lines: 0 };
    let outcome = replay(book, ctx, change, seq)?;
    let shift = Shift { kind: None, date, accounts: &accounts, turnover: &turnover, freed: &freed, lines: &[] };
    levels::apply(book, ctx, &shift)?;

    if movement.kind == MovementKind::SupplierReturn {
        sent_back::settle_others(book, &removed, &outcome)?;
    }
    let caused = Caused { seq, posting_date: date };
    later_costs::add_to_others(book, ctx, &accounts, &outcome, &caused)?;
    let mut rest = books::adjustments(book, &outcome)?;
    let mirror = match movement.entry_id {
        Some(entry) => Some(subledger::take_back(book, ctx, entry, reason, date)?),
        None => None,
    };
    // The amounts of the mirror are no adjustment; its value entries stand with it.
    let mirrored = mirrored(book, own_seq, &removed, date)?;
    take_from(&mut rest, &mirrored);
    let sequence = mirror.as_ref().and_then(|entry| entry.sequence);
    books::load(book, &mirrored, date, &[])?;
    books::keep(book, &caused, mirrored, sequence)?;
    books::post_adjusting(book, ctx, &caused, &movement, rest)?;
    cost_rows::remove(book, &caused, &removed)?;
    cost_rows::pools(book, &caused, &outcome)?;
    open_lines::after(book, ctx, &movement, &lines)?;

    let voided = StockMovement {
        status: MovementStatus::Voided,
        void_entry_id: mirror.map(|entry| entry.id),
        void_reason: Some(reason.to_owned()),
        void_date: Some(date),
        voided_at: Some(ctx.at),
        voided_by: Some(ctx.actor.principal),
        version: movement.version + 1,
        updated_at: ctx.at,
        updated_by: ctx.actor.principal,
        ..movement
    };
    if let Some(external_id) = &voided.external_id {
        book.movement_by_external(&voided.source, external_id)?;
        book.movement_external_ids.set((voided.source.clone(), external_id.clone()), None);
    }
    invoice_number::release(book, &voided)?;
    book.movements.put(voided.clone());
    overrun::note(book, ctx, &voided, &turnover)?;
    Ok(voided)
}

/// All that taking these lines back asks for line by line, in one load.
fn load(book: &Book, movement: &StockMovement, lines: &[MovementLine]) -> Result<(), Stop> {
    let mut keys = Vec::new();
    for line in lines {
        for (pool, place) in places(movement, line)? {
            keys.extend([Key::Pool(pool), Key::PoolMovement(pool, place), Key::ValueEntries(pool, place, place)]);
        }
        open_lines::hint(movement, line, &mut keys);
    }
    require_all(book, keys)
}

/// Requires that goods do not return to a place where pools were split since, nor to a pool that was left empty.
fn require_movable(book: &Book, movement: &StockMovement, lines: &[MovementLine]) -> Result<(), Stop> {
    let at = movement.costed_at.or(movement.occurred_at).unwrap_or(movement.created_at);
    let lines = || lines.iter().filter(|line| line.quantity != 0);
    require_all(book, lines().map(|line| Key::Item(line.item_id)).collect())?;
    for line in lines() {
        let place = scopes::before_lines(at, line.movement_seq).after();
        let places = [Some(line.warehouse_id), line.to_warehouse_id];
        for warehouse in book.warehouses()?.filter(|row| places.contains(&Some(row.id))) {
            scopes::require_movable(warehouse, place)?;
        }
        let item = book.item(line.item_id)?.ok_or_else(|| Stop::lost("items", line.item_id))?;
        specific_costing::require_movable(item, place)?;
        for pool in [line.pool_id, line.to_pool_id].into_iter().flatten() {
            specific_costing::require_taken_along(item, book.pool(pool)?, place)?;
        }
    }
    Ok(())
}

/// Goods come back where they can lie, and nothing but counts moves where a warehouse is frozen.
fn require_places(book: &Book, movement: &StockMovement, lines: &[MovementLine]) -> Result<(), Stop> {
    let mut faults = Vec::new();
    let lines = || lines.iter().filter(|line| line.quantity != 0);
    let locations = lines().flat_map(|line| [line.location_id, line.to_location_id]).flatten();
    require_all(book, locations.map(Key::Location).collect())?;
    for line in lines() {
        let own = (line.warehouse_id, line.location_id, line.quantity < 0);
        // Goods brought by a transfer leave the place to which they came.
        let other = line.to_warehouse_id.map(|to| (to, line.to_location_id, false));
        for (warehouse, location, comes_back) in std::iter::once(own).chain(other) {
            let passing = if comes_back { Passing::MOVED_IN } else { Passing::COUNTED };
            let warehouse = checking::warehouse(book, warehouse)?;
            rules::check_warehouse(book, movement.kind, warehouse, String::new(), passing, &mut faults)?;
            if comes_back {
                check_bin(book, warehouse, location, String::new(), passing, &mut faults)?;
            }
        }
    }
    let Some(mut rejection) = Rejection::of_errors(faults) else { return Ok(()) };
    rejection.detail = format!("the movement cannot be voided: {}", rejection.detail);
    Err(rejection.into())
}

/// The movements of pools that a document made, in order.
fn moved(book: &Book, movement: &StockMovement, lines: &[MovementLine]) -> Result<Vec<Movement>, Stop> {
    let mut found = Vec::new();
    for line in lines {
        for (pool, place) in places(movement, line)? {
            let Some(row) = book.pool_movement(pool, place)? else { continue };
            let pool = key_of(book.pool(pool)?.ok_or_else(|| Stop::lost("pools", pool))?);
            found.push(
                costing_cells::movement(row, pool)
                    .map_err(|bad| Stop::unreadable("pool_movements", row.pool_id, &bad))?,
            );
        }
    }
    Ok(found)
}

/// The postings of the document's own entry with the opposite sign, as of the day of the void.
fn mirrored(book: &Book, own_seq: i64, removed: &[Movement], date: Date) -> Result<Vec<books::Posted>, Stop> {
    let mut posted = Vec::new();
    for movement in removed {
        let pool_id = cost_rows::id_of(book, movement.pool)?;
        let beside = book.pool_movement(pool_id, movement.place)?.and_then(PoolMovement::own_entry);
        let own = book.value_entries(pool_id, movement.place, movement.place)?;
        let own = own.filter(|entry| entry.cause_seq == own_seq);
        for (leg, account_id, amount) in beside.iter().chain(own).flat_map(legs_of) {
            let place = movement.place;
            posted.push(books::Posted {
                date,
                place,
                pool_id,
                leg,
                account_id,
                amount: -amount,
                foreign: None,
                party: None,
            });
        }
    }
    Ok(posted)
}

/// Removes the amounts already posted from the adjustments.
fn take_from(rest: &mut Vec<books::Posted>, posted: &[books::Posted]) {
    let key = |one: &books::Posted| (one.pool_id, one.place, one.leg, one.date, one.account_id);
    let mut sums: BTreeMap<_, books::Posted> = BTreeMap::new();
    let mirrored = posted.iter().map(|one| books::Posted { amount: -one.amount, ..one.clone() });
    for one in rest.drain(..).chain(mirrored) {
        match sums.entry(key(&one)) {
            Entry::Occupied(mut sum) => sum.get_mut().amount += one.amount,
            Entry::Vacant(empty) => {
                empty.insert(one);
            }
        }
    }
    rest.extend(sums.into_values().filter(|one| one.amount != 0));
}
