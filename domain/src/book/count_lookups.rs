//! Looking up counts in a book, and the stock of places: expected quantities, and the obstacles to changes.

use crate::book::lookups::Answer;
use crate::book::named::Named;
use crate::book::stop::Stop;
use crate::book::{Book, Key, Slots, counts_usage};
use crate::rows::items::Item;
use crate::rows::{Count, CountLine, CountOverrun, CountStatus, CountedGoods, Pool, Row, StockLevel, StockMovement};
use crate::value::id::{CountId, ItemCategoryId, ItemId, LocationId, WarehouseId};
use crate::value::{Instant, limits};

/// How many of the rows that were so before the batch are so no more.
pub(super) fn gone<R: Row>(rows: &Slots<R::Key, R>, is_so: impl Fn(&R) -> bool) -> usize {
    rows.changed().filter(|(_, before, now)| before.is_some_and(&is_so) && !now.is_some_and(&is_so)).count()
}

fn in_count(named: Named) -> impl Fn(&Count) -> bool {
    move |count| counts_usage::is_in_count(named, count)
}

fn in_line(named: Named) -> impl Fn(&CountLine) -> bool {
    move |line| counts_usage::is_in_line(named, line)
}

pub(super) fn in_movement(named: Named) -> impl Fn(&StockMovement) -> bool {
    move |movement| named.is_in_movement(movement)
}

/// Whether more left a warehouse than was there.
fn is_owed(level: &StockLevel, warehouse: WarehouseId) -> bool {
    level.warehouse_id == warehouse && level.quantity < 0
}

/// Whether something is there in bins of a warehouse, or with `false` in none.
fn lies_in(level: &StockLevel, warehouse: WarehouseId, in_bins: bool) -> bool {
    level.warehouse_id == warehouse && level.quantity != 0 && (level.location_id != [0; 16]) == in_bins
}

impl Book {
    /// A count.
    pub fn stock_count(&self, id: CountId) -> Answer<Option<&Count>> {
        self.stock_counts.get(&(id,)).ok_or(Stop::Missing(Key::Count(id)))
    }

    /// The counts of a warehouse that are open.
    pub fn open_counts(&self, warehouse: WarehouseId) -> Answer<impl Iterator<Item = &Count>> {
        self.require_range(Key::OpenCounts(warehouse))?;
        Ok(self.stock_counts.values().filter(move |count| count.is_open && count.warehouse_id == warehouse))
    }

    /// Whether a posted count of a warehouse has its snapshot at this instant or later.
    pub fn is_counted_from(&self, warehouse: WarehouseId, at: Instant) -> Answer<bool> {
        // Posted rows stay posted, so that a batch only adds to the stored ones.
        let is_one = |count: &Count| {
            count.status == CountStatus::Posted && count.warehouse_id == warehouse && count.snapshot_at >= at
        };
        Ok(self.is_any(Key::PostedCounts(warehouse, at))? || self.stock_counts.values().any(is_one))
    }

    /// The counts of an item, of a bin, or (zeros) of everything in a warehouse, whose snapshot is of this instant or
    /// later, in any status.
    pub fn counted_from(
        &self,
        warehouse: WarehouseId,
        about: [u8; 16],
        at: Instant,
    ) -> Answer<impl Iterator<Item = &CountedGoods>> {
        self.require_range(Key::CountedFrom(warehouse, about, at))?;
        let first = (warehouse, about, at, CountId([0; 16]));
        let last = (warehouse, about, Instant(i64::MAX), CountId([u8::MAX; 16]));
        Ok(self.counted_goods.range(first..=last))
    }

    /// All by which a count is overrun.
    pub fn count_overruns_of(&self, id: CountId) -> Answer<impl Iterator<Item = &CountOverrun>> {
        self.require_range(Key::CountOverruns(id))?;
        Ok(self.count_overruns.values().filter(move |row| row.count_id == id))
    }

    /// All lines of a count, in order.
    pub fn count_lines(&self, id: CountId) -> Answer<impl Iterator<Item = &CountLine>> {
        self.require_range(Key::CountLines(id))?;
        Ok(self.count_lines.range((id, i64::MIN)..=(id, i64::MAX)))
    }

    /// A line of a count by its number.
    pub fn count_line(&self, id: CountId, number: i64) -> Answer<Option<&CountLine>> {
        self.count_lines.get(&(id, number)).ok_or(Stop::Missing(Key::CountLine(id, number)))
    }

    /// The lines of a count that are of this item.
    pub fn count_lines_of_item(&self, id: CountId, item: ItemId) -> Answer<impl Iterator<Item = &CountLine>> {
        self.require_range(Key::CountLinesOfItem(id, item))?;
        Ok(self.count_lines.range((id, i64::MIN)..=(id, i64::MAX)).filter(move |line| line.item_id == item))
    }

    /// The stock of a warehouse, of an item or in a location if one is named; `None` if that is more than a count can
    /// hold.
    pub fn stock_at(
        &self,
        warehouse: WarehouseId,
        item: Option<ItemId>,
        location: Option<LocationId>,
    ) -> Answer<Option<Vec<StockLevel>>> {
        if !self.is_within_limit(Key::StockAt(warehouse, item, location))? {
            return Ok(None);
        }
        let (none, all) = ([0; 16], [u8::MAX; 16]);
        let (first, last) = item.map_or((ItemId(none), ItemId(all)), |item| (item, item));
        let levels = (first, WarehouseId(none), none, none, none)..=(last, WarehouseId(all), all, all, all);
        let there = self.stock_levels.range(levels).filter(|level| {
            level.quantity != 0
                && level.warehouse_id == warehouse
                && location.is_none_or(|location| level.location_id == location.0)
        });
        Ok(Some(there.cloned().collect()))
    }

