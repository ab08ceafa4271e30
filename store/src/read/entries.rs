//! Lists of journal entries.

use domain::rows::{Entry, EntryStatus, EntryType};
use domain::value::id::{AccountId, JournalId, OrganizationId};
use domain::value::{Cell, CellValue, Date};

use super::Conditions;
use super::conditions::one_of;
use super::dimensions::DimensionFilter;
use crate::fault::Fault;
use crate::snapshot::Snapshot;

/// Which entries, in which order.
#[derive(Clone, Debug, Default)]
pub struct EntryFilter {
    pub status: Option<EntryStatus>,
    pub journal: Option<JournalId>,
    /// Posted entries with a line on one of these accounts.
    pub accounts: Option<Vec<AccountId>>,
    /// Posted entries with a line that has these dimensions; the same line, where an account is named, too.
    pub dimensions: DimensionFilter,
    pub from: Option<Date>,
    pub to: Option<Date>,
    pub entry_type: Option<EntryType>,
    /// Posted entries whose own reversal is due by then and was not posted yet.
    pub auto_reverse_until: Option<Date>,
    pub number: Option<String>,
    pub external_id: Option<String>,
    /// Part of number, description or reference, in any case of ASCII letters.
    pub text: Option<String>,
    pub descending: bool,
    /// Date and id of the last row of the page before.
    pub after: Option<Vec<Cell>>,
}

/// A page of entries by date and id.
pub async fn list(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &EntryFilter,
    most: usize,
) -> Result<Vec<Entry>, Fault> {
    let mut query = Conditions::new(organization);
    query.equal("status", filter.status.map(|status| status.to_cell()));
    if matches!(filter.status, Some(EntryStatus::Draft | EntryStatus::PendingApproval)) {
        // They have no place in the series yet: its index finds the few that wait among the many that are posted.
        query.text.push_str(" and sequence is null");
    }
    query.equal("journal_id", filter.journal.map(|id| id.to_cell()));
    query.equal("entry_type", filter.entry_type.map(|kind| kind.to_cell()));
    query.equal("number", filter.number.as_ref().map(CellValue::to_cell));
    query.equal("external_id", filter.external_id.as_ref().map(CellValue::to_cell));
    query.when("date >= {}", filter.from.map(|date| date.to_cell()));
    query.when("date <= {}", filter.to.map(|date| date.to_cell()));
    with_a_line(&mut query, filter);
    query.when(
        "auto_reverse_on <= {} and reversed_by_entry_id is null and status = 'posted'",
        filter.auto_reverse_until.map(|date| date.to_cell()),
    );
    query.contains(&["description", "number", "reference"], filter.text.as_deref());
    let (order, beyond) = if filter.descending { ("desc", "<") } else { ("asc", ">") };
    if let Some([date, id]) = filter.after.as_deref() {
        let (date, id) = (query.bind(date.clone()), query.bind(id.clone()));
        query.text.push_str(&format!(" and (date, id) {beyond} ({date}, {id})"));
    }
    let most = query.bind(Cell::Int(i64::try_from(most).unwrap_or(i64::MAX)));
    let rest = format!("{} order by date {order}, id {order} limit {most}", query.text);
    snapshot.rows(&rest, &query.params).await
}

/// Entries with a line on the account and with the dimensions of the filter, where it names any.
fn with_a_line(query: &mut Conditions, filter: &EntryFilter) {
    let text = match &filter.accounts {
        Some(accounts) => {
            let on_accounts = one_of("account_id", accounts, &mut query.params);
            let dimensions = filter.dimensions.condition("dimensions", &mut query.params);
            format!(
                " and sequence in (select entry_sequence from lines \
                   where organization_id = $1 and {on_accounts}{dimensions})"
            )
        }
        // Lines are indexed by account alone: without one, the lines of each entry on the way to a full page are
        // looked at, and not all lines of the books.
        None if !filter.dimensions.takes_all() => {
            let dimensions = filter.dimensions.condition("l.dimensions", &mut query.params);
            format!(
                " and exists (select 1 from lines as l \
                   where l.organization_id = $1 and l.entry_sequence = entries.sequence{dimensions})"
            )
        }
        None => return,
    };
    query.text.push_str(&text);
}
