//! What a caller says about a lot: one set of fields for create and update, with merge rules.

use super::{Lot, StockStatus};
use crate::limits;
use crate::rejection::{Code, Fault};
use crate::value::cell::IsoDate;
use crate::value::{Date, Json, Patch};

/// The fields that a caller sends. `Option` fields cannot be cleared; `Patch` fields can.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LotChange {
    pub number: Option<String>,
    pub produced_on: Patch<Date>,
    pub best_before: Patch<Date>,
    pub expires_on: Patch<Date>,
    pub status: Option<StockStatus>,
    /// An object, merged by key.
    pub attributes: Patch<Json>,
}

impl LotChange {
    /// The lot with the change applied; what cannot be becomes faults.
    pub(super) fn apply(&self, lot: &mut Lot, faults: &mut Vec<Fault>) {
        if let Some(number) = &self.number {
            lot.number.clone_from(number);
        }
        self.produced_on.clone().apply(&mut lot.produced_on);
        self.best_before.clone().apply(&mut lot.best_before);
        self.expires_on.clone().apply(&mut lot.expires_on);
        lot.status = self.status.unwrap_or(lot.status);
        lot.attributes = self.attributes.merged_into(&lot.attributes, "{}");
        for (pointer, day) in [("/bestBefore", lot.best_before), ("/expiresOn", lot.expires_on)] {
            if let (Some(produced), Some(day)) = (lot.produced_on, day)
                && day < produced
            {
                let message =
                    format!("{} is before it was produced, on {}: correct one", IsoDate(day), IsoDate(produced));
                faults.push(Fault::new(pointer, Code::FieldsConflict, message));
            }
        }
        if lot.attributes.len() > limits::METADATA_BYTES {
            let message = format!("attributes would hold more than {} bytes of JSON", limits::METADATA_BYTES);
            faults.push(Fault::new("/attributes", Code::LimitReached, message));
        }
    }
}
