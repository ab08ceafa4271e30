//! A recurring entry as it is answered, with the next of its days.

use std::collections::BTreeMap;

use domain::rows::{EntryType, Occurrence, OccurrenceStatus, RecurringAmounts, RecurringEntry, RecurringOutcome};
use domain::value::id::{EntryId, JournalId, OrganizationId, PrincipalId, RecurringEntryId};
use domain::value::{Cell, Currency, Date};
use store::Snapshot;

use crate::http::called::{Names, Naming, Wanted};
use crate::http::journal_entries::view::{LineView, draft_lines, texts};
use crate::http::output::{At, CurrencyCode, Day, Id, Named, RateText, RawObject};
use crate::http::problem::Problem;

crate::output! {
    /// One day of a recurring entry.
    pub struct OccurrenceView {
        pub date: Day,
        pub status: Named<OccurrenceStatus>,
        /// The entry made for the day.
        pub entry_id: Option<Id<EntryId>>,
        /// Why the last run failed; it will be tried again.
        pub problem: Option<String>,
    }
}

crate::view! {
    /// A recurring entry.
    pub struct RecurringEntryView from (recurring: RecurringEntry, next: Option<&Occurrence>, lines: Vec<LineView>) {
        pub id: Id<RecurringEntryId>,
        pub name: String,
        pub rule: String,
        pub start_date: Day,
        pub outcome: Named<RecurringOutcome>,
        /// `total`: the amounts of the lines are those of all days together.
        pub amounts: Named<RecurringAmounts>,
        pub is_active: bool,
        /// The first day that is still due; null if there is none.
        pub next_date: Option<Day> => next.map(|occurrence| Day(occurrence.date)),
        /// All days that the rule gives, in the answer to a request that sets the rule, and in the preview of a new one; else null.
        pub dates: Option<Vec<Day>> => None,
        pub journal_id: Id<JournalId>,
        pub entry_type: Named<EntryType>,
        pub description: String,
        pub reference: Option<String>,
        /// The currency of lines that give none.
        pub currency: CurrencyCode => CurrencyCode(recurring.transaction_currency),
        /// The rate of lines in that currency that give none; null takes the rate in effect on each day.
        pub exchange_rate: Option<RateText>,
        pub lines: Vec<LineView> => lines,
        pub dimensions: BTreeMap<String, String> => texts(&recurring.dimensions),
        pub metadata: RawObject,
        pub version: i64,
        pub created_at: At,
        pub created_by: Id<PrincipalId>,
        pub updated_at: At,
        pub updated_by: Id<PrincipalId>,
    }
}

impl RecurringEntryView {
    /// The same with the days of the rule that a request has set.
    #[must_use]
    pub fn with_dates(self, dates: Option<Vec<Date>>) -> Self {
        Self { dates: dates.map(|dates| dates.into_iter().map(Day).collect()), ..self }
    }

    /// The view of a recurring entry.
    pub fn of(recurring: RecurringEntry, next: Option<&Occurrence>, base: Currency) -> Result<Self, Problem> {
        let lines = draft_lines(&recurring.draft_lines, base, "recurring_entries", recurring.id)?;
        Ok(Self::shown(recurring, next, lines))
    }
}

impl Naming for RecurringEntryView {
    fn ask(&self, wanted: &mut Wanted) {
        self.lines.iter().for_each(|line| line.ask(wanted));
    }

    fn name(&mut self, names: &Names) {
        self.lines.iter_mut().for_each(|line| line.name(names));
    }
}

impl OccurrenceView {
    /// The view of a day.
    #[must_use]
    pub fn of(occurrence: Occurrence) -> Self {
        Self {
            date: Day(occurrence.date),
            status: Named(occurrence.status),
            entry_id: occurrence.entry_id.map(Id),
            problem: occurrence.problem,
        }
    }
}

/// The first day that is still due.
pub async fn next(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    recurring: RecurringEntryId,
) -> Result<Option<Occurrence>, Problem> {
    let rest = "where organization_id = $1 and recurring_entry_id = $2 and status = 'due' order by date limit 1";
    let mut found: Vec<Occurrence> = snapshot.rows(rest, &[Cell::Id(organization.0), Cell::Id(recurring.0)]).await?;
    Ok(found.pop())
}
