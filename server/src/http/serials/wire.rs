//! The input of a serial number.

use domain::commands::serials::create::CreateSerial;
use domain::commands::serials::update::UpdateSerial;
use domain::rows::{SerialChange, StockStatus};
use domain::value::id::{ItemId, SerialId};
use domain::value::{Patch, Sought};

use crate::http::input::{Change, CodeText, JsonObject};
use crate::http::round_trip::{BodyId, BodyVersion};

crate::input! {
    /// A new piece of an item that is tracked by serial number.
    pub struct SerialInput {
        pub item_id: Sought<ItemId> = "item_01h455vb4pex5vsknk084sn02q",
        /// The number as printed; unique for the item.
        pub number: CodeText<60> = "SN-000017",
        /// `available` if absent.
        pub status: Option<StockStatus>,
        /// Other attributes, at most 16 KB.
        pub attributes: Option<JsonObject>,
    }

    /// A change of a serial number: absent fields stay, null clears, objects merge by key.
    pub struct SerialPatch keeping ["itemId"] ignoring [
        "createdAt", "createdBy", "updatedAt", "updatedBy",
    ] {
        /// Must be the id in the path.
        pub id: Option<BodyId>,
        /// Acts as `If-Match`.
        pub version: Option<BodyVersion>,
        pub number: Change<CodeText<60>>,
        pub status: Change<StockStatus> = "hold",
        pub attributes: Patch<JsonObject>,
    }
}

impl SerialInput {
    /// The command.
    pub fn command(self) -> CreateSerial {
        let fields = SerialChange {
            number: Some(self.number.0),
            status: self.status,
            attributes: Patch::from(self.attributes).map(|object| object.json()),
        };
        CreateSerial { item: self.item_id, fields }
    }
}

impl SerialPatch {
    /// The command for the piece with this wire id.
    pub fn command(self, serial: Sought<SerialId>, if_match: Option<Vec<i64>>) -> UpdateSerial {
        let fields = SerialChange {
            number: self.number.set().map(|number| number.0),
            status: self.status.set(),
            attributes: self.attributes.map(|object| object.json()),
        };
        UpdateSerial { serial, if_match, fields }
    }
}
