//! Lists of journal entries.

use domain::rows::{Entry, EntryStatus, EntryType, Line};
use domain::value::id::{AccountId, JournalId, OrganizationId, PartyId, PrincipalId};
use domain::value::{Cell, CellKind, CellValue, Date, Instant};

use super::Conditions;
use super::columns::{Sum, selected};
use super::conditions::one_of;
use super::dimensions::DimensionFilter;
use super::exact_amount::ExactAmount;
use crate::fault::Fault;
use crate::snapshot::Snapshot;

/// Which entries, in which order.
#[derive(Clone, Debug, Default)]
pub struct EntryFilter {
    /// In one of these.
    pub statuses: Option<Vec<EntryStatus>>,
    pub journal: Option<JournalId>,
    /// Posted entries with a line on one of these accounts.
    pub accounts: Option<Vec<AccountId>>,
    /// Posted entries with a line that has these dimensions; the same line, where an account is named, too.
    pub dimensions: DimensionFilter,
    /// Posted entries with a line of one of these parties; the same line, where accounts or dimensions are named, too.
    pub parties: Option<Vec<PartyId>>,
    /// With a total of this or more, in minor units of the base currency.
    pub least: Option<i64>,
    /// With a total of this or less.
    pub greatest: Option<i64>,
    /// With exactly this total, or a line of exactly this debit or credit.
    pub amount: Option<ExactAmount>,
    /// Entries that this principal made.
    pub created_by: Option<PrincipalId>,
    pub from: Option<Date>,
    pub to: Option<Date>,
    pub entry_type: Option<EntryType>,
    /// Posted entries whose own reversal is due by then and was not posted yet.
    pub auto_reverse_until: Option<Date>,
    pub number: Option<String>,
    pub source: Option<String>,
    pub external_id: Option<String>,
    pub reference: Option<String>,
    /// Entries that were made or changed at this moment or later.
    pub changed_since: Option<Instant>,
    /// Part of number, description or reference, in any case of ASCII letters.
    pub text: Option<String>,
    pub order: EntryOrder,
    pub descending: bool,
    /// The sort cells of the last row of the page before.
    pub after: Option<Vec<Cell>>,
}

/// What entries are sorted by. Those that have none of it are left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EntryOrder {
    /// Date and id.
    #[default]
    Date,
    /// The number, as text; posted entries alone.
    Number,
    /// The position in the series, which is the order of posting.
    Posted,
    /// The last change, and id.
    Changed,
    /// The sum of the debits in base currency, and id. No index has it: what the filter leaves is sorted.
    Total,
}

impl EntryOrder {
    /// Its columns, the last of which tells rows apart, and what they are not where a row has none.
    fn columns(self) -> (&'static [&'static str], &'static str) {
        match self {
            Self::Date => (&["date", "id"], ""),
            Self::Number => (&["number"], " and number is not null"),
            Self::Posted => (&["sequence"], " and sequence is not null"),
            Self::Changed => (&["updated_at", "id"], ""),
            Self::Total => (&["total_debit", "id"], ""),
        }
    }
}

impl EntryFilter {
    /// Whether it takes entries alone that wait to be posted.
    #[must_use]
    pub fn waits(&self) -> bool {
        let waits = |status: &EntryStatus| matches!(status, EntryStatus::Draft | EntryStatus::PendingApproval);
        self.statuses.as_ref().is_some_and(|statuses| statuses.iter().all(waits))
    }
}

selected! {
    /// The entries of one month.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct MonthTotal() {
        /// `2010-12`
        month: String = MONTH,
        count: i64 = "count(*)",
        debit: i128 = Sum("total_debit"),
    }
}

/// The month of an entry's date.
const MONTH: &str = "substr(date, 1, 7)";

/// A page of entries in their order.
pub async fn list(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &EntryFilter,
    most: usize,
) -> Result<Vec<Entry>, Fault> {
    let way = match &filter.parties {
        Some(parties) => Way::of(snapshot, organization, parties).await?,
        None => Way::Order,
    };
    let query = query(organization, filter, way, most);
    snapshot.rows(&query.text, &query.params).await
}

/// How entries with lines of parties are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    /// In the order of the list, each of them looked at, until a page is full: nearly every entry has such a line.
    Order,
    /// By the lines that the parties have: they are few, and their entries are sorted.
    Lines,
}

/// So many lines are few. To fill a page, a list in its order looks at as many entries more as the party has fewer of them.
const FEW_LINES: usize = 3_000;

impl Way {
    async fn of(snapshot: &mut Snapshot, organization: OrganizationId, parties: &[PartyId]) -> Result<Self, Fault> {
        let mut params = vec![Cell::Id(organization.0)];
        let of_party = one_of("party_id", parties, &mut params);
        params.push(Cell::Int(i64::try_from(FEW_LINES + 1).unwrap_or(i64::MAX)));
        let sql = format!(
            "select cast(count(*) as bigint) from (\
               select 1 as one from lines where organization_id = $1 and {of_party} limit ${}) as counted",
            params.len()
        );
        let found = snapshot.query(&sql, &params, &[CellKind::Int]).await?;
        let count = i64::from_cell(found.first().and_then(|row| row.first()).unwrap_or(&Cell::Null))?;
        let is_few = usize::try_from(count).is_ok_and(|count| count <= FEW_LINES);
        Ok(if is_few { Self::Lines } else { Self::Order })
    }

