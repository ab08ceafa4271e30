//! The journal: every line of every posted entry, in the order of the series or of the journals' numbers.

use domain::rows::{EntryStatus, EntryType};
use domain::value::id::{AccountId, EntryId, JournalId, OrganizationId, PartyId};
use domain::value::{Cell, CellValue, Currency, Date, Rate};

use super::columns::selected;
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

selected! {
    /// Where a line stands: for the order of numbers also its journal's code and the year or month in which its series
    /// counts, which are empty otherwise.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct JournalPlace(code, bucket) {
        code: String = code,
        bucket: String = bucket,
        sequence: i64 = "e.sequence",
        line_number: i64 = "l.line_number",
    }
}

selected! {
    /// One line with its entry.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct JournalLine(code, bucket, known_status) {
        place: JournalPlace = JournalPlace::selected(code, bucket),
        entry: EntryId = "e.id",
        number: Option<String> = "e.number",
        date: Date = "e.date",
        journal: JournalId = "e.journal_id",
        status: EntryStatus = known_status,
        entry_type: EntryType = "e.entry_type",
        description: String = "e.description",
        reference: Option<String> = "e.reference",
        /// The entry of which this is the mirror.
        voids: Option<EntryId> = "e.voids_entry_id",
        /// Its mirror, where it was voided by then.
        voided_by: Option<EntryId> = format!("case when {known_status} = 'voided' then e.voided_by_entry_id end").as_str(),
        account: AccountId = "l.account_id",
        line_description: Option<String> = "l.description",
        party: Option<PartyId> = "l.party_id",
        /// `None` where it has none, or it was erased.
        party_name: Option<String> = "(select p.name from party_names as p where p.organization_id = $1 and p.party_id = l.party_id)",
        due_date: Option<Date> = "l.due_date",
        exchange_rate: Option<Rate> = "l.exchange_rate",
        /// As the line has them: a canonical JSON object, empty for none.
        dimensions: String = "l.dimensions",
        /// In the line's own currency.
        debit: i64 = "l.debit",
        credit: i64 = "l.credit",
        currency: Currency = "l.currency",
        base_debit: i64 = "l.base_debit",
        base_credit: i64 = "l.base_credit",
    }
}

/// The first lines after a place.
pub async fn lines(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    query: &JournalQuery,
    after: Option<&JournalPlace>,
    most: usize,
) -> Result<Vec<JournalLine>, Fault> {
    if query.by_number {
        return lines_by_number(snapshot, organization, query, after, most).await;
    }
    let (mut sequence, mut line_number) = after.map_or((0, 0), |place| (place.sequence, place.line_number));
    let mut stretch = i64::try_from(most).unwrap_or(i64::MAX).max(SHORTEST_STRETCH);
    let mut found = Vec::new();
    while found.len() < most && sequence <= query.until {
        let last = sequence.saturating_add(stretch).min(query.until);
        let behind = (sequence, line_number);
        found.extend(stretch_of(snapshot, organization, query, behind, last, most - found.len()).await?);
        (sequence, line_number) = (last + 1, 0);
        stretch = stretch.saturating_mul(2);
    }
    Ok(found)
}

/// Entries that are looked at together at first. Where few of them count, the next stretch is twice as long.
const SHORTEST_STRETCH: i64 = 500;

/// Lines of entries from a place of the series to another. A database that may look at the whole series for a page sorts
/// the whole for it: PostgreSQL cannot know how far it must read for this many lines.
async fn stretch_of(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    query: &JournalQuery,
    behind: (i64, i64),
    last: i64,
    most: usize,
) -> Result<Vec<JournalLine>, Fault> {
    let mut statement = Statement::new(organization, query, most);
    let (sequence, line_number) = (statement.bind(Cell::Int(behind.0)), statement.bind(Cell::Int(behind.1)));
    let last = statement.bind(Cell::Int(last));
    statement.only(&format!(
        "e.sequence >= {sequence} and e.sequence <= {last} and (e.sequence > {sequence} or l.line_number > {line_number})"
    ));
    // Days are compared as texts made on the way: the index by date would give all lines of the report in an order that
    // it is not read in. The series' own index gives them in order.
    statement.only("(e.date || '') >= $3 and (e.date || '') <= $4");
    statement.run(snapshot, query, "''", "''", "e.sequence, l.line_number").await
}

async fn lines_by_number(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    query: &JournalQuery,
    after: Option<&JournalPlace>,
    most: usize,
) -> Result<Vec<JournalLine>, Fault> {
    let bucket =
        "case j.reset_per when 'year' then substr(e.date, 1, 4) when 'month' then substr(e.date, 1, 7) else '' end";
    let mut statement = Statement::new(organization, query, most);
    statement.only("e.sequence <= $2 and e.date >= $3 and e.date <= $4");
    if let Some(place) = after {
        let cells = [
            Cell::Text(place.code.clone()),
            Cell::Text(place.bucket.clone()),
            Cell::Int(place.sequence),
            Cell::Int(place.line_number),
        ];
        let places = cells.map(|cell| statement.bind(cell)).join(", ");
        statement.only(&format!("(j.code, {bucket}, e.sequence, l.line_number) > ({places})"));
    }
    let order = format!("j.code, {bucket}, e.sequence, l.line_number");
    statement.run(snapshot, query, "j.code", bucket, &order).await
}

/// A statement in the making: `e` is the entry, `l` its line, `j` its journal; `$2` is the last entry known, `$3` and `$4`
/// are the days, `$5` is how many lines are wanted.
struct Statement {
    params: Vec<Cell>,
    conditions: String,
}

impl Statement {
    fn new(organization: OrganizationId, query: &JournalQuery, most: usize) -> Self {
        let params = vec![
            Cell::Id(organization.0),
            Cell::Int(query.until),
            query.from.to_cell(),
            query.to.to_cell(),
            Cell::Int(i64::try_from(most).unwrap_or(i64::MAX)),
        ];
        Self { params, conditions: String::new() }
    }

    fn bind(&mut self, cell: Cell) -> String {
        self.params.push(cell);
        format!("${}", self.params.len())
    }

    fn only(&mut self, condition: &str) {
        self.conditions.push_str(&format!(" and {condition}"));
    }

    async fn run(
        mut self,
        snapshot: &mut Snapshot,
        query: &JournalQuery,
        code: &str,
        bucket: &str,
        order: &str,
    ) -> Result<Vec<JournalLine>, Fault> {
        if let Some(journal) = query.journal {
            let journal = self.bind(journal.to_cell());
            self.only(&format!("e.journal_id = {journal}"));
        }
        let dimensions = query.dimensions.condition("l.dimensions", &mut self.params);
        let conditions = self.conditions;
        let selected = JournalLine::selected(code, bucket, &status("e", "$2"));
        // The sign keeps SQLite from taking bounds of the entries for bounds of their lines, and reading all lines between
        // them for each entry.
        let sql = format!(
            "select {} \
             from entries as e join journals as j on j.organization_id = $1 and j.id = e.journal_id \
             join lines as l on l.organization_id = $1 and l.entry_sequence = +e.sequence \
             where e.organization_id = $1{conditions}{dimensions} order by {order} limit $5",
            selected.text()
        );
        selected.all(snapshot, &sql, &self.params).await
    }
}
