//! Hints: the rows that a movement will need, as far as the loaded ones reveal. They are requested before the decision,
//! so that a batch loads them by kind and not decision by decision.

use crate::book::{Book, Key, days};
use crate::ledger::invoice_numbers;
use crate::rows::Warehouse;
use crate::rows::movement_drafts::DraftLine;
use crate::rows::pool_names::NONE;
use crate::stock::goods::document::new::{NewMovement, NewMovementLine, When};
use crate::stock::goods::document::resolve::names;
use crate::stock::goods::plan::pools;
use crate::stock::items::change::sku_key;
use crate::value::id::{ItemId, WarehouseId};
use crate::value::{IdOrCode, Sought, text};

/// The keys that a new movement certainly needs.
pub(crate) fn hint(book: &Book, new: &NewMovement, keys: &mut Vec<Key>) {
    keys.extend([Key::Warehouses, Key::ItemCategories, Key::ReasonCodes, Key::Journals, Key::Periods]);
    keys.extend([Key::FiscalYears, Key::FrozenPools, Key::ApprovalPolicies]);
    match &new.party {
        Some(IdOrCode::Id(sought)) => keys.extend(sought.id().map(Key::Party)),
        Some(IdOrCode::Code(name)) => match book.party_by_name(name) {
            Ok(Some(id)) => keys.push(Key::Party(id)),
            _ => keys.push(Key::PartyByName(text::folded(name))),
        },
        None => {}
    }
    if new.kind.is_from_supplier() {
        let party = match &new.party {
            Some(IdOrCode::Id(sought)) => sought.id(),
            Some(IdOrCode::Code(name)) => book.party_by_name(name).ok().flatten(),
            None => None,
        };
        invoice_numbers::hint(invoice_numbers::of_document(party, new.reference.as_deref()), keys);
    }
    if let Some(external_id) = &new.external_id {
        keys.push(Key::MovementByExternal(new.source.clone(), external_id.clone()));
    }
    let of_movements = new.lines.iter().filter_map(|line| line.of_movement.as_ref());
    for id in of_movements.chain(new.of_movement.as_ref()).filter_map(Sought::id) {
        keys.push(Key::Movement(id));
        if let Ok(Some(movement)) = book.movement(id) {
            keys.extend(movement.seq.map(Key::MovementLines));
        }
    }
    for line in &new.lines {
        let item = hint_line(book, line, keys);
        if let Some(item) = item {
            hint_stock(book, new, line, item, keys);
        }
    }
}

/// The keys that resolving a line certainly needs; returns its item, if that is known.
pub(crate) fn hint_line(book: &Book, line: &NewMovementLine, keys: &mut Vec<Key>) -> Option<ItemId> {
    let item = item_named(book, line, keys)?;
    keys.push(Key::Item(item));
    keys.extend(line.reservation.as_ref().and_then(Sought::id).map(Key::Reservation));
    match &line.lot {
        Some(IdOrCode::Id(sought)) => keys.extend(sought.id().map(Key::Lot)),
        Some(IdOrCode::Code(number)) => keys.push(Key::LotByNumber(item, number.clone())),
        None => {}
    }
    if let Some(brought) = &line.brought {
        brought.hint(book, item, keys);
    }
    match &line.serial {
        Some(IdOrCode::Id(sought)) => keys.extend(sought.id().map(Key::Serial)),
        Some(IdOrCode::Code(number)) => keys.push(Key::SerialByNumber(item, number.clone())),
        None => {}
    }
    Some(item)
}

/// The item that a line names, or the key that it is looked up by.
fn item_named(book: &Book, line: &NewMovementLine, keys: &mut Vec<Key>) -> Option<ItemId> {
    match line.item.as_ref()? {
        IdOrCode::Id(sought) => sought.id(),
        IdOrCode::Code(sku) => {
            let found = book.item_by_sku(&sku_key(sku));
            if found.is_err() {
                keys.push(Key::ItemBySku(sku_key(sku)));
            }
            found.ok().flatten()
        }
    }
}

/// The pools and stock that a line moves. Anything uncertain is left out: bins, lots and pieces.
fn hint_stock(book: &Book, new: &NewMovement, line: &NewMovementLine, item: ItemId, keys: &mut Vec<Key>) {
    if line.lot.is_some()
        || line.serial.is_some()
        || line.brought.is_some()
        || line.location.is_some()
        || line.to_location.is_some()
    {
        return;
    }
    let Ok(Some(item)) = book.item(item) else { return };
    let from = line.warehouse.as_ref().or(new.warehouse.as_ref());
    let to = line.to_warehouse.as_ref().or(new.to_warehouse.as_ref());
    let places = [warehouse(book, from), to.and_then(|_| warehouse(book, to))];
    let date = day(book, new.occurred_at);
    for place in places.into_iter().flatten() {
        let (item_id, scope, tracked) = pools::name(item, place, &DraftLine::of(item.id, 0, place.id));
        keys.push(Key::PoolByName(item_id, scope, tracked));
        keys.push(Key::StockLevel(item_id, place.id, NONE, NONE, NONE));
        keys.push(Key::ReservedGoods(item_id, place.id, NONE));
        let pool = book.pool_by_name((item_id, scope, tracked)).ok().flatten();
        keys.extend(pool.map(Key::PoolLayers));
        let Some(date) = date else { continue };
        keys.push(Key::StockDay(item_id, place.id, NONE, NONE, NONE, date));
        if let Some(Ok(Some(pool))) = pool.map(|id| book.pool(id)) {
            keys.push(Key::PoolDay(pool.id, pool.account_id, date));
        }
    }
}

/// The warehouse that is named, else the default one.
fn warehouse<'a>(book: &'a Book, named: Option<&IdOrCode<WarehouseId>>) -> Option<&'a Warehouse> {
    match named {
        Some(named) => names::warehouse(book, named).ok()?,
        None => book.warehouses().ok()?.find(|warehouse| warehouse.is_default),
    }
}

/// The day on which goods are said to have moved; the one that is posted to nearly always.
fn day(book: &Book, when: Option<When>) -> Option<crate::value::Date> {
    match when? {
        When::On(date) => Some(date),
        When::At(at) => days::day_of(book, at).ok(),
    }
}
