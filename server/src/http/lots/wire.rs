//! The input of a lot.

use domain::commands::lots::create::CreateLot;
use domain::commands::lots::update::UpdateLot;
use domain::rows::{LotChange, StockStatus};
use domain::value::id::{ItemId, LotId};
use domain::value::{Date, Sought};

use crate::http::input::{CodeText, JsonObject};

crate::fields! {
    /// A new lot of an item that is tracked by lot.
    pub struct LotInput;

    /// A change of a lot: absent fields stay, null clears, objects merge by key.
    pub struct LotPatch repeating [id, version]
        keeping ["itemId"]
        ignoring ["createdAt", "createdBy", "updatedAt", "updatedBy"];

    for LotChange {
        pub item_id: Beside<Sought<ItemId>> = "item_01h455vb4pex5vsknk084sn02q",
        /// The number as printed; unique for the item.
        pub number: Required<CodeText<60>> = "L-2010-17",
        pub produced_on: Clearable<Date>,
        /// Holds nothing: who uses goods after it is warned.
        pub best_before: Clearable<Date>,
        /// The last day on which it can be used.
        pub expires_on: Clearable<Date> = "2011-06-30",
        /// `available` if absent.
        pub status: Optional<StockStatus> => "hold",
        /// Other attributes, at most 16 KB.
        pub attributes: Clearable<JsonObject>,
    }
}

impl LotInput {
    /// The command.
    pub fn command(self) -> CreateLot {
        CreateLot { item: self.item_id.clone(), fields: self.fields() }
    }
}

impl LotPatch {
    /// The command for the lot with this wire id.
    pub fn command(self, lot: Sought<LotId>, if_match: Option<Vec<i64>>) -> UpdateLot {
        UpdateLot { lot, if_match, fields: self.fields() }
    }
}
