//! The scope of a count: its goods and places. Two open counts never share goods in the same place.

use std::collections::BTreeSet;

use crate::book::loading::require_all;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::items::Item;
use crate::rows::{Count, StockLevel};
use crate::stock::counts::new::NewCount;
use crate::value::id::{ItemCategoryId, ItemId, LocationId, WarehouseId};
use crate::value::rejection::{Code, Fault, Rejection};
use crate::value::{Sought, TypedId, limits};

/// No location, lot or serial.
const NONE: [u8; 16] = [0; 16];

/// An item anywhere, or anything in a bin; nothing twice for all.
pub(super) type Place = (Option<ItemId>, Option<LocationId>);

/// Places and goods; where none are named, all are meant.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Scope {
    pub locations: BTreeSet<LocationId>,
    pub items: BTreeSet<ItemId>,
    pub categories: BTreeSet<ItemCategoryId>,
}

impl Scope {
    /// The scope that a caller names, with the faults in it.
    pub(crate) fn named(
        book: &Book,
        warehouse: Option<WarehouseId>,
        new: &NewCount,
        faults: &mut Vec<Fault>,
    ) -> Result<Self, Stop> {
        require_all(book, new.items.iter().filter_map(Sought::id).map(Key::Item).collect())?;
        require_all(book, new.locations.iter().filter_map(Sought::id).map(Key::Location).collect())?;
        let mut scope = Self::default();
        let mut unknown = |field: &str, index: usize, what: &str, text: &str| {
            let message = format!("there is no {what} with the id {text} here");
            faults.push(Fault::new(format!("/{field}/{index}"), Code::UnknownReference, message));
        };
        for (index, sought) in new.locations.iter().enumerate() {
            let found =
                sought.find(|id| book.location(id))?.filter(|location| Some(location.warehouse_id) == warehouse);
            match found {
                Some(location) => _ = scope.locations.insert(location.id),
                None => unknown("locationIds", index, "location of the warehouse", &sought.to_string()),
            }
        }
        for (index, sought) in new.items.iter().enumerate() {
            let found = sought.find(|id| book.item(id))?;
            match found {
                Some(item) => _ = scope.items.insert(item.id),
                None => unknown("itemIds", index, "item", &sought.to_string()),
            }
        }
        for (index, sought) in new.categories.iter().enumerate() {
            let found = sought.find(|id| book.item_category(id))?;
            match found {
                Some(category) => _ = scope.categories.insert(category.id),
                None => unknown("categoryIds", index, "category", &sought.to_string()),
            }
        }
        Ok(scope)
    }

    /// The scope that a count keeps.
    pub(crate) fn of(count: &Count) -> Self {
        Self { locations: ids(&count.locations), items: ids(&count.items), categories: ids(&count.categories) }
    }

    /// The texts in which a count keeps it: locations, items, categories.
    pub(crate) fn texts(&self) -> (String, String, String) {
        (text(&self.locations), text(&self.items), text(&self.categories))
    }

    /// Whether goods may lie in both.
    pub(crate) fn overlaps(&self, book: &Book, other: &Self) -> Result<bool, Stop> {
        Ok(self.shares_goods(book, other)? && self.shares_places(book, other)?)
    }

    /// Whether goods in a place are of it.
    pub(crate) fn holds(&self, book: &Book, item: &Item, location: Option<LocationId>) -> Result<bool, Stop> {
        Ok(self.has_item(book, item)? && self.has_place(book, location)?)
    }

    /// Each item that it is of now, else each bin; one pair of nothing for all that lies in the warehouse.
    pub(crate) fn places(&self, book: &Book) -> Result<Vec<Place>, Stop> {
        Ok(if self.has_all_items() {
            match self.bins(book)? {
                Some(bins) => bins.into_iter().map(|bin| (None, Some(bin))).collect(),
                None => vec![(None, None)],
            }
        } else {
            self.all_items(book)?.into_iter().map(|item| (Some(item), None)).collect()
        })
    }

    /// Where among its places goods are that were found.
    pub(crate) fn place_of(&self, item: ItemId, location: Option<LocationId>) -> Place {
        match (self.has_all_items(), self.locations.is_empty()) {
            (false, _) => (Some(item), None),
            (true, false) => (None, location),
            (true, true) => (None, None),
        }
    }

    /// The goods in its places.
    pub(crate) fn levels(
        &self,
        book: &Book,
        warehouse: WarehouseId,
        places: &[Place],
    ) -> Result<Vec<StockLevel>, Stop> {
        let key = |(item, location): &(Option<ItemId>, Option<LocationId>)| Key::StockAt(warehouse, *item, *location);
        require_all(book, places.iter().map(key).collect())?;
        let mut found = Vec::new();
        for (item, location) in places {
            found.extend(book.stock_at(warehouse, *item, *location)?.ok_or_else(too_much)?);
        }
        if !self.locations.is_empty() && !self.has_all_items() {
            found = self.in_places(book, found)?;
        }
        if found.len() > limits::LINES_PER_COUNT {
            return Err(too_much().into());
        }
        found.sort_by_key(|level| (level.location_id, level.item_id, level.lot_id, level.serial_id));
        Ok(found)
    }

