//! Reopens a period that is soft-closed, or the last closed one.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key, version};
use crate::ledger::closing::periods::{self, ordered};
use crate::ledger::closing::{fiscal_years, period_status};
use crate::rows::{Period, PeriodStatus, Reply};
use crate::value::Sought;
use crate::value::id::PeriodId;
use crate::value::permission::Permission;

/// Opens a soft-closed period, or the last closed one (which needs `periods:close` too).
#[derive(Clone, Debug)]
pub struct ReopenPeriod {
    pub period: Sought<PeriodId>,
    /// Why, trimmed; kept in the history.
    pub reason: String,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for ReopenPeriod {
    const PERMISSION: Permission = Permission::PeriodsSoftClose;

    fn reason(&self) -> Option<&str> {
        Some(&self.reason)
    }

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::Periods, Key::FiscalYears]);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let period = period_status::require_period(book, &self.period)?;
        if period.status == PeriodStatus::Closed {
            ctx.require(book, Permission::PeriodsClose)?;
        }
        version::require_version(self.if_match.as_deref(), period.version)?;
        match period.status {
            PeriodStatus::Open => return Err(period_status::wrong_state(&period, "nothing is left to do").into()),
            PeriodStatus::SoftClosed => require_open_year(book, &period)?,
            PeriodStatus::Closed => {
                require_open_year(book, &period)?;
                require_last_closed(book, &period)?;
            }
        }
        period_status::change(
            book,
            ctx,
            period,
            PeriodStatus::Open,
            Some(self.reason.clone()),
            FactKind::PeriodReopened,
        )
    }
}

/// Nothing opens in a closed year.
fn require_open_year(book: &Book, period: &Period) -> Result<(), Stop> {
    match periods::closed_year(book, period)? {
        Some(year) => Err(fiscal_years::closed(year).with("periodId", period.id.to_string()).into()),
        None => Ok(()),
    }
}

/// No later period is closed.
fn require_last_closed(book: &Book, period: &Period) -> Result<(), Stop> {
    let later = ordered(book, |other, place| other.status == PeriodStatus::Closed && place.0 > place.1, period)?;
    let Some(last) = later.last() else { return Ok(()) };
    let way = format!("only the last closed period can be reopened: reopen {} first", last.name);
    Err(period_status::wrong_state(period, &way)
        .with("closedLaterPeriods", later.iter().map(|other| other.id.to_string()).collect::<Vec<_>>())
        .offer(
            "reopen-later",
            format!("Reopen period {}", last.name),
            "POST",
            format!("/accounting/periods/{}/reopen", last.id),
        )
        .with_reason("Reopened before an earlier one")
        .into())
}
