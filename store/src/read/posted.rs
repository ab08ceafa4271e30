//! Posted entries in the order of the organization's series: for the reports that look at each of them.

use domain::ledger::{EntryStatus, EntryType};
use domain::value::id::{EntryId, JournalId, OrganizationId, PeriodId, PrincipalId};
use domain::value::{Cell, CellKind, CellValue, Currency, Date, Instant};

use super::statement::status;
use crate::{Fault, Snapshot};

/// What such a report looks at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PostedEntry {
    pub sequence: i64,
    pub id: EntryId,
    pub number: Option<String>,
    pub journal: JournalId,
    pub date: Date,
    pub period: Option<PeriodId>,
    pub status: EntryStatus,
    pub entry_type: EntryType,
    pub description: String,
    pub currency: Currency,
    pub total_debit: i64,
    pub prior_period_adjustment: bool,
    pub posted_at: Instant,
    pub posted_by: PrincipalId,
}

/// The first entries behind a place of the series, up to the last one that is known.
///
/// # Errors
/// Where the database fails.
pub async fn entries(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    (after, until): (i64, i64),
    most: usize,
) -> Result<Vec<PostedEntry>, Fault> {
    let status = status("e", "$3");
    let sql = format!(
        "select e.sequence, e.id, e.number, e.journal_id, e.date, e.period_id, {status}, e.entry_type, e.description, \
         e.currency, e.total_debit, e.prior_period_adjustment, e.posted_at, e.posted_by from entries as e \
         where e.organization_id = $1 and e.sequence > $2 and e.sequence <= $3 order by e.sequence limit $4"
    );
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let params = [Cell::Id(organization.0), Cell::Int(after), Cell::Int(until), Cell::Int(most)];
    use CellKind::{Id, Int, Text};
    let kinds = [Int, Id, Text, Id, Text, Id, Text, Text, Text, Text, Int, Int, Int, Id];
    let rows = snapshot.query(&sql, &params, &kinds).await?;
    rows.iter().map(|cells| entry(cells)).collect()
}

fn entry(cells: &[Cell]) -> Result<PostedEntry, Fault> {
    fn at<T: CellValue>(cells: &[Cell], place: usize) -> Result<T, Fault> {
        Ok(T::from_cell(cells.get(place).unwrap_or(&Cell::Null))?)
    }
    Ok(PostedEntry {
        sequence: at(cells, 0)?,
        id: at(cells, 1)?,
        number: at(cells, 2)?,
        journal: at(cells, 3)?,
        date: at(cells, 4)?,
        period: at(cells, 5)?,
        status: at(cells, 6)?,
        entry_type: at(cells, 7)?,
        description: at(cells, 8)?,
        currency: at(cells, 9)?,
        total_debit: at(cells, 10)?,
        prior_period_adjustment: at(cells, 11)?,
        posted_at: at(cells, 12)?,
        posted_by: at(cells, 13)?,
    })
}
