//! The input of a lot: one set of fields for create and update, with merge rules.

use crate::rows::{Lot, StockStatus};
use crate::value::cell::IsoDate;
use crate::value::rejection::{Code, Fault};
use crate::value::{Date, Json, Patch, limits};

crate::change! {
    /// The fields that a caller sends.
    pub struct LotChange of Lot {
        pub number: Option<String>,
        pub produced_on: Patch<Date>,
        pub best_before: Patch<Date>,
        pub expires_on: Patch<Date>,
        pub status: Option<StockStatus>,
        /// An object, merged by key.
        pub attributes: Patch<Json>,
    }
}

impl LotChange {
    /// The lot with the change applied; impossible values become faults.
    pub(crate) fn apply(&self, lot: &mut Lot, faults: &mut Vec<Fault>) {
        self.merge(lot, faults);
        check_days(lot.produced_on, lot.best_before, lot.expires_on, faults);
        if lot.attributes.len() > limits::METADATA_BYTES {
            let message = format!(
                "attributes would have more than {} bytes of JSON: remove some of them",
                limits::METADATA_BYTES
            );
            faults.push(Fault::new("/attributes", Code::LimitReached, message));
        }
    }

    /// The days that a new lot would have are in their order.
    pub(crate) fn check_days(&self, faults: &mut Vec<Fault>) {
        let day = |day: &Patch<Date>| day.value().copied();
        check_days(day(&self.produced_on), day(&self.best_before), day(&self.expires_on), faults);
    }
}

fn check_days(produced_on: Option<Date>, best_before: Option<Date>, expires_on: Option<Date>, faults: &mut Vec<Fault>) {
    for (pointer, day) in [("/bestBefore", best_before), ("/expiresOn", expires_on)] {
        if let (Some(produced), Some(day)) = (produced_on, day)
            && day < produced
        {
            let message =
                format!("{} is before its production date {}: correct one of them", IsoDate(day), IsoDate(produced));
            faults.push(Fault::new(pointer, Code::FieldsConflict, message));
        }
    }
}
