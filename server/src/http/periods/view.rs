//! A period as it is answered, alone with its history.

use domain::rows::{Period, PeriodChange, PeriodStatus, PeriodType};
use domain::value::id::{FiscalYearId, PeriodId, PrincipalId};

use crate::http::output::{At, Day, Id, Named};

crate::output! {
    /// A period of a fiscal year.
    pub struct PeriodView {
        pub id: Id<PeriodId>,
        pub fiscal_year_id: Id<FiscalYearId>,
        /// Order within the year, from 1.
        pub number: i64,
        pub name: String,
        pub start_date: Day,
        pub end_date: Day,
        pub kind: Named<PeriodType>,
        /// Deprecated: use `kind`.
        pub r#type: Named<PeriodType>,
        pub status: Named<PeriodStatus>,
        pub version: i64,
        pub updated_at: At,
        pub updated_by: Id<PrincipalId>,
    }

    /// One change of a period's status.
    pub struct PeriodChangeView {
        pub at: At,
        pub by: Id<PrincipalId>,
        pub from: Named<PeriodStatus>,
        pub to: Named<PeriodStatus>,
        pub reason: Option<String>,
    }

    /// A period with every change of its status, oldest first.
    pub struct PeriodWithHistory {
        pub id: Id<PeriodId>,
        pub fiscal_year_id: Id<FiscalYearId>,
        /// Order within the year, from 1.
        pub number: i64,
        pub name: String,
        pub start_date: Day,
        pub end_date: Day,
        pub kind: Named<PeriodType>,
        /// Deprecated: use `kind`.
        pub r#type: Named<PeriodType>,
        pub status: Named<PeriodStatus>,
        pub history: Vec<PeriodChangeView>,
        pub version: i64,
        pub updated_at: At,
        pub updated_by: Id<PrincipalId>,
    }
}

impl From<Period> for PeriodView {
    fn from(period: Period) -> Self {
        Self {
            id: Id(period.id),
            fiscal_year_id: Id(period.fiscal_year_id),
            number: period.number,
            name: period.name,
            start_date: Day(period.start_date),
            end_date: Day(period.end_date),
            kind: Named(period.period_type),
            r#type: Named(period.period_type),
            status: Named(period.status),
            version: period.version,
            updated_at: At(period.updated_at),
            updated_by: Id(period.updated_by),
        }
    }
}

impl From<PeriodChange> for PeriodChangeView {
    fn from(change: PeriodChange) -> Self {
        Self {
            at: At(change.at),
            by: Id(change.by_principal),
            from: Named(change.from_status),
            to: Named(change.to_status),
            reason: change.reason,
        }
    }
}

impl PeriodWithHistory {
    /// A period with its changes, oldest first.
    #[must_use]
    pub fn of(period: Period, history: Vec<PeriodChange>) -> Self {
        let view = PeriodView::from(period);
        Self {
            id: view.id,
            fiscal_year_id: view.fiscal_year_id,
            number: view.number,
            name: view.name,
            start_date: view.start_date,
            end_date: view.end_date,
            kind: view.kind,
            r#type: view.r#type,
            status: view.status,
            history: history.into_iter().map(PeriodChangeView::from).collect(),
            version: view.version,
            updated_at: view.updated_at,
            updated_by: view.updated_by,
        }
    }
}
