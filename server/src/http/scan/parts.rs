//! The parts of a scan's answer.

use domain::rows::items::Item;
use domain::rows::{ActiveState, Tracking, Warehouse};
use domain::stock::labels::{Carrier, GlnUse};
use domain::value::id::{ItemId, LocationId, WarehouseId};

use super::own::Reading;
use crate::http::output::{DecimalText, Id, Named};

domain::named_enum! {
    /// How a label was written.
    LabelCarrier {
        ElementString = "elementString",
        DigitalLink = "digitalLink",
        TradeItemNumber = "tradeItemNumber",
    }

    /// The kind of the scanned text.
    ScanKind {
        /// A label of GS1.
        Label = "label",
        /// An item, by its sku.
        Item = "item",
        Lot = "lot",
        /// A piece, by its serial number.
        Serial = "serial",
        Location = "location",
        Warehouse = "warehouse",
        Movement = "movement",
        Count = "count",
        Reservation = "reservation",
        JournalEntry = "journalEntry",
        /// Several things are called so.
        Ambiguous = "ambiguous",
        /// Nothing here is called so.
        Unknown = "unknown",
    }

    /// The use of a location number on a label.
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
    ScanKind = "ScanKind",
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
        /// The value as it stands on the label.
        pub value: String = "09506000134352",
    }

    /// A location number on a label, and the warehouse that has it.
    pub struct ScannedLocation {
        pub used_for: Named<LocationUse>,
        pub gln: String = "0614141000005",
        pub warehouse: Option<ScannedWarehouse>,
    }

    /// The warehouse with the location number.
    pub struct ScannedWarehouse {
        pub id: Id<WarehouseId>,
        pub code: String,
        pub name: String,
    }

    /// A bin or zone that was scanned.
    pub struct ScannedPlace {
        pub id: Id<LocationId>,
        pub code: String,
        pub name: Option<String>,
        pub warehouse: ScannedWarehouse,
    }

    /// A movement, count, reservation or journal entry that was scanned; `kind` of the answer says which.
    pub struct ScannedDocument {
        pub id: String,
        pub number: Option<String>,
        pub status: String = "posted",
    }

    /// One of several meanings of a text.
    pub struct ScanReading {
        pub kind: Named<ScanKind>,
        pub title: String = "lot L-1 of TEA",
        /// Send it as `data` to name only this one.
        pub data: String,
    }

    /// The item that was scanned.
    pub struct ScannedItem {
        pub id: Id<ItemId>,
        pub sku: String,
        pub name: String,
        pub unit_code: String,
        pub quantity_decimals: i64,
        pub tracking: Named<Tracking>,
        pub status: Named<ActiveState>,
    }

    /// The quantity of the item to which the label applies.
    pub struct ScannedQuantity {
        pub quantity: DecimalText,
        pub unit_code: String = "XCS",
        /// The same in base units; null if it does not convert exactly.
        pub base_quantity: Option<DecimalText>,
        pub base_unit_code: String = "C62",
    }

    /// The measure on the label, if it is not in kilograms.
    pub struct ScannedMeasure {
        pub quantity: DecimalText,
        /// UN/CEFACT's code of the unit.
        pub unit_code: String = "LTR",
    }

    /// The price on the label.
    pub struct ScannedPrice {
        pub amount: DecimalText,
        /// The numeric currency code of ISO 4217; null if the label does not give it.
        pub currency_number: Option<String> = "978",
    }
}

impl From<&Warehouse> for ScannedWarehouse {
    fn from(house: &Warehouse) -> Self {
        Self { id: Id(house.id), code: house.code.clone(), name: house.name.clone() }
    }
}

impl From<Item> for ScannedItem {
    fn from(item: Item) -> Self {
        Self {
            id: Id(item.id),
            sku: item.sku,
            name: item.name,
            unit_code: item.unit_code,
            quantity_decimals: item.quantity_decimals,
            tracking: Named(item.tracking),
            status: Named(item.status),
        }
    }
}

impl ScanReading {
    /// A reading as an offer.
    #[must_use]
    pub fn of(reading: &Reading) -> Self {
        let (title, data) = match reading {
            Reading::Item(item) => (format!("item {}: {}", item.sku, item.name), item.id.to_string()),
            Reading::Lot(lot, item) => (format!("lot {} of {}", lot.number, item.sku), lot.id.to_string()),
            Reading::Serial(piece, item) => (format!("piece {} of {}", piece.number, item.sku), piece.id.to_string()),
            Reading::Location(place, house) => {
                (format!("location {} in {}", place.code, house.code), place.id.to_string())
            }
            Reading::Warehouse(house) => (format!("warehouse {}: {}", house.code, house.name), house.id.to_string()),
            Reading::Movement(movement) => {
                let (kind, status) = (movement.kind.name(), movement.status.name());
                (format!("movement: {kind}, {status}"), movement.id.to_string())
            }
            Reading::Count(count) => {
                (format!("count of {}, {}", count.snapshot_date, count.status.name()), count.id.to_string())
            }
            Reading::Reservation(one) => (format!("reservation, {}", one.status.name()), one.id.to_string()),
            Reading::Entry(entry) => {
                (format!("journal entry {}", entry.number.as_deref().unwrap_or_default()), entry.id.to_string())
            }
        };
        Self { kind: Named(kind(reading)), title, data }
    }
}

/// The kind of a reading.
#[must_use]
pub fn kind(reading: &Reading) -> ScanKind {
    match reading {
        Reading::Item(_) => ScanKind::Item,
        Reading::Lot(..) => ScanKind::Lot,
        Reading::Serial(..) => ScanKind::Serial,
        Reading::Location(..) => ScanKind::Location,
        Reading::Warehouse(_) => ScanKind::Warehouse,
        Reading::Movement(_) => ScanKind::Movement,
        Reading::Count(_) => ScanKind::Count,
        Reading::Reservation(_) => ScanKind::Reservation,
        Reading::Entry(_) => ScanKind::JournalEntry,
    }
}

/// How a label was written, as it is answered.
#[must_use]
pub fn carrier(carrier: Carrier) -> LabelCarrier {
    match carrier {
        Carrier::ElementString => LabelCarrier::ElementString,
        Carrier::DigitalLink => LabelCarrier::DigitalLink,
        Carrier::TradeItemNumber => LabelCarrier::TradeItemNumber,
    }
}

/// The use of a location number, as it is answered.
#[must_use]
pub fn location_use(used_for: GlnUse) -> LocationUse {
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