    /// Those levels that are in its places.
    fn in_places(&self, book: &Book, levels: Vec<StockLevel>) -> Result<Vec<StockLevel>, Stop> {
        let bins: BTreeSet<LocationId> = levels
            .iter()
            .filter(|level| level.location_id != NONE)
            .map(|level| LocationId(level.location_id))
            .collect();
        require_all(book, bins.into_iter().map(Key::Location).collect())?;
        let mut found = Vec::with_capacity(levels.len());
        for level in levels {
            let location = Some(LocationId(level.location_id)).filter(|location| location.0 != NONE);
            if self.has_place(book, location)? {
                found.push(level);
            }
        }
        Ok(found)
    }

    fn has_all_items(&self) -> bool {
        self.items.is_empty() && self.categories.is_empty()
    }

    fn has_item(&self, book: &Book, item: &Item) -> Result<bool, Stop> {
        Ok(self.has_all_items() || self.items.contains(&item.id) || self.has_category(book, item.category_id)?)
    }

    /// Whether a category is one of its own, or below one.
    fn has_category(&self, book: &Book, category: Option<ItemCategoryId>) -> Result<bool, Stop> {
        let mut next = category;
        // The bound holds for stored trees; it keeps damage from looping.
        for _ in 0..=limits::TREE_DEPTH {
            let Some(id) = next else { break };
            if self.categories.contains(&id) {
                return Ok(true);
            }
            next = book.item_category(id)?.and_then(|category| category.parent_id);
        }
        Ok(false)
    }

    /// Whether a location is one of its own, or in one; goods in none are in all places alone.
    pub(super) fn has_place(&self, book: &Book, location: Option<LocationId>) -> Result<bool, Stop> {
        if self.locations.is_empty() {
            return Ok(true);
        }
        let Some(location) = location else { return Ok(false) };
        Ok(upwards(book, location)?.iter().any(|above| self.locations.contains(above)))
    }

    fn shares_goods(&self, book: &Book, other: &Self) -> Result<bool, Stop> {
        if self.has_all_items() || other.has_all_items() || !self.items.is_disjoint(&other.items) {
            return Ok(true);
        }
        let items: Vec<Key> = self.items.iter().chain(&other.items).copied().map(Key::Item).collect();
        require_all(book, items)?;
        for (one, another) in [(self, other), (other, self)] {
            for id in &one.items {
                let category = book.item(*id)?.and_then(|item| item.category_id);
                if another.has_category(book, category)? {
                    return Ok(true);
                }
            }
            for id in &one.categories {
                if another.has_category(book, Some(*id))? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn shares_places(&self, book: &Book, other: &Self) -> Result<bool, Stop> {
        if self.locations.is_empty() || other.locations.is_empty() {
            return Ok(true);
        }
        for (one, another) in [(self, other), (other, self)] {
            for id in &one.locations {
                if another.has_place(book, Some(*id))? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Its locations with all that is in them; `None` for all.
    fn bins(&self, book: &Book) -> Result<Option<BTreeSet<LocationId>>, Stop> {
        if self.locations.is_empty() {
            return Ok(None);
        }
        let mut found = self.locations.clone();
        let mut level: Vec<LocationId> = found.iter().copied().collect();
        while !level.is_empty() {
            require_all(book, level.iter().copied().map(Key::LocationChildren).collect())?;
            let mut below = Vec::new();
            for id in level {
                below.extend(book.location_children(id)?.map(|child| child.id));
            }
            below.retain(|id| found.insert(*id));
            level = below;
            if found.len() > limits::LINES_PER_COUNT {
                return Err(too_much().into());
            }
        }
        Ok(Some(found))
    }

    /// Its items, with those of its categories.
    fn all_items(&self, book: &Book) -> Result<BTreeSet<ItemId>, Stop> {
        let mut categories = Vec::new();
        for category in book.item_categories()?.map(|category| category.id) {
            if self.has_category(book, Some(category))? {
                categories.push(category);
            }
        }
        require_all(book, categories.iter().copied().map(Key::ItemsInCategory).collect())?;
        let mut found = self.items.clone();
        for category in categories {
            found.extend(book.items_in_category(category)?.ok_or_else(too_much)?);
        }
        if found.len() > limits::LINES_PER_COUNT {
            return Err(too_much().into());
        }
        Ok(found)
    }
}

/// A location and all that it is in.
fn upwards(book: &Book, location: LocationId) -> Result<Vec<LocationId>, Stop> {
    let mut found = vec![location];
    let mut next = book.location(location)?.and_then(|location| location.parent_id);
    // The bound holds for stored trees; it keeps damage from looping.
    while let Some(id) = next.filter(|_| found.len() <= limits::TREE_DEPTH) {
        found.push(id);
        next = book.location(id)?.and_then(|location| location.parent_id);
    }
    Ok(found)
}

fn ids<I: TypedId + Ord>(text: &str) -> BTreeSet<I> {
    text.split_whitespace().filter_map(I::parse).collect()
}

fn text<I: ToString>(ids: &BTreeSet<I>) -> String {
    ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

pub(super) fn too_much() -> Rejection {
    let most = limits::LINES_PER_COUNT;
    let message = format!(
        "the count would have more than {most} lines, which is the limit: count by locations, items or categories"
    );
    Rejection::new(Code::LimitReached, message).with("limit", i64::try_from(most).unwrap_or(i64::MAX))
}
