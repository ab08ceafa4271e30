//! What waits to be done in a warehouse and has no document of its own there: goods that come from others, and goods where
//! they came in.

use domain::value::id::{LocationId, MovementId, OrganizationId, WarehouseId};
use domain::value::{Cell, CellValue};

use super::Conditions;
use super::columns::selected;
use super::conditions::one_of;
use crate::{Fault, Snapshot};

selected! {
    /// A transfer of which something is on its way.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Coming() {
        /// Its place in the log.
        seq: i64 = "movement_seq",
        /// Its lines of which something is on its way.
        lines: i64 = "count(*)",
    }
}

/// The transfers of which something is on its way to a warehouse, behind one of them. All that is read is in an index.
pub async fn coming(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    warehouse: WarehouseId,
    after: Option<MovementId>,
    most: usize,
) -> Result<Vec<Coming>, Fault> {
    let mut query = Conditions::new(organization);
    query.equal("to_warehouse_id", Some(warehouse.to_cell()));
    query.text.push_str(" and is_open = 1");
    query.when(
        "movement_seq > (select seq from movements where organization_id = $1 and id = {})",
        after.map(|after| after.to_cell()),
    );
    let most = query.bind(Cell::Int(i64::try_from(most).unwrap_or(i64::MAX)));
    let selected = Coming::selected();
    let sql = format!(
        "select {} from transit_lines {} group by movement_seq order by movement_seq limit {most}",
        selected.text(),
        query.text
    );
    selected.all(snapshot, &sql, &query.params).await
}

selected! {
    /// Goods that lie in a place.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Lying() {
        location: LocationId = "location_id",
        /// Goods that are told apart.
        goods: i64 = "count(*)",
    }
}

/// Where in these places of a warehouse something lies, in no order.
pub async fn lying(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    warehouse: WarehouseId,
    places: &[LocationId],
) -> Result<Vec<Lying>, Fault> {
    if places.is_empty() {
        return Ok(Vec::new());
    }
    let mut query = Conditions::new(organization);
    query.equal("warehouse_id", Some(warehouse.to_cell()));
    query.text.push_str(" and quantity > 0");
    let there = one_of("location_id", places, &mut query.params);
    // The items that lie there are found by an index of the warehouse.
    query.text.push_str(&format!(
        " and {there} and item_id in (select item_id from stock_levels \
           where organization_id = $1 and warehouse_id = $2 and {there})"
    ));
    let selected = Lying::selected();
    let sql = format!("select {} from stock_levels {} group by location_id", selected.text(), query.text);
    selected.all(snapshot, &sql, &query.params).await
}
