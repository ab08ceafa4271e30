//! The entries that the books learnt between two points of their log, and their effect.

use domain::rows::Entry;
use domain::value::id::{AccountId, OrganizationId};
use domain::value::{Cell, CellValue, Date};

use super::Conditions;
use super::columns::{Sum, selected};
use crate::{Fault, Snapshot};

/// Which entries: those after the first place of the series up to the second, with a date among these.
#[derive(Clone, Copy, Debug)]
pub struct Between {
    pub after: i64,
    pub until: i64,
    pub from: Option<Date>,
    pub to: Option<Date>,
}

selected! {
    /// The postings on an account, in base currency.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Effect(sequence) {
        /// The entry's place in the series; 0 in a sum over entries.
        sequence: i64 = sequence,
        account: AccountId = "l.account_id",
        debit: i128 = Sum("l.base_debit"),
        credit: i128 = Sum("l.base_credit"),
    }
}

/// A page of the entries, in the order of the series, after a place.
pub async fn entries(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    between: Between,
    behind: i64,
    most: usize,
) -> Result<Vec<Entry>, Fault> {
    let mut conditions = Conditions::new(organization);
    conditions.when("sequence > {}", Some(Cell::Int(between.after.max(behind))));
    conditions.when("sequence <= {}", Some(Cell::Int(between.until)));
    conditions.when("date >= {}", between.from.map(|day| day.to_cell()));
    conditions.when("date <= {}", between.to.map(|day| day.to_cell()));
    conditions.page(snapshot, "sequence", most).await
}

/// The postings of each entry on each account, by entry and account.
pub async fn effects(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    between: Between,
) -> Result<Vec<Effect>, Fault> {
    sums(snapshot, organization, between, "e.sequence").await
}

/// The postings of all the entries on each account.
pub async fn totals(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    between: Between,
) -> Result<Vec<Effect>, Fault> {
    sums(snapshot, organization, between, "0").await
}

async fn sums(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    between: Between,
    group: &str,
) -> Result<Vec<Effect>, Fault> {
    let mut params = vec![Cell::Id(organization.0), Cell::Int(between.after), Cell::Int(between.until)];
    let mut dates = String::new();
    for (compares, day) in [(">=", between.from), ("<=", between.to)] {
        if let Some(day) = day {
            params.push(day.to_cell());
            dates.push_str(&format!(" and e.date {compares} ${}", params.len()));
        }
    }
    let selected = Effect::selected(&format!("cast({group} as bigint)"));
    let by = if group == "0" { "l.account_id".to_owned() } else { format!("{group}, l.account_id") };
    let sql = format!(
        "select {} from entries as e \
         join lines as l on l.organization_id = $1 and l.entry_sequence = e.sequence \
         where e.organization_id = $1 and e.sequence > $2 and e.sequence <= $3{dates} group by {by} order by {by}",
        selected.text()
    );
    selected.all(snapshot, &sql, &params).await
}
