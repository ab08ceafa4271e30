//! Where the caller acts: what is of other warehouses is not there for him.

use domain::Code;
use domain::book::reach::Reach;
use domain::rows::Membership;
use domain::value::id::{OrganizationId, WarehouseId};
use store::Snapshot;

use super::caller::{Caller, asked};
use super::problem::Problem;

impl Caller {
    /// In which warehouses the caller acts, as the snapshot has it: what is of others is not there for him.
    pub async fn reach(&self, snapshot: &mut Snapshot) -> Result<Reach, Problem> {
        asked(snapshot, self.organization, |book| self.actor.reach(book)).await
    }

    /// What is of this warehouse is there for the caller.
    ///
    /// # Errors
    /// 404 where he does not act in it.
    pub async fn require_seen(&self, snapshot: &mut Snapshot, warehouse: WarehouseId) -> Result<(), Problem> {
        if self.reach(snapshot).await?.has(warehouse) { Ok(()) } else { Err(Problem::not_found()) }
    }

    /// The caller acts in this warehouse.
    ///
    /// # Errors
    /// 403 where he does not.
    pub async fn require_assigned(&self, snapshot: &mut Snapshot, warehouse: WarehouseId) -> Result<(), Problem> {
        if self.reach(snapshot).await?.has(warehouse) {
            return Ok(());
        }
        let detail = "this warehouse is not assigned to you: ask an administrator for it";
        Err(Problem::new(Code::WarehouseNotAssigned, detail).with("warehouseId", warehouse.to_string()))
    }

    /// What is asked for is of a warehouse in which the caller acts, or he acts in all of them.
    ///
    /// # Errors
    /// 403 where it tells of others, too.
    pub async fn require_all_of(&self, snapshot: &mut Snapshot, warehouse: Option<WarehouseId>) -> Result<(), Problem> {
        match warehouse {
            Some(warehouse) => self.require_assigned(snapshot, warehouse).await,
            None => self.require_everywhere(snapshot).await,
        }
    }

    /// The caller acts in all warehouses: what he asks for tells of all of them.
    ///
    /// # Errors
    /// 403 where he acts in some alone.
    pub async fn require_everywhere(&self, snapshot: &mut Snapshot) -> Result<(), Problem> {
        if self.reach(snapshot).await? == Reach::Everywhere {
            return Ok(());
        }
        let detail = "this covers all warehouses, and you have access to only some: ask someone with access to all";
        Err(Problem::new(Code::WarehouseNotAssigned, detail))
    }
}

/// What somebody else's membership reaches, as the snapshot has it.
pub async fn reach_of(
    membership: &Membership,
    snapshot: &mut Snapshot,
    organization: OrganizationId,
) -> Result<Reach, Problem> {
    asked(snapshot, organization, |book| Reach::of(book, membership)).await
}
