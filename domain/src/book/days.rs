//! Days of the organization: instants and dates in its time zone.

use jiff::tz::{TimeZone, TimeZoneDatabase};
use std::sync::LazyLock;

use crate::book::Book;
use crate::book::stop::Stop;
use crate::value::{Date, Instant};

/// The rules of time zones that are built in: the same on every machine, so that all derive the same day.
static ZONES: LazyLock<TimeZoneDatabase> = LazyLock::new(TimeZoneDatabase::bundled);

/// The organization's time zone; UTC where its name is none any more.
pub(crate) fn zone(book: &Book) -> Result<TimeZone, Stop> {
    let name = &book.organization()?.timezone;
    Ok(ZONES.get(name).unwrap_or(TimeZone::UTC))
}

/// The day of an instant in the organization's time zone.
pub(crate) fn day_of(book: &Book, at: Instant) -> Result<Date, Stop> {
    // Instants that were let in are within the range of dates.
    let moment = jiff::Timestamp::from_microsecond(at.0).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    Ok(zone(book)?.to_datetime(moment).date())
}

/// The first instant after a day in the time zone of this name: everything before it occurred by the end of the day.
#[must_use]
pub fn end_of_day(timezone: &str, date: Date) -> Instant {
    let zone = ZONES.get(timezone).unwrap_or(TimeZone::UTC);
    let next = date.tomorrow().ok().and_then(|next| zone.to_ambiguous_zoned(next.at(0, 0, 0, 0)).compatible().ok());
    next.map_or(Instant(i64::MAX), |next| Instant(next.timestamp().as_microsecond()))
}
