//! What stands in the way of closing a period.

use domain::ledger::{Period, PeriodStatus, PeriodType};
use domain::value::id::OrganizationId;
use domain::value::{Cell, CellKind, CellValue};

use crate::{Fault, Snapshot};

/// How many of each stand in the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hindrances {
    /// Drafts dated in the period.
    pub drafts: i64,
    /// Entries dated in it that wait for approval.
    pub pending: i64,
    /// Earlier standard periods that are not closed.
    pub earlier_open: i64,
    /// Sequences of entries that are missing in the whole books; always 0 unless they are damaged.
    pub number_gaps: i64,
}

/// Counts what the rules of closing ask for, and the gaps that must never be there.
///
/// # Errors
/// Where the database fails.
pub async fn hindrances(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    period: &Period,
) -> Result<Hindrances, Fault> {
    let own = Cell::Id(organization.0);
    let dated = "select count(*) from entries where organization_id = $1 and status = $2 and date >= $3 and date <= $4";
    let between = |status: &str| {
        vec![own.clone(), Cell::Text(status.to_owned()), period.start_date.to_cell(), period.end_date.to_cell()]
    };
    let drafts = count(snapshot, dated, &between("draft")).await?;
    let pending = count(snapshot, dated, &between("pendingApproval")).await?;
    // Adjustment periods stand behind every standard period of their year.
    let last_earlier = match period.period_type {
        PeriodType::Standard => "start_date < $4",
        PeriodType::Adjustment => "start_date <= $4",
    };
    let earlier = format!(
        "select count(*) from periods where organization_id = $1 and status <> $2 and period_type = $3 and {last_earlier}"
    );
    let closed =
        [own.clone(), PeriodStatus::Closed.to_cell(), PeriodType::Standard.to_cell(), period.start_date.to_cell()];
    let earlier_open = count(snapshot, &earlier, &closed).await?;
    let gaps = "select coalesce((select max(sequence) from entries where organization_id = $1), 0) \
                - (select count(sequence) from entries where organization_id = $1 and sequence >= 1)";
    let number_gaps = count(snapshot, gaps, &[own]).await?;
    Ok(Hindrances { drafts, pending, earlier_open, number_gaps })
}

async fn count(snapshot: &mut Snapshot, sql: &str, params: &[Cell]) -> Result<i64, Fault> {
    let rows = snapshot.query(sql, params, &[CellKind::Int]).await?;
    let cell = rows.first().and_then(|row| row.first()).cloned().unwrap_or(Cell::Int(0));
    Ok(i64::from_cell(&cell)?)
}
