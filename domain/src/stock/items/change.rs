//! The input of an item: one set of fields for create, update and import, with merge rules.

use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::items::{Item, SCALE};
use crate::rows::{ActiveState, CostingMethod, Tracking};
use crate::stock::labels::Gtin;
use crate::value::id::ItemCategoryId;
use crate::value::rejection::{Code, Fault};
use crate::value::units::{self, UnitCode, UnitConversion};
use crate::value::{Decimal, IdOrCode, Json, Patch, limits};

/// A number on a label, and the unit of which one has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGtin {
    pub gtin: Gtin,
    /// `None` is the base unit.
    pub unit: Option<UnitCode>,
}

/// The fields that a caller sends. `Option` fields cannot be cleared; `Patch` fields can. Lists replace.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ItemChange {
    pub sku: Option<String>,
    pub name: Option<String>,
    pub description: Patch<String>,
    pub category: Patch<IdOrCode<ItemCategoryId>>,
    pub unit: Option<UnitCode>,
    /// 0 to 6.
    pub quantity_decimals: Option<u8>,
    pub units: Patch<Vec<UnitConversion>>,
    pub tracking: Option<Tracking>,
    pub costing_method: Option<CostingMethod>,
    /// Of one base unit, in base currency.
    pub fallback_cost: Patch<Decimal>,
    pub gtins: Patch<Vec<NewGtin>>,
    /// In base units, as are the least and the most quantity.
    pub reorder_point: Patch<Decimal>,
    pub min_quantity: Patch<Decimal>,
    pub max_quantity: Patch<Decimal>,
    /// 0 to 3650.
    pub lead_time_days: Patch<i64>,
    pub weight_kg: Patch<Decimal>,
    pub volume_m3: Patch<Decimal>,
    pub status: Option<ActiveState>,
    /// An object, merged by key.
    pub metadata: Patch<Json>,
}

/// The sku as it is compared: in any case of letters it is the same.
#[must_use]
pub fn sku_key(sku: &str) -> String {
    sku.to_lowercase()
}

impl ItemChange {
    /// The keys that the checks need.
    pub(crate) fn hint(&self, keys: &mut Vec<Key>) {
        keys.push(Key::ItemCategories);
        keys.extend(self.sku.as_deref().map(|sku| Key::ItemBySku(sku_key(sku))));
        for sent in self.gtins.value().into_iter().flatten() {
            keys.push(Key::ItemGtin(sent.gtin.as_str().to_owned()));
        }
    }

    /// The item with the change applied, its GTINs aside. Impossible values become faults.
    pub(crate) fn apply(&self, book: &Book, item: &mut Item, faults: &mut Vec<Fault>) -> Result<(), Stop> {
        if let Some(sku) = &self.sku {
            item.sku.clone_from(sku);
            item.sku_key = sku_key(sku);
        }
        if let Some(name) = &self.name {
            item.name.clone_from(name);
        }
        self.description.clone().apply(&mut item.description);
        match &self.category {
            Patch::Absent => {}
            Patch::Null => item.category_id = None,
            Patch::Set(named) => match category(book, named)? {
                Ok(id) => item.category_id = Some(id),
                Err(fault) => faults.push(fault),
            },
        }
        if let Some(unit) = &self.unit {
            unit.as_str().clone_into(&mut item.unit_code);
        }
        item.quantity_decimals = self.quantity_decimals.map_or(item.quantity_decimals, i64::from);
        match &self.units {
            Patch::Absent => {}
            Patch::Null => item.units = "[]".to_owned(),
            Patch::Set(conversions) => item.units = units::to_stored(conversions),
        }
        item.tracking = self.tracking.unwrap_or(item.tracking);
        item.costing_method = self.costing_method.unwrap_or(item.costing_method);
        self.lead_time_days.clone().apply(&mut item.lead_time_days);
        item.status = self.status.unwrap_or(item.status);
        for (sent, field, pointer) in [
            (&self.fallback_cost, &mut item.fallback_cost, "/fallbackCost"),
            (&self.reorder_point, &mut item.reorder_point, "/reorderPoint"),
            (&self.min_quantity, &mut item.min_quantity, "/minQuantity"),
            (&self.max_quantity, &mut item.max_quantity, "/maxQuantity"),
            (&self.weight_kg, &mut item.weight_mg, "/weightKg"),
            (&self.volume_m3, &mut item.volume_cm3, "/volumeM3"),
        ] {
            measure(sent, field, pointer, faults);
        }
        item.metadata = self.metadata.merged_into(&item.metadata, "{}");
        if item.metadata.len() > limits::METADATA_BYTES {
            let message =
                format!("metadata would have more than {} bytes of JSON: remove some of it", limits::METADATA_BYTES);
            faults.push(Fault::new("/metadata", Code::LimitReached, message));
        }
        Ok(())
    }
}

/// Sets a measure that has [`SCALE`] decimals and is not negative.
fn measure(sent: &Patch<Decimal>, field: &mut Option<i64>, pointer: &str, faults: &mut Vec<Fault>) {
    match sent {
        Patch::Absent => {}
        Patch::Null => *field = None,
        Patch::Set(number) => match units::exact(*number, SCALE) {
            Ok(units) if (0..=limits::LINE_AMOUNT_MINOR).contains(&units) => *field = Some(units),
            Ok(_) => {
                let most = Decimal::from_units(limits::LINE_AMOUNT_MINOR, SCALE);
                let message = format!("{number} is outside 0 to {most}");
                faults.push(Fault::new(pointer, Code::AmountOutOfRange, message));
            }
            Err((code, message)) => faults.push(Fault::new(pointer, code, message)),
        },
    }
}

fn category(book: &Book, named: &IdOrCode<ItemCategoryId>) -> Result<Result<ItemCategoryId, Fault>, Stop> {
    let (found, pointer, what) = match named {
        IdOrCode::Id(sought) => (sought.find(|id| book.item_category(id))?, "/categoryId", "id"),
        IdOrCode::Code(code) => {
            let code = code.to_ascii_uppercase();
            (book.item_categories()?.find(|category| category.code == code), "/categoryCode", "code")
        }
    };
    Ok(found.map(|category| category.id).ok_or_else(|| {
        let message = format!("there is no item category with the {what} {named}: create it or choose another");
        Fault::new(pointer, Code::UnknownReference, message)
    }))
}
