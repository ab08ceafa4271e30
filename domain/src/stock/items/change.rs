//! The input of an item: one set of fields for create, update and import, with merge rules.

use crate::book::context::Context;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::items::{Item, SCALE};
use crate::rows::{ActiveState, CostingMethod, Tracking};
use crate::stock::labels::Gtin;
use crate::value::change::pointer;
use crate::value::id::ItemCategoryId;
use crate::value::rejection::{Code, Fault};
use crate::value::units::{self, UnitCode, UnitConversion};
use crate::value::{Decimal, Json, Patch, Sought, limits};

/// A number on a label, and the unit of which one has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGtin {
    pub gtin: Gtin,
    /// `None` is the base unit.
    pub unit: Option<UnitCode>,
}

crate::change! {
    /// The fields that a caller sends. Lists replace.
    pub struct ItemChange of Item {
        pub name: Option<String>,
        pub description: Patch<String>,
        pub unit_code: Option<UnitCode> = "C62" => unit,
        /// 0 to 6.
        pub quantity_decimals: Option<i64>,
        pub units: Patch<Vec<UnitConversion>> = "[]" => other_units,
        pub tracking: Option<Tracking> = Tracking::None,
        pub costing_method: Option<CostingMethod> = CostingMethod::Fifo,
        /// Of one base unit, in base currency.
        pub fallback_cost: Patch<Decimal> => measure,
        /// In base units, as are the least and the most quantity.
        pub reorder_point: Patch<Decimal> => measure,
        pub min_quantity: Patch<Decimal> => measure,
        pub max_quantity: Patch<Decimal> => measure,
        /// 0 to 3650.
        pub lead_time_days: Patch<i64>,
        pub status: Option<ActiveState> = ActiveState::Active,
        /// An object, merged by key.
        pub metadata: Patch<Json> = "{}",
    }
    beside {
        pub sku: Option<String>,
        pub category_id: Patch<Sought<ItemCategoryId>>,
        /// Where no id is sent.
        pub category_code: Option<String>,
        pub gtins: Patch<Vec<NewGtin>>,
        pub weight_kg: Patch<Decimal>,
        pub volume_m3: Patch<Decimal>,
    }
    new(ctx: &Context) {
        id: ctx.ids.next(),
        sku: String::new(),
        sku_key: String::new(),
        category_id: None,
        valuations: Vec::new(),
        weight_mg: None,
        volume_cm3: None,
        version: 1,
        created_at: ctx.at,
        created_by: ctx.actor.principal,
        updated_at: ctx.at,
        updated_by: ctx.actor.principal,
    }
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
        match (&self.category_id, &self.category_code) {
            (Patch::Set(sought), _) => note(category_of_id(book, sought)?, &mut item.category_id, faults),
            (_, Some(code)) => note(category_of_code(book, code)?, &mut item.category_id, faults),
            (Patch::Null, None) => item.category_id = None,
            (Patch::Absent, None) => {}
        }
        self.merge(item, faults);
        measure(&self.weight_kg, &mut item.weight_mg, "weight_kg", faults);
        measure(&self.volume_m3, &mut item.volume_cm3, "volume_m3", faults);
        if item.metadata.len() > limits::METADATA_BYTES {
            let message =
                format!("metadata would have more than {} bytes of JSON: remove some of it", limits::METADATA_BYTES);
            faults.push(Fault::new("/metadata", Code::LimitReached, message));
        }
        Ok(())
    }
}

/// Sets the base unit.
fn unit(sent: &Option<UnitCode>, stored: &mut String, _: &str, _: &mut Vec<Fault>) {
    if let Some(unit) = sent {
        unit.as_str().clone_into(stored);
    }
}

/// Replaces the other units.
fn other_units(sent: &Patch<Vec<UnitConversion>>, stored: &mut String, _: &str, _: &mut Vec<Fault>) {
    match sent {
        Patch::Absent => {}
        Patch::Null => "[]".clone_into(stored),
        Patch::Set(conversions) => *stored = units::to_stored(conversions),
    }
}

/// Sets a measure that has [`SCALE`] decimals and is not negative.
fn measure(sent: &Patch<Decimal>, stored: &mut Option<i64>, field: &str, faults: &mut Vec<Fault>) {
    match sent {
        Patch::Absent => {}
        Patch::Null => *stored = None,
        Patch::Set(number) => match units::exact(*number, SCALE) {
            Ok(units) if (0..=limits::LINE_AMOUNT_MINOR).contains(&units) => *stored = Some(units),
            Ok(_) => {
                let most = Decimal::from_units(limits::LINE_AMOUNT_MINOR, SCALE);
                let message = format!("{number} is outside 0 to {most}");
                faults.push(Fault::new(pointer(field), Code::AmountOutOfRange, message));
            }
            Err((code, message)) => faults.push(Fault::new(pointer(field), code, message)),
        },
    }
}

/// Sets the category where there is one.
fn note(found: Result<ItemCategoryId, Fault>, stored: &mut Option<ItemCategoryId>, faults: &mut Vec<Fault>) {
    match found {
        Ok(id) => *stored = Some(id),
        Err(fault) => faults.push(fault),
    }
}

fn category_of_id(book: &Book, sought: &Sought<ItemCategoryId>) -> Result<Result<ItemCategoryId, Fault>, Stop> {
    let found = sought.find(|id| book.item_category(id))?;
    Ok(found.map(|category| category.id).ok_or_else(|| no_category("/categoryId", "id", &sought.to_string())))
}

fn category_of_code(book: &Book, code: &str) -> Result<Result<ItemCategoryId, Fault>, Stop> {
    let upper = code.to_ascii_uppercase();
    let found = book.item_categories()?.find(|category| category.code == upper);
    Ok(found.map(|category| category.id).ok_or_else(|| no_category("/categoryCode", "code", code)))
}

fn no_category(pointer: &str, what: &str, named: &str) -> Fault {
    let message = format!("there is no item category with the {what} {named}: create it or choose another");
    Fault::new(pointer, Code::UnknownReference, message)
}
