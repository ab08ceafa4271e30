//! A scan, as it is answered.

use domain::stock::labels::{Element, Label};

use super::actions::ScanAction;
use super::meaning::Meaning;
use super::own::Reading;
use super::parts::{
    LabelCarrier, ScanKind, ScanReading, ScannedDocument, ScannedElement, ScannedItem, ScannedLocation, ScannedMeasure,
    ScannedPlace, ScannedPrice, ScannedQuantity, ScannedWarehouse, carrier, kind, location_use,
};
use crate::http::lots::view::LotView;
use crate::http::output::{Day, DecimalText, Id, Named};
use crate::http::serials::view::SerialView;

crate::output! {
    /// The meaning of a label: its content, and the records here that it names.
    pub struct ScanView {
        pub kind: Named<ScanKind>,
        /// Null if it is not a GS1 label.
        pub carrier: Option<Named<LabelCarrier>>,
        /// In the order of the label.
        pub elements: Vec<ScannedElement>,
        /// The GTIN of the goods, 14 digits.
        pub gtin: Option<String>,
        /// The GTIN of the goods inside a logistic unit, 14 digits.
        pub content_gtin: Option<String>,
        /// The number of a logistic unit, 18 digits.
        pub sscc: Option<String>,
        pub lot_number: Option<String>,
        pub serial_number: Option<String>,
        pub produced_on: Option<Day>,
        pub packed_on: Option<Day>,
        pub best_before: Option<Day>,
        pub expires_on: Option<Day>,
        /// Pieces in a package of varying content.
        pub pieces: Option<i64>,
        /// Trade items inside a logistic unit.
        pub count: Option<i64>,
        pub net_weight_kg: Option<DecimalText>,
        /// Length, area, volume or weight in the unit of the label; a quantity if the item has that unit.
        pub measure: Option<ScannedMeasure>,
        pub price: Option<ScannedPrice>,
        /// The manufacturer's additional identifier besides the GTIN.
        pub additional_id: Option<String>,
        /// The customer's part number.
        pub customer_part_number: Option<String>,
        /// The customer's purchase order.
        pub order_number: Option<String>,
        pub locations: Vec<ScannedLocation>,
        /// Rules of GS1 that the label breaks, such as an identifier that needs another next to it; and what to do if
        /// nothing here has this name.
        pub notices: Vec<String>,
        /// Other possible readings, if the printer left out the separator after a lot or serial number: each can be
        /// sent as `data`. The answer itself reads the label as it stands.
        pub other_readings: Vec<String>,
        /// All records with this name, if there are several.
        pub readings: Vec<ScanReading>,
        /// Null if no item has the GTIN, and if no goods were scanned.
        pub item: Option<ScannedItem>,
        /// Null if `item` is null.
        pub quantity: Option<ScannedQuantity>,
        /// Null if the item has no such lot.
        pub lot: Option<LotView>,
        /// Null if the item has no such piece.
        pub serial: Option<SerialView>,
        /// The bin or zone that was scanned.
        pub location: Option<ScannedPlace>,
        /// The warehouse that was scanned.
        pub warehouse: Option<ScannedWarehouse>,
        /// The movement, count, reservation or journal entry that was scanned.
        pub document: Option<ScannedDocument>,
        /// Possible next calls for the caller, most likely first: each would be accepted as it stands, except for what
        /// its title asks you to add.
        pub next_actions: Vec<ScanAction>,
    }
}

