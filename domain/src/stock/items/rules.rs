//! The rules for every item, new or changed: first all 422, then the 409.

use std::collections::BTreeSet;

use crate::book::Book;
use crate::book::context::Context;
use crate::book::named::Named;
use crate::book::revised::Revised;
use crate::book::stop::Stop;
use crate::rows::items::{Item, SCALE};
use crate::rows::{CostingMethod, ItemGtin, Tracking};
use crate::stock::goods::document::uses::Uses;
use crate::stock::items::change::{ItemChange, NewGtin};
use crate::stock::items::{drafted_units, quantity};
use crate::value::id::ItemId;
use crate::value::movement_kind::MovementKind;
use crate::value::rejection::{Code, Fault, Rejection, Value};
use crate::value::{Decimal, Patch, Sought, counted, limits, units};

/// An item as it would be, with all of its GTINs.
pub(crate) struct Proposed {
    pub item: Item,
    pub gtins: Vec<ItemGtin>,
}

/// A conflict with another item, or with existing rows of this one.
pub(crate) struct Conflict {
    pub pointer: String,
    pub code: Code,
    pub message: String,
    /// Wire id of the other item.
    pub other: Option<String>,
    /// The rows that name the item, if those are in the way.
    pub uses: Option<Uses>,
    /// The movement that changes it with its goods, where one does: its kind and its line.
    pub by_movement: Option<(MovementKind, Vec<(&'static str, Value)>)>,
}

impl Conflict {
    /// The refusal of a request about this item alone.
    pub(crate) fn rejection(self) -> Rejection {
        let rejection = Rejection::new(self.code, self.message).at(self.pointer);
        let rejection = match &self.uses {
            Some(uses) => uses.with_drafts(rejection),
            None => rejection,
        };
        let rejection = match self.by_movement {
            Some((kind, line)) => rejection
                .offer("movement", "Post the movement that changes it", "POST", "/inventory/movements")
                .body(vec![("kind", kind.name().into()), ("lines", Value::List(vec![Value::Object(line)]))]),
            None => rejection,
        };
        match self.other {
            Some(other) => {
                let path = format!("/inventory/items/{other}");
                rejection.with("id", other).offer("existing", "See the item that has it", "GET", path)
            }
            None => rejection,
        }
    }
}

impl Conflict {
    /// The refusal to delete an item that may be deactivated instead.
    pub(crate) fn offer_retirement(self, item: &Item) -> Rejection {
        Rejection::new(self.code, self.message)
            .offer("deactivate", "Deactivate it", "PUT", format!("/inventory/items/{}", item.id))
            .body(vec![("status", Value::Text("inactive".to_owned()))])
    }
}

/// Applies a change to an item, `before` if it exists already; faults are collected.
pub(crate) fn propose(
    book: &Book,
    before: Option<&Item>,
    mut item: Item,
    fields: &ItemChange,
    faults: &mut Vec<Fault>,
) -> Result<Proposed, Stop> {
    fields.apply(book, &mut item, faults)?;
    let gtins = match &fields.gtins {
        Patch::Absent if before.is_some() => book.item_gtins_of(item.id)?.cloned().collect(),
        Patch::Absent | Patch::Null => Vec::new(),
        Patch::Set(sent) => labelled(&item, sent, faults),
    };
    check_units(&item, &gtins, fields, faults);
    check_quantities(&item, faults);
    check_tracking(&item, faults);
    Ok(Proposed { item, gtins })
}

/// The first conflict with rows in the books.
pub(crate) fn conflict(book: &Book, before: Option<&Item>, proposed: &Proposed) -> Result<Option<Conflict>, Stop> {
    Ok(conflicts(book, before, proposed)?.into_iter().next())
}

/// All conflicts with rows in the books.
pub(crate) fn conflicts(book: &Book, before: Option<&Item>, proposed: &Proposed) -> Result<Vec<Conflict>, Stop> {
    let item = &proposed.item;
    let mut found = Vec::new();
    if before.is_none_or(|old| old.sku_key != item.sku_key)
        && let Some(other) = book.item_by_sku(&item.sku_key)?
        && other != item.id
    {
        found.push(Conflict {
            pointer: "/sku".to_owned(),
            code: Code::CodeTaken,
            message: format!("another item has the SKU {}, ignoring case: choose another", item.sku),
            other: Some(other.to_string()),
            uses: None,
            by_movement: None,
        });
    }
    if let Some(old) = before {
        found.extend(conflict_of_use(book, old, item)?);
        found.extend(kept_standard(book, old, item)?);
        found.extend(drafted_units::conflict(book, old, item)?);
    }
    for (index, label) in proposed.gtins.iter().enumerate() {
        let Some(other) = book.item_gtin(&label.gtin)?.filter(|other| other.item_id != item.id) else { continue };
        found.push(Conflict {
            pointer: format!("/gtins/{index}"),
            code: Code::CodeTaken,
            message: format!("another item has the GTIN {}: remove it there first", label.gtin),
            other: Some(other.item_id.to_string()),
            uses: None,
            by_movement: None,
        });
    }
    Ok(found)
}

/// The first field that existing goods or documents of an item keep from changing.
fn conflict_of_use(book: &Book, old: &Item, now: &Item) -> Result<Option<Conflict>, Stop> {
    if old.tracking != now.tracking
        && let Some(held) = usage(book, old)?
    {
        return Ok(Some(held));
    }
    let Some((pointer, field)) = frozen_by_use(old, now) else { return Ok(None) };
    let Some((message, uses)) = why_frozen(book, old, field)? else { return Ok(None) };
    let (pointer, uses) = (pointer.to_owned(), Some(uses));
    Ok(Some(Conflict { pointer, code: Code::ItemInUse, message, other: None, uses, by_movement: None }))
}

/// Why a field on which quantities rest cannot change, and the rows that name the item. Drafts and counts keep
/// quantities in its smallest unit, too.
fn why_frozen(book: &Book, item: &Item, field: &str) -> Result<Option<(String, Uses)>, Stop> {
    let uses = Uses::of(book, Named::Item(item.id))?;
    let sku = &item.sku;
    let Some(by) = uses.told() else { return Ok(None) };
    let message = if uses.by_movements {
        format!("item {sku} has moved, so its {field} cannot change: create another item instead")
    } else if uses.is_by_drafts_alone() {
        format!("item {sku} is used by {by}, so its {field} cannot change: delete those first")
    } else {
        format!("item {sku} is used by {by}, so its {field} cannot change: create another item instead")
    };
    Ok(Some((message, uses)))
}

/// The first changed field on which quantities and costs of movements rest.
fn frozen_by_use(old: &Item, now: &Item) -> Option<(&'static str, &'static str)> {
    let fields = [
        (old.unit_code != now.unit_code, ("/unitCode", "unit")),
        (old.quantity_decimals != now.quantity_decimals, ("/quantityDecimals", "number of decimals")),
        (old.tracking != now.tracking, ("/tracking", "tracking")),
        (old.costing_method != now.costing_method, ("/costingMethod", "costing method")),
    ];
    fields.into_iter().find(|(differs, _)| *differs).map(|(_, field)| field)
}

/// An item at standard keeps its standard cost: its goods are valued by it, and so are goods that come to a warehouse
/// for the first time.
fn kept_standard(book: &Book, old: &Item, now: &Item) -> Result<Option<Conflict>, Stop> {
    let stays = old.fallback_cost == now.fallback_cost || old.costing_method != CostingMethod::Standard;
    if stays || book.pools_of_item(old.id)?.next().is_none() {
        return Ok(None);
    }
    let message =
        format!("this is the standard cost of item {}: post a standardCostChange, which revalues its goods", old.sku);
    Ok(Some(Conflict {
        pointer: "/fallbackCost".to_owned(),
        code: Code::ItemInUse,
        message,
        other: None,
        uses: None,
        by_movement: now.fallback_cost.map(|cost| {
            let line = vec![
                ("itemId", old.id.to_string().into()),
                ("standardCost", Decimal::from_units(cost, SCALE).to_string().into()),
            ];
            (MovementKind::StandardCostChange, line)
        }),
    }))
}

/// The rows that hold an item: its lots and its pieces.
pub(crate) fn usage(book: &Book, item: &Item) -> Result<Option<Conflict>, Stop> {
    let (lots, pieces) = (book.lots_of_item(item.id)?, book.serials_of_item(item.id)?);
    Ok((lots + pieces > 0).then(|| Conflict {
        pointer: "/tracking".to_owned(),
        code: Code::ItemInUse,
        message: format!(
            "item {} has {} and {}: delete them first",
            item.sku,
            counted(lots, "lot", "lots"),
            counted(pieces, "serial number", "serial numbers")
        ),
        other: None,
        uses: None,
        by_movement: None,
    }))
}

/// Writes the item and the difference of its GTINs.
pub(crate) fn write(book: &mut Book, before: Option<&Item>, proposed: Proposed) -> Result<(), Stop> {
    let Proposed { item, gtins } = proposed;
    let old: Vec<ItemGtin> = match before {
        Some(_) => book.item_gtins_of(item.id)?.cloned().collect(),
        None => Vec::new(),
    };
    for gone in old.iter().filter(|old| !gtins.iter().any(|now| now.gtin == old.gtin)) {
        book.item_gtins.set((gone.gtin.clone(),), None);
    }
    for now in gtins {
        if !old.contains(&now) {
            book.item_gtins.put(now);
        }
    }
    if let Some(before) = before.filter(|before| before.sku_key != item.sku_key) {
        book.item_by_sku(&before.sku_key)?;
        book.item_skus.set(before.sku_key.clone(), None);
    }
    book.item_skus.set(item.sku_key.clone(), Some(item.id));
    book.items.put(item);
    Ok(())
}

/// The GTINs that were sent, as rows.
fn labelled(item: &Item, sent: &[NewGtin], faults: &mut Vec<Fault>) -> Vec<ItemGtin> {
    let mut met = BTreeSet::new();
    for (index, label) in sent.iter().enumerate() {
        if !met.insert(label.gtin.as_str()) {
            let message = format!("{} is given twice: leave one out", label.gtin);
            faults.push(Fault::new(format!("/gtins/{index}"), Code::FieldsConflict, message));
        }
    }
    if sent.len() > limits::GTINS_PER_ITEM {
        let message = format!("an item can have at most {} GTINs", limits::GTINS_PER_ITEM);
        faults.push(Fault::new("/gtins", Code::LimitReached, message));
    }
    let row = |label: &NewGtin| ItemGtin {
        gtin: label.gtin.as_str().to_owned(),
        item_id: item.id,
        unit_code: label.unit.as_ref().map(|unit| unit.as_str().to_owned()).filter(|unit| *unit != item.unit_code),
    };
    sent.iter().map(row).collect()
}

/// Each other unit is there once, and each label's unit is one of the item's.
fn check_units(item: &Item, gtins: &[ItemGtin], fields: &ItemChange, faults: &mut Vec<Fault>) {
    let others = units::of_stored(&item.units);
    let mut met = BTreeSet::from([item.unit_code.as_str()]);
    for (index, other) in others.iter().enumerate() {
        let unit = other.unit().as_str();
        if !met.insert(unit) {
            let message = if unit == item.unit_code {
                format!("{unit} is the base unit: leave it out")
            } else {
                format!("{unit} is given twice: leave one out")
            };
            faults.push(Fault::new(format!("/units/{index}/unitCode"), Code::FieldsConflict, message));
        }
    }
    if others.len() > limits::UNITS_PER_ITEM {
        let message = format!("an item can have at most {} units besides its base unit", limits::UNITS_PER_ITEM);
        faults.push(Fault::new("/units", Code::LimitReached, message));
    }
    let sends_gtins = fields.gtins.value().is_some();
    for (index, label) in gtins.iter().enumerate() {
        let Some(unit) = label.unit_code.as_deref().filter(|unit| !met.contains(unit)) else { continue };
        let message =
            format!("the GTIN {} is for the unit {unit}, which the item does not have: add it to units", label.gtin);
        let pointer = if sends_gtins { format!("/gtins/{index}/unitCode") } else { "/units".to_owned() };
        faults.push(Fault::new(pointer, Code::FieldsConflict, message));
    }
}

/// Quantities have the item's decimals, and the least is not above the most.
fn check_quantities(item: &Item, faults: &mut Vec<Fault>) {
    for (pointer, quantity) in [
        ("/reorderPoint", item.reorder_point),
        ("/minQuantity", item.min_quantity),
        ("/maxQuantity", item.max_quantity),
    ] {
        let Some(quantity) = quantity.map(|units| Decimal::from_units(units, SCALE)) else { continue };
        faults.extend(quantity::exact_for(item, quantity, pointer).err());
    }
    if let (Some(least), Some(most)) = (item.min_quantity, item.max_quantity)
        && least > most
    {
        let message = "minQuantity is above maxQuantity: swap them, or correct one";
        faults.push(Fault::new("/minQuantity", Code::FieldsConflict, message));
    }
}

/// Specific costs need tracked pieces, and single pieces are whole.
fn check_tracking(item: &Item, faults: &mut Vec<Fault>) {
    if item.costing_method == CostingMethod::Specific && item.tracking == Tracking::None {
        let message = "the costing method specific needs lots or serial numbers: set tracking to lot or serial, or \
                       choose another method";
        faults.push(Fault::new("/costingMethod", Code::FieldsConflict, message));
    }
    if item.tracking == Tracking::Serial && item.quantity_decimals > 0 {
        let message = "items tracked by serial number are counted in whole pieces: set quantityDecimals to 0";
        faults.push(Fault::new("/quantityDecimals", Code::FieldsConflict, message));
    }
}

/// The item, or `not_found` for an unknown, malformed or foreign id.
pub(crate) fn require_item(book: &Book, sought: &Sought<ItemId>) -> Result<Item, Stop> {
    let id = sought.require()?;
    Ok(book.item(id)?.ok_or_else(Rejection::not_found)?.clone())
}

/// Writes an item as proposed and answers its new version; nothing where it is as it was.
pub(crate) fn change(
    book: &mut Book,
    ctx: &Context,
    before: &Item,
    mut proposed: Proposed,
) -> Result<Option<i64>, Stop> {
    let mut labels: Vec<_> = book.item_gtins_of(before.id)?.collect();
    let mut wanted: Vec<_> = proposed.gtins.iter().collect();
    labels.sort_unstable_by_key(|label| &label.gtin);
    wanted.sort_unstable_by_key(|label| &label.gtin);
    if proposed.item == *before && labels == wanted {
        return Ok(None);
    }
    let item = &mut proposed.item;
    item.revise(ctx);
    let version = item.version;
    write(book, Some(before), proposed)?;
    Ok(Some(version))
}
