//! Locations: zones and bins inside a warehouse.
//!
//! A zone only groups locations and holds no stock; a bin holds stock and has nothing below it.

use crate::named_enum;
use crate::rows;
use crate::rows::ActiveState;
use crate::value::Instant;
use crate::value::id::{LocationId, PrincipalId, WarehouseId};
use crate::value::place_use::LocationActivity;

named_enum! {
    /// The kind of a location.
    LocationKind {
        /// Groups zones and bins; holds no stock.
        Zone = "zone",
        /// Holds stock.
        Bin = "bin",
    }
}

rows! {
    /// A zone or a bin of a warehouse.
    Location in "locations" (83 v 1, Books) key { id: LocationId } {
        warehouse_id: WarehouseId,
        /// Stored in upper case, unique in the warehouse.
        code: String,
        name: Option<String>,
        kind: LocationKind,
        /// A zone of the same warehouse.
        parent_id: Option<LocationId>,
        /// Names of activities separated by blanks, in their order.
        activities: String,
        /// An inactive location takes nothing in.
        status: ActiveState,
        version: i64,
        created_at: Instant,
        created_by: PrincipalId,
        updated_at: Instant,
        updated_by: PrincipalId,
    }
}

impl Location {
    /// Why no goods can ever lie there: it is no bin.
    pub(crate) fn not_a_bin(&self) -> Option<String> {
        let code = &self.code;
        let holds_none = self.kind != LocationKind::Bin;
        holds_none.then(|| format!("location {code} is a zone and holds no goods: choose a bin in it"))
    }

    /// Why it is not for any of these activities; for none of them it is as good as any.
    pub(crate) fn not_for(&self, wanted: &[LocationActivity]) -> Option<String> {
        let does = |one: &LocationActivity| self.activities.split_whitespace().any(|name| name == one.name());
        if wanted.is_empty() || wanted.iter().any(does) {
            return None;
        }
        let (code, wanted) = (&self.code, wanted.iter().map(|one| one.name()).collect::<Vec<_>>().join(" or "));
        Some(format!("location {code} is not for {wanted}: choose another, or change its activities"))
    }
}
