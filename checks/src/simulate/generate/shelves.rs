//! Stock by place, so that movements and counts are mostly of goods that are there and of warehouses that take them.

use std::collections::{BTreeMap, BTreeSet};

use domain::rows::items::Item;
use domain::rows::{
    BinsMode, Lot, Serial, StockLevel, StockStatus, Tracking, Warehouse, WarehouseKind, WarehouseStatus,
};
use domain::stock::goods::document::new::NewMovementLine;
use domain::stock::held;
use domain::value::id::{ItemId, LocationId, LotId, WarehouseId};
use domain::value::{Decimal, IdOrCode, TypedId};

use crate::simulate::random::Random;
use crate::simulate::world::{GOODS, World};

/// Goods of one item in one place, which nothing stops.
#[derive(Clone, Debug)]
pub struct Lying {
    pub item: Item,
    pub level: StockLevel,
}

impl Lying {
    /// A line that takes some of them: at most this many whole units, else all of one.
    pub fn some(&self, random: &mut Random, most: i64) -> NewMovementLine {
        let one = one_of(&self.item);
        let whole = (self.level.quantity / one).min(most);
        let units =
            if whole == 0 { random.between(1, self.level.quantity.max(1)) } else { random.between(1, whole) * one };
        self.line(units)
    }

    /// A line that takes so many of the smallest unit.
    pub fn line(&self, units: i64) -> NewMovementLine {
        let level = &self.level;
        NewMovementLine {
            item: Some(IdOrCode::from(self.item.id)),
            quantity: Some(Decimal::from_units(units, decimals(&self.item))),
            warehouse: Some(IdOrCode::from(level.warehouse_id)),
            location: known(level.location_id),
            lot: known(level.lot_id),
            serial: known(level.serial_id),
            ..NewMovementLine::default()
        }
    }
}

/// The lot or piece of a level, if it has one.
fn known<I: TypedId>(id: [u8; 16]) -> Option<IdOrCode<I>> {
    (id != [0; 16]).then(|| IdOrCode::from(I::from_bytes(id)))
}

/// Decimals of an item's quantities.
pub fn decimals(item: &Item) -> u8 {
    u8::try_from(item.quantity_decimals).unwrap_or(0)
}

/// One of its base units in its smallest one.
pub fn one_of(item: &Item) -> i64 {
    10_i64.pow(u32::from(decimals(item)))
}

/// The items that move, by sku.
pub fn goods(world: &World) -> Vec<Item> {
    world.rows::<Item>().into_iter().filter(|item| item.sku.starts_with(GOODS)).collect()
}

/// All that lies anywhere and may be used.
pub fn lying(world: &World) -> Vec<Lying> {
    let items: BTreeMap<ItemId, Item> = world.rows::<Item>().into_iter().map(|item| (item.id, item)).collect();
    let stopped = stopped(world);
    let levels = world.rows::<StockLevel>().into_iter().filter(|level| level.quantity > 0);
    let free = levels.filter(|level| !stopped.contains(&level.lot_id) && !stopped.contains(&level.serial_id));
    free.filter_map(|level| Some(Lying { item: items.get(&level.item_id)?.clone(), level })).collect()
}

/// Lots that are on hold or near their end, and pieces on hold.
fn stopped(world: &World) -> BTreeSet<[u8; 16]> {
    let last = jiff::civil::date(2011, 1, 1);
    let lots = world
        .rows::<Lot>()
        .into_iter()
        .filter(|lot| held::is_held(WarehouseKind::Storage, Some(lot), None, last))
        .map(|lot| lot.id.0);
    let pieces = world.rows::<Serial>().into_iter().filter(|piece| piece.status != StockStatus::Available);
    lots.chain(pieces.map(|piece| piece.id.0)).collect()
}

/// A lot of the item that comes, if it is traced by lots and has one that nothing stops.
pub fn lot_of(random: &mut Random, world: &World, item: &Item) -> Option<IdOrCode<LotId>> {
    let stopped = stopped(world);
    let fits = |lot: &Lot| lot.item_id == item.id && !stopped.contains(&lot.id.0);
    let lots: Vec<Lot> = world.rows::<Lot>().into_iter().filter(fits).collect();
    let found = random.pick(&lots).filter(|_| item.tracking == Tracking::Lot)?;
    Some(IdOrCode::from(found.id))
}

/// Warehouses that take goods of ours in, in the order in which they were made.
pub fn open_houses(world: &World) -> Vec<Warehouse> {
    let all = world.rows::<Warehouse>();
    let above: BTreeSet<WarehouseId> = all.iter().filter_map(|house| house.parent_id).collect();
    let takes = |house: &Warehouse| house.status == WarehouseStatus::Active && !above.contains(&house.id);
    let mut houses: Vec<Warehouse> =
        all.into_iter().filter(|house| takes(house) && house.kind != WarehouseKind::ConsignmentIn).collect();
    let place = |house: &Warehouse| world.warehouses.iter().position(|id| *id == house.id.to_string());
    houses.sort_by_key(|house| place(house).unwrap_or(usize::MAX));
    houses
}

/// The warehouse in which most goods lie: the first one that takes movements and values goods.
pub fn main_house(world: &World) -> Option<Warehouse> {
    let worthless = [WarehouseKind::Scrap, WarehouseKind::InTransit];
    open_houses(world).into_iter().find(|house| !worthless.contains(&house.kind))
}

/// Warehouses that hold something or held it.
pub fn used_houses(world: &World) -> BTreeSet<String> {
    world.rows::<StockLevel>().iter().map(|level| level.warehouse_id.to_string()).collect()
}

/// The bin of the opening, in a warehouse that is its own and keeps bins.
pub fn bin(world: &World, house: WarehouseId) -> Option<IdOrCode<LocationId>> {
    let id = house.to_string();
    let keeps = |row: &Warehouse| row.id == house && row.bins_mode != BinsMode::None;
    let is_its_own = world.warehouses.first() == Some(&id) && world.rows::<Warehouse>().iter().any(keeps);
    is_its_own.then(|| IdOrCode::Code("bin".to_owned()))
}
