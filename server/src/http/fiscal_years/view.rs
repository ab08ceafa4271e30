//! A fiscal year as it is answered.

use domain::rows::{FiscalYear, FiscalYearChange, Period, PeriodStatus};
use domain::value::TypedId;
use domain::value::id::{EntryId, FiscalYearId, PrincipalId};

use crate::http::output::{At, Day, Id, Named};
use crate::http::periods::view::PeriodView;

crate::output! {
    /// One change of a fiscal year's status.
    pub struct FiscalYearChangeView {
        pub at: At,
        pub by: Id<PrincipalId>,
        pub from: Named<PeriodStatus>,
        pub to: Named<PeriodStatus>,
        pub reason: Option<String>,
        /// The closing entry that was posted or voided.
        pub closing_entry_id: Option<Id<EntryId>>,
        /// Further ones; usually empty.
        pub further_closing_entry_ids: Vec<Id<EntryId>>,
    }

    /// A fiscal year with its periods in order and every change of its status, oldest first.
    pub struct FiscalYearView {
        pub id: Id<FiscalYearId>,
        pub name: String,
        pub start_date: Day,
        pub end_date: Day,
        pub status: Named<PeriodStatus>,
        /// The entry that moved the year's result into equity; null while the year is open, or if there was no result.
        pub closing_entry_id: Option<Id<EntryId>>,
        /// The entries that moved the rest; usually empty.
        pub further_closing_entry_ids: Vec<Id<EntryId>>,
        pub periods: Vec<PeriodView>,
        pub history: Vec<FiscalYearChangeView>,
        pub version: i64,
        pub created_at: At,
        pub created_by: Id<PrincipalId>,
        pub updated_at: At,
        pub updated_by: Id<PrincipalId>,
    }
}

impl FiscalYearView {
    /// The view of a year with its periods and its changes, oldest first.
    #[must_use]
    pub fn of(year: FiscalYear, periods: Vec<Period>, history: Vec<FiscalYearChange>) -> Self {
        Self {
            id: Id(year.id),
            name: year.name,
            start_date: Day(year.start_date),
            end_date: Day(year.end_date),
            status: Named(year.status),
            closing_entry_id: year.closing_entry_id.map(Id),
            further_closing_entry_ids: further(&year.further_closing_entries),
            periods: periods.into_iter().map(PeriodView::from).collect(),
            history: history.into_iter().map(FiscalYearChangeView::from).collect(),
            version: year.version,
            created_at: At(year.created_at),
            created_by: Id(year.created_by),
            updated_at: At(year.updated_at),
            updated_by: Id(year.updated_by),
        }
    }
}

impl From<FiscalYearChange> for FiscalYearChangeView {
    fn from(change: FiscalYearChange) -> Self {
        Self {
            at: At(change.at),
            by: Id(change.by_principal),
            from: Named(change.from_status),
            to: Named(change.to_status),
            reason: change.reason,
            closing_entry_id: change.closing_entry_id.map(Id),
            further_closing_entry_ids: further(&change.further_closing_entries),
        }
    }
}

/// Stored wire ids, separated by blanks.
fn further(stored: &str) -> Vec<Id<EntryId>> {
    stored.split_whitespace().filter_map(EntryId::parse).map(Id).collect()
}
