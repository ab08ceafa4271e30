//! The input of a location: one set of fields for create and update, with merge rules.

use crate::book::Key;
use crate::rows::{ActiveState, Location, LocationKind};
use crate::stock::warehouses::change::refer;
use crate::value::id::{LocationId, WarehouseId};
use crate::value::place_use::LocationActivity;
use crate::value::rejection::Fault;
use crate::value::{Patch, Sought};

/// The fields that a caller sends. `Option` fields cannot be cleared; `Patch` fields can.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LocationChange {
    pub code: Option<String>,
    pub name: Patch<String>,
    pub kind: Option<LocationKind>,
    /// A zone.
    pub parent: Patch<Sought<LocationId>>,
    pub activities: Option<Vec<LocationActivity>>,
    pub status: Option<ActiveState>,
}

impl LocationChange {
    /// The keys that the checks need.
    pub(crate) fn hint(&self, warehouse: &Sought<WarehouseId>, keys: &mut Vec<Key>) {
        keys.push(Key::Warehouses);
        keys.extend(self.parent.value().and_then(Sought::id).map(Key::Location));
        if let (Some(warehouse), Some(code)) = (warehouse.id(), &self.code) {
            keys.push(Key::LocationByCode(warehouse, code.to_ascii_uppercase()));
        }
    }

    /// The location with the change applied. A malformed reference becomes a fault.
    pub(crate) fn apply(&self, location: &mut Location, faults: &mut Vec<Fault>) {
        if let Some(code) = &self.code {
            location.code = code.to_ascii_uppercase();
        }
        self.name.clone().apply(&mut location.name);
        location.kind = self.kind.unwrap_or(location.kind);
        refer(&self.parent, &mut location.parent_id, "/parentId", faults);
        if let Some(activities) = &self.activities {
            location.activities = names(activities);
        }
        location.status = self.status.unwrap_or(location.status);
    }
}

/// The names of activities in their order, each once.
pub(crate) fn names(activities: &[LocationActivity]) -> String {
    let named = LocationActivity::ALL.iter().filter(|one| activities.contains(one)).map(|one| one.name());
    named.collect::<Vec<_>>().join(" ")
}
