//! What takes posted entries back: mirrors, reversals and corrections, each with the entry that it undoes.

use domain::ledger::{EntryStatus, EntryType};
use domain::value::id::{EntryId, JournalId, OrganizationId, PrincipalId};
use domain::value::{Cell, CellKind, CellValue, Currency, Date, Instant};

use super::statement::status;
use crate::{Fault, Snapshot};

/// An entry that takes another one back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Undoing {
    pub sequence: i64,
    pub entry: EntryId,
    pub number: Option<String>,
    pub date: Date,
    pub journal: JournalId,
    pub entry_type: EntryType,
    /// Its own status: a reversal may be voided.
    pub status: EntryStatus,
    pub currency: Currency,
    pub total_debit: i64,
    pub prior_period_adjustment: bool,
    pub at: Instant,
    pub by: PrincipalId,
    pub reason: Option<String>,
    /// Which of the three it is.
    pub voids: Option<EntryId>,
    pub reverses: Option<EntryId>,
    pub corrects: Option<EntryId>,
    /// The entry that it undoes.
    pub undone_number: Option<String>,
    pub undone_date: Date,
    pub undone_description: String,
    pub undone_by: PrincipalId,
}

/// Those behind a place of the series, up to the last entry that is known, dated within these days.
///
/// # Errors
/// Where the database fails.
pub async fn list(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    (from, to): (Date, Date),
    (after, until): (i64, i64),
    most: usize,
) -> Result<Vec<Undoing>, Fault> {
    let status = status("e", "$3");
    let sql = format!(
        "select e.sequence, e.id, e.number, e.date, e.journal_id, e.entry_type, {status}, e.currency, e.total_debit, \
         e.prior_period_adjustment, e.posted_at, e.posted_by, \
         case when e.voids_entry_id is null then e.reason else o.void_reason end, \
         e.voids_entry_id, e.reverses_entry_id, e.corrects_entry_id, o.number, o.date, o.description, o.posted_by \
         from entries as e join entries as o on o.organization_id = $1 \
           and o.id = coalesce(e.voids_entry_id, e.reverses_entry_id, e.corrects_entry_id) \
         where e.organization_id = $1 and e.sequence > $2 and e.sequence <= $3 and e.date >= $4 and e.date <= $5 \
         order by e.sequence limit $6"
    );
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let params =
        [Cell::Id(organization.0), Cell::Int(after), Cell::Int(until), from.to_cell(), to.to_cell(), Cell::Int(most)];
    use CellKind::{Id, Int, Text};
    let kinds = [Int, Id, Text, Text, Id, Text, Text, Text, Int, Int, Int, Id, Text, Id, Id, Id, Text, Text, Text, Id];
    let rows = snapshot.query(&sql, &params, &kinds).await?;
    rows.iter().map(|cells| undoing(cells)).collect()
}

fn undoing(cells: &[Cell]) -> Result<Undoing, Fault> {
    fn at<T: CellValue>(cells: &[Cell], place: usize) -> Result<T, Fault> {
        Ok(T::from_cell(cells.get(place).unwrap_or(&Cell::Null))?)
    }
    Ok(Undoing {
        sequence: at(cells, 0)?,
        entry: at(cells, 1)?,
        number: at(cells, 2)?,
        date: at(cells, 3)?,
        journal: at(cells, 4)?,
        entry_type: at(cells, 5)?,
        status: at(cells, 6)?,
        currency: at(cells, 7)?,
        total_debit: at(cells, 8)?,
        prior_period_adjustment: at(cells, 9)?,
        at: at(cells, 10)?,
        by: at(cells, 11)?,
        reason: at(cells, 12)?,
        voids: at(cells, 13)?,
        reverses: at(cells, 14)?,
        corrects: at(cells, 15)?,
        undone_number: at(cells, 16)?,
        undone_date: at(cells, 17)?,
        undone_description: at(cells, 18)?,
        undone_by: at(cells, 19)?,
    })
}
