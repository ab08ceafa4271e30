//! Where a label is scanned, and for which job: the possible next calls are limited to that.

use domain::book::reach::Reach;
use domain::rows::{Count, Location, Warehouse};
use domain::value::id::{CountId, LocationId, OrganizationId, WarehouseId};
use domain::value::permission::{Permission, PermissionSet};
use domain::value::{Cell, TypedId};
use store::Snapshot;
use store::read::Conditions;

use super::wire::ScanInput;
use crate::http::problem::Problem;

domain::named_enum! {
    /// The job of the person who scans.
    ScanJob {
        /// Goods come in.
        Receive = "receive",
        /// They go to their bin.
        PutAway = "putAway",
        /// They are taken from their bin.
        Pick = "pick",
        /// They leave the warehouse.
        Ship = "ship",
        /// Goods there are counted.
        Count = "count",
        /// They change their place.
        Move = "move",
    }
}

impl ScanJob {
    /// Which calls belong to it, the most likely first.
    pub fn rels(self) -> &'static [&'static str] {
        match self {
            Self::Receive => &["receive", "create-item"],
            Self::PutAway => &["put-away"],
            Self::Pick => &["issue"],
            Self::Ship => &["issue", "transfer"],
            Self::Count => &["record", "count"],
            Self::Move => &["move", "transfer"],
        }
    }
}

const NO_PLACE: &str = "there is no location with this id or code: scan the bin again";

/// The job and its place.
#[derive(Default)]
pub struct Context {
    pub job: Option<ScanJob>,
    pub warehouse: Option<Warehouse>,
    pub place: Option<Location>,
    pub count: Option<Count>,
}

impl Context {
    /// Looks up the rows that a request names.
    ///
    /// # Errors
    /// 400 for a row that does not exist, or not for the caller: the two look the same.
    pub async fn of(
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        rights: PermissionSet,
        reach: &Reach,
        input: &ScanInput,
    ) -> Result<Self, Problem> {
        let mut context = Self { job: input.job, ..Self::default() };
        if let Some(id) = &input.count_id {
            let id = id.id().map_or([0; 16], CountId::bytes);
            let mut conditions = Conditions::new(organization);
            conditions.equal("id", Some(Cell::Id(id)));
            conditions.within("warehouse_id", reach);
            let may = rights.has(Permission::CountsRead);
            let found = conditions.page::<Count>(snapshot, "id", 1).await?.pop().filter(|_| may);
            context.count = Some(found.ok_or_else(|| {
                unknown(
                    "/countId",
                    "there is no count with this id that you can \
                 see",
                )
            })?);
            context.job = context.job.or(Some(ScanJob::Count));
        }
        let said = input.warehouse_id.as_ref().map(|id| id.id().map_or([0; 16], WarehouseId::bytes));
        let counted = context.count.as_ref().map(|count| count.warehouse_id.0);
        if let (Some(said), Some(counted)) = (said, counted)
            && said != counted
        {
            return Err(unknown("/warehouseId", "the count is of another warehouse: leave warehouseId out"));
        }
        let sees_places = rights.has(Permission::WarehousesRead);
        if let Some(id) = said.or(counted) {
            let mut conditions = Conditions::new(organization);
            conditions.equal("id", Some(Cell::Id(id)));
            conditions.within("id", reach);
            let found = conditions.page::<Warehouse>(snapshot, "id", 1).await?.pop();
            let found = found.filter(|_| sees_places || said.is_none());
            let message = "there is no warehouse with this id that you have access to";
            context.warehouse = Some(found.ok_or_else(|| unknown("/warehouseId", message))?);
        }
        if let Some(text) = &input.place {
            if !sees_places {
                return Err(unknown("/place", NO_PLACE));
            }
            context.place(snapshot, organization, reach, text).await?;
        }
        Ok(context)
    }

    /// The bin with this id or code, and its warehouse.
    async fn place(
        &mut self,
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        reach: &Reach,
        text: &str,
    ) -> Result<(), Problem> {
        let mut conditions = Conditions::new(organization);
        match LocationId::parse(text) {
            Some(id) => conditions.equal("id", Some(Cell::Id(id.0))),
            None => conditions.equal("code", Some(Cell::Text(text.to_uppercase()))),
        }
        conditions.equal("warehouse_id", self.warehouse.as_ref().map(|house| Cell::Id(house.id.0)));
        conditions.within("warehouse_id", reach);
        let mut found: Vec<Location> = conditions.page(snapshot, "id", 2).await?;
        if found.len() > 1 {
            let message = "locations of several warehouses have this code: also give warehouseId";
            return Err(Problem::violation("/place", "ambiguous", message));
        }
        let place = found.pop();
        let place = place.ok_or_else(|| unknown("/place", NO_PLACE))?;
        if self.warehouse.is_none() {
            let mut conditions = Conditions::new(organization);
            conditions.equal("id", Some(Cell::Id(place.warehouse_id.0)));
            self.warehouse = conditions.page(snapshot, "id", 1).await?.pop();
        }
        self.place = Some(place);
        Ok(())
    }
}

fn unknown(pointer: &str, message: &str) -> Problem {
    Problem::violation(pointer, "unknown_value", message)
}
