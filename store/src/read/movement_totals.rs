//! How many movements of goods there are, month by month.

use domain::book::reach::Reach;
use domain::rows::StockMovement;
use domain::value::id::OrganizationId;

use super::Conditions;
use super::columns::{Columns, selected};
use super::movement_lists::{MovementFilter, MovementOrder, conditions, is_asked_for, within};
use crate::{Fault, Snapshot};

selected! {
    /// The posted movements of one month.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct MovementMonth() {
        /// `2010-12`
        month: String = MONTH,
        count: i64 = "count(*)",
    }
}

/// The month of a movement's posting date.
const MONTH: &str = "substr(posting_date, 1, 7)";

/// How many movements there are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MovementTotals {
    /// Those that have a posting date, month by month.
    pub months: Vec<MovementMonth>,
    /// Those that wait to be posted.
    pub waiting: i64,
}

/// How many movements of the filter somebody with this reach sees. Order and page do not count.
pub async fn totals(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &MovementFilter,
    reach: &Reach,
) -> Result<MovementTotals, Fault> {
    // Nothing is sorted: days are found by their index.
    let filter = MovementFilter { order: MovementOrder::PostingDate, ..filter.clone() };
    let mut months = Vec::new();
    if !filter.waits() {
        let query = posted(organization, &filter, reach);
        let selected = MovementMonth::selected();
        let sql = format!("select {} from movements {} group by {MONTH} order by {MONTH}", selected.text(), query.text);
        months = selected.all(snapshot, &sql, &query.params).await?;
    }
    Ok(MovementTotals { months, waiting: waiting(snapshot, organization, &filter, reach).await? })
}

/// What posted movements are counted by, from `where` on.
pub(crate) fn posted(organization: OrganizationId, filter: &MovementFilter, reach: &Reach) -> Conditions {
    let lead = filter.lead().filter(|_| filter.from.is_none() && filter.to.is_none());
    let mut query = conditions(organization, filter, lead.as_ref().map(|(column, _)| *column));
    if let Some((column, value)) = lead {
        // As in a page.
        query.when(&format!("{column} >= {{}} and {column} <= {{}}"), Some(value));
    }
    within(&mut query, reach);
    query.text.push_str(" and posting_date is not null");
    query
}

async fn waiting(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &MovementFilter,
    reach: &Reach,
) -> Result<i64, Fault> {
    let mut query = conditions(organization, &MovementFilter { item: None, ..filter.clone() }, None);
    query.text.push_str(" and seq is null");
    if filter.warehouse.is_none() && filter.item.is_none() && *reach == Reach::Everywhere {
        let mut columns = Columns::default();
        let count = columns.add::<i64>("count(*)");
        let sql = format!("select {} from movements {}", columns.text(), query.text);
        let rows = columns.rows(snapshot, &sql, &query.params).await?;
        return rows.first().map_or(Ok(0), |row| count.of(row));
    }
    let mut count = 0;
    for row in snapshot.rows::<StockMovement>(&query.text, &query.params).await? {
        count += i64::from(is_asked_for(&row, filter, reach)?);
    }
    Ok(count)
}
