//! Looking up movements of goods in a book, and their rows of costing.

use crate::book::count_lookups::{gone, in_movement};
use crate::book::in_transit::InTransit;
use crate::book::lookups::Answer;
use crate::book::named::Named;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::costing::Place;
use crate::rows::pool_names::PoolName;
use crate::rows::{
    ConsignedLine, MovementLine, MovementStatus, Pool, PoolCheckpoint, PoolDay, PoolLayer, PoolMovement, PoolTie,
    ReceivedLine, StockDay, StockLevel, StockMovement, TransitLine, ValueEntry,
};
use crate::value::id::{AccountId, ItemId, MovementId, PoolId, SerialId, WarehouseId};
use crate::value::{Date, Instant, limits};

/// Movements of a pool that are read at first. A replay begins anew with each further page, so each is three times as
/// long as all before it together: the repeated work is at most a third more than all pages before the last.
const FIRST_PAGE: usize = 256;

impl Book {
    /// A movement.
    pub fn movement(&self, id: MovementId) -> Answer<Option<&StockMovement>> {
        self.movements.get(&(id,)).ok_or(Stop::Missing(Key::Movement(id)))
    }

    /// A movement that another row names.
    pub(crate) fn known_movement(&self, id: MovementId) -> Answer<&StockMovement> {
        self.movement(id)?.ok_or_else(|| Stop::lost("movements", id))
    }

    /// The movement in effect with this external id.
    pub fn movement_by_external(&self, source: &str, external_id: &str) -> Answer<Option<MovementId>> {
        let name = (source.to_owned(), external_id.to_owned());
        let slot = self.movement_external_ids.get(&name).map(Option::<&MovementId>::copied);
        slot.ok_or(Stop::Missing(Key::MovementByExternal(name.0, name.1)))
    }

    /// The lines of the posted movement with this place in the log, in order.
    pub fn movement_lines(&self, seq: i64) -> Answer<Vec<MovementLine>> {
        if self.movement_lines.get(&(seq, 1)).is_none() {
            self.require_range(Key::MovementLines(seq))?;
        }
        Ok(self.movement_lines.range((seq, 1)..=(seq, i64::MAX)).cloned().collect())
    }

    /// One of these lines.
    pub fn movement_line(&self, seq: i64, number: i64) -> Answer<Option<&MovementLine>> {
        if self.movement_lines.get(&(seq, number)).is_none() {
            self.require_range(Key::MovementLines(seq))?;
        }
        Ok(self.movement_lines.get(&(seq, number)).flatten())
    }

    /// The goods received by a line.
    pub fn received_line(&self, line: (i64, i64)) -> Answer<Option<&ReceivedLine>> {
        self.received_lines.get(&line).ok_or(Stop::Missing(Key::ReceivedLine(line.0, line.1)))
    }

    /// The goods of a line in transit.
    pub fn transit_line(&self, line: (i64, i64)) -> Answer<Option<&TransitLine>> {
        self.transit_lines.get(&line).ok_or(Stop::Missing(Key::TransitLine(line.0, line.1)))
    }

    /// The consigned goods that a line brought.
    pub fn consigned_line(&self, line: (i64, i64)) -> Answer<Option<&ConsignedLine>> {
        self.consigned_lines.get(&line).ok_or(Stop::Missing(Key::ConsignedLine(line.0, line.1)))
    }

    /// The first lines by which goods came that are consigned in a warehouse, in the order in which they came: of a lot and piece,
    /// zeros for none.
    pub fn consigned_in(
        &self,
        item: ItemId,
        warehouse: WarehouseId,
        lot: [u8; 16],
        serial: [u8; 16],
    ) -> Answer<impl Iterator<Item = &ConsignedLine>> {
        let key = Key::ConsignedIn(item, warehouse, lot, serial);
        if !self.counts.contains_key(&key) {
            return Err(Stop::Missing(key));
        }
        let is_of = move |line: &&ConsignedLine| {
            (line.item_id, line.warehouse_id, line.lot_id, line.serial_id) == (item, warehouse, lot, serial)
        };
        Ok(self.consigned_lines.values().filter(|line| line.is_open).filter(is_of))
    }

