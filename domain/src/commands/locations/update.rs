//! Updates a location by merge: absent leaves, null clears.

use crate::access::reach::require_assigned;
use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::rows::Reply;
use crate::stock::locations::change::LocationChange;
use crate::stock::locations::rules::{self, require_location};
use crate::value::Sought;
use crate::value::id::{LocationId, WarehouseId};
use crate::value::permission::Permission;

/// Changes the fields that are sent.
#[derive(Clone, Debug)]
pub struct UpdateLocation {
    pub warehouse: Sought<WarehouseId>,
    pub location: Sought<LocationId>,
    /// Versions of which one must be the present one: `If-Match`, and the body's `version`.
    pub if_match: Option<Vec<i64>>,
    pub fields: LocationChange,
}

impl Decide for UpdateLocation {
    const PERMISSION: Permission = Permission::WarehousesUpdate;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        self.fields.hint(&self.warehouse, keys);
        keys.extend(self.location.id().map(Key::Location));
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let before = require_location(book, &self.warehouse, &self.location)?;
        require_assigned(book, ctx, before.warehouse_id, "")?;
        require_version(self.if_match.as_deref(), before.version)?;
        let mut after = before.clone();
        let mut faults = Vec::new();
        self.fields.merge(&mut after, &mut faults);
        rules::check(book, Some(&before), &after, faults)?;
        if after == before {
            return Ok(Reply::new(before.id, before.version, Default::default()));
        }
        if before.code != after.code {
            book.location_by_code(before.warehouse_id, &before.code)?;
            book.location_codes.set((before.warehouse_id, before.code), None);
            book.location_codes.set((after.warehouse_id, after.code.clone()), Some(after.id));
        }
        Ok(book.update(ctx, FactKind::LocationUpdated, after))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::locations::create::tests::{location, warehouse};
    use crate::rows::{ActiveState, Location, LocationKind};
    use crate::testing::Stage;
    use crate::value::Patch;
    use crate::value::place_use::LocationActivity;
    use crate::value::rejection::Code;

    fn update(warehouse: &str, location: &str, fields: LocationChange) -> UpdateLocation {
        UpdateLocation { warehouse: Sought::of(warehouse), location: Sought::of(location), if_match: None, fields }
    }

    #[test]
    fn a_location_changes_by_merge_and_what_is_equal_writes_nothing() {
        let mut stage = Stage::new();
        let (house, other) = (warehouse(&mut stage, "LON"), warehouse(&mut stage, "YRK"));
        let id = stage.run(location(&house, "A", LocationKind::Bin, None)).expect("created").subject;
        let change = LocationChange {
            code: Some("b".to_owned()),
            name: Patch::Set("By the door".to_owned()),
            activities: Some(vec![LocationActivity::Picking, LocationActivity::Receiving, LocationActivity::Picking]),
            status: Some(ActiveState::Inactive),
            ..LocationChange::default()
        };
        assert_eq!(stage.run(update(&house, &id, change.clone())).expect("changed").version, 2);
        for same in [change, LocationChange::default()] {
            assert_eq!(stage.run(update(&house, &id, same)).expect("as it was").facts, None);
        }
        let stored = stage.rows::<Location>().remove(0);
        assert_eq!((stored.code.as_str(), stored.activities.as_str()), ("B", "receiving picking"));
        stage.run(location(&house, "A", LocationKind::Bin, None)).expect("the old code is free");
        let taken = LocationChange { code: Some("a".to_owned()), ..LocationChange::default() };
        assert_eq!(stage.run(update(&house, &id, taken)).expect_err("taken").code, Code::CodeTaken);
        let stale = UpdateLocation { if_match: Some(vec![1]), ..update(&house, &id, LocationChange::default()) };
        assert_eq!(stage.run(stale).expect_err("stale").code, Code::VersionMismatch);
        for (house, id) in [(other.as_str(), id.as_str()), (&house, "loc_x"), ("wh_x", &id)] {
            let lost = stage.run(update(house, id, LocationChange::default())).expect_err("unknown");
            assert_eq!(lost.code, Code::NotFound);
        }
    }

    #[test]
    fn a_zone_never_stands_below_itself_and_stays_a_zone_while_something_is_in_it() {
        let mut stage = Stage::new();
        let house = warehouse(&mut stage, "LON");
        let top = stage.run(location(&house, "T", LocationKind::Zone, None)).expect("created").subject;
        let low = stage.run(location(&house, "L", LocationKind::Zone, Some(&top))).expect("created").subject;
        let below = |parent: &str| LocationChange { parent_id: Patch::Set(Sought::of(parent)), ..Default::default() };
        for parent in [&low, &top] {
            let refused = stage.run(update(&house, &top, below(parent))).expect_err("a cycle");
            assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::ParentCycle, "/parentId"));
        }
        let bin = LocationChange { kind: Some(LocationKind::Bin), ..LocationChange::default() };
        let refused = stage.run(update(&house, &top, bin.clone())).expect_err("not empty");
        assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::LocationInUse, "/kind"));
        stage.run(update(&house, &low, bin)).expect("empty");
        let alone = LocationChange { parent_id: Patch::Null, ..LocationChange::default() };
        stage.run(update(&house, &low, alone)).expect("a tree of its own");
    }
}
