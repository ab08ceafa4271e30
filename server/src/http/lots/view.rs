//! A lot as it is answered.

use domain::rows::{Lot, StockStatus};
use domain::value::id::{ItemId, LotId, PrincipalId};

use crate::http::output::{At, Day, Id, Named, RawObject};

crate::output! {
    /// A lot of an item.
    pub struct LotView {
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

impl From<Lot> for LotView {
    fn from(lot: Lot) -> Self {
        Self {
            id: Id(lot.id),
            item_id: Id(lot.item_id),
            number: lot.number,
            produced_on: lot.produced_on.map(Day),
            best_before: lot.best_before.map(Day),
            expires_on: lot.expires_on.map(Day),
            status: Named(lot.status),
            attributes: RawObject(lot.attributes),
            version: lot.version,
            created_at: At(lot.created_at),
            created_by: Id(lot.created_by),
            updated_at: At(lot.updated_at),
            updated_by: Id(lot.updated_by),
        }
    }
}