    /// The key for the first lines with goods in transit: `most` remain of the stored ones even after those that the
    /// batch closed.
    pub(crate) fn transit_key(&self, goods: InTransit, most: usize) -> Key {
        Key::Transit(goods, most + gone(&self.transit_lines, |line| goods.is_by(line)))
    }

    /// The first lines by which goods are in transit, in the order in which they left.
    pub fn in_transit(&self, goods: InTransit, most: usize) -> Answer<impl Iterator<Item = &TransitLine>> {
        self.require_range(self.transit_key(goods, most))?;
        Ok(self.transit_lines.values().filter(move |line| goods.is_by(line)).take(most))
    }

    /// The movements in effect that occurred later than an instant; `None` where they are more than a count of the past
    /// looks at.
    pub fn movements_after(&self, at: Instant) -> Answer<Option<impl Iterator<Item = &StockMovement>>> {
        let number = Key::NumberOfMovementsAfter(at);
        if *self.counts.get(&number).ok_or(Stop::Missing(number))? > limits::MOVEMENTS_SINCE_COUNT {
            return Ok(None);
        }
        self.require_range(Key::MovementsAfter(at))?;
        let is_one = move |movement: &&StockMovement| {
            movement.status == MovementStatus::Posted && movement.occurred_at > Some(at)
        };
        Ok(Some(self.movements.values().filter(is_one)))
    }

    /// All pools of an item.
    pub fn pools_of_item(&self, id: ItemId) -> Answer<impl Iterator<Item = &Pool>> {
        self.require_range(Key::PoolsOfItem(id))?;
        Ok(self.pools.values().filter(move |pool| pool.item_id == id))
    }

    /// All pools of a warehouse; those that several share for zeros.
    pub fn pools_of_scope(&self, scope: [u8; 16]) -> Answer<impl Iterator<Item = &Pool>> {
        self.require_range(Key::PoolsOfScope(scope))?;
        Ok(self.pools.values().filter(move |pool| pool.scope_id == scope))
    }

    /// A pool.
    pub fn pool(&self, id: PoolId) -> Answer<Option<&Pool>> {
        self.pools.get(&(id,)).ok_or(Stop::Missing(Key::Pool(id)))
    }

    /// The pool of an item in a scope, for a lot or serial (zeros for none).
    pub fn pool_by_name(&self, name: PoolName) -> Answer<Option<PoolId>> {
        let slot = self.pool_ids.get(&name).map(Option::<&PoolId>::copied);
        slot.ok_or(Stop::Missing(Key::PoolByName(name.0, name.1, name.2)))
    }

    /// The quantity that a pool holds, or owes, of each movement, in order.
    pub fn pool_layers(&self, id: PoolId, is_owed: bool) -> Answer<impl Iterator<Item = &PoolLayer>> {
        if !self.pools.is_new(&(id,)) {
            self.require_range(Key::PoolLayers(id))?;
        }
        Ok(self.pool_layers.range((id, is_owed, Place::FIRST)..=(id, is_owed, Place::LAST)))
    }

    /// All checkpoints of a pool, in order.
    pub fn pool_checkpoints(&self, id: PoolId) -> Answer<impl DoubleEndedIterator<Item = &PoolCheckpoint>> {
        if !self.pools.is_new(&(id,)) {
            self.require_range(Key::PoolCheckpoints(id))?;
        }
        Ok(self.pool_checkpoints.range((id, Place::FIRST)..=(id, Place::LAST)))
    }

    /// Movements of a pool from a place on (all where there is none), those that were voided, too, as many as one page
    /// has; and where the next page begins, if there may be one.
    pub fn pool_movements(
        &self,
        id: PoolId,
        from: Option<Place>,
    ) -> Answer<(impl Iterator<Item = &PoolMovement>, Option<Place>)> {
        let of_pool = self.pages.range(Key::PoolMovements(id, None, 0)..);
        let of_pool = of_pool.map_while(|(key, end)| {
            let Key::PoolMovements(pool, begins, most) = key else { return None };
            (*pool == id).then_some((*begins, *most, *end))
        });
        let (mut already, mut known) = (0_usize, None);
        for (begins, most, end) in of_pool {
            already = already.saturating_add(most);
            // A page that goes to the end has all that is behind any of its places.
            let has_it = begins == from || end.is_none() && begins < from;
            known = known.or(has_it.then_some(end));
        }
        let end = match known {
            Some(end) => end,
            None if self.pools.is_new(&(id,)) => None,
            None => return Err(Stop::Missing(Key::PoolMovements(id, from, already.saturating_mul(3).max(FIRST_PAGE)))),
        };
        let (first, last) = (from.unwrap_or(Place::FIRST), end.unwrap_or(Place::LAST));
        Ok((self.pool_movements.range((id, first)..=(id, last)), end.map(|end| end.after())))
    }

