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

/// A place in which a document would leave too few goods.
pub(super) struct Lacking {
    /// Where.
    pub key: LevelKey,
    /// What the document brings there, below 0 what it takes.
    pub delta: i128,
    /// The least that is there without the document, from its day on: what it could take.
    pub there: i128,
    /// Whether there is enough on the document's own day, and what was posted for a later one would be short.
    pub is_later: bool,
    /// The first day that would be short; or the one on which so little is there, if there is more now.
    pub date: Option<Date>,
    /// What is there without the document at the beginning of that day.
    pub before_date: i128,
}

/// The places of these that have too little now. The book does not contain the document's effect yet.
pub(super) fn lacking_now(book: &Book, ctx: &Context, leaving: &Turnover, date: Date) -> Result<Vec<Lacking>, Stop> {
    let mut short = Vec::new();
    for (key, delta) in leaving {
        let now = book.stock_level(*key)?.map_or(0, |level| i128::from(level.quantity));
        if now + delta < 0 {
            short.push((*key, *delta, now));
        }
    }
    let is_latest = is_latest(book, ctx, date)?;
    if !is_latest {
        require_all(book, short.iter().map(|(key, ..)| days(key, date)).collect())?;
    }
    let mut found = Vec::new();
    for (key, delta, now) in short {
        found.push(if is_latest {
            Lacking { key, delta, there: now, is_later: false, date: None, before_date: now }
        } else {
            look_over(book, key, delta, date, days_of(book, key, date)?)?
        });
    }
    Ok(found)
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
        let mut days = days_of(book, key, date)?;
        if days.iter().any(|day| day.ends < 0) {
            let delta = leaving.get(&key).copied().unwrap_or_default();
            for day in &mut days {
                day.begins -= if day.date > date { delta } else { 0 };
                day.ends -= delta;
            }
            return look_over(book, key, delta, date, days).map(Some);
        }
    }
    Ok(None)
}

/// Looks over a place that is short on one of these days, all that moved it from the document's own on, with what is there
/// without the document.
fn look_over(book: &Book, key: LevelKey, delta: i128, own: Date, mut days: Vec<Day>) -> Result<Lacking, Stop> {
    let level = || book.stock_level(key).map(|level| level.map_or(0, |level| i128::from(level.quantity)));
    if days.first().is_none_or(|day| day.date > own) {
        let there = days.first().map_or_else(level, |day| Ok(day.begins))?;
        days.insert(0, Day { date: own, begins: there, ends: there });
    }
    let now = days.last().map_or(0, |day| day.ends);
    let least = days.iter().min_by_key(|day| day.ends).copied().unwrap_or(Day { date: own, begins: now, ends: now });
    let short = days.iter().find(|day| day.ends + delta < 0).copied().unwrap_or(least);
    let is_later = short.date > own;
    let date = if is_later { Some(short.date) } else { Some(least.date).filter(|_| least.ends < now) };
    Ok(Lacking { key, delta, there: least.ends, is_later, date, before_date: short.begins })
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

/// A day on which goods came to a place or left it.
#[derive(Clone, Copy)]
struct Day {
    date: Date,
    /// What was there before.
    begins: i128,
    /// What was there in the end.
    ends: i128,
}

/// The days that moved a place, from one on, in order.
fn days_of(book: &Book, key: LevelKey, from: Date) -> Result<Vec<Day>, Stop> {
    let mut there = book.stock_level(key)?.map_or(0, |level| i128::from(level.quantity));
    let mut found = Vec::new();
    for day in book.stock_days_from(key, from)?.rev() {
        let begins = there - i128::from(day.quantity);
        found.push(Day { date: day.date, begins, ends: there });
        there = begins;
    }
    found.reverse();
    Ok(found)
}

/// What is in a place at the end of a day. All days since `loaded_from` are loaded, and the day is one of them.
fn at_the_end_of(book: &Book, key: LevelKey, day: Date, loaded_from: Date) -> Result<i128, Stop> {
    let there = book.stock_level(key)?.map_or(0, |level| i128::from(level.quantity));
    let later = book.stock_days_from(key, loaded_from)?.filter(|one| one.date > day);
    Ok(there - later.map(|one| i128::from(one.quantity)).sum::<i128>())
}
