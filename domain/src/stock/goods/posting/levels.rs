//! Stock by place: now, and by day.

use crate::book::context::Context;
use crate::book::in_transit::InTransit;
use crate::book::loading::require_all;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::movement_drafts::DraftLine;
use crate::rows::pool_names::NONE;
use crate::rows::{StockDay, StockLevel};
use crate::stock::goods::posting::accounts::Accounts;
use crate::stock::goods::posting::later_days;
use crate::stock::goods::posting::shortages;
use crate::stock::goods::posting::turnover::{LevelKey, Turnover};
use crate::stock::reservations::available;
use crate::stock::reservations::consuming::Freed;
use crate::value::Date;
use crate::value::id::{SerialId, WarehouseId};
use crate::value::movement_kind::MovementKind;
use crate::value::rejection::{Code, Rejection};

/// What a document moves between places.
pub(crate) struct Shift<'a> {
    /// The kind of the document; `None` where it is taken back.
    pub kind: Option<MovementKind>,
    pub date: Date,
    pub accounts: &'a Accounts,
    pub turnover: &'a Turnover,
    /// What it takes of reservations.
    pub freed: &'a Freed,
    /// The lines that a refusal points at; none where it is taken back.
    pub lines: &'a [DraftLine],
}

/// Moves goods between places; refuses where more would leave than there is, now or on a day since, or what others have
/// reserved, unless a count did not find it.
pub(crate) fn apply(book: &mut Book, ctx: &Context, shift: &Shift<'_>) -> Result<(), Stop> {
    let Shift { kind, date, accounts, turnover, freed, lines } = *shift;
    hint_all(book, turnover, date)?;
    let leaving = leaving(book, shift)?;
    shortages::refuse(book, ctx, shift, later_days::lacking_now(book, ctx, &leaving, date)?)?;
    for (key, delta) in turnover.iter().filter(|(_, delta)| **delta != 0) {
        let (item_id, warehouse_id, location_id, lot_id, serial_id) = *key;
        let before = book.stock_level(*key)?.map_or(0, |level| level.quantity);
        let after = i64::try_from(i128::from(before) + delta).map_err(|_| too_much())?;
        if serial_id != NONE && after > 1 {
            return Err(twice(book, ctx, *key, warehouse_id, lines)?.into());
        }
        book.stock_levels.put(StockLevel { item_id, warehouse_id, location_id, lot_id, serial_id, quantity: after });
        let on_day = (item_id, warehouse_id, location_id, lot_id, serial_id, date);
        let that_day = book.stock_day(on_day)?.map_or(0, |day| day.quantity);
        let quantity = i64::try_from(i128::from(that_day) + delta).map_err(|_| too_much())?;
        book.stock_days.put(StockDay { item_id, warehouse_id, location_id, lot_id, serial_id, date, quantity });
    }
    require_pieces_in_one_place(book, ctx, shift)?;
    if let Some(short) = later_days::lacking(book, ctx, accounts, &leaving, date)? {
        shortages::refuse(book, ctx, shift, vec![short])?;
    }
    // A count does not take goods away: they were not there. Whose reservations are short then is told by `short`.
    if kind == Some(MovementKind::CountAdjustment) {
        return Ok(());
    }
    available::require(book, ctx.now(), turnover, freed, lines)
}

/// What leaves the places that may not be owed goods.
fn leaving(book: &Book, shift: &Shift<'_>) -> Result<Turnover, Stop> {
    let can_go_below = shift.kind.is_none_or(|kind| kind.rules().may_take_beyond);
    let mut found = Turnover::new();
    for (key, delta) in shift.turnover.iter().filter(|(_, delta)| **delta < 0) {
        let item = book.item(key.0)?.ok_or_else(|| Stop::lost("items", key.0))?;
        let warehouse = shift.accounts.warehouse(key.1)?;
        if !(can_go_below && item.may_be_owed() && shift.accounts.may_be_negative(warehouse)) {
            found.insert(*key, *delta);
        }
    }
    Ok(found)
}

