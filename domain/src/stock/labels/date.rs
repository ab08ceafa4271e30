//! Dates on labels: two digits of the year, and a day that may be left open.

use crate::stock::labels::Misread;
use crate::value::Date;

/// The year in which the label is read; it decides the century.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Today(pub i16);

/// The day of `YYMMDD` (General Specifications, 7.12): day 00 is the last of the month, and a year more than 50 ahead
/// or 49 back is one of the neighbouring century.
///
/// # Errors
/// Where there is no such day.
pub(super) fn read(ai: &str, value: &str, today: Today) -> Result<Date, Misread> {
    let wrong = || Misread::malformed(ai, value, "a day as YYMMDD");
    let part = |from: usize| value.get(from..from + 2).and_then(|two| two.parse::<i16>().ok()).ok_or_else(wrong);
    let (year, month, day) = (part(0)?, part(2)?, part(4)?);
    let year = full_year(year, today);
    let small = |number: i16| i8::try_from(number).map_err(|_| wrong());
    let first = Date::new(year, small(month)?, 1).map_err(|_| wrong())?;
    if day == 0 {
        return Ok(first.last_of_month());
    }
    Date::new(year, small(month)?, small(day)?).map_err(|_| match day {
        // Other months have such a day: it was not misread but misprinted, or stands for another one.
        ..=31 => {
            let day = format!("{year:04}-{month:02}-{day:02}");
            Misread::NoSuchDay { ai: ai.to_owned(), value: value.to_owned(), day }
        }
        _ => wrong(),
    })
}

fn full_year(two_digits: i16, Today(now): Today) -> i16 {
    let century = now - now.rem_euclid(100);
    let ahead = two_digits - now.rem_euclid(100);
    match ahead {
        51..=99 => century - 100 + two_digits,
        -99..=-50 => century + 100 + two_digits,
        _ => century + two_digits,
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn the_century_is_that_of_the_nearest_year_and_day_00_the_last_of_the_month() {
        for (value, year, wanted) in [
            ("251231", 2026, Some(date(2025, 12, 31))),
            ("260200", 2026, Some(date(2026, 2, 28))),
            ("280200", 2026, Some(date(2028, 2, 29))),
            ("760101", 2026, Some(date(2076, 1, 1))),
            ("770101", 2026, Some(date(1977, 1, 1))),
            ("990101", 2049, Some(date(2099, 1, 1))),
            ("000101", 2049, Some(date(2000, 1, 1))),
            ("000101", 2050, Some(date(2100, 1, 1))),
            ("490101", 2099, Some(date(2149, 1, 1))),
            ("250230", 2026, None),
            ("251301", 2026, None),
            ("250001", 2026, None),
            ("250132", 2026, None),
        ] {
            assert_eq!(read("17", value, Today(year)).ok(), wanted, "{value} in {year}");
        }
    }
}
