//! Conditions of what a first page counts, each of which an index answers.

use domain::book::reach::Reach;
use domain::value::id::OrganizationId;
use domain::value::limits::LAST_DAY;
use domain::value::{CellValue, Date};
use jiff::ToSpan;

use super::Conditions;

/// Rows whose warehouse is one of these. All are named where the reader acts in all, since the indexes begin with the warehouse.
#[must_use]
pub fn of_warehouses(organization: OrganizationId, column: &str, reach: &Reach) -> Conditions {
    let mut query = Conditions::new(organization);
    match query.reach(reach) {
        Some(list) => query.text.push_str(&format!(" and {column} in {list}")),
        None => {
            query.text.push_str(&format!(" and {column} in (select id from warehouses where organization_id = $1)"));
        }
    }
    query
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
