//! The caller's warehouses: rows of other warehouses do not exist for them.

use domain::Code;
use domain::book::reach::Reach;
use domain::rows::Membership;
use domain::value::id::{OrganizationId, WarehouseId};
use store::Snapshot;

use super::caller::{Caller, asked};
use super::problem::Problem;

impl Caller {
    /// The caller's warehouses in the snapshot: rows of others do not exist for them.
    pub async fn reach(&self, snapshot: &mut Snapshot) -> Result<Reach, Problem> {
        asked(snapshot, self.organization, |book| self.actor.reach(book)).await
    }

    /// Requires that the caller may see rows of this warehouse.
    ///
    /// # Errors
    /// 404 if they do not act in it.
    pub async fn require_seen(&self, snapshot: &mut Snapshot, warehouse: WarehouseId) -> Result<(), Problem> {
        if self.reach(snapshot).await?.has(warehouse) { Ok(()) } else { Err(Problem::not_found()) }
    }

    /// Requires that the caller acts in this warehouse.
    ///
    /// # Errors
    /// 403 if they do not.
    pub async fn require_assigned(&self, snapshot: &mut Snapshot, warehouse: WarehouseId) -> Result<(), Problem> {
        if self.reach(snapshot).await?.has(warehouse) {
            return Ok(());
        }
        let detail = "this warehouse is not assigned to you: ask an administrator for it";
        Err(Problem::new(Code::WarehouseNotAssigned, detail).with("warehouseId", warehouse.to_string()))
    }

    /// Requires that the request is about a warehouse in which the caller acts, or that they act in all of them.
    ///
    /// # Errors
    /// 403 if it is about others, too.
    pub async fn require_all_of(&self, snapshot: &mut Snapshot, warehouse: Option<WarehouseId>) -> Result<(), Problem> {
        match warehouse {
            Some(warehouse) => self.require_assigned(snapshot, warehouse).await,
            None => self.require_everywhere(snapshot).await,
        }
    }

    /// Requires that the caller acts in all warehouses: the answer is about all of them.
    ///
    /// # Errors
    /// 403 if they act in some alone.
    pub async fn require_everywhere(&self, snapshot: &mut Snapshot) -> Result<(), Problem> {
        if self.reach(snapshot).await? == Reach::Everywhere {
            return Ok(());
        }
        let detail = "this covers all warehouses, and you have access to only some: ask someone with access to all";
        Err(Problem::new(Code::WarehouseNotAssigned, detail))
    }
}

/// The reach of somebody else's membership in the snapshot.
pub async fn reach_of(
    membership: &Membership,
    snapshot: &mut Snapshot,
    organization: OrganizationId,
) -> Result<Reach, Problem> {
    asked(snapshot, organization, |book| Reach::of(book, membership)).await
}
