//! Goods of which more is promised than there is: of all of an item in a warehouse, or of a lot or piece by name.

use std::collections::BTreeSet;

use domain::value::id::{ItemId, OrganizationId, WarehouseId};
use domain::value::{Cell, CellValue};

use super::availability::{Moment, goods, sums};
use super::columns::Columns;
use super::conditions::Conditions;
use super::parts::PART;
use crate::{Fault, Snapshot};

/// Items in warehouses that may have reservations which are short; the core says which these are.
pub async fn list(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    now: Moment,
) -> Result<BTreeSet<(ItemId, WarehouseId)>, Fault> {
    let mut asked = Conditions::new(organization);
    let (at, today) = (asked.bind(now.at.to_cell()), asked.bind(now.day.to_cell()));
    let none = asked.bind(Cell::Id([0; 16]));
    // Most goods are not reserved.
    let reserved = format!(
        " and exists (select 1 from reserved_goods as r where r.organization_id = $1 and r.item_id = l.item_id \
           and r.warehouse_id = l.warehouse_id and r.tracked_id = {none} and r.quantity > 0)"
    );
    let mut columns = Columns::default();
    let (item, warehouse) = (columns.add("g.item_id"), columns.add("g.warehouse_id"));
    let sum = |column: &str| format!("g.{column}_high * {PART} + g.{column}_low");
    let sql = format!(
        "select {} from (\
           select item_id, warehouse_id, {} from ({}) as parts group by item_id, warehouse_id) as g \
         where {} - ({}) - ({}) < 0 \
         union select r.item_id, r.warehouse_id from reserved_goods as r \
         where r.organization_id = $1 and r.tracked_id <> {none} and r.quantity > (\
           select coalesce(sum(l.quantity), 0) from stock_levels as l \
           where l.organization_id = $1 and l.item_id = r.item_id and l.warehouse_id = r.warehouse_id \
             and (l.lot_id = r.tracked_id or l.serial_id = r.tracked_id))",
        columns.text(),
        sums(),
        goods(&reserved, "", &at, &today),
        sum("there"),
        sum("held"),
        sum("reserved"),
    );
    let rows = columns.rows(snapshot, &sql, &asked.params).await?;
    rows.iter().map(|row| Ok((item.of(row)?, warehouse.of(row)?))).collect()
}
