//! An item day by day: by how much its quantity and its value changed, by posting date.

use domain::book::reach::Reach;
use domain::value::id::{ItemId, OrganizationId, WarehouseId};
use domain::value::{Cell, CellValue, Date};

use super::Conditions;
use super::columns::{Sum, selected};
use crate::{Fault, Snapshot};

selected! {
    /// The change of a day.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Change(amount) {
        date: Date = "date",
        by: i128 = Sum(amount),
    }
}

/// The changes of its quantity up to a day, where somebody acts.
pub async fn quantities(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    item: ItemId,
    warehouse: Option<WarehouseId>,
    reach: &Reach,
    to: Date,
) -> Result<Vec<Change>, Fault> {
    let mut query = Conditions::new(organization);
    query.equal("item_id", Some(item.to_cell()));
    query.equal("warehouse_id", warehouse.map(|id| id.to_cell()));
    query.within("warehouse_id", reach);
    query.when("date <= {}", Some(to.to_cell()));
    let selected = Change::selected("quantity");
    let sql = format!("select {} from stock_days {} group by date order by date", selected.text(), query.text);
    selected.all(snapshot, &sql, &query.params).await
}

/// The changes of its value in all warehouses up to a day, in minor units of base currency.
pub async fn values(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    item: ItemId,
    to: Date,
) -> Result<Vec<Change>, Fault> {
    let params = [Cell::Id(organization.0), item.to_cell(), to.to_cell()];
    // The pools of the item come first: SQLite would rather go through all days of all pools.
    let selected = Change::selected("d.value");
    let sql = format!(
        "select {} from pools as p cross join pool_days as d where d.organization_id = $1 and d.pool_id = p.id \
         and p.organization_id = $1 and p.item_id = $2 and d.date <= $3 group by date order by date",
        selected.text()
    );
    selected.all(snapshot, &sql, &params).await
}
