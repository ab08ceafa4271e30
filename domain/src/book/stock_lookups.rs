//! Looking up items in a book, and the rows that describe them.

use crate::book::lookups::Answer;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::items::Item;
use crate::rows::{FrozenPool, FrozenPoolStatus, ItemCategory, ItemGtin, Location, Lot, ReasonCode, Serial};
use crate::value::id::{FrozenPoolId, ItemCategoryId, ItemId, LocationId, LotId, ReasonCodeId, SerialId, WarehouseId};

impl Book {
    /// The goods that are frozen now.
    pub fn frozen_pools(&self) -> Answer<impl Iterator<Item = &FrozenPool>> {
        self.require_range(Key::FrozenPools)?;
        Ok(self.frozen_pools.values().filter(|frozen| frozen.status == FrozenPoolStatus::Frozen))
    }

    /// Goods that are, or were, frozen.
    pub fn frozen_pool(&self, id: FrozenPoolId) -> Answer<Option<&FrozenPool>> {
        self.frozen_pools.get(&(id,)).ok_or(Stop::Missing(Key::FrozenPool(id)))
    }

    /// All categories of items.
    pub fn item_categories(&self) -> Answer<impl Iterator<Item = &ItemCategory>> {
        self.require_range(Key::ItemCategories)?;
        Ok(self.item_categories.values())
    }

    /// A category of items.
    pub fn item_category(&self, id: ItemCategoryId) -> Answer<Option<&ItemCategory>> {
        self.require_range(Key::ItemCategories)?;
        Ok(self.item_categories.get(&(id,)).flatten())
    }

    /// How many items are in a category itself.
    pub fn items_of_category(&self, id: ItemCategoryId) -> Answer<i64> {
        self.counted(Key::ItemsOfCategory(id), &self.items, |item: &Item| item.category_id == Some(id))
    }

    /// An item.
    pub fn item(&self, id: ItemId) -> Answer<Option<&Item>> {
        self.items.get(&(id,)).ok_or(Stop::Missing(Key::Item(id)))
    }

    /// The item with this sku, which is in lower case.
    pub fn item_by_sku(&self, sku_key: &str) -> Answer<Option<ItemId>> {
        let slot = self.item_skus.get(&sku_key.to_owned());
        slot.map(Option::<&ItemId>::copied).ok_or_else(|| Stop::Missing(Key::ItemBySku(sku_key.to_owned())))
    }

    /// The item of these 14 digits on a label.
    pub fn item_gtin(&self, gtin: &str) -> Answer<Option<&ItemGtin>> {
        let slot = self.item_gtins.get(&(gtin.to_owned(),));
        slot.ok_or_else(|| Stop::Missing(Key::ItemGtin(gtin.to_owned())))
    }

    /// The GTINs of an item.
    pub fn item_gtins_of(&self, id: ItemId) -> Answer<impl Iterator<Item = &ItemGtin>> {
        if !self.items.is_new(&(id,)) {
            self.require_range(Key::ItemGtins(id))?;
        }
        Ok(self.item_gtins.values().filter(move |label| label.item_id == id))
    }

    /// A location, in any warehouse.
    pub fn location(&self, id: LocationId) -> Answer<Option<&Location>> {
        self.locations.get(&(id,)).ok_or(Stop::Missing(Key::Location(id)))
    }

    /// The location of a warehouse with this code.
    pub fn location_by_code(&self, warehouse: WarehouseId, code: &str) -> Answer<Option<LocationId>> {
        let slot = self.location_codes.get(&(warehouse, code.to_owned())).map(Option::<&LocationId>::copied);
        slot.ok_or_else(|| Stop::Missing(Key::LocationByCode(warehouse, code.to_owned())))
    }

    /// The locations directly in a zone.
    pub fn location_children(&self, id: LocationId) -> Answer<impl Iterator<Item = &Location>> {
        self.require_range(Key::LocationChildren(id))?;
        Ok(self.locations.values().filter(move |location| location.parent_id == Some(id)))
    }

    /// How many locations a warehouse has.
    pub fn locations_of_warehouse(&self, id: WarehouseId) -> Answer<i64> {
        self.counted(Key::LocationsOfWarehouse(id), &self.locations, |location: &Location| location.warehouse_id == id)
    }

    /// A lot.
    pub fn lot(&self, id: LotId) -> Answer<Option<&Lot>> {
        self.lots.get(&(id,)).ok_or(Stop::Missing(Key::Lot(id)))
    }

    /// The lot of an item with this number.
    pub fn lot_by_number(&self, item: ItemId, number: &str) -> Answer<Option<LotId>> {
        let slot = self.lot_numbers.get(&(item, number.to_owned())).map(Option::<&LotId>::copied);
        slot.ok_or_else(|| Stop::Missing(Key::LotByNumber(item, number.to_owned())))
    }

    /// How many lots an item has.
    pub fn lots_of_item(&self, id: ItemId) -> Answer<i64> {
        self.counted(Key::LotsOfItem(id), &self.lots, |lot: &Lot| lot.item_id == id)
    }

    /// One piece of an item.
    pub fn serial(&self, id: SerialId) -> Answer<Option<&Serial>> {
        self.serials.get(&(id,)).ok_or(Stop::Missing(Key::Serial(id)))
    }

    /// The piece of an item with this number.
    pub fn serial_by_number(&self, item: ItemId, number: &str) -> Answer<Option<SerialId>> {
        let slot = self.serial_numbers.get(&(item, number.to_owned())).map(Option::<&SerialId>::copied);
        slot.ok_or_else(|| Stop::Missing(Key::SerialByNumber(item, number.to_owned())))
    }

    /// How many pieces of an item have a number.
    pub fn serials_of_item(&self, id: ItemId) -> Answer<i64> {
        self.counted(Key::SerialsOfItem(id), &self.serials, |serial: &Serial| serial.item_id == id)
    }

    /// All reason codes.
    pub fn reason_codes(&self) -> Answer<impl Iterator<Item = &ReasonCode>> {
        self.require_range(Key::ReasonCodes)?;
        Ok(self.reason_codes.values())
    }

    /// A reason code.
    pub fn reason_code(&self, id: ReasonCodeId) -> Answer<Option<&ReasonCode>> {
        self.require_range(Key::ReasonCodes)?;
        Ok(self.reason_codes.get(&(id,)).flatten())
    }
}
