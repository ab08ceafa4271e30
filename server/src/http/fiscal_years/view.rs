//! A fiscal year as it is answered.

use domain::ledger::{FiscalYear, Period, PeriodStatus};
use domain::value::id::{FiscalYearId, PrincipalId};

use crate::http::output::{At, Day, Id, Named};
use crate::http::periods::view::PeriodView;

crate::output! {
    /// A fiscal year with its periods in their order.
    pub struct FiscalYearView {
        pub id: Id<FiscalYearId>,
        pub name: String,
        pub start_date: Day,
        pub end_date: Day,
        pub status: Named<PeriodStatus>,
        pub periods: Vec<PeriodView>,
        pub version: i64,
        pub created_at: At,
        pub created_by: Id<PrincipalId>,
        pub updated_at: At,
        pub updated_by: Id<PrincipalId>,
    }
}

impl FiscalYearView {
    /// The view of a year with its periods.
    #[must_use]
    pub fn of(year: FiscalYear, periods: Vec<Period>) -> Self {
        Self {
            id: Id(year.id),
            name: year.name,
            start_date: Day(year.start_date),
            end_date: Day(year.end_date),
            status: Named(year.status),
            periods: periods.into_iter().map(PeriodView::from).collect(),
            version: year.version,
            created_at: At(year.created_at),
            created_by: Id(year.created_by),
            updated_at: At(year.updated_at),
            updated_by: Id(year.updated_by),
        }
    }
}
