//! Creates a location of a warehouse.

use crate::access::reach::require_assigned;
use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::Reply;
use crate::stock::locations::change::LocationChange;
use crate::stock::locations::rules;
use crate::stock::warehouses::found::require_warehouse;
use crate::value::id::WarehouseId;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};
use crate::value::{Sought, limits};

/// A new location; the code must be among the fields. It is a bin where they do not say so, and all may be done there.
#[derive(Clone, Debug)]
pub struct CreateLocation {
    pub warehouse: Sought<WarehouseId>,
    pub fields: LocationChange,
}

impl Decide for CreateLocation {
    const PERMISSION: Permission = Permission::WarehousesUpdate;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        self.fields.hint(&self.warehouse, keys);
        keys.extend(self.warehouse.id().map(Key::LocationsOfWarehouse));
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let warehouse_id = require_warehouse(book, &self.warehouse)?.id;
        require_assigned(book, ctx, warehouse_id, "")?;
        let most = i64::try_from(limits::LOCATIONS).unwrap_or(i64::MAX);
        if book.locations_of_warehouse(warehouse_id)? >= most {
            let message = format!("a warehouse can have at most {most} locations: delete unused ones");
            return Err(Rejection::new(Code::LimitReached, message).into());
        }
        let mut location = LocationChange::blank(ctx, warehouse_id);
        let mut faults = Vec::new();
        self.fields.merge(&mut location, &mut faults);
        rules::check(book, None, &location, faults)?;
        let id = location.id;
        book.location_codes.set((warehouse_id, location.code.clone()), Some(id));
        book.locations.put(location);
        let recorded = book.record(ctx, FactKind::LocationCreated, id);
        Ok(Reply::new(id, 1, recorded))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::commands::warehouses::create::CreateWarehouse;
    use crate::rows::{Location, LocationKind};
    use crate::stock::warehouses::change::WarehouseChange;
    use crate::testing::Stage;
    use crate::value::Patch;
    use crate::value::id::LocationId;

    pub(crate) fn warehouse(stage: &mut Stage, code: &str) -> String {
        let fields = WarehouseChange { code: Some(code.to_owned()), name: Some(code.to_owned()), ..Default::default() };
        stage.run(CreateWarehouse { fields }).expect("created").subject
    }

    pub(crate) fn location(warehouse: &str, code: &str, kind: LocationKind, parent: Option<&str>) -> CreateLocation {
        let fields = LocationChange {
            code: Some(code.to_owned()),
            kind: Some(kind),
            parent_id: Patch::from(parent.map(str::to_owned)).map(|id| Sought::of(&id)),
            ..LocationChange::default()
        };
        CreateLocation { warehouse: Sought::of(warehouse), fields }
    }

    #[test]
    fn a_location_belongs_to_one_warehouse_where_its_code_is_its_own() {
        let mut stage = Stage::new();
        let (one, other) = (warehouse(&mut stage, "LON"), warehouse(&mut stage, "YRK"));
        let bin = |warehouse: &str| location(warehouse, "a-1", LocationKind::Bin, None);
        let first = stage.run(bin(&one)).expect("created").subject;
        stage.run(bin(&other)).expect("another warehouse");
        let refused = stage.run(bin(&one)).expect_err("taken");
        assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::CodeTaken, "/code"));
        assert!(refused.resolutions[0].path.ends_with(&first));
        assert_eq!(stage.run(bin("wh_x")).expect_err("no warehouse").code, Code::NotFound);
        let stored = stage.rows::<Location>().into_iter().find(|row| row.id.to_string() == first).expect("stored");
        assert_eq!(stored.code, "A-1");
        assert_eq!(stored.activities, "receiving putaway picking shipping production returns quarantine");
    }

    #[test]
    fn a_parent_is_a_zone_of_the_same_warehouse_and_the_tree_is_bounded() {
        let mut stage = Stage::new();
        let (one, other) = (warehouse(&mut stage, "LON"), warehouse(&mut stage, "YRK"));
        let foreign = stage.run(location(&other, "Z", LocationKind::Zone, None)).expect("created").subject;
        let bin = stage.run(location(&one, "B", LocationKind::Bin, None)).expect("created").subject;
        for (parent, code) in [
            (foreign.as_str(), Code::UnknownReference),
            ("loc_x", Code::UnknownReference),
            (bin.as_str(), Code::ParentNotUsable),
        ] {
            let refused = stage.run(location(&one, "C", LocationKind::Bin, Some(parent))).expect_err("no parent");
            assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (code, "/parentId"));
        }
        let mut parent = stage.run(location(&one, "L1", LocationKind::Zone, None)).expect("created").subject;
        for level in 2..=limits::TREE_DEPTH {
            let made = location(&one, &format!("L{level}"), LocationKind::Zone, Some(&parent));
            parent = stage.run(made).expect("a level").subject;
        }
        let refused = stage.run(location(&one, "L9", LocationKind::Bin, Some(&parent))).expect_err("too deep");
        assert_eq!(refused.code, Code::ParentTooDeep);
    }

    #[test]
    fn a_warehouse_has_a_bounded_number_of_locations() {
        let mut stage = Stage::new();
        let house = warehouse(&mut stage, "LON");
        stage.run(location(&house, "B", LocationKind::Bin, None)).expect("created");
        let row = stage.rows::<Location>().remove(0);
        for number in 1..limits::LOCATIONS {
            let mut bytes = [0; 16];
            bytes[..8].copy_from_slice(&number.to_be_bytes());
            stage.model.put(&Location { id: LocationId(bytes), code: format!("B{number}"), ..row.clone() });
        }
        let refused = stage.run(location(&house, "MORE", LocationKind::Bin, None)).expect_err("full");
        assert_eq!(refused.code, Code::LimitReached);
    }
}
