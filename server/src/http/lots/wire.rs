//! The input of a lot.

use domain::commands::lots::create::CreateLot;
use domain::commands::lots::update::UpdateLot;
use domain::rows::{LotChange, StockStatus};
use domain::value::id::{ItemId, LotId};
use domain::value::{Date, Patch, Sought};

use crate::http::input::{Change, CodeText, JsonObject};
use crate::http::round_trip::{BodyId, BodyVersion};

crate::input! {
    /// A new lot of an item that is tracked by lot.
    pub struct LotInput {
        pub item_id: Sought<ItemId> = "item_01h455vb4pex5vsknk084sn02q",
        /// The number as printed; unique for the item.
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

    /// A change of a lot: absent fields stay, null clears, objects merge by key.
    pub struct LotPatch keeping ["itemId"] ignoring [
        "createdAt", "createdBy", "updatedAt", "updatedBy",
    ] {
        /// Must be the id in the path.
        pub id: Option<BodyId>,
        /// Acts as `If-Match`.
        pub version: Option<BodyVersion>,
        pub number: Change<CodeText<60>>,
        pub produced_on: Patch<Date>,
        pub best_before: Patch<Date>,
        pub expires_on: Patch<Date>,
        pub status: Change<StockStatus> = "hold",
        pub attributes: Patch<JsonObject>,
    }
}

impl LotInput {
    /// The command.
    pub fn command(self) -> CreateLot {
        let fields = LotChange {
            number: Some(self.number.0),
            produced_on: Patch::from(self.produced_on),
            best_before: Patch::from(self.best_before),
            expires_on: Patch::from(self.expires_on),
            status: self.status,
            attributes: Patch::from(self.attributes).map(|object| object.json()),
        };
        CreateLot { item: self.item_id, fields }
    }
}

impl LotPatch {
    /// The command for the lot with this wire id.
    pub fn command(self, lot: Sought<LotId>, if_match: Option<Vec<i64>>) -> UpdateLot {
        let fields = LotChange {
            number: self.number.set().map(|number| number.0),
            produced_on: self.produced_on,
            best_before: self.best_before,
            expires_on: self.expires_on,
            status: self.status.set(),
            attributes: self.attributes.map(|object| object.json()),
        };
        UpdateLot { lot, if_match, fields }
    }
}
