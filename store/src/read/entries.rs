//! Lists of journal entries.

use domain::rows::{Entry, EntryStatus, EntryType, Line};
use domain::value::id::{AccountId, JournalId, OrganizationId, PartyId, PrincipalId};
use domain::value::{Cell, CellValue, Date, Instant};

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
    let query = query(organization, filter, most);
    snapshot.rows(&query.text, &query.params).await
}

/// What a page of entries is read by, from `where` on.
pub(crate) fn query(organization: OrganizationId, filter: &EntryFilter, most: usize) -> Conditions {
    let mut query = conditions(organization, filter);
    let (order, beyond) = if filter.descending { ("desc", "<") } else { ("asc", ">") };
    let (columns, has_it) = filter.order.columns();
    query.text.push_str(has_it);
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
fn conditions(organization: OrganizationId, filter: &EntryFilter) -> Conditions {
    let mut query = Conditions::new(organization);
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
    query.when("updated_at >= {}", filter.changed_since.map(|at| at.to_cell()));
    query.equal("external_id", filter.external_id.as_ref().map(CellValue::to_cell));
    query.when("date >= {}", filter.from.map(|date| date.to_cell()));
    query.when("date <= {}", filter.to.map(|date| date.to_cell()));
    query.when("total_debit >= {}", filter.least.map(|units| units.to_cell()));
    query.when("total_debit <= {}", filter.greatest.map(|units| units.to_cell()));
    query.equal("created_by", filter.created_by.map(|id| id.to_cell()));
    if let Some(amount) = &filter.amount {
        let condition = amount.condition(&mut query.params);
        query.text.push_str(&format!(" and {condition}"));
    }
    with_a_line(&mut query, filter);
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
    let Conditions { text, params } = conditions(organization, filter);
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
fn with_a_line(query: &mut Conditions, filter: &EntryFilter) {
    let text = match (&filter.accounts, &filter.parties) {
        (Some(accounts), None) => {
            let on_accounts = one_of("account_id", accounts, &mut query.params);
            let dimensions = filter.dimensions.condition("dimensions", &mut query.params);
            format!(
                " and sequence in (select entry_sequence from lines \
                   where organization_id = $1 and {on_accounts}{dimensions})"
            )
        }
        // Lines are indexed by account alone: for all else, the lines of each entry on the way to a full page are
        // looked at, and not all lines of the books.
        (accounts, parties) if parties.is_some() || !filter.dimensions.takes_all() => {
            let mut of_line = filter.dimensions.condition("l.dimensions", &mut query.params);
            if let Some(accounts) = accounts {
                of_line.push_str(&format!(" and {}", one_of("l.account_id", accounts, &mut query.params)));
            }
            if let Some(parties) = parties {
                of_line.push_str(&format!(" and {}", one_of("l.party_id", parties, &mut query.params)));
            }
            format!(
                " and exists (select 1 from lines as l \
                   where l.organization_id = $1 and l.entry_sequence = entries.sequence{of_line})"
            )
        }
        (_, _) => return,
    };
    query.text.push_str(&text);
}
