//! A label as it is answered.

use domain::inventory::gs1::{Carrier, Element, GlnUse, Label};
use domain::inventory::items::Tracking;
use domain::settings::ActiveState;
use domain::value::id::{ItemId, WarehouseId};

use super::actions::ScanAction;
use super::meaning::Meaning;
use crate::http::lots::view::LotView;
use crate::http::output::{Day, DecimalText, Id, Named};
use crate::http::serials::view::SerialView;

domain::named_enum! {
    /// How a label was written.
    LabelCarrier {
        ElementString = "elementString",
        DigitalLink = "digitalLink",
        TradeItemNumber = "tradeItemNumber",
    }

    /// What a location number on a label names.
    LocationUse {
        ShipTo = "shipTo",
        BillTo = "billTo",
        PurchaseFrom = "purchaseFrom",
        ShipFor = "shipFor",
        Location = "location",
        PayTo = "payTo",
        Production = "production",
        Party = "party",
    }
}

crate::wire_enum! {
    LabelCarrier = "LabelCarrier",
    LocationUse = "LocationUse",
}

crate::output! {
    /// One element of a label.
    pub struct ScannedElement {
        /// The application identifier.
        pub ai: String = "01",
        /// GS1's short title of it.
        pub title: String = "GTIN",
        /// As it stands on the label.
        pub value: String = "09506000134352",
    }

    /// A location number on a label, and the warehouse that has it.
    pub struct ScannedLocation {
        pub used_for: Named<LocationUse>,
        pub gln: String = "0614141000005",
        pub warehouse: Option<ScannedWarehouse>,
    }

    /// The warehouse that a location number names.
    pub struct ScannedWarehouse {
        pub id: Id<WarehouseId>,
        pub code: String,
        pub name: String,
    }

    /// The item that a GTIN names.
    pub struct ScannedItem {
        pub id: Id<ItemId>,
        pub sku: String,
        pub name: String,
        pub unit_code: String,
        pub quantity_decimals: i64,
        pub tracking: Named<Tracking>,
        pub status: Named<ActiveState>,
    }

    /// How much of the item the label is on.
    pub struct ScannedQuantity {
        pub quantity: DecimalText,
        pub unit_code: String = "XCS",
        /// The same in base units; null where it is no exact quantity of the item.
        pub base_quantity: Option<DecimalText>,
        pub base_unit_code: String = "C62",
    }

    /// How much of it the label says in another measure than kilograms.
    pub struct ScannedMeasure {
        pub quantity: DecimalText,
        /// UN/CEFACT's code of the unit.
        pub unit_code: String = "LTR",
    }

    /// What it costs, by its label.
    pub struct ScannedPrice {
        pub amount: DecimalText,
        /// The currency in the digits of ISO 4217; null where the label leaves it to the place.
        pub currency_number: Option<String> = "978",
    }

    /// What a label means: what stands on it, and what that names here.
    pub struct ScanView {
        pub carrier: Named<LabelCarrier>,
        /// In the order of the label.
        pub elements: Vec<ScannedElement>,
        /// Of the goods, 14 digits.
        pub gtin: Option<String>,
        /// Of the goods inside a logistic unit, 14 digits.
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
        /// Length, area, volume or weight in the unit of the label; a quantity where the item has that unit.
        pub measure: Option<ScannedMeasure>,
        pub price: Option<ScannedPrice>,
        /// What the maker calls it beside its GTIN.
        pub additional_id: Option<String>,
        /// What a customer calls it.
        pub customer_part_number: Option<String>,
        /// The customer's purchase order.
        pub order_number: Option<String>,
        pub locations: Vec<ScannedLocation>,
        /// What GS1 asks of a label and this one does not keep, such as an identifier that needs another one beside it.
        pub notices: Vec<String>,
        /// What the label may say instead, if its printer left out the separator behind a lot or serial number: each can be sent
        /// as `data`. What is answered here is the label as it stands.
        pub other_readings: Vec<String>,
        /// Null where no item has the GTIN.
        pub item: Option<ScannedItem>,
        /// Null where no item has the GTIN.
        pub quantity: Option<ScannedQuantity>,
        /// Null where the item has no such lot.
        pub lot: Option<LotView>,
        /// Null where the item has no such piece.
        pub serial: Option<SerialView>,
        /// What may be done next by who asks, the most likely first: each would be taken as it stands, but for what its title
        /// asks to be added.
        pub next_actions: Vec<ScanAction>,
    }
}

impl ScanView {
    /// The view of a label and what it names.
    #[must_use]
    pub fn of(label: Label, meaning: Meaning, other_readings: Vec<String>, next_actions: Vec<ScanAction>) -> Self {
        let Meaning { item, quantity, lot, serial, warehouses } = meaning;
        let base_unit_code = item.as_ref().map(|item| item.unit_code.clone()).unwrap_or_default();
        let mut view = Self {
            carrier: Named(carrier(label.carrier)),
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
            notices: label.notices(),
            other_readings,
            item: item.map(|item| ScannedItem {
                id: Id(item.id),
                sku: item.sku,
                name: item.name,
                unit_code: item.unit_code,
                quantity_decimals: item.quantity_decimals,
                tracking: Named(item.tracking),
                status: Named(item.status),
            }),
            quantity: quantity.map(|found| ScannedQuantity {
                quantity: DecimalText(found.quantity),
                unit_code: found.unit_code,
                base_quantity: found.in_base.map(DecimalText),
                base_unit_code,
            }),
            lot: lot.map(LotView::from),
            serial: serial.map(SerialView::from),
            next_actions,
        };
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
                        warehouses.iter().find(|(of, _)| *of == gln).map(|(_, warehouse)| ScannedWarehouse {
                            id: Id(warehouse.id),
                            code: warehouse.code.clone(),
                            name: warehouse.name.clone(),
                        });
                    view.locations.push(ScannedLocation { used_for: Named(location_use(used_for)), gln, warehouse });
                }
            }
        }
        view
    }
}

fn carrier(carrier: Carrier) -> LabelCarrier {
    match carrier {
        Carrier::ElementString => LabelCarrier::ElementString,
        Carrier::DigitalLink => LabelCarrier::DigitalLink,
        Carrier::TradeItemNumber => LabelCarrier::TradeItemNumber,
    }
}

fn location_use(used_for: GlnUse) -> LocationUse {
    match used_for {
        GlnUse::ShipTo => LocationUse::ShipTo,
        GlnUse::BillTo => LocationUse::BillTo,
        GlnUse::PurchaseFrom => LocationUse::PurchaseFrom,
        GlnUse::ShipFor => LocationUse::ShipFor,
        GlnUse::Location => LocationUse::Location,
        GlnUse::PayTo => LocationUse::PayTo,
        GlnUse::Production => LocationUse::Production,
        GlnUse::Party => LocationUse::Party,
    }
}
