//! The meaning of a label's elements in the books: item, quantity, lot, piece and warehouse.

use domain::book::reach::Reach;
use domain::rows::items::Item;
use domain::rows::{ItemGtin, Lot, Row, Serial, Warehouse};
use domain::stock::labels::{Element, Label};
use domain::value::id::OrganizationId;
use domain::value::permission::{Permission, PermissionSet};
use domain::value::units::{self, UnitCode, UnitConversion};
use domain::value::{Cell, Decimal};
use store::Snapshot;
use store::read::Conditions;

use super::own::Reading;
use crate::http::problem::Problem;

/// The unit in which labels say weights.
const KILOGRAM: &str = "KGM";

/// The unit in which labels count pieces, if the item itself is weighed or measured.
const PIECE: &str = "H87";

/// Units of weight, length, area and volume: a number of pieces is not that much of them.
const MEASURES: &[&str] = &[
    "KGM", "GRM", "MGM", "TNE", "LBR", "ONZ", "MTR", "CMT", "MMT", "KMT", "FOT", "INH", "YRD", "MTK", "CMK", "FTK",
    "MTQ", "CMQ", "DMQ", "LTR", "CLT", "DLT", "MLT", "HLT", "GLL",
];

/// A quantity as the label has it, and in base units where it is one exactly.
pub struct Quantity {
    pub quantity: Decimal,
    pub unit_code: String,
    pub in_base: Option<Decimal>,
}

/// The meaning of a label.
#[derive(Default)]
pub struct Meaning {
    pub item: Option<Item>,
    pub quantity: Option<Quantity>,
    pub lot: Option<Lot>,
    pub serial: Option<Serial>,
    /// The warehouses that location numbers name, in the order of the label.
    pub warehouses: Vec<(String, Warehouse)>,
}

/// Looks up the meaning of a label.
pub async fn of(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    rights: PermissionSet,
    reach: &Reach,
    label: &Label,
) -> Result<Meaning, Problem> {
    let mut meaning = Meaning::default();
    let text = |text: &str| Cell::Text(text.to_owned());
    let first = |wanted: fn(&Element) -> Option<&String>| label.elements.iter().find_map(|read| wanted(&read.element));
    for read in &label.elements {
        // The number is on the label; only callers who see warehouses learn whose it is.
        if let Element::Gln(_, gln) = &read.element
            && rights.has(Permission::WarehousesRead)
        {
            let found = one::<Warehouse>(snapshot, organization, &[("gln", text(gln))]).await?;
            meaning
                .warehouses
                .extend(found.filter(|house| reach.has(house.id)).map(|warehouse| (gln.clone(), warehouse)));
        }
    }
    let named = first(|element| match element {
        Element::Gtin(gtin) => Some(gtin),
        _ => None,
    });
    let inside = first(|element| match element {
        Element::Content(gtin) => Some(gtin),
        _ => None,
    });
    let Some(gtin) = named.or(inside) else { return Ok(meaning) };
    let Some(labelled) = one::<ItemGtin>(snapshot, organization, &[("gtin", text(gtin))]).await? else {
        return Ok(meaning);
    };
    let id = Cell::Id(labelled.item_id.0);
    let Some(item) = one::<Item>(snapshot, organization, &[("id", id.clone())]).await? else { return Ok(meaning) };
    let lot = first(|element| match element {
        Element::Lot(number) => Some(number),
        _ => None,
    });
    if let Some(number) = lot {
        meaning.lot = one(snapshot, organization, &[("item_id", id.clone()), ("number", text(number))]).await?;
    }
    let serial = first(|element| match element {
        Element::Serial(number) => Some(number),
        _ => None,
    });
    if let Some(number) = serial {
        meaning.serial = one(snapshot, organization, &[("item_id", id), ("number", text(number))]).await?;
    }
    meaning.quantity = Some(quantity(label, &item, labelled.unit_code));
    meaning.item = Some(item);
    Ok(meaning)
}

impl Meaning {
    /// The goods that a text of our own names: an item, with its lot or piece.
    #[must_use]
    pub fn of_own(reading: &Reading) -> Self {
        let (item, lot, serial) = match reading {
            Reading::Item(item) => (item, None, None),
            Reading::Lot(lot, item) => (item, Some(lot.clone()), None),
            Reading::Serial(piece, item) => (item, None, Some(piece.clone())),
            Reading::Location(..)
            | Reading::Warehouse(_)
            | Reading::Movement(_)
            | Reading::Count(_)
            | Reading::Reservation(_)
            | Reading::Entry(_) => return Self::default(),
        };
        let quantity = Quantity {
            quantity: Decimal::from_units(1, 0),
            unit_code: item.unit_code.clone(),
            in_base: in_base(item, &[], Decimal::from_units(1, 0), &item.unit_code),
        };
        Self { item: Some(item.clone()), quantity: Some(quantity), lot, serial, warehouses: Vec::new() }
    }
}

/// How much of the item the label is on: its weight where it is weighed, its pieces, this many packages, or one.
fn quantity(label: &Label, item: &Item, labelled: Option<String>) -> Quantity {
    let others = units::of_stored(&item.units);
    let has = |unit: &str| item.unit_code == unit || others.iter().any(|other| other.unit().as_str() == unit);
    let (mut quantity, mut unit_code) = (Decimal::from_units(1, 0), labelled.unwrap_or_else(|| item.unit_code.clone()));
    for read in &label.elements {
        match &read.element {
            Element::NetWeightKg(weight) if has(KILOGRAM) => {
                (quantity, unit_code) = (*weight, KILOGRAM.to_owned());
                break;
            }
            Element::Measured(much, unit) if has(unit) => {
                (quantity, unit_code) = (*much, (*unit).to_owned());
                break;
            }
            Element::Pieces(pieces) => {
                let is_measured = MEASURES.contains(&item.unit_code.as_str());
                let unit = if is_measured { PIECE } else { item.unit_code.as_str() };
                (quantity, unit_code) = (Decimal::from_units(*pieces, 0), unit.to_owned());
            }
            Element::Count(count) => quantity = Decimal::from_units(*count, 0),
            _ => {}
        }
    }
    let in_base = in_base(item, &others, quantity, &unit_code);
    Quantity { quantity, unit_code, in_base }
}

/// The quantity in base units; `None` where it is none exactly.
fn in_base(item: &Item, others: &[UnitConversion], quantity: Decimal, unit: &str) -> Option<Decimal> {
    let decimals = u8::try_from(item.quantity_decimals).ok()?;
    let units = if unit == item.unit_code {
        units::exact(quantity, decimals).ok()?
    } else {
        let base = UnitCode::parse(&item.unit_code).ok()?;
        others.iter().find(|other| other.unit().as_str() == unit)?.to_base(quantity, &base, decimals).ok()?
    };
    Some(Decimal::from_units(units, decimals))
}

/// The first row with these values; where several warehouses have one number, the one with the first code.
async fn one<R: Row>(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    values: &[(&str, Cell)],
) -> Result<Option<R>, Problem> {
    let mut conditions = Conditions::new(organization);
    for (column, value) in values {
        conditions.equal(column, Some(value.clone()));
    }
    let has_code = R::TABLE.columns.iter().any(|column| column.name == "code");
    let order = if has_code { "code" } else { R::TABLE.columns[0].name };
    Ok(conditions.page::<R>(snapshot, order, 1).await?.pop())
}
