//! When a movement occurred, and the date on which it is posted: derived, never chosen.

use crate::book::Book;
use crate::book::context::Context;
use crate::book::days::{day_of, zone};
use crate::book::stop::Stop;
use crate::ledger::subledger;
use crate::stock::goods::document::new::When;
use crate::value::cell::IsoDate;
use crate::value::movement_kind::{CostingPlace, MovementKind};
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};
use crate::value::{Date, Instant};

/// The instant that a caller means; `None` is now. Nothing moves in the future.
pub(crate) fn instant(book: &Book, ctx: &Context, kind: MovementKind, when: Option<When>) -> Result<Instant, Stop> {
    let at = match when {
        None => return Ok(ctx.now()),
        Some(When::At(at)) => at,
        Some(When::On(date)) => {
            let today = day_of(book, ctx.now())?;
            let at = usual_instant(book, kind, date)?;
            if date == today { at.min(ctx.now()) } else { at }
        }
    };
    require_not_in_future(ctx, at, "give an instant or day that has passed")?;
    Ok(at)
}

/// Goods do not move in the future; a refusal says the way out.
pub(crate) fn require_not_in_future(ctx: &Context, at: Instant, way_out: &str) -> Result<(), Stop> {
    if at <= ctx.now() {
        return Ok(());
    }
    let message = format!("goods cannot move in the future: {way_out}");
    Err(Rejection::new(Code::OccurredInFuture, message).at("/occurredAt").with("now", ctx.now()).into())
}

/// When on a day a movement of this kind occurred, where nobody says.
fn usual_instant(book: &Book, kind: MovementKind, date: Date) -> Result<Instant, Stop> {
    let moment = zone(book)?
        .to_ambiguous_zoned(date.at(kind.rules().usual_hour, 0, 0, 0))
        .compatible()
        .map(|zoned| zoned.timestamp());
    let moment = moment.map_err(|_| {
        let message = format!("{} is too late for some time zones: give a day that has passed", IsoDate(date));
        Rejection::new(Code::ValidationFailed, message).at("/occurredAt")
    })?;
    Ok(Instant(moment.as_microsecond()))
}

/// Where a document stands in the order of costs, if not where it occurred: people who may post late may have it costed
/// now. It is posted no earlier than that.
pub(crate) fn costed_at(
    book: &Book,
    ctx: &Context,
    costing: CostingPlace,
    occurred_at: Instant,
) -> Result<Option<Instant>, Stop> {
    if costing == CostingPlace::InOrder || occurred_at == ctx.now() {
        return Ok(None);
    }
    ctx.require(book, Permission::InventoryLateEntry)?;
    Ok(Some(ctx.now()))
}

/// The posting date of an event: its own day if that is open to the caller, otherwise the first open one for callers
/// who may post late.
pub(crate) fn posting_date(book: &Book, ctx: &Context, at: Instant, sent: Option<Date>) -> Result<Date, Stop> {
    let derived = open_date(book, ctx, day_of(book, at)?)?;
    match sent {
        Some(sent) if sent != derived => {
            let message = format!(
                "movements of that day are posted on {}, and no other day can be chosen: leave postingDate out",
                IsoDate(derived)
            );
            Err(Rejection::new(Code::PostingDateDerived, message)
                .at("/postingDate")
                .with("postingDate", derived)
                .into())
        }
        _ => Ok(derived),
    }
}

/// The day itself if it is open to the caller, otherwise the first open one after it up to today, for callers who may post late.
pub(crate) fn open_date(book: &Book, ctx: &Context, date: Date) -> Result<Date, Stop> {
    let may_be_late = ctx.rights(book)?.has(Permission::InventoryLateEntry);
    subledger::open_date(book, ctx, date, may_be_late)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::days::end_of_day;

    #[test]
    fn a_day_ends_at_midnight_of_the_time_zone_whatever_the_clocks_do() {
        let day = |month, day| jiff::civil::date(2010, month, day);
        for (zone, date, wanted) in [
            ("Europe/London", day(1, 31), "2010-02-01T00:00:00.000000Z"),
            ("Europe/London", day(6, 30), "2010-06-30T23:00:00.000000Z"),
            // Clocks were set forward at this midnight: the day after began at one.
            ("Africa/Cairo", day(4, 29), "2010-04-29T22:00:00.000000Z"),
            ("Nowhere/At all", day(1, 31), "2010-02-01T00:00:00.000000Z"),
        ] {
            assert_eq!(end_of_day(zone, date).to_string(), wanted, "{zone}");
        }
        assert_eq!(end_of_day("Europe/London", Date::MAX), Instant(i64::MAX));
    }
}
