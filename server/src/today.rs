//! Which day it is: an organization's own, in its own time zone.

use domain::rows::Organization;
use domain::value::id::OrganizationId;
use domain::value::{Cell, Date, Instant};
use jiff::tz::TimeZone;
use store::{Fault, Snapshot};

/// The day that it is in the organization's time zone; `None` where it has no settings yet.
pub async fn of(snapshot: &mut Snapshot, organization: OrganizationId, now: Instant) -> Result<Option<Date>, Fault> {
    let found: Vec<Organization> = snapshot.rows("where organization_id = $1", &[Cell::Id(organization.0)]).await?;
    let settings = found.into_iter().next().map(known).transpose()?;
    Ok(settings.map(|settings| on(now, &settings.timezone)))
}

/// Settings as they were read, where their time zone is one: in any other the days would be others.
///
/// # Errors
/// `Corrupt` where it is none, for it was checked when it was set.
pub fn known(settings: Organization) -> Result<Organization, Fault> {
    match TimeZone::get(&settings.timezone) {
        Ok(_) => Ok(settings),
        Err(_) => Err(Fault::Corrupt("timezone of organizations cannot be read as a time zone".to_owned())),
    }
}

/// The day on which an instant falls in a zone that the settings guarantee to be valid.
#[must_use]
pub fn on(instant: Instant, timezone: &str) -> Date {
    let zone = TimeZone::get(timezone).unwrap_or(TimeZone::UTC);
    let instant = jiff::Timestamp::from_microsecond(instant.0).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    zone.to_datetime(instant).date()
}

/// Day and time of an instant in a zone, with the zone's name: `2010-12-01 08:26 Europe/London`. Zones are as in [`on`].
#[must_use]
pub fn clock(instant: Instant, timezone: &str) -> String {
    let zone = TimeZone::get(timezone).unwrap_or(TimeZone::UTC);
    let instant = jiff::Timestamp::from_microsecond(instant.0).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    let then = zone.to_datetime(instant);
    format!("{} {:02}:{:02} {timezone}", then.date(), then.hour(), then.minute())
}

/// The first instant of a day in a zone; `None` where that cannot be said. Zones are as in [`on`].
#[must_use]
pub fn start_of(day: Date, timezone: &str) -> Option<Instant> {
    let zone = TimeZone::get(timezone).unwrap_or(TimeZone::UTC);
    let zoned = zone.to_ambiguous_zoned(day.at(0, 0, 0, 0)).compatible().ok()?;
    Some(Instant(zoned.timestamp().as_microsecond()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_begins_when_it_does_where_the_organization_is() {
        let instant = Instant(1_291_159_800_000_000); // 2010-11-30T23:30:00Z
        let days = ["Europe/London", "Europe/Paris", "America/New_York", "Nowhere/Land"].map(|zone| on(instant, zone));
        assert_eq!(days.map(|day| day.to_string()), ["2010-11-30", "2010-12-01", "2010-11-30", "2010-11-30"]);
        assert_eq!(clock(instant, "Europe/Paris"), "2010-12-01 00:30 Europe/Paris");
        let begins = |zone: &str| start_of(jiff::civil::date(2010, 12, 1), zone).unwrap().0 - instant.0;
        assert_eq!(
            ["Europe/London", "Europe/Paris", "America/New_York"].map(begins),
            [1_800_000_000, -1_800_000_000, 19_800_000_000]
        );
    }
}
