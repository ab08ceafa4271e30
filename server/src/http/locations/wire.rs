//! The input of a location.

use domain::commands::locations::create::CreateLocation;
use domain::commands::locations::update::UpdateLocation;
use domain::rows::{ActiveState, LocationKind};
use domain::stock::locations::change::LocationChange;
use domain::value::Sought;
use domain::value::id::{LocationId, WarehouseId};
use domain::value::place_use::LocationActivity;

use crate::http::input::{List, Name};
use crate::http::warehouses::wire::Code;

type Activities = List<LocationActivity, 0, 20>;

crate::fields! {
    /// A new zone or bin of a warehouse; only `code` is required.
    pub struct LocationInput;

    /// A change of a location: absent fields stay, null clears, lists are replaced.
    pub struct LocationPatch repeating [id, version]
        keeping ["warehouseId"]
        ignoring ["createdAt", "createdBy", "updatedAt", "updatedBy"];

    for LocationChange {
        /// Unique in the warehouse; stored in upper case.
        pub code: Required<Code> = "A-01-03",
        pub name: Clearable<Name<120>> = "Aisle 1, shelf 3" => "By the door",
        /// `bin` if absent.
        pub kind: Optional<LocationKind> = "bin",
        /// The parent zone.
        pub parent_id: Clearable<Sought<LocationId>>,
        /// The activities allowed there; all if absent.
        pub activities: Optional<Activities>,
        /// Deprecated: use `isActive`.
        #[patch = "Deprecated: use `isActive`."]
        pub status: Optional<ActiveState>,
    }
}

impl LocationInput {
    /// The command for the warehouse with this wire id.
    pub fn command(self, warehouse: Sought<WarehouseId>) -> CreateLocation {
        CreateLocation { warehouse, fields: self.fields() }
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
        UpdateLocation { warehouse, location, if_match, fields: self.fields() }
    }
}
