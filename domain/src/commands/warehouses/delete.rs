//! Deletes a warehouse that was never used.

use std::collections::BTreeMap;

use crate::access::reach::require_assigned;
use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::named::Named;
use crate::book::reach::named;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::rows::{Membership, Reply};
use crate::stock::goods::document::uses::require_unused;
use crate::stock::warehouses::deactivation;
use crate::stock::warehouses::found::require_warehouse;
use crate::stock::warehouses::rules;
use crate::value::Sought;
use crate::value::counted;
use crate::value::id::WarehouseId;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};

/// Deletes an unused warehouse.
#[derive(Clone, Debug)]
pub struct DeleteWarehouse {
    pub warehouse: Sought<WarehouseId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for DeleteWarehouse {
    const PERMISSION: Permission = Permission::WarehousesDelete;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::Warehouses, Key::Memberships]);
        keys.extend(self.warehouse.id().map(Key::LocationsOfWarehouse));
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let warehouse = require_warehouse(book, &self.warehouse)?;
        require_assigned(book, ctx, warehouse.id, "")?;
        require_version(self.if_match.as_deref(), warehouse.version)?;
        let all: BTreeMap<_, _> = book.warehouses()?.map(|other| (other.id, other.clone())).collect();
        if warehouse.is_default && all.len() > 1 {
            let message = "this is the default warehouse: make another one the default first";
            let rejection = Rejection::new(Code::WarehouseIsDefault, message);
            return Err(deactivation::with_heirs(rejection, &all, Some(warehouse.id)).into());
        }
        let users = rules::users_of(&all, warehouse.id, |_| true);
        if !users.is_empty() {
            let warehouses = counted(users.len(), "warehouse refers", "warehouses refer");
            let message = format!("{warehouses} to it as parent, transit warehouse or supplier: change them first");
            return Err(deactivation::with_users(Rejection::new(Code::WarehouseInUse, message), users).into());
        }
        let is_bound = |member: &&Membership| {
            member.warehouse_ids.as_deref().is_some_and(|ids| named(ids).any(|id| id == warehouse.id))
        };
        let bound: Vec<String> =
            book.memberships()?.filter(is_bound).map(|member| member.principal_id.to_string()).collect();
        if !bound.is_empty() {
            let members = counted(bound.len(), "member is", "members are");
            let message = format!("{members} assigned to it: assign them other warehouses first");
            let first = bound.into_iter().take(20).collect::<Vec<_>>();
            return Err(Rejection::new(Code::WarehouseInUse, message).with("principals", first).into());
        }
        let locations = book.locations_of_warehouse(warehouse.id)?;
        if locations > 0 {
            let told = counted(locations, "location", "locations");
            let message = format!("the warehouse has {told}: delete them first, or deactivate it");
            return Err(Rejection::new(Code::WarehouseInUse, message).with("locations", locations).into());
        }
        let path = format!("/warehouses/{}", warehouse.id);
        let (what, retirement) = (format!("warehouse {}", warehouse.code), Some(("status", "inactive", path)));
        require_unused(book, Named::Warehouse(warehouse.id), Code::WarehouseInUse, &what, retirement)?;
        book.warehouses.set((warehouse.id,), None);
        let recorded = book.record(ctx, FactKind::WarehouseDeleted, warehouse.id);
        Ok(Reply::new(warehouse.id, warehouse.version, recorded))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Stage, warehouse as made};

    fn delete(warehouse: &str) -> DeleteWarehouse {
        DeleteWarehouse { warehouse: Sought::of(warehouse), if_match: None }
    }

    #[test]
    fn an_unused_warehouse_goes_and_the_default_goes_last() {
        let mut stage = Stage::new();
        let first = made(&mut stage, "A", None);
        let second = made(&mut stage, "B", None);
        assert_eq!(stage.run(delete(&first)).expect_err("default").code, Code::WarehouseIsDefault);
        let stale = DeleteWarehouse { if_match: Some(vec![2]), ..delete(&second) };
        assert_eq!(stage.run(stale).expect_err("stale").code, Code::VersionMismatch);
        stage.run(delete(&second)).expect("deleted");
        assert_eq!(stage.run(delete(&second)).expect_err("gone").code, Code::NotFound);
        stage.run(delete(&first)).expect("the last one");
    }

    #[test]
    fn a_warehouse_that_others_refer_to_stays() {
        let mut stage = Stage::new();
        made(&mut stage, "A", None);
        let parent = made(&mut stage, "B", None);
        let child = made(&mut stage, "C", Some(&parent));
        assert_eq!(stage.run(delete(&parent)).expect_err("has a child").code, Code::WarehouseInUse);
        stage.run(delete(&child)).expect("deleted");
        stage.run(delete(&parent)).expect("deleted");
    }
}
