//! Entries that take posted entries back: mirrors, reversals and corrections, each with the entry that it undoes.

use domain::rows::{EntryStatus, EntryType};
use domain::value::id::{EntryId, JournalId, OrganizationId, PrincipalId};
use domain::value::{Cell, CellValue, Currency, Date, Instant};

use super::columns::selected;
use super::statement::status;
use crate::read::stretch::Stretch;
use crate::{Fault, Snapshot};

selected! {
    /// An entry that takes another one back.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Undoing(status) {
        sequence: i64 = "e.sequence",
        entry: EntryId = "e.id",
        number: Option<String> = "e.number",
        date: Date = "e.date",
        journal: JournalId = "e.journal_id",
        entry_type: EntryType = "e.entry_type",
        /// Its own status: a reversal may be voided.
        status: EntryStatus = status,
        currency: Currency = "e.currency",
        total_debit: i64 = "e.total_debit",
        prior_period_adjustment: bool = "e.prior_period_adjustment",
        at: Instant = "e.posted_at",
        by: PrincipalId = "e.posted_by",
        reason: Option<String> = "case when e.voids_entry_id is null then e.reason else o.void_reason end",
        /// Which of the three it is.
        voids: Option<EntryId> = "e.voids_entry_id",
        reverses: Option<EntryId> = "e.reverses_entry_id",
        corrects: Option<EntryId> = "e.corrects_entry_id",
        /// The entry that it undoes.
        undone_number: Option<String> = "o.number",
        undone_date: Date = "o.date",
        undone_description: String = "o.description",
        undone_by: PrincipalId = "o.posted_by",
    }
}

/// Those after a place of the series, up to the last entry that is known, dated within these days.
pub async fn list(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    from: Date,
    to: Date,
    stretch: Stretch,
    most: usize,
) -> Result<Vec<Undoing>, Fault> {
    let selected = Undoing::selected(&status("e", "$3"));
    let sql = format!(
        "select {} from entries as e join entries as o on o.organization_id = $1 \
           and o.id = coalesce(e.voids_entry_id, e.reverses_entry_id, e.corrects_entry_id) \
         where e.organization_id = $1 and e.sequence > $2 and e.sequence <= $3 and e.date >= $4 and e.date <= $5 \
         order by e.sequence limit $6",
        selected.text()
    );
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let params = [
        Cell::Id(organization.0),
        Cell::Int(stretch.after),
        Cell::Int(stretch.until),
        from.to_cell(),
        to.to_cell(),
        Cell::Int(most),
    ];
    selected.all(snapshot, &sql, &params).await
}
