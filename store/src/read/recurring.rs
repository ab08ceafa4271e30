//! The days of recurring entries that wait for their run.

use domain::rows::Occurrence;
use domain::value::id::OrganizationId;
use domain::value::{CellValue, Date};

use super::Conditions;
use crate::{Fault, Snapshot};

/// Due days up to a date of recurring entries that are not paused, oldest first, after the last one of the page before.
pub async fn due(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    today: Date,
    after: Option<&Occurrence>,
    most: usize,
) -> Result<Vec<Occurrence>, Fault> {
    let mut query = Conditions::new(organization);
    query.text.push_str(
        " and status = 'due' and exists (select 1 from recurring_entries where recurring_entries.organization_id = $1 \
         and recurring_entries.id = occurrences.recurring_entry_id and recurring_entries.is_active = 1)",
    );
    query.when("date <= {}", Some(today.to_cell()));
    if let Some(last) = after {
        let (date, id) = (query.bind(last.date.to_cell()), query.bind(last.recurring_entry_id.to_cell()));
        query.text.push_str(&format!(" and (date, recurring_entry_id) > ({date}, {id})"));
    }
    query.page(snapshot, "date, recurring_entry_id", most).await
}
