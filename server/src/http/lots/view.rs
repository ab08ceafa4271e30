//! A lot as it is answered.

use domain::rows::{Lot, StockStatus};
use domain::value::id::{ItemId, LotId, PrincipalId};

use crate::http::output::{At, Day, Id, Named, RawObject};

crate::view! {
    /// A lot of an item.
    pub struct LotView from (lot: Lot) {
        pub id: Id<LotId>,
        pub item_id: Id<ItemId>,
        pub number: String,
        pub produced_on: Option<Day>,
        pub best_before: Option<Day>,
        /// The last day on which it can be used.
        pub expires_on: Option<Day>,
        pub status: Named<StockStatus>,
        pub attributes: RawObject,
        pub version: i64,
        pub created_at: At,
        pub created_by: Id<PrincipalId>,
        pub updated_at: At,
        pub updated_by: Id<PrincipalId>,
    }
}

crate::list_columns! {
    LotView {
        number: String => "Number",
        item_id: Id<ItemId> => "SKU" (code of items),
        item_id: Id<ItemId> => "Item" (name of items),
        status: Named<StockStatus> => "Status",
        produced_on: Option<Day> => "Produced on",
        best_before: Option<Day> => "Best before",
        expires_on: Option<Day> => "Expires on",
        id: Id<LotId> => "Id",
    }
}
