//! A summary of a warehouse: the number of items in it, and of those promised, on their way or being counted.

use domain::value::id::{OrganizationId, WarehouseId};
use domain::value::{Cell, CellValue, Instant};

use super::columns::selected;
use crate::{Fault, Snapshot};

selected! {
    /// The contents of one warehouse (`$2`, at the instant `$3`). Each count uses one index by warehouse.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct WarehouseStock() {
        /// Items of which something is there.
        items_on_hand: i64 = "(select count(*) from (select sum(quantity) as there from stock_levels \
            where organization_id = $1 and warehouse_id = $2 group by item_id) as i where i.there > 0)",
        /// Items of which more left than was there.
        items_owed: i64 = "(select count(*) from (select sum(quantity) as there from stock_levels \
            where organization_id = $1 and warehouse_id = $2 group by item_id) as i where i.there < 0)",
        /// Reservations that hold goods.
        reservations: i64 = "(select count(*) from reservations where organization_id = $1 and warehouse_id = $2 \
            and status = 'active' and (expires_at is null or expires_at > $3))",
        /// Lines of transfers in two steps that are on their way to it, and from it.
        in_transit_to: i64 = "(select count(*) from transit_lines \
            where organization_id = $1 and to_warehouse_id = $2 and is_open = $4)",
        in_transit_from: i64 = "(select count(*) from transit_lines \
            where organization_id = $1 and warehouse_id = $2 and is_open = $4)",
        /// Counts that are not finished.
        open_counts: i64 =
            "(select count(*) from counts where organization_id = $1 and warehouse_id = $2 and is_open = $4)",
    }
}

/// The contents of a warehouse at this instant.
pub async fn read(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    warehouse: WarehouseId,
    now: Instant,
) -> Result<WarehouseStock, Fault> {
    let params = [Cell::Id(organization.0), warehouse.to_cell(), now.to_cell(), true.to_cell()];
    let selected = WarehouseStock::selected();
    let found = selected.all(snapshot, &format!("select {}", selected.text()), &params).await?;
    found.into_iter().next().ok_or_else(|| Fault::Corrupt("a count has no row".to_owned()))
}
