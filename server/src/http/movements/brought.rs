//! Lots and pieces that lines bring by their number, as they are sent and as drafts show them.

use domain::rows::{Brought, LotChange, SerialChange, StockStatus};
use domain::value::id::{LotId, SerialId};
use domain::value::{Date, IdOrCode, Json, Patch};

use crate::http::input::{CodeText, JsonObject, Pointer, Violations};
use crate::http::output::{Day, Named as Name, RawObject};

crate::input! {
    /// The lot of the incoming goods: the item's lot with this number, or else a new one, made in the same commit.
    /// Fields given for an existing lot must equal its own.
    pub struct BroughtLotInput {
        pub number: CodeText<60> = "L-2010-17",
        pub produced_on: Option<Date>,
        pub best_before: Option<Date>,
        /// The last day on which it can be used.
        pub expires_on: Option<Date> = "2011-06-30",
        /// `available` if absent.
        pub status: Option<StockStatus>,
        /// Other attributes, at most 16 KB.
        pub attributes: Option<JsonObject>,
    }

    /// The incoming piece: the item's piece with this number, or else a new one, made in the same commit. Fields given
    /// for an existing piece must equal its own.
    pub struct BroughtSerialInput {
        pub number: CodeText<60> = "SN-1",
        /// `available` if absent.
        pub status: Option<StockStatus>,
        /// Other attributes, at most 16 KB.
        pub attributes: Option<JsonObject>,
    }
}

crate::output! {
    /// The lot given on a draft's line; posting creates it.
    pub struct BroughtLotView {
        pub number: String,
        pub produced_on: Option<Day>,
        pub best_before: Option<Day>,
        pub expires_on: Option<Day>,
        pub status: Name<StockStatus>,
        pub attributes: RawObject,
    }

    /// The piece given on a draft's line; posting creates it.
    pub struct BroughtSerialView {
        pub number: String,
        pub status: Name<StockStatus>,
        pub attributes: RawObject,
    }
}

/// The lot or piece that a line brings; naming an existing one as well is a violation.
pub fn brought(
    lot: Option<BroughtLotInput>,
    serial: Option<BroughtSerialInput>,
    named_lot: Option<&IdOrCode<LotId>>,
    named_serial: Option<&IdOrCode<SerialId>>,
    at: &Pointer<'_>,
    errors: &mut Violations,
) -> Option<Brought> {
    for (is_both, field, others) in [
        (lot.is_some() && named_lot.is_some(), "lot", "lotId and lotNumber"),
        (serial.is_some() && named_serial.is_some(), "serial", "serialId and serialNumber"),
    ] {
        if is_both {
            errors.push(&at.field(field), "ambiguous", format!("give {field} or one of {others}, not both"));
        }
    }
    match (lot, serial) {
        (Some(_), Some(_)) => {
            errors.push(
                &at.field("serial"),
                "ambiguous",
                "goods belong to a lot or are a piece: give lot or serial, not both",
            );
            None
        }
        (Some(lot), None) => Some(Brought::Lot(lot.fields())),
        (None, Some(serial)) => Some(Brought::Serial(serial.fields())),
        (None, None) => None,
    }
}

/// The lot or piece that a draft's line brings, as it is shown.
pub fn shown(brought: Option<&Brought>) -> (Option<BroughtLotView>, Option<BroughtSerialView>) {
    let day = |day: &Patch<Date>| day.value().copied().map(Day);
    let object = |attributes: &Patch<Json>| RawObject(attributes.value().map_or("{}".to_owned(), ToString::to_string));
    let status = |status: Option<StockStatus>| Name(status.unwrap_or(StockStatus::Available));
    match brought {
        None => (None, None),
        Some(Brought::Lot(said)) => {
            let view = BroughtLotView {
                number: said.number.clone().unwrap_or_default(),
                produced_on: day(&said.produced_on),
                best_before: day(&said.best_before),
                expires_on: day(&said.expires_on),
                status: status(said.status),
                attributes: object(&said.attributes),
            };
            (Some(view), None)
        }
        Some(Brought::Serial(said)) => {
            let view = BroughtSerialView {
                number: said.number.clone().unwrap_or_default(),
                status: status(said.status),
                attributes: object(&said.attributes),
            };
            (None, Some(view))
        }
    }
}

impl BroughtLotInput {
    fn fields(self) -> LotChange {
        LotChange {
            number: Some(self.number.0),
            produced_on: Patch::from(self.produced_on),
            best_before: Patch::from(self.best_before),
            expires_on: Patch::from(self.expires_on),
            status: self.status,
            attributes: Patch::from(self.attributes).map(|object| object.json()),
        }
    }
}

impl BroughtSerialInput {
    fn fields(self) -> SerialChange {
        SerialChange {
            number: Some(self.number.0),
            status: self.status,
            attributes: Patch::from(self.attributes).map(|object| object.json()),
        }
    }
}