impl ScanView {
    /// The view of a label and its meaning.
    #[must_use]
    pub fn of(label: Label, meaning: Meaning, other_readings: Vec<String>, next_actions: Vec<ScanAction>) -> Self {
        let carrier = carrier(label.carrier);
        let warehouses = meaning.warehouses.clone();
        let notices = label.notices();
        let mut view = Self { carrier: Some(Named(carrier)), notices, other_readings, ..Self::of_goods(meaning) };
        view.next_actions = next_actions;
        for read in label.elements {
            let title = read.title().to_owned();
            view.elements.push(ScannedElement { ai: read.ai, title, value: read.value });
            match read.element {
                Element::Sscc(key) => view.sscc = Some(key),
                Element::Gtin(key) => view.gtin = Some(key),
                Element::Content(key) => view.content_gtin = Some(key),
                Element::Lot(number) => view.lot_number = Some(number),
                Element::ProducedOn(day) => view.produced_on = Some(Day(day)),
                Element::PackedOn(day) => view.packed_on = Some(Day(day)),
                Element::BestBefore(day) => view.best_before = Some(Day(day)),
                Element::ExpiresOn(day) => view.expires_on = Some(Day(day)),
                Element::Serial(number) => view.serial_number = Some(number),
                Element::Pieces(pieces) => view.pieces = Some(pieces),
                Element::Count(count) => view.count = Some(count),
                Element::NetWeightKg(weight) => view.net_weight_kg = Some(DecimalText(weight)),
                Element::Measured(quantity, unit) => {
                    view.measure = Some(ScannedMeasure { quantity: DecimalText(quantity), unit_code: unit.to_owned() });
                }
                Element::Price(amount, currency_number) => {
                    view.price = Some(ScannedPrice { amount: DecimalText(amount), currency_number });
                }
                Element::AdditionalId(id) => view.additional_id = Some(id),
                Element::CustomerPart(number) => view.customer_part_number = Some(number),
                Element::Other => {}
                Element::Order(number) => view.order_number = Some(number),
                Element::Gln(used_for, gln) => {
                    let warehouse =
                        warehouses.iter().find(|(of, _)| *of == gln).map(|(_, house)| ScannedWarehouse::from(house));
                    view.locations.push(ScannedLocation { used_for: Named(location_use(used_for)), gln, warehouse });
                }
            }
        }
        view
    }

    /// The view of one thing that a text names.
    #[must_use]
    pub fn of_own(reading: Reading, meaning: Meaning, next_actions: Vec<ScanAction>) -> Self {
        let kind = Named(kind(&reading));
        let mut view = Self { kind, next_actions, ..Self::of_goods(meaning) };
        let document = |id: String, number: Option<String>, status: &str| {
            Some(ScannedDocument { id, number, status: status.to_owned() })
        };
        match reading {
            Reading::Item(_) | Reading::Lot(..) | Reading::Serial(..) => {}
            Reading::Location(place, house) => {
                let warehouse = ScannedWarehouse::from(&house);
                view.location = Some(ScannedPlace { id: Id(place.id), code: place.code, name: place.name, warehouse });
            }
            Reading::Warehouse(house) => view.warehouse = Some(ScannedWarehouse::from(&house)),
            Reading::Movement(one) => {
                let number = one.reference.or(one.external_id);
                view.document = document(one.id.to_string(), number, one.status.name());
            }
            Reading::Count(one) => {
                view.document = document(one.id.to_string(), one.reference, one.status.name());
            }
            Reading::Reservation(one) => {
                let number = one.reference.or(one.external_id);
                view.document = document(one.id.to_string(), number, one.status.name());
            }
            Reading::Entry(one) => {
                view.document = document(one.id.to_string(), one.number, one.status.name());
            }
        }
        view
    }

    /// The view of a text with several meanings, or none.
    #[must_use]
    pub fn of_readings(readings: Vec<ScanReading>, notices: Vec<String>) -> Self {
        let kind = Named(if readings.is_empty() { ScanKind::Unknown } else { ScanKind::Ambiguous });
        Self { kind, readings, notices, ..Self::of_goods(Meaning::default()) }
    }

    fn of_goods(meaning: Meaning) -> Self {
        let Meaning { item, quantity, lot, serial, warehouses: _ } = meaning;
        let base_unit_code = item.as_ref().map(|item| item.unit_code.clone()).unwrap_or_default();
        Self {
            kind: Named(ScanKind::Label),
            carrier: None,
            elements: Vec::new(),
            gtin: None,
            content_gtin: None,
            sscc: None,
            lot_number: None,
            serial_number: None,
            produced_on: None,
            packed_on: None,
            best_before: None,
            expires_on: None,
            pieces: None,
            count: None,
            net_weight_kg: None,
            measure: None,
            price: None,
            additional_id: None,
            customer_part_number: None,
            order_number: None,
            locations: Vec::new(),
            notices: Vec::new(),
            other_readings: Vec::new(),
            readings: Vec::new(),
            item: item.map(ScannedItem::from),
            quantity: quantity.map(|found| ScannedQuantity {
                quantity: DecimalText(found.quantity),
                unit_code: found.unit_code,
                base_quantity: found.in_base.map(DecimalText),
                base_unit_code,
            }),
            lot: lot.map(LotView::from),
            serial: serial.map(SerialView::from),
            location: None,
            warehouse: None,
            document: None,
            next_actions: Vec::new(),
        }
    }
}
