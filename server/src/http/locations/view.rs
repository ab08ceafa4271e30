//! A location as it is answered.

use domain::rows::{ActiveState, Location, LocationKind};
use domain::value::id::{LocationId, PrincipalId, WarehouseId};
use domain::value::place_use::LocationActivity;

use crate::http::output::{At, Id, Named};

crate::output! {
    /// A zone or a bin of a warehouse.
    pub struct LocationView {
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
        pub status: Named<ActiveState>,
        pub version: i64,
        pub created_at: At,
        pub created_by: Id<PrincipalId>,
        pub updated_at: At,
        pub updated_by: Id<PrincipalId>,
    }
}

impl From<Location> for LocationView {
    fn from(location: Location) -> Self {
        let activities = location.activities.split_whitespace().filter_map(LocationActivity::parse);
        Self {
            activities: activities.map(Named).collect(),
            id: Id(location.id),
            warehouse_id: Id(location.warehouse_id),
            code: location.code,
            name: location.name,
            kind: Named(location.kind),
            parent_id: location.parent_id.map(Id),
            status: Named(location.status),
            version: location.version,
            created_at: At(location.created_at),
            created_by: Id(location.created_by),
            updated_at: At(location.updated_at),
            updated_by: Id(location.updated_by),
        }
    }
}
