//! The input of a location: one set of fields for create and update, with merge rules.

use crate::book::Key;
use crate::book::context::Context;
use crate::rows::{ActiveState, Location, LocationKind};
use crate::value::change::upper_case;
use crate::value::id::{LocationId, WarehouseId};
use crate::value::place_use::LocationActivity;
use crate::value::rejection::Fault;
use crate::value::{Patch, Sought};

crate::change! {
    /// The fields that a caller sends. A new location is a bin where they do not say so, and all may be done there.
    pub struct LocationChange of Location {
        pub code: Option<String> => upper_case,
        pub name: Patch<String>,
        pub kind: Option<LocationKind> = LocationKind::Bin,
        /// A zone.
        pub parent_id: Patch<Sought<LocationId>>,
        pub activities: Option<Vec<LocationActivity>> = names(LocationActivity::ALL) => named,
        pub status: Option<ActiveState> = ActiveState::Active,
    }
    new(ctx: &Context, warehouse_id: WarehouseId) {
        id: ctx.ids.next(),
        warehouse_id: warehouse_id,
        version: 1,
        created_at: ctx.at,
        created_by: ctx.actor.principal,
        updated_at: ctx.at,
        updated_by: ctx.actor.principal,
    }
}

impl LocationChange {
    /// The keys that the checks need.
    pub(crate) fn hint(&self, warehouse: &Sought<WarehouseId>, keys: &mut Vec<Key>) {
        keys.push(Key::Warehouses);
        keys.extend(self.parent_id.value().and_then(Sought::id).map(Key::Location));
        if let (Some(warehouse), Some(code)) = (warehouse.id(), &self.code) {
            keys.push(Key::LocationByCode(warehouse, code.to_ascii_uppercase()));
        }
    }
}

/// Sets the activities.
fn named(sent: &Option<Vec<LocationActivity>>, stored: &mut String, _: &str, _: &mut Vec<Fault>) {
    if let Some(activities) = sent {
        *stored = names(activities);
    }
}

/// The names of activities in their order, each once.
fn names(activities: &[LocationActivity]) -> String {
    let named = LocationActivity::ALL.iter().filter(|one| activities.contains(one)).map(|one| one.name());
    named.collect::<Vec<_>>().join(" ")
}
