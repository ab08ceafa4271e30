//! Entries that are to be reversed by themselves.

use domain::rows::{Entry, EntryStatus, PeriodStatus, PeriodType};
use domain::value::id::OrganizationId;
use domain::value::{Cell, CellValue, Date};

use crate::{Fault, Snapshot};

/// The contents of the index: entries with a day and without a reversal. Few of them are drafts.
const DUE: &str =
    "where organization_id = $1 and auto_reverse_on <= $2 and reversed_by_entry_id is null and status = $3";

/// The posted entries whose reversal is due on or before a day and was not posted yet, by that day.
pub async fn due(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    until: Date,
    most: usize,
) -> Result<Vec<Entry>, Fault> {
    let rest = format!("{DUE} order by auto_reverse_on, id limit $4");
    let mut params = params(organization, until);
    params.push(limit(most));
    snapshot.rows(&rest, &params).await
}

/// As [`due`], but only those whose day lies in an open period: the others wait.
pub async fn due_in_open_periods(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    until: Date,
    most: usize,
) -> Result<Vec<Entry>, Fault> {
    let rest = format!(
        "{DUE} and exists (select 1 from periods as p where p.organization_id = $1 and p.period_type = $5 \
           and p.status = $6 and p.start_date <= auto_reverse_on and p.end_date >= auto_reverse_on) \
         order by auto_reverse_on, id limit $4"
    );
    let mut params = params(organization, until);
    params.extend([limit(most), PeriodType::Standard.to_cell(), PeriodStatus::Open.to_cell()]);
    snapshot.rows(&rest, &params).await
}

fn params(organization: OrganizationId, until: Date) -> Vec<Cell> {
    vec![Cell::Id(organization.0), until.to_cell(), EntryStatus::Posted.to_cell()]
}

fn limit(most: usize) -> Cell {
    Cell::Int(i64::try_from(most).unwrap_or(i64::MAX))
}
