//! The journal: every line of every posted entry, in the order of the series or of the journals' numbers.

use domain::ledger::{EntryStatus, EntryType};
use domain::value::id::{AccountId, EntryId, JournalId, OrganizationId, PartyId};
use domain::value::{Cell, CellKind, CellValue, Currency, Date};

use super::dimensions::DimensionFilter;
use super::statement::status;
use crate::{Fault, Snapshot};

/// Which lines, in which order.
#[derive(Clone, Debug)]
pub struct JournalQuery {
    pub journal: Option<JournalId>,
    pub from: Date,
    pub to: Date,
    /// Which lines count.
    pub dimensions: DimensionFilter,
    /// The last entry of the series that is known.
    pub until: i64,
    /// By journal and number instead of the organization's series.
    pub by_number: bool,
}

/// Where a line stands: for the order of numbers also its journal's code and the year or month in which its series
/// counts, which are empty otherwise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JournalPlace {
    pub code: String,
    pub bucket: String,
    pub sequence: i64,
    pub line_number: i64,
}

/// One line with its entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JournalLine {
    pub place: JournalPlace,
    pub entry: EntryId,
    pub number: Option<String>,
    pub date: Date,
    pub journal: JournalId,
    pub status: EntryStatus,
    pub entry_type: EntryType,
    pub description: String,
    pub reference: Option<String>,
    /// The entry of which this is the mirror.
    pub voids: Option<EntryId>,
    /// Its mirror, where it was voided by then.
    pub voided_by: Option<EntryId>,
    pub account: AccountId,
    pub line_description: Option<String>,
    pub party: Option<PartyId>,
    /// As the line has them: a canonical JSON object, empty for none.
    pub dimensions: String,
    /// In the line's own currency.
    pub debit: i64,
    pub credit: i64,
    pub currency: Currency,
    pub base_debit: i64,
    pub base_credit: i64,
}

/// The first lines behind a place.
///
/// # Errors
/// Where the database fails.
pub async fn lines(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    query: &JournalQuery,
    after: Option<&JournalPlace>,
    most: usize,
) -> Result<Vec<JournalLine>, Fault> {
    let mut params = vec![
        Cell::Id(organization.0),
        Cell::Int(query.until),
        query.from.to_cell(),
        query.to.to_cell(),
        Cell::Int(i64::try_from(most).unwrap_or(i64::MAX)),
    ];
    let mut bind = |cell: Cell| {
        params.push(cell);
        format!("${}", params.len())
    };
    let (code, bucket) = if query.by_number {
        (
            "j.code",
            "case j.reset_per when 'year' then substr(e.date, 1, 4) when 'month' then substr(e.date, 1, 7) else '' end",
        )
    } else {
        ("''", "''")
    };
    let mut more = String::new();
    if let Some(journal) = query.journal {
        more.push_str(&format!(" and e.journal_id = {}", bind(journal.to_cell())));
    }
    let order = if query.by_number { "1, 2, 3, 4" } else { "3, 4" };
    if let Some(place) = after {
        let (sequence, line) = (bind(Cell::Int(place.sequence)), bind(Cell::Int(place.line_number)));
        if query.by_number {
            let (after_code, after_bucket) =
                (bind(Cell::Text(place.code.clone())), bind(Cell::Text(place.bucket.clone())));
            more.push_str(&format!(
                " and (j.code, {bucket}, e.sequence, l.line_number) > ({after_code}, {after_bucket}, {sequence}, {line})"
            ));
        } else {
            more.push_str(&format!(
                " and e.sequence >= {sequence} and (e.sequence, l.line_number) > ({sequence}, {line})"
            ));
        }
    }
    let dimensions = query.dimensions.condition("l.dimensions", &mut params);
    // Days are compared as texts made on the way: the index by date would give all lines of the report in an order that
    // it is not read in, to be sorted anew for every page. The series' own index gives them in order.
    let day = if query.by_number { "e.date" } else { "(e.date || '')" };
    let status = status("e", "$2");
    let sql = format!(
        "select {code}, {bucket}, e.sequence, l.line_number, e.id, e.number, e.date, e.journal_id, {status}, e.entry_type, \
         e.description, e.reference, e.voids_entry_id, case when {status} = 'voided' then e.voided_by_entry_id end, \
         l.account_id, l.description, l.party_id, l.dimensions, l.debit, l.credit, l.currency, l.base_debit, l.base_credit \
         from entries as e join journals as j on j.organization_id = $1 and j.id = e.journal_id \
         join lines as l on l.organization_id = $1 and l.entry_sequence = e.sequence \
         where e.organization_id = $1 and e.sequence <= $2 and {day} >= $3 and {day} <= $4{more}{dimensions} \
         order by {order} limit $5"
    );
    use CellKind::{Id, Int, Text};
    let kinds = [
        Text, Text, Int, Int, Id, Text, Text, Id, Text, Text, Text, Text, Id, Id, Id, Text, Id, Text, Int, Int, Text,
        Int, Int,
    ];
    let rows = snapshot.query(&sql, &params, &kinds).await?;
    rows.iter().map(|cells| line(cells)).collect()
}

fn line(cells: &[Cell]) -> Result<JournalLine, Fault> {
    fn at<T: CellValue>(cells: &[Cell], place: usize) -> Result<T, Fault> {
        Ok(T::from_cell(cells.get(place).unwrap_or(&Cell::Null))?)
    }
    Ok(JournalLine {
        place: JournalPlace {
            code: at(cells, 0)?,
            bucket: at(cells, 1)?,
            sequence: at(cells, 2)?,
            line_number: at(cells, 3)?,
        },
        entry: at(cells, 4)?,
        number: at(cells, 5)?,
        date: at(cells, 6)?,
        journal: at(cells, 7)?,
        status: at(cells, 8)?,
        entry_type: at(cells, 9)?,
        description: at(cells, 10)?,
        reference: at(cells, 11)?,
        voids: at(cells, 12)?,
        voided_by: at(cells, 13)?,
        account: at(cells, 14)?,
        line_description: at(cells, 15)?,
        party: at(cells, 16)?,
        dimensions: at(cells, 17)?,
        debit: at(cells, 18)?,
        credit: at(cells, 19)?,
        currency: at(cells, 20)?,
        base_debit: at(cells, 21)?,
        base_credit: at(cells, 22)?,
    })
}
