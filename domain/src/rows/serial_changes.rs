//! The input of a serial number: one set of fields for create and update, with merge rules.

use crate::rows::{Serial, StockStatus};
use crate::value::rejection::{Code, Fault};
use crate::value::{Json, Patch, limits};

crate::change! {
    /// The fields that a caller sends.
    pub struct SerialChange of Serial {
        pub number: Option<String>,
        pub status: Option<StockStatus>,
        /// An object, merged by key.
        pub attributes: Patch<Json>,
    }
}

impl SerialChange {
    /// The serial number with the change applied; impossible values become faults.
    pub(crate) fn apply(&self, serial: &mut Serial, faults: &mut Vec<Fault>) {
        self.merge(serial, faults);
        if serial.attributes.len() > limits::METADATA_BYTES {
            let message = format!(
                "attributes would have more than {} bytes of JSON: remove some of them",
                limits::METADATA_BYTES
            );
            faults.push(Fault::new("/attributes", Code::LimitReached, message));
        }
    }
}