    /// Keys that go with a key, and could not be named before it was filled.
    #[must_use]
    pub fn that_go_with(&self, key: &Key) -> Vec<Key> {
        let Key::PoolCosts(pool, from, most) = key else { return Vec::new() };
        let end = self.pages.get(&Key::PoolMovements(*pool, *from, *most)).copied().flatten();
        let places = (*pool, from.unwrap_or(Place::FIRST))..=(*pool, end.unwrap_or(Place::LAST));
        let mut rows = self.pool_movements.range(places).filter(|row| !row.is_voided);
        let Some(first) = rows.next() else { return Vec::new() };
        let (from, to) = (first.place, rows.next_back().unwrap_or(first).place);
        Self::costs_between(*pool, from, to).into_iter().filter(|key| !self.holds(key)).collect()
    }

    /// The postings for the movements of a pool between two places, both included, and the movements that need them.
    pub(crate) fn costs_between(pool: PoolId, from: Place, to: Place) -> [Key; 2] {
        [Key::ValueEntries(pool, from, to), Key::TiesOfPool(pool, from, to)]
    }

    /// The effect of a line on a pool.
    pub fn pool_movement(&self, id: PoolId, place: Place) -> Answer<Option<&PoolMovement>> {
        self.pool_movements.get(&(id, place)).ok_or(Stop::Missing(Key::PoolMovement(id, place)))
    }

    /// The postings for the movements of a pool between two places, both included.
    pub fn value_entries(&self, id: PoolId, from: Place, to: Place) -> Answer<impl Iterator<Item = &ValueEntry>> {
        if !self.pools.is_new(&(id,)) {
            self.require_range(Key::ValueEntries(id, from, to))?;
        }
        Ok(self.value_entries.range((id, from, i64::MIN, i64::MIN)..=(id, to, i64::MAX, i64::MAX)))
    }

    /// Who needs the movement at a place; those that were voided, too. Those of all movements of a pool may be loaded
    /// together: `near` is the pool that it may be in.
    pub fn pool_ties(&self, source: Place, near: PoolId) -> Answer<impl Iterator<Item = &PoolTie>> {
        if !self.are_ties_loaded(source, near) {
            self.require_range(Key::PoolTies(source))?;
        }
        Ok(self.pool_ties.range((source, Place::FIRST)..=(source, Place::LAST)))
    }

    /// The costs that came later, and their parts, in a pool from a place on: each by what it needs. Those that were voided,
    /// too.
    pub fn costs_of_pool(&self, id: PoolId, from: Place) -> Answer<impl Iterator<Item = &PoolTie>> {
        if !self.pools.is_new(&(id,)) && !self.are_costs_loaded(id, from) {
            // From the beginning of the month: more documents of these days ask for nothing else.
            return Err(Stop::Missing(Key::CostsOfPool(id, from.month_begin())));
        }
        let all = self.pool_ties.range((Place::FIRST, Place::FIRST)..=(Place::LAST, Place::LAST));
        let is_cost = |tie: &&PoolTie| !matches!(tie.tie.as_str(), "value" | "share");
        Ok(all.filter(move |tie| tie.pool_id == id && tie.place >= from).filter(is_cost))
    }

    /// Whether the later costs of a pool are loaded from this place or an earlier one on.
    fn are_costs_loaded(&self, id: PoolId, from: Place) -> bool {
        let earlier = || Key::CostsOfPool(id, Place::FIRST)..=Key::CostsOfPool(id, from);
        self.ranges.range(earlier()).next().is_some() || self.passing_ranges.range(earlier()).next().is_some()
    }

    /// Those who need movements between two places, by these, as far as they are loaded.
    pub(crate) fn pool_ties_between(&self, from: Place, to: Place) -> impl Iterator<Item = &PoolTie> {
        self.pool_ties.range((from, Place::FIRST)..=(to, Place::LAST))
    }

