//! Posted entries in the order of the organization's series: for the reports that look at each of them.

use domain::rows::{EntryStatus, EntryType};
use domain::value::id::{EntryId, JournalId, OrganizationId, PeriodId, PrincipalId};
use domain::value::{Cell, Currency, Date, Instant};

use super::columns::selected;
use super::statement::status;
use crate::read::stretch::Stretch;
use crate::{Fault, Snapshot};

selected! {
    /// The columns that such a report reads.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct PostedEntry(status) {
        sequence: i64 = "e.sequence",
        id: EntryId = "e.id",
        number: Option<String> = "e.number",
        journal: JournalId = "e.journal_id",
        date: Date = "e.date",
        period: Option<PeriodId> = "e.period_id",
        status: EntryStatus = status,
        entry_type: EntryType = "e.entry_type",
        description: String = "e.description",
        currency: Currency = "e.currency",
        total_debit: i64 = "e.total_debit",
        prior_period_adjustment: bool = "e.prior_period_adjustment",
        posted_at: Instant = "e.posted_at",
        posted_by: PrincipalId = "e.posted_by",
    }
}

/// The first entries after a place of the series, up to the last one that is known.
pub async fn entries(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    stretch: Stretch,
    most: usize,
) -> Result<Vec<PostedEntry>, Fault> {
    let selected = PostedEntry::selected(&status("e", "$3"));
    let sql = format!(
        "select {} from entries as e \
         where e.organization_id = $1 and e.sequence > $2 and e.sequence <= $3 order by e.sequence limit $4",
        selected.text()
    );
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let params = [Cell::Id(organization.0), Cell::Int(stretch.after), Cell::Int(stretch.until), Cell::Int(most)];
    selected.all(snapshot, &sql, &params).await
}
