//! A serial number as it is answered.

use domain::rows::{Serial, StockStatus};
use domain::value::id::{ItemId, PrincipalId, SerialId};

use crate::http::output::{At, Id, Named, RawObject};

crate::view! {
    /// One piece of an item.
    pub struct SerialView from (serial: Serial) {
        pub id: Id<SerialId>,
        pub item_id: Id<ItemId>,
        pub number: String,
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
    SerialView {
        number: String => "Number",
        item_id: Id<ItemId> => "SKU" (code of items),
        item_id: Id<ItemId> => "Item" (name of items),
        status: Named<StockStatus> => "Status",
        id: Id<SerialId> => "Id",
    }
}
