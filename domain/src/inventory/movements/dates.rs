//! When a movement occurred, and the date on which it is posted: derived, never chosen.

use std::sync::LazyLock;

use jiff::tz::{TimeZone, TimeZoneDatabase};

use super::new::When;
use crate::access::Permission;
use crate::book::Book;
use crate::context::Context;
use crate::inventory::movement_kind::{CostingPlace, MovementKind};
use crate::ledger::subledger;
use crate::rejection::{Code, Rejection};
use crate::stop::Stop;
use crate::value::cell::IsoDate;
use crate::value::{Date, Instant};

/// The rules of time zones that are built in: the same on every machine, so that all derive the same day.
static ZONES: LazyLock<TimeZoneDatabase> = LazyLock::new(TimeZoneDatabase::bundled);

/// The organization's time zone; UTC where its name is none any more.
fn zone(book: &Book) -> Result<TimeZone, Stop> {
    let name = &book.organization()?.timezone;
    Ok(ZONES.get(name).unwrap_or(TimeZone::UTC))
}

/// The day of an instant in the organization's time zone.
pub(crate) fn day_of(book: &Book, at: Instant) -> Result<Date, Stop> {
    // Instants that were let in are within the range of dates.
    let moment = jiff::Timestamp::from_microsecond(at.0).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    Ok(zone(book)?.to_datetime(moment).date())
}

/// The first instant after a day in the time zone of this name: what stands before it occurred by the end of the day.
#[must_use]
pub fn end_of_day(timezone: &str, date: Date) -> Instant {
    let zone = ZONES.get(timezone).unwrap_or(TimeZone::UTC);
    let next = date.tomorrow().ok().and_then(|next| zone.to_ambiguous_zoned(next.at(0, 0, 0, 0)).compatible().ok());
    next.map_or(Instant(i64::MAX), |next| Instant(next.timestamp().as_microsecond()))
}

/// The instant that a caller means; `None` is now. Nothing moves in the future.
pub(super) fn instant(book: &Book, ctx: &Context, kind: MovementKind, when: Option<When>) -> Result<Instant, Stop> {
    let at = match when {
        None => return Ok(ctx.now()),
        Some(When::At(at)) => at,
        Some(When::On(date)) => {
            let today = day_of(book, ctx.now())?;
            let at = usual_instant(book, kind, date)?;
            if date == today { at.min(ctx.now()) } else { at }
        }
    };
    if at > ctx.now() {
        let message = "goods do not move in the future: give an instant or a day that has come";
        return Err(Rejection::new(Code::OccurredInFuture, message).at("/occurredAt").with("now", ctx.now()).into());
    }
    Ok(at)
}

/// When on a day a movement of this kind occurred, where nobody says.
fn usual_instant(book: &Book, kind: MovementKind, date: Date) -> Result<Instant, Stop> {
    let moment = zone(book)?
        .to_ambiguous_zoned(date.at(kind.rules().usual_hour, 0, 0, 0))
        .compatible()
        .map(|zoned| zoned.timestamp());
    let moment = moment.map_err(|_| {
        let message =
            format!("{} is beyond the days that can be told in every time zone: give one that has come", IsoDate(date));
        Rejection::new(Code::ValidationFailed, message).at("/occurredAt")
    })?;
    Ok(Instant(moment.as_microsecond()))
}

/// Where a document stands in the order of costs, if not where it occurred: who may be late may have it costed now. It is
/// posted no earlier than that.
pub(super) fn costed_at(
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

/// The date on which what occurred is posted: its own day where that is open to the caller, else the first open one for
/// who may be late.
pub(super) fn posting_date(book: &Book, ctx: &Context, at: Instant, sent: Option<Date>) -> Result<Date, Stop> {
    let derived = open_date(book, ctx, day_of(book, at)?)?;
    match sent {
        Some(sent) if sent != derived => {
            let message = format!(
                "what occurred then is posted on {}, and nobody chooses another day: leave postingDate out",
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

/// The day itself where it is open to the caller, else the first open one after it for who may be late.
pub(super) fn open_date(book: &Book, ctx: &Context, date: Date) -> Result<Date, Stop> {
    let may_be_late = ctx.rights(book)?.has(Permission::InventoryLateEntry);
    subledger::open_date(book, ctx, date, may_be_late)
}

#[cfg(test)]
mod tests {
    use super::*;

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
