//! A serial number as it is answered.

use domain::rows::{Serial, StockStatus};
use domain::value::id::{ItemId, PrincipalId, SerialId};

use crate::http::output::{At, Id, Named, RawObject};

crate::output! {
    /// One piece of an item.
    pub struct SerialView {
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

impl From<Serial> for SerialView {
    fn from(serial: Serial) -> Self {
        Self {
            id: Id(serial.id),
            item_id: Id(serial.item_id),
            number: serial.number,
            status: Named(serial.status),
            attributes: RawObject(serial.attributes),
            version: serial.version,
            created_at: At(serial.created_at),
            created_by: Id(serial.created_by),
            updated_at: At(serial.updated_at),
            updated_by: Id(serial.updated_by),
        }
    }
}
