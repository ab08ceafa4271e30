//! Checks that no place goes below zero on the document's day or any later one.
//!
//! Costing checks pools, in the order of instants. A lot, a piece, a bin, or one of several warehouses that share their
//! costs, is a part of a pool: it is checked by day, as stock is reported by day (by posting date), from the day of the
//! document on. Documents posted today, and goods that are a pool of their own, need no extra read.

use crate::book::context::Context;
use crate::book::loading::require_all;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::items::Item;
use crate::rows::pool_names::NONE;
use crate::rows::{BinsMode, CostingScope, Warehouse, WarehouseKind};
use crate::stock::goods::past::specific_costing;
use crate::stock::goods::posting::accounts::Accounts;
use crate::stock::goods::posting::turnover::{LevelKey, Turnover};
use crate::value::Date;
use crate::value::id::SerialId;

/// A day on which a document would leave too few goods.
pub(super) struct Lacking {
    /// Where.
    pub key: LevelKey,
    /// The first such day.
    pub date: Date,
    /// The stock then without the document; 0 or more if the document takes more than that.
    pub there: i128,
}

/// The first place from which more left than was there, on the day of the document or a later one. The book already
/// contains the document's effect; the caller leaves out places that may be owed.
pub(super) fn lacking(
    book: &Book,
    ctx: &Context,
    accounts: &Accounts,
    leaving: &Turnover,
    date: Date,
) -> Result<Option<Lacking>, Stop> {
    if is_latest(book, ctx, date)? {
        return Ok(None);
    }
    let mut wanted = Vec::new();
    for key in leaving.keys() {
        let item = book.item(key.0)?.ok_or_else(|| Stop::lost("items", key.0))?;
        if !is_a_pool(item, accounts.warehouse(key.1)?, key) {
            wanted.push(*key);
        }
    }
    require_all(book, wanted.iter().map(|key| days(key, date)).collect())?;
    for key in wanted {
        let ends = ends_of_days(book, key, date)?;
        if let Some((day, there)) = ends.into_iter().rev().find(|(_, there)| *there < 0) {
            let taken = leaving.get(&key).copied().unwrap_or_default();
            return Ok(Some(Lacking { key, date: day, there: there - taken }));
        }
    }
    Ok(None)
}

/// A day on which a piece that comes would be in more than one place: it was somewhere else then, and left it later.
pub(super) fn twice(
    book: &Book,
    ctx: &Context,
    coming: &Turnover,
    date: Date,
) -> Result<Option<(LevelKey, Date)>, Stop> {
    if is_latest(book, ctx, date)? {
        return Ok(None);
    }
    for key in coming.keys().filter(|key| key.4 != NONE) {
        let places: Vec<LevelKey> = book
            .levels_of_serial(key.0, SerialId(key.4))?
            .map(|level| (level.item_id, level.warehouse_id, level.location_id, level.lot_id, level.serial_id))
            .collect();
        require_all(book, places.iter().map(|place| days(place, date)).collect())?;
        let mut on_days: Vec<Date> = vec![date];
        for place in &places {
            on_days.extend(book.stock_days_from(*place, date)?.map(|day| day.date));
        }
        on_days.sort_unstable();
        on_days.dedup();
        for day in on_days {
            let mut there = 0;
            for place in &places {
                there += at_the_end_of(book, *place, day, date)?;
            }
            if there > 1 {
                return Ok(Some((*key, day)));
            }
        }
    }
    Ok(None)
}

/// Nothing is posted behind today.
fn is_latest(book: &Book, ctx: &Context, date: Date) -> Result<bool, Stop> {
    Ok(date >= crate::book::days::day_of(book, ctx.now())?)
}

/// Whether all goods of a place, and no others, are valued together: then costing has looked them over.
fn is_a_pool(item: &Item, warehouse: &Warehouse, key: &LevelKey) -> bool {
    let is_whole = (key.3, key.4) == (NONE, NONE) || specific_costing::is_now(item);
    let has_pools = !matches!(warehouse.kind, WarehouseKind::Scrap | WarehouseKind::ConsignmentIn);
    is_whole
        && has_pools
        && key.2 == NONE
        && warehouse.bins_mode == BinsMode::None
        && warehouse.costing_scope == CostingScope::Warehouse
}

fn days(key: &LevelKey, from: Date) -> Key {
    Key::StockDaysFrom(key.0, key.1, key.2, key.3, key.4, from)
}

/// The stock of a place at the end of each day with a movement there, from a day on, the last one first.
fn ends_of_days(book: &Book, key: LevelKey, from: Date) -> Result<Vec<(Date, i128)>, Stop> {
    let mut there = book.stock_level(key)?.map_or(0, |level| i128::from(level.quantity));
    let mut found = Vec::new();
    for day in book.stock_days_from(key, from)?.rev() {
        found.push((day.date, there));
        there -= i128::from(day.quantity);
    }
    Ok(found)
}

/// What is in a place at the end of a day. All days since `loaded_from` are loaded, and the day is one of them.
fn at_the_end_of(book: &Book, key: LevelKey, day: Date, loaded_from: Date) -> Result<i128, Stop> {
    let there = book.stock_level(key)?.map_or(0, |level| i128::from(level.quantity));
    let later = book.stock_days_from(key, loaded_from)?.filter(|one| one.date > day);
    Ok(there - later.map(|one| i128::from(one.quantity)).sum::<i128>())
}
