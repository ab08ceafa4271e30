//! The input of a serial number.

use domain::commands::serials::create::CreateSerial;
use domain::commands::serials::update::UpdateSerial;
use domain::rows::{SerialChange, StockStatus};
use domain::value::Sought;
use domain::value::id::{ItemId, SerialId};

use crate::http::input::{CodeText, JsonObject};

crate::fields! {
    /// A new piece of an item that is tracked by serial number.
    pub struct SerialInput;

    /// A change of a serial number: absent fields stay, null clears, objects merge by key.
    pub struct SerialPatch repeating [id, version]
        keeping ["itemId"]
        ignoring ["createdAt", "createdBy", "updatedAt", "updatedBy"];

    for SerialChange {
        pub item_id: Beside<Sought<ItemId>> = "item_01h455vb4pex5vsknk084sn02q",
        /// The number as printed; unique for the item.
        pub number: Required<CodeText<60>> = "SN-000017",
        /// `available` if absent.
        pub status: Optional<StockStatus> => "hold",
        /// Other attributes, at most 16 KB.
        pub attributes: Clearable<JsonObject>,
    }
}

impl SerialInput {
    /// The command.
    pub fn command(self) -> CreateSerial {
        CreateSerial { item: self.item_id.clone(), fields: self.fields() }
    }
}

impl SerialPatch {
    /// The command for the piece with this wire id.
    pub fn command(self, serial: Sought<SerialId>, if_match: Option<Vec<i64>>) -> UpdateSerial {
        UpdateSerial { serial, if_match, fields: self.fields() }
    }
}