    /// A column by which an index would give entries in its order, so that no index does where their lines give them.
    fn column(self, column: &str) -> String {
        match (self, column) {
            (Self::Order, _) | (_, "id") => column.to_owned(),
            (Self::Lines, "date" | "number") => format!("({column} || '')"),
            (Self::Lines, _) => format!("+{column}"),
        }
    }
}

/// What a page of entries is read by, from `where` on.
pub(crate) fn query(organization: OrganizationId, filter: &EntryFilter, way: Way, most: usize) -> Conditions {
    let mut query = conditions(organization, filter, way);
    let (order, beyond) = if filter.descending { ("desc", "<") } else { ("asc", ">") };
    let (columns, has_it) = filter.order.columns();
    // Entries with lines are posted, and have it all.
    if way == Way::Order {
        query.text.push_str(has_it);
    }
    let columns: Vec<String> = columns.iter().map(|column| way.column(column)).collect();
    if let Some(after) = filter.after.as_deref() {
        let places: Vec<String> = after.iter().map(|cell| query.bind(cell.clone())).collect();
        query.text.push_str(&format!(" and ({}) {beyond} ({})", columns.join(", "), places.join(", ")));
    }
    let sort: Vec<String> = columns.iter().map(|column| format!("{column} {order}")).collect();
    let most = query.bind(Cell::Int(i64::try_from(most).unwrap_or(i64::MAX)));
    query.text.push_str(&format!(" order by {} limit {most}", sort.join(", ")));
    query
}

/// The entries of the filter, in no order.
fn conditions(organization: OrganizationId, filter: &EntryFilter, way: Way) -> Conditions {
    let mut query = Conditions::new(organization);
    let (date, changed) = (way.column("date"), way.column("updated_at"));
    query.among("status", filter.statuses.as_deref());
    if filter.waits() {
        // They have no place in the series yet: its index finds the few that wait among the many that are posted.
        query.text.push_str(" and sequence is null");
    }
    query.equal("journal_id", filter.journal.map(|id| id.to_cell()));
    query.equal("entry_type", filter.entry_type.map(|kind| kind.to_cell()));
    query.equal("number", filter.number.as_ref().map(CellValue::to_cell));
    query.equal("source", filter.source.as_ref().map(CellValue::to_cell));
    query.equal("reference", filter.reference.as_ref().map(CellValue::to_cell));
    query.when(&format!("{changed} >= {{}}"), filter.changed_since.map(|at| at.to_cell()));
    query.equal("external_id", filter.external_id.as_ref().map(CellValue::to_cell));
    query.when(&format!("{date} >= {{}}"), filter.from.map(|date| date.to_cell()));
    query.when(&format!("{date} <= {{}}"), filter.to.map(|date| date.to_cell()));
    query.when("total_debit >= {}", filter.least.map(|units| units.to_cell()));
    query.when("total_debit <= {}", filter.greatest.map(|units| units.to_cell()));
    query.equal("created_by", filter.created_by.map(|id| id.to_cell()));
    if let Some(amount) = &filter.amount {
        let condition = amount.condition(&mut query.params);
        query.text.push_str(&format!(" and {condition}"));
    }
    with_a_line(&mut query, filter, way);
    query.when(
        "auto_reverse_on <= {} and reversed_by_entry_id is null and status = 'posted'",
        filter.auto_reverse_until.map(|date| date.to_cell()),
    );
    query.contains(&["description", "number", "reference"], filter.text.as_deref());
    query
}

/// How many entries the filter has and what they sum up to, month by month. Order and page do not count.
pub async fn totals(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &EntryFilter,
) -> Result<Vec<MonthTotal>, Fault> {
    let way = if filter.parties.is_some() { Way::Lines } else { Way::Order };
    let Conditions { text, params } = conditions(organization, filter, way);
    let selected = MonthTotal::selected();
    let sql = format!("select {} from entries {text} group by {MONTH} order by {MONTH}", selected.text());
    selected.all(snapshot, &sql, &params).await
}

/// The lines of these posted entries, in order.
pub async fn lines(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    sequences: &[i64],
) -> Result<Vec<Line>, Fault> {
    if sequences.is_empty() {
        return Ok(Vec::new());
    }
    let mut query = Conditions::new(organization);
    query.among("entry_sequence", Some(sequences));
    snapshot.rows(&format!("{} order by entry_sequence, line_number", query.text), &query.params).await
}

/// Entries with a line on the accounts, with the dimensions and of the party of the filter, where it names any.
fn with_a_line(query: &mut Conditions, filter: &EntryFilter, way: Way) {
    if filter.accounts.is_none() && filter.parties.is_none() && filter.dimensions.takes_all() {
        return;
    }
    let of_line = DimensionFilter { parties: filter.parties.clone(), ..filter.dimensions.clone() };
    let mut condition = of_line.condition("l.dimensions", &mut query.params);
    if let Some(accounts) = &filter.accounts {
        condition.push_str(&format!(" and {}", one_of("l.account_id", accounts, &mut query.params)));
    }
    // Lines are indexed by account and by party: for all else, the lines of each entry on the way to a full page are looked
    // at, and not all lines of the books.
    let text = if way == Way::Lines || (filter.accounts.is_some() && filter.parties.is_none()) {
        let (lines, by_party) = of_line.lines(&mut query.params);
        format!(
            " and sequence in (select l.entry_sequence from {lines} where l.organization_id = $1{by_party}{condition})"
        )
    } else {
        format!(
            " and exists (select 1 from lines as l \
               where l.organization_id = $1 and l.entry_sequence = entries.sequence{condition})"
        )
    };
    query.text.push_str(&text);
}
