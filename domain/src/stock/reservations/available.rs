//! Available stock: on hand, less held, less reserved.
//!
//! Which goods are held is the rule of `stock/held.rs`. Held goods that are reserved by name count once, as reserved: they
//! are promised, though they cannot leave by their reservation before they may be used again.
//!
//! Invariant: nothing that makes less available leaves it below 0, neither for all goods of an item in a warehouse nor
//! for a lot or piece that is reserved by name. Since quantities reserved by name are a part of all reserved ones, each
//! reservation can then be met at any time. If a count does not find goods, or their quality or a setting takes them away
//! later, nothing more leaves without a reservation until there is enough again; `short` says which reservations wait.

use std::collections::{BTreeMap, BTreeSet};

use crate::book::days::local_day_of;
use crate::book::loading::require_all;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::movement_drafts::DraftLine;
use crate::stock::goods::posting::turnover::{Turnover, leaving_line};
use crate::stock::held;
use crate::stock::reservations::consuming::Freed;
use crate::stock::reservations::keeping::{ALL, GoodsKey};
use crate::stock::reservations::shortage::{self, Figures};
use crate::value::Instant;
use crate::value::id::{LotId, SerialId};

/// The stock of goods by its use, in the item's smallest unit.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Availability {
    pub(super) on_hand: i128,
    /// By the lot or piece that may not be used; zeros for untracked goods.
    held: BTreeMap<[u8; 16], i128>,
    pub(super) reserved: i128,
    /// The reserved quantity by lot or piece.
    by_name: BTreeMap<[u8; 16], i128>,
}

impl Availability {
    /// The quantity held and not reserved by name.
    pub(super) fn held(&self) -> i128 {
        let alone = |(tracked, held): (&[u8; 16], &i128)| held - self.both(tracked, *held);
        self.held.iter().map(alone).sum()
    }

    /// The quantity of a lot or piece that is both held and reserved by name.
    fn both(&self, tracked: &[u8; 16], held: i128) -> i128 {
        self.by_name.get(tracked).map_or(0, |reserved| held.min(*reserved).max(0))
    }

    pub(super) fn available(&self) -> i128 {
        self.on_hand - self.held() - self.reserved
    }
}

/// The keys that `require` looks at first, for outgoing goods.
pub(crate) fn keys(turnover: &Turnover) -> impl Iterator<Item = Key> {
    leaving(turnover).into_iter().map(|(item, warehouse, tracked)| Key::ReservedGoods(item, warehouse, tracked))
}

/// Refuses goods that leave where others have them reserved. It is called after they left, and after the document's own
/// reservations (`freed`) were released; a refusal points at the one of `lines` by which they leave.
///
/// # Errors
/// `insufficient_stock`, with the available quantity and the reservations in the way.
pub(crate) fn require(
    book: &Book,
    at: Instant,
    turnover: &Turnover,
    freed: &Freed,
    lines: &[DraftLine],
) -> Result<(), Stop> {
    let mut reserved = Vec::new();
    for goods in leaving(turnover) {
        // Nearly always nothing is reserved, and then there is nothing else to look at.
        if book.reserved_goods(goods)?.is_some_and(|row| row.quantity > 0) {
            reserved.push(goods);
        }
    }
    if reserved.is_empty() {
        return Ok(());
    }
    let mut wanted: Vec<Key> = reserved.iter().map(|goods| Key::LevelsOf(goods.0, goods.1)).collect();
    wanted.extend(turnover.keys().filter_map(|key| status_key(key.3, key.4)));
    require_all(book, wanted)?;
    // A lot or piece first: its reservations say more than the quantity of all.
    reserved.sort_by_key(|goods| goods.2 == ALL);
    for goods in reserved {
        let moved = undone(book, at, Availability::default(), goods, turnover, freed)?;
        // Goods counted once may make less available when held goods leave.
        if moved.available() <= 0 && moved.held.values().all(|left| *left <= 0) {
            continue;
        }
        let after = now(book, at, goods, 0)?;
        if after.available() >= 0 {
            continue;
        }
        let before = undone(book, at, after.clone(), goods, turnover, freed)?;
        if before.available() > after.available() {
            // What the document itself has reserved is available to it.
            let there = undone(book, at, after.clone(), goods, turnover, &Freed::new())?;
            let less = there.available() - after.available();
            // Held goods were not available, and leave none the less.
            let wanted = if goods.2 == ALL { less } else { less.max(moved.on_hand) };
            let is_held = goods.2 != ALL && !there.held.is_empty();
            let mut figures = Figures::of(&there, wanted);
            figures.held = if is_held { 0 } else { figures.held };
            let line = leaving_line(lines, |line| {
                let (lot, serial) = line.told_apart();
                (line.item_id, line.warehouse_id) == (goods.0, goods.1) && is_of(goods, lot, serial)
            });
            return Err(shortage::reserved(book, at, goods, &figures, is_held)?.at(line).into());
        }
    }
    Ok(())
}

