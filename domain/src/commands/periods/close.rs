//! Closes a period that is over, after all earlier standard ones; straight from open, too. Nobody posts into it any more.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key, version};
use crate::ledger::closing::{checklist, period_status};
use crate::rows::{PeriodStatus, Reply};
use crate::value::Sought;
use crate::value::id::PeriodId;
use crate::value::permission::Permission;
use crate::value::rejection::Code;

/// Lets nobody post into a period any more.
#[derive(Clone, Debug)]
pub struct ClosePeriod {
    pub period: Sought<PeriodId>,
    pub reason: Option<String>,
    /// Whether it closes although its last day has not passed, which needs a reason.
    pub force: bool,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for ClosePeriod {
    const PERMISSION: Permission = Permission::PeriodsClose;

    fn reason(&self) -> Option<&str> {
        self.reason.as_deref()
    }

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        checklist::hint_period(book, self.period.id(), keys);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let period = period_status::require_period(book, &self.period)?;
        version::require_version(self.if_match.as_deref(), period.version)?;
        if period.status == PeriodStatus::Closed {
            return Err(period_status::wrong_state(&period, "nothing is left to do").into());
        }
        let items = checklist::of_period(book, &period, ctx.now())?;
        let items = if self.force { checklist::forced(items, self.reason.as_deref())? } else { items };
        checklist::require_ready(Code::PeriodNotReady, &format!("period {}", period.name), &items)?;
        period_status::change(book, ctx, period, PeriodStatus::Closed, self.reason.clone(), FactKind::PeriodClosed)
    }
}
