//! Days of the organization and of warehouses: instants and dates in their time zones.

use jiff::tz::{TimeZone, TimeZoneDatabase};
use std::sync::LazyLock;

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::Warehouse;
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
    Ok(date_of(&zone(book)?, at))
}

/// The day of an instant where a warehouse is: in its own time zone, or in the organization's where it names none. Goods
/// are used until the last day of their lot by it; documents are posted by the organization's.
pub(crate) fn local_day_of(book: &Book, warehouse: &Warehouse, at: Instant) -> Result<Date, Stop> {
    Ok(local_day(warehouse.timezone.as_deref(), &book.organization()?.timezone, at))
}

/// The day of an instant in a warehouse's time zone, or in the organization's where it has none that is known.
#[must_use]
pub fn local_day(warehouse: Option<&str>, organization: &str, at: Instant) -> Date {
    let own = warehouse.and_then(|name| day_in(name, at)).or_else(|| day_in(organization, at));
    own.unwrap_or_else(|| date_of(&TimeZone::UTC, at))
}

/// The day of an instant in the time zone of this name; `None` where there is none.
#[must_use]
pub fn day_in(timezone: &str, at: Instant) -> Option<Date> {
    Some(date_of(&ZONES.get(timezone).ok()?, at))
}

fn date_of(zone: &TimeZone, at: Instant) -> Date {
    // Instants that were let in are within the range of dates.
    let moment = jiff::Timestamp::from_microsecond(at.0).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    zone.to_datetime(moment).date()
}

/// The first instant after a day in the time zone of this name: everything before it occurred by the end of the day.
#[must_use]
pub fn end_of_day(timezone: &str, date: Date) -> Instant {
    let zone = ZONES.get(timezone).unwrap_or(TimeZone::UTC);
    let next = date.tomorrow().ok().and_then(|next| zone.to_ambiguous_zoned(next.at(0, 0, 0, 0)).compatible().ok());
    next.map_or(Instant(i64::MAX), |next| Instant(next.timestamp().as_microsecond()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_day_of_goods_ends_where_their_warehouse_is() {
        // 2010-12-10T11:00Z: the 11th begins at 10:00 UTC in Kiritimati, and the 10th at 11:00 UTC in Pago Pago.
        let at = Instant(1_291_978_800_000_000);
        let days = |at| {
            [Some("Pacific/Kiritimati"), Some("Pacific/Pago_Pago"), None, Some("Nowhere/Land")]
                .map(|zone| local_day(zone, "Europe/London", at).day())
        };
        assert_eq!(days(at), [11, 10, 10, 10]);
        assert_eq!(days(Instant(at.0 - 1)), [11, 9, 10, 10]);
        assert_eq!(days(Instant(at.0 - 3_600_000_001)), [10, 9, 10, 10]);
    }
}
