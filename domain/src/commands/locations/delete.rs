//! Deletes a location in which nothing is, and which is nobody's default.

use crate::access::reach::require_assigned;
use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::named::Named;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::rows::Reply;
use crate::stock::goods::document::uses::require_unused;
use crate::stock::locations::rules::require_location;
use crate::stock::warehouses::default_locations;
use crate::value::Sought;
use crate::value::counted;
use crate::value::id::{LocationId, WarehouseId};
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};

/// Deletes an unused location.
#[derive(Clone, Debug)]
pub struct DeleteLocation {
    pub warehouse: Sought<WarehouseId>,
    pub location: Sought<LocationId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for DeleteLocation {
    const PERMISSION: Permission = Permission::WarehousesUpdate;

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        keys.push(Key::Warehouses);
        let Some(id) = self.location.id() else { return };
        keys.extend([Key::Location(id), Key::LocationChildren(id)]);
        if let Ok(Some(location)) = book.location(id) {
            keys.push(Key::LocationByCode(location.warehouse_id, location.code.clone()));
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let location = require_location(book, &self.warehouse, &self.location)?;
        require_assigned(book, ctx, location.warehouse_id, "")?;
        require_version(self.if_match.as_deref(), location.version)?;
        let below = book.location_children(location.id)?.count();
        if below > 0 {
            let locations = counted(below, "location is", "locations are");
            let message = format!("{locations} below {}: move or delete them first", location.code);
            return Err(Rejection::new(Code::LocationInUse, message)
                .with("locations", i64::try_from(below).unwrap_or(i64::MAX))
                .into());
        }
        let house =
            book.warehouse(location.warehouse_id)?.ok_or_else(|| Stop::lost("warehouses", location.warehouse_id))?;
        if let Some(rejection) = default_locations::held(house, &location) {
            return Err(rejection.into());
        }
        let path = format!("/warehouses/{}/locations/{}", location.warehouse_id, location.id);
        let (what, retirement) = (format!("location {}", location.code), Some(("status", "inactive", path)));
        let named = Named::Location(location.warehouse_id, location.id);
        require_unused(book, named, Code::LocationInUse, &what, retirement)?;
        book.location_by_code(location.warehouse_id, &location.code)?;
        book.location_codes.set((location.warehouse_id, location.code.clone()), None);
        book.locations.set((location.id,), None);
        let recorded = book.record(ctx, FactKind::LocationDeleted, location.id);
        Ok(Reply::new(location.id, location.version, recorded))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::locations::create::tests::{location, warehouse};
    use crate::commands::warehouses::delete::DeleteWarehouse;
    use crate::rows::LocationKind;
    use crate::testing::Stage;

    #[test]
    fn a_location_goes_when_nothing_is_below_it_and_a_warehouse_when_it_has_none() {
        let mut stage = Stage::new();
        let house = warehouse(&mut stage, "LON");
        let zone = stage.run(location(&house, "Z", LocationKind::Zone, None)).expect("created").subject;
        let bin = stage.run(location(&house, "B", LocationKind::Bin, Some(&zone))).expect("created").subject;
        let delete = |location: &str, if_match| DeleteLocation {
            warehouse: Sought::of(&house),
            location: Sought::of(location),
            if_match,
        };
        let whole = || DeleteWarehouse { warehouse: Sought::of(&house), if_match: None };
        assert_eq!(stage.run(delete(&zone, None)).expect_err("not empty").code, Code::LocationInUse);
        assert_eq!(stage.run(delete(&bin, Some(vec![2]))).expect_err("stale").code, Code::VersionMismatch);
        stage.run(delete(&bin, Some(vec![1]))).expect("deleted");
        assert_eq!(stage.run(delete(&bin, None)).expect_err("gone").code, Code::NotFound);
        assert_eq!(stage.run(whole()).expect_err("has a zone").code, Code::WarehouseInUse);
        stage.run(delete(&zone, None)).expect("deleted");
        stage.run(whole()).expect("deleted");
    }
}