/// All that the turnover touches, in one load.
fn hint_all(book: &Book, turnover: &Turnover, date: Date) -> Result<(), Stop> {
    let mut keys: Vec<Key> = available::keys(turnover).collect();
    for (item, warehouse, location, lot, serial) in turnover.keys().copied() {
        keys.push(Key::StockLevel(item, warehouse, location, lot, serial));
        keys.push(Key::StockDay(item, warehouse, location, lot, serial, date));
        if serial != NONE {
            keys.push(Key::LevelsOfSerial(SerialId(serial)));
        }
    }
    require_all(book, keys)
}

/// A piece is in one place only, also on the days since, and nowhere else while it is in transit.
fn require_pieces_in_one_place(book: &Book, ctx: &Context, shift: &Shift<'_>) -> Result<(), Stop> {
    let (kind, lines) = (shift.kind, shift.lines);
    let coming: Turnover = shift
        .turnover
        .iter()
        .filter(|(key, delta)| key.4 != NONE && **delta > 0)
        .map(|(key, delta)| (*key, *delta))
        .collect();
    let piece = |key: &LevelKey| InTransit::Piece(key.0, SerialId(key.4));
    // The receipt of a transfer brings goods that were in transit, and a void brings back goods that were there before.
    let is_new = kind.is_some_and(|kind| kind != MovementKind::Transfer);
    if is_new {
        require_all(book, coming.keys().map(|key| book.transit_key(piece(key), 1)).collect())?;
    }
    for key in coming.keys() {
        let mut there = book.levels_of_serial(key.0, SerialId(key.4))?.filter(|level| level.quantity > 0);
        if let Some(elsewhere) = there.find(|level| key_of(level) != *key) {
            return Err(twice(book, ctx, *key, elsewhere.warehouse_id, lines)?.into());
        }
        if is_new && let Some(sent) = book.in_transit(piece(key), 1)?.next() {
            let mut rejection = twice(book, ctx, *key, sent.warehouse_id, lines)?;
            let number = book.serial(SerialId(key.4))?.map_or("", |piece| piece.number.as_str());
            rejection.detail =
                format!("piece {number} is in transit: receive it at its destination, or close the transfer");
            let path = format!("/inventory/movements/{}", sent.movement_id);
            return Err(rejection.offer("transfer", "See the transfer", "GET", path).into());
        }
    }
    if let Some((key, day)) = later_days::twice(book, ctx, &coming, shift.date)? {
        let mut rejection = twice(book, ctx, key, key.1, lines)?;
        let number = book.serial(SerialId(key.4))?.map_or("", |piece| piece.number.as_str());
        rejection.detail = format!(
            "on {day} piece {number} would be in two places: it came before that day and left later; correct the date"
        );
        return Err(rejection.with("date", day).into());
    }
    Ok(())
}

fn key_of(level: &StockLevel) -> LevelKey {
    (level.item_id, level.warehouse_id, level.location_id, level.lot_id, level.serial_id)
}

/// A piece that is to come while it is in a warehouse already. The line by which it comes is pointed at, where there is one.
fn twice(
    book: &Book,
    ctx: &Context,
    key: LevelKey,
    there: WarehouseId,
    lines: &[DraftLine],
) -> Result<Rejection, Stop> {
    let serial = SerialId(key.4);
    let piece = book.serial(serial)?;
    let number = piece.map_or("", |piece| piece.number.as_str());
    let warehouse = book.warehouse(there)?.map_or_else(String::new, |warehouse| warehouse.code.clone());
    let message = format!(
        "piece {number} is already in warehouse {warehouse}, and a piece can be in only one place: transfer it from \
         there, or choose another"
    );
    let mut rejection = Rejection::new(Code::SerialInStock, message);
    if let Some(index) = lines.iter().position(|line| line.serial_id == Some(serial)) {
        rejection = rejection.at(format!("/lines/{index}/serialId"));
    }
    let rejection = rejection
        .with("serialId", serial.to_string())
        .with("warehouseId", there.to_string())
        .with("warehouseCode", warehouse);
    // A piece that is new with this request goes away with its refusal.
    if piece.is_none_or(|piece| piece.created_at == ctx.at) {
        return Ok(rejection);
    }
    Ok(rejection.offer("serial", "See the piece", "GET", format!("/inventory/serials/{serial}")))
}

fn too_much() -> Rejection {
    Rejection::new(Code::AmountOutOfRange, "the quantity is too large for one place: split it over several")
        .at("/lines")
}