    /// The items that are in a category itself; `None` where they are more than a count can hold.
    pub fn items_in_category(&self, id: ItemCategoryId) -> Answer<Option<Vec<ItemId>>> {
        if !self.is_within_limit(Key::ItemsInCategory(id))? {
            return Ok(None);
        }
        let items = self.items.values().filter(|item: &&Item| item.category_id == Some(id));
        Ok(Some(items.map(|item| item.id).collect()))
    }

    /// The key for stock below zero in a warehouse: the first of it, and as much more as the batch settled.
    pub(crate) fn owed_key(&self, warehouse: WarehouseId) -> Key {
        Key::OwedIn(warehouse, limits::LISTED + gone(&self.stock_levels, |level| is_owed(level, warehouse)))
    }

    /// The stock below zero in a warehouse, the first of it.
    pub fn owed_in(&self, warehouse: WarehouseId) -> Answer<impl Iterator<Item = &StockLevel>> {
        self.require_counted(self.owed_key(warehouse))?;
        Ok(self.stock_levels.values().filter(move |level| is_owed(level, warehouse)))
    }

    /// The key for stock in bins of a warehouse, or with `false` outside of bins: the first of it, and as much more as
    /// the batch took away.
    pub(crate) fn lying_key(&self, warehouse: WarehouseId, in_bins: bool) -> Key {
        let taken = gone(&self.stock_levels, |level| lies_in(level, warehouse, in_bins));
        Key::LyingIn(warehouse, in_bins, limits::LISTED + taken)
    }

    /// The stock in bins of a warehouse, or with `false` outside of bins: the first of it.
    pub fn lying_in(&self, warehouse: WarehouseId, in_bins: bool) -> Answer<impl Iterator<Item = &StockLevel>> {
        self.require_counted(self.lying_key(warehouse, in_bins))?;
        Ok(self.stock_levels.values().filter(move |level| lies_in(level, warehouse, in_bins)))
    }

    fn require_counted(&self, key: Key) -> Answer<()> {
        if self.counts.contains_key(&key) { Ok(()) } else { Err(Stop::Missing(key)) }
    }

    /// The pools with goods that a key asks for; `None` where they are more than are looked at.
    pub fn pools_held(&self, key: Key) -> Answer<Option<Vec<Pool>>> {
        let found = *self.counts.get(&key).ok_or_else(|| Stop::Missing(key.clone()))?;
        let fits = |pool: &&Pool| {
            matches!(key, Key::HeldInScope(scope) if pool.scope_id == scope)
                || matches!(key, Key::HeldOfItem(item) if pool.item_id == item)
                || matches!(key, Key::HeldOnAccount(account) if pool.account_id == account)
        };
        let held = self.pools.values().filter(fits).filter(|pool| pool.quantity != 0).cloned().collect();
        Ok(usize::try_from(found).is_ok_and(|found| found <= limits::POOLS_LOOKED_AT).then_some(held))
    }

    /// All drafts of movements.
    pub fn movement_drafts(&self) -> Answer<impl Iterator<Item = &StockMovement>> {
        self.require_range(Key::MovementDrafts)?;
        Ok(self.movements.values().filter(|movement| movement.seq.is_none()))
    }

    /// Whether a count names it.
    pub fn is_named_by_counts(&self, named: Named) -> Answer<bool> {
        let (by_count, by_line) = counts_usage::by_count_and_by_line(named);
        Ok(by_count && self.is_any_left(&self.stock_counts, in_count(named), |most| Key::NamedByCounts(named, most))?
            || by_line
                && self.is_any_left(&self.count_lines, in_line(named), |most| Key::NamedByCountLines(named, most))?)
    }

    /// The keys that answer whether movements or counts name a row, including the effect of this batch.
    pub(crate) fn naming_keys(&self, named: Named) -> Vec<Key> {
        let (by_count, by_line) = counts_usage::by_count_and_by_line(named);
        let mut keys = vec![Key::NamedByMovements(named, 1 + gone(&self.movements, in_movement(named)))];
        keys.extend(by_count.then(|| Key::NamedByCounts(named, 1 + gone(&self.stock_counts, in_count(named)))));
        keys.extend(by_line.then(|| Key::NamedByCountLines(named, 1 + gone(&self.count_lines, in_line(named)))));
        keys
    }

    /// Whether a row is as asked: one that the batch left or made so, or a stored one beyond those that it changed.
    pub(super) fn is_any_left<R: Row>(
        &self,
        rows: &Slots<R::Key, R>,
        is_so: impl Fn(&R) -> bool,
        key: impl Fn(usize) -> Key,
    ) -> Answer<bool> {
        if rows.changed().any(|(_, _, now)| now.is_some_and(&is_so)) {
            return Ok(true);
        }
        let gone = gone(rows, is_so);
        let key = key(1 + gone);
        let found = *self.counts.get(&key).ok_or(Stop::Missing(key))?;
        Ok(usize::try_from(found).is_ok_and(|found| found > gone))
    }

    /// Whether any row that a key counts is stored.
    pub(super) fn is_any(&self, key: Key) -> Answer<bool> {
        Ok(*self.counts.get(&key).ok_or(Stop::Missing(key))? > 0)
    }

    fn is_within_limit(&self, key: Key) -> Answer<bool> {
        let found = *self.counts.get(&key).ok_or(Stop::Missing(key))?;
        Ok(usize::try_from(found).is_ok_and(|found| found <= limits::LINES_PER_COUNT))
    }
}