    /// Whether the place is one of the pool, and lies where ties of the pool are loaded.
    fn are_ties_loaded(&self, source: Place, pool: PoolId) -> bool {
        let first = Key::TiesOfPool(pool, Place::FIRST, Place::FIRST);
        let of_pool = self.passing_ranges.range(first..).map_while(|key| {
            let Key::TiesOfPool(of, from, to) = key else { return None };
            (*of == pool).then_some(*from..=*to)
        });
        self.pool_movements.get(&(pool, source)).flatten().is_some()
            && of_pool.into_iter().any(|places| places.contains(&source))
    }

    /// The present stock of one place.
    pub fn stock_level(
        &self,
        place: (ItemId, WarehouseId, [u8; 16], [u8; 16], [u8; 16]),
    ) -> Answer<Option<&StockLevel>> {
        let (item, warehouse, location, lot, serial) = place;
        self.stock_levels.get(&place).ok_or(Stop::Missing(Key::StockLevel(item, warehouse, location, lot, serial)))
    }

    /// Where a piece is, or was.
    pub fn levels_of_serial(&self, item: ItemId, id: SerialId) -> Answer<impl Iterator<Item = &StockLevel>> {
        self.require_range(Key::LevelsOfSerial(id))?;
        let (none, all) = ([0; 16], [u8::MAX; 16]);
        let of_item = (item, WarehouseId(none), none, none, none)..=(item, WarehouseId(all), all, all, all);
        Ok(self.stock_levels.range(of_item).filter(move |level| level.serial_id == id.0))
    }

    /// Whether a posted line names the warehouse, also one that says how goods of several are valued.
    pub fn is_named_by_lines(&self, warehouse: WarehouseId) -> Answer<bool> {
        let mut lines = self.movement_lines.changed().filter_map(|(_, _, now)| now);
        Ok(self.is_any(Key::NamedByLines(warehouse))? || lines.any(|line| line.warehouse_id == warehouse))
    }

    /// Whether a movement names it.
    pub fn is_named_by_movements(&self, named: Named) -> Answer<bool> {
        // Goods on their way to a warehouse are in no place of it yet.
        if let Named::Warehouse(warehouse) = named {
            let mut on_its_way = self.transit_lines.changed().filter_map(|(_, _, now)| now);
            if self.is_any(Key::NamedByTransit(warehouse))? || on_its_way.any(|line| line.to_warehouse_id == warehouse)
            {
                return Ok(true);
            }
        }
        let mut levels = self.stock_levels.changed().filter_map(|(_, _, now)| now);
        Ok(levels.any(|level| named.is_in_level(level))
            || self.is_any_left(&self.movements, in_movement(named), |most| Key::NamedByMovements(named, most))?)
    }

    /// The turnover of one place on one day.
    pub fn stock_day(
        &self,
        place: (ItemId, WarehouseId, [u8; 16], [u8; 16], [u8; 16], Date),
    ) -> Answer<Option<&StockDay>> {
        let (item, warehouse, location, lot, serial, date) = place;
        let missing = || Stop::Missing(Key::StockDay(item, warehouse, location, lot, serial, date));
        self.stock_days.get(&place).ok_or_else(missing)
    }

    /// The quantities that came to a place and left it on each day from one on, in order.
    pub fn stock_days_from(
        &self,
        place: (ItemId, WarehouseId, [u8; 16], [u8; 16], [u8; 16]),
        from: Date,
    ) -> Answer<impl DoubleEndedIterator<Item = &StockDay>> {
        let (item, warehouse, location, lot, serial) = place;
        self.require_range(Key::StockDaysFrom(item, warehouse, location, lot, serial, from))?;
        let at = |date: Date| (item, warehouse, location, lot, serial, date);
        Ok(self.stock_days.range(at(from)..=at(Date::MAX)))
    }

    /// The change of one pool on one account on one day.
    pub fn pool_day(&self, pool: PoolId, account: AccountId, date: Date) -> Answer<Option<&PoolDay>> {
        self.pool_days.get(&(pool, account, date)).ok_or(Stop::Missing(Key::PoolDay(pool, account, date)))
    }
}
