//! The status of a period, which the commands on periods change, with its history.
//!
//! Open → soft-closed (only those who may override post) → closed (nobody posts). A period closes after all earlier standard ones,
//! and only the last closed one opens again.

use crate::book::Book;
use crate::book::context::Context;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::rows::{Period, PeriodChange, PeriodStatus, Reply};
use crate::value::Sought;
use crate::value::id::PeriodId;
use crate::value::rejection::{Code, Rejection};

/// The period, or `not_found` for an unknown, malformed or foreign id.
pub(crate) fn require_period(book: &Book, sought: &Sought<PeriodId>) -> Result<Period, Stop> {
    let id = sought.require()?;
    Ok(book.period(id)?.ok_or_else(Rejection::not_found)?.clone())
}

/// The refusal of a change that the status does not allow, with the way out.
pub(crate) fn wrong_state(period: &Period, way: &str) -> Rejection {
    let state = match period.status {
        PeriodStatus::Open => "open",
        PeriodStatus::SoftClosed => "soft-closed",
        PeriodStatus::Closed => "closed",
    };
    Rejection::new(Code::PeriodState, format!("period {} is {state}: {way}", period.name))
        .with("periodId", period.id.to_string())
        .with("status", period.status.name())
}

/// Sets the status and writes it into the history.
pub(crate) fn change(
    book: &mut Book,
    ctx: &Context,
    mut period: Period,
    to: PeriodStatus,
    reason: Option<String>,
    kind: FactKind,
) -> Result<Reply, Stop> {
    let from = std::mem::replace(&mut period.status, to);
    period.version += 1;
    period.updated_at = ctx.at;
    period.updated_by = ctx.actor.principal;
    let (id, version) = (period.id, period.version);
    book.period_changes.put(PeriodChange {
        period_id: id,
        period_version: version,
        at: ctx.at,
        by_principal: ctx.actor.principal,
        from_status: from,
        to_status: to,
        reason,
    });
    book.periods.put(period);
    let recorded = book.record(ctx, kind, id);
    Ok(Reply::new(id, version, recorded))
}
