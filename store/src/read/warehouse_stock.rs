//! What is in a warehouse in short: how many items lie there, and what is promised, on its way or being counted.

use domain::value::id::{OrganizationId, WarehouseId};
use domain::value::{Cell, CellKind, CellValue, Instant};

use super::stock::at;
use crate::{Fault, Snapshot};

/// What is in one warehouse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WarehouseStock {
    /// Items of which something is there.
    pub items_on_hand: i64,
    /// Items of which more left than was there.
    pub items_owed: i64,
    /// Reservations that hold goods.
    pub reservations: i64,
    /// Lines of transfers in two steps that are on their way to it, and from it.
    pub in_transit_to: i64,
    pub in_transit_from: i64,
    /// Counts that are not finished.
    pub open_counts: i64,
}

/// Each count is of one index by warehouse.
const STOCK: &str = "select \
   (select count(*) from (select sum(quantity) as there from stock_levels \
      where organization_id = $1 and warehouse_id = $2 group by item_id) as i where i.there > 0), \
   (select count(*) from (select sum(quantity) as there from stock_levels \
      where organization_id = $1 and warehouse_id = $2 group by item_id) as i where i.there < 0), \
   (select count(*) from reservations where organization_id = $1 and warehouse_id = $2 and status = 'active' \
      and (expires_at is null or expires_at > $3)), \
   (select count(*) from transit_lines where organization_id = $1 and to_warehouse_id = $2 and is_open = $4), \
   (select count(*) from transit_lines where organization_id = $1 and warehouse_id = $2 and is_open = $4), \
   (select count(*) from counts where organization_id = $1 and warehouse_id = $2 and is_open = $4)";

/// What is in a warehouse at this instant.
///
/// # Errors
/// Where the database fails.
pub async fn read(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    warehouse: WarehouseId,
    now: Instant,
) -> Result<WarehouseStock, Fault> {
    let params = [Cell::Id(organization.0), warehouse.to_cell(), now.to_cell(), true.to_cell()];
    let rows = snapshot.query(STOCK, &params, &[CellKind::Int; 6]).await?;
    let cells = rows.first().map(Vec::as_slice).unwrap_or_default();
    Ok(WarehouseStock {
        items_on_hand: at(cells, 0)?,
        items_owed: at(cells, 1)?,
        reservations: at(cells, 2)?,
        in_transit_to: at(cells, 3)?,
        in_transit_from: at(cells, 4)?,
        open_counts: at(cells, 5)?,
    })
}
