//! A location as it is answered.

use domain::rows::{ActiveState, Location, LocationKind};
use domain::value::id::{LocationId, PrincipalId, WarehouseId};
use domain::value::place_use::LocationActivity;

use crate::http::output::{At, Id, Named};

crate::view! {
    /// A zone or a bin of a warehouse.
    pub struct LocationView from (location: Location) {
        pub id: Id<LocationId>,
        pub warehouse_id: Id<WarehouseId>,
        pub code: String,
        pub name: Option<String>,
        /// A zone only groups locations; a bin holds stock.
        pub kind: Named<LocationKind>,
        /// The parent zone.
        pub parent_id: Option<Id<LocationId>>,
        /// The activities allowed there.
        pub activities: Vec<Named<LocationActivity>>,
        pub is_active: bool => location.status == ActiveState::Active,
        /// Deprecated: use `isActive`.
        pub status: Named<ActiveState>,
        pub version: i64,
        pub created_at: At,
        pub created_by: Id<PrincipalId>,
        pub updated_at: At,
        pub updated_by: Id<PrincipalId>,
    }
}

crate::list_columns! {
    LocationView {
        warehouse_id: Id<WarehouseId> => "Warehouse" (code of warehouses),
        code: String => "Code",
        name: Option<String> => "Name",
        kind: Named<LocationKind> => "Kind",
        parent_id: Option<Id<LocationId>> => "Zone" (code of locations),
        activities: Vec<Named<LocationActivity>> => "Activities",
        is_active: bool => "Active",
        id: Id<LocationId> => "Id",
    }
}
