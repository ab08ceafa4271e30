//! What the movements of a page are about, in short: their first lines, and how many items and warehouses they have.

use domain::value::id::{ItemId, OrganizationId, WarehouseId};
use domain::value::{Cell, CellValue};

use super::columns::selected;
use crate::{Fault, Snapshot, sql};

/// Lines of a movement that are looked at.
const FIRST_LINES: i64 = 10;

selected! {
    /// How many items and warehouses a movement has.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Breadth() {
        /// The movement, by its place in the log.
        seq: i64 = SEQ,
        items: i64 = "count(distinct x.item_id)",
        warehouses: i64 = "count(distinct x.warehouse_id)",
        destinations: i64 = "count(distinct coalesce(x.to_warehouse_id, t.to_warehouse_id))",
    }
}

/// A sign keeps SQLite from going through the index by item, all lines of the books, for the order of the groups.
const SEQ: &str = "+x.movement_seq";

selected! {
    /// One of the first lines of a movement.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct FirstLine() {
        seq: i64 = "x.movement_seq",
        item: ItemId = "x.item_id",
        warehouse: WarehouseId = "x.warehouse_id",
        destination: Option<WarehouseId> = "coalesce(x.to_warehouse_id, t.to_warehouse_id)",
    }
}

/// How many items and warehouses these movements have, in no order.
pub async fn breadths(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    sequences: &[i64],
) -> Result<Vec<Breadth>, Fault> {
    if sequences.is_empty() {
        return Ok(Vec::new());
    }
    let selected = Breadth::selected();
    let sql = format!("select {} from {} group by {SEQ}", selected.text(), of(sequences.len()));
    selected.all(snapshot, &sql, &params(organization, sequences)).await
}

/// The first lines of these movements, in order.
pub async fn first_lines(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    sequences: &[i64],
) -> Result<Vec<FirstLine>, Fault> {
    if sequences.is_empty() {
        return Ok(Vec::new());
    }
    let selected = FirstLine::selected();
    let sql = format!(
        "select {} from {} and x.line_number <= {FIRST_LINES} order by x.movement_seq, x.line_number",
        selected.text(),
        of(sequences.len())
    );
    selected.all(snapshot, &sql, &params(organization, sequences)).await
}

fn params(organization: OrganizationId, sequences: &[i64]) -> Vec<Cell> {
    std::iter::once(Cell::Id(organization.0)).chain(sequences.iter().map(CellValue::to_cell)).collect()
}

/// The lines of this many movements, with where those go that left in two steps.
pub(crate) fn of(movements: usize) -> String {
    format!(
        "movement_lines as x \
           left join transit_lines as t on t.organization_id = $1 and t.movement_seq = x.movement_seq \
             and t.line_number = x.line_number \
         where x.organization_id = $1 and x.movement_seq in {}",
        sql::list(2, movements)
    )
}
