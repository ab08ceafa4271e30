//! Soft-closes a period: from then on only those who may override post into it.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key, version};
use crate::ledger::closing::period_status;
use crate::rows::{PeriodStatus, Reply};
use crate::value::Sought;
use crate::value::id::PeriodId;
use crate::value::permission::Permission;

/// Lets only who may override post into a period.
#[derive(Clone, Debug)]
pub struct SoftClosePeriod {
    pub period: Sought<PeriodId>,
    pub reason: Option<String>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for SoftClosePeriod {
    const PERMISSION: Permission = Permission::PeriodsSoftClose;

    fn reason(&self) -> Option<&str> {
        self.reason.as_deref()
    }

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::Periods, Key::FiscalYears]);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let period = period_status::require_period(book, &self.period)?;
        version::require_version(self.if_match.as_deref(), period.version)?;
        if period.status != PeriodStatus::Open {
            return Err(period_status::wrong_state(&period, "only an open period can be soft-closed").into());
        }
        period_status::change(
            book,
            ctx,
            period,
            PeriodStatus::SoftClosed,
            self.reason.clone(),
            FactKind::PeriodSoftClosed,
        )
    }
}