/// The stock before the goods left and their reservations were taken.
fn undone(
    book: &Book,
    at: Instant,
    mut there: Availability,
    goods: GoodsKey,
    turnover: &Turnover,
    freed: &Freed,
) -> Result<Availability, Stop> {
    let (none, last) = ([0; 16], [u8::MAX; 16]);
    let places = (goods.0, goods.1, none, none, none)..=(goods.0, goods.1, last, last, last);
    for ((_, _, _, lot, serial), delta) in turnover.range(places) {
        if is_of(goods, *lot, *serial) {
            there.on_hand -= delta;
            if is_held(book, at, goods, *lot, *serial)? {
                *there.held.entry(told_by(*lot, *serial)).or_default() -= delta;
            }
        }
    }
    there.reserved += freed.get(&goods).copied().unwrap_or(0);
    for ((_, _, tracked), quantity) in freed.range((goods.0, goods.1, none)..=(goods.0, goods.1, last)) {
        if *tracked != ALL && (goods.2 == ALL || goods.2 == *tracked) {
            *there.by_name.entry(*tracked).or_default() += quantity;
        }
    }
    Ok(there)
}

/// Refuses to promise more than is available, both of all goods of the item in the warehouse and of the lot or piece if
/// one is named.
///
/// # Errors
/// `insufficient_stock`, with the available quantity and the reservations in the way.
pub(crate) fn require_free(
    book: &Book,
    at: Instant,
    goods: impl Iterator<Item = GoodsKey>,
    wanted: i64,
) -> Result<(), Stop> {
    let goods: Vec<GoodsKey> = goods.collect();
    let mut keys: Vec<Key> = goods.iter().map(|goods| Key::ReservedGoods(goods.0, goods.1, goods.2)).collect();
    keys.extend(goods.first().map(|goods| Key::LevelsOf(goods.0, goods.1)));
    require_all(book, keys)?;
    for goods in goods {
        let now = now(book, at, goods, wanted)?;
        if now.available() < i128::from(wanted) {
            let is_held = goods.2 != ALL && !now.held.is_empty();
            let figures = Figures::of(&now, i128::from(wanted));
            return Err(shortage::reserved(book, at, goods, &figures, is_held)?.at("/quantity").into());
        }
    }
    Ok(())
}

/// The stock of goods. If the wanted quantity is available even with all stored reservations, it uses those; otherwise
/// only the reservations valid at this instant, and the part of them that is on held goods.
pub(super) fn now(book: &Book, at: Instant, goods: GoodsKey, wanted: i64) -> Result<Availability, Stop> {
    let kept = book.reserved_goods(goods)?.map_or(0, |row| row.quantity);
    let mut there = on_hand(book, at, goods)?;
    there.reserved = i128::from(kept);
    if kept == 0 || there.available() >= i128::from(wanted) {
        return Ok(there);
    }
    there.reserved = 0;
    for reservation in book.reservations_of(goods.0, goods.1)? {
        let tracked = reservation.tracked_id();
        if goods.2 == ALL || tracked == goods.2 {
            let holds = i128::from(reservation.holds(at));
            there.reserved += holds;
            if tracked != ALL {
                *there.by_name.entry(tracked).or_default() += holds;
            }
        }
    }
    Ok(there)
}

/// The stock on hand, and the held part of it.
pub(super) fn on_hand(book: &Book, at: Instant, goods: GoodsKey) -> Result<Availability, Stop> {
    let mut places: BTreeMap<([u8; 16], [u8; 16]), i128> = BTreeMap::new();
    for level in book.levels_of(goods.0, goods.1)?.filter(|level| level.quantity != 0) {
        if is_of(goods, level.lot_id, level.serial_id) {
            *places.entry((level.lot_id, level.serial_id)).or_default() += i128::from(level.quantity);
        }
    }
    require_all(book, places.keys().filter_map(|(lot, serial)| status_key(*lot, *serial)).collect())?;
    let mut there = Availability::default();
    for ((lot, serial), quantity) in places {
        there.on_hand += quantity;
        if is_held(book, at, goods, lot, serial)? {
            *there.held.entry(told_by(lot, serial)).or_default() += quantity;
        }
    }
    Ok(there)
}

/// The goods that leave, as reservations are summed.
fn leaving(turnover: &Turnover) -> BTreeSet<GoodsKey> {
    let mut found = BTreeSet::new();
    for ((item, warehouse, _, lot, serial), _) in turnover.iter().filter(|(_, delta)| **delta < 0) {
        for tracked in [ALL, *lot, *serial] {
            found.insert((*item, *warehouse, tracked));
        }
    }
    found
}

fn is_of(goods: GoodsKey, lot: [u8; 16], serial: [u8; 16]) -> bool {
    [ALL, lot, serial].contains(&goods.2)
}

/// The lot or piece by which reservations name such goods; zeros where they cannot.
fn told_by(lot: [u8; 16], serial: [u8; 16]) -> [u8; 16] {
    if lot == ALL { serial } else { lot }
}

fn status_key(lot: [u8; 16], serial: [u8; 16]) -> Option<Key> {
    match (lot != ALL, serial != ALL) {
        (true, _) => Some(Key::Lot(LotId(lot))),
        (false, true) => Some(Key::Serial(SerialId(serial))),
        (false, false) => None,
    }
}

pub(super) fn is_held(
    book: &Book,
    at: Instant,
    goods: GoodsKey,
    lot: [u8; 16],
    serial: [u8; 16],
) -> Result<bool, Stop> {
    let warehouse = book.warehouse(goods.1)?.ok_or_else(|| Stop::lost("warehouses", goods.1))?;
    let today = local_day_of(book, warehouse, at)?;
    let (lot, serial) = match status_key(lot, serial) {
        Some(Key::Lot(id)) => (book.lot(id)?, None),
        Some(Key::Serial(id)) => (None, book.serial(id)?),
        _ => (None, None),
    };
    Ok(held::is_held(warehouse.kind, lot, serial, today))
}
