//! Conditions of what a first page counts, each of which an index answers.

use domain::book::reach::Reach;
use domain::rows::Warehouse;
use domain::value::id::OrganizationId;
use domain::value::limits::LAST_DAY;
use domain::value::{CellValue, Date};
use jiff::ToSpan;

use super::Conditions;
use crate::{Fault, Snapshot};

/// Warehouses that one statement names.
const MOST_WAREHOUSES: usize = 2_000;

/// All warehouses, named one by one where the reader acts in all: the indexes of what lies in them begin with the warehouse.
pub async fn places(snapshot: &mut Snapshot, organization: OrganizationId, reach: &Reach) -> Result<Reach, Fault> {
    if *reach != Reach::Everywhere {
        return Ok(reach.clone());
    }
    let rows: Vec<Warehouse> = Conditions::new(organization).page(snapshot, "id", MOST_WAREHOUSES).await?;
    Ok(Reach::Within(rows.into_iter().map(|warehouse| warehouse.id).collect()))
}

/// Lots whose last day is one of the next ones and of which something is in stock.
#[must_use]
pub fn expiring(organization: OrganizationId, today: Date, days: i64, reach: &Reach) -> Conditions {
    let mut query = Conditions::new(organization);
    let last = today.checked_add(days.days()).unwrap_or(LAST_DAY);
    query.when("expires_on >= {}", Some(today.to_cell()));
    query.when("expires_on <= {}", Some(last.to_cell()));
    let here = query.reach(reach).map(|list| format!(" and l.warehouse_id in {list}")).unwrap_or_default();
    query.text.push_str(&format!(
        " and exists (select 1 from stock_levels as l where l.organization_id = $1 and l.item_id = lots.item_id \
           and l.lot_id = lots.id and l.quantity <> 0{here})"
    ));
    query
}
