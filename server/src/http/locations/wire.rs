//! What clients send as a location.

use domain::commands::locations::create::CreateLocation;
use domain::commands::locations::update::UpdateLocation;
use domain::rows::{ActiveState, LocationKind};
use domain::stock::locations::change::LocationChange;
use domain::value::id::{LocationId, WarehouseId};
use domain::value::place_use::LocationActivity;
use domain::value::{Patch, Sought};

use crate::http::input::{Change, List, Name};
use crate::http::round_trip::{BodyId, BodyVersion};
use crate::http::warehouses::wire::Code;

type Activities = List<LocationActivity, 0, 20>;

crate::input! {
    /// A new zone or bin of a warehouse; only `code` is required.
    pub struct LocationInput {
        /// Unique in the warehouse; stored in upper case.
        pub code: Code = "A-01-03",
        pub name: Option<Name<120>> = "Aisle 1, shelf 3",
        /// `bin` if absent.
        pub kind: Option<LocationKind> = "bin",
        /// The parent zone.
        pub parent_id: Option<Sought<LocationId>>,
        /// The activities allowed there; all if absent.
        pub activities: Option<Activities>,
        pub status: Option<ActiveState>,
    }

    /// A change of a location: absent fields stay, null clears, lists are replaced.
    pub struct LocationPatch keeping ["warehouseId"] ignoring [
        "createdAt", "createdBy", "updatedAt", "updatedBy",
    ] {
        /// Must be the id in the path.
        pub id: Option<BodyId>,
        /// Acts as `If-Match`.
        pub version: Option<BodyVersion>,
        pub code: Change<Code>,
        pub name: Patch<Name<120>> = "By the door",
        pub kind: Change<LocationKind>,
        pub parent_id: Patch<Sought<LocationId>>,
        pub activities: Change<Activities>,
        pub status: Change<ActiveState>,
    }
}

impl LocationInput {
    /// The command for the warehouse with this wire id.
    pub fn command(self, warehouse: Sought<WarehouseId>) -> CreateLocation {
        let fields = LocationChange {
            code: Some(self.code.0),
            name: Patch::from(self.name).map(|name| name.0),
            kind: self.kind,
            parent: Patch::from(self.parent_id),
            activities: self.activities.map(|activities| activities.0),
            status: self.status,
        };
        CreateLocation { warehouse, fields }
    }
}

impl LocationPatch {
    /// The command for the warehouse and the location with these wire ids.
    pub fn command(
        self,
        warehouse: Sought<WarehouseId>,
        location: Sought<LocationId>,
        if_match: Option<Vec<i64>>,
    ) -> UpdateLocation {
        let fields = LocationChange {
            code: self.code.set().map(|code| code.0),
            name: self.name.map(|name| name.0),
            kind: self.kind.set(),
            parent: self.parent_id,
            activities: self.activities.set().map(|activities| activities.0),
            status: self.status.set(),
        };
        UpdateLocation { warehouse, location, if_match, fields }
    }
}
