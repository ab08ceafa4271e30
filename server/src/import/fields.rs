//! The fields of a retail file: numbers, dates and texts, each read strictly or refused with its fault.

use domain::value::{Date, Decimal, DecimalError, round_half_up};

/// Longest text of a field in characters.
pub const FIELD_CHARACTERS: usize = 200;
/// Longest name (document, customer, country) in characters.
pub const NAME_CHARACTERS: usize = 100;
/// Longest stock code in characters: the limit of an item's sku.
pub const STOCK_CODE_CHARACTERS: usize = 60;

/// An exact sum of products; nothing is rounded before the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ExactSum {
    unscaled: i128,
    scale: u32,
}

impl ExactSum {
    /// Adds `quantity × price`; `None` where the digits do not fit.
    #[must_use]
    pub fn plus(self, quantity: Decimal, price: Decimal) -> Option<Self> {
        let product = quantity.unscaled.checked_mul(price.unscaled)?;
        let scale = u32::from(quantity.scale) + u32::from(price.scale);
        let wider = scale.max(self.scale);
        let widen = |unscaled: i128, scale: u32| 10_i128.checked_pow(wider - scale)?.checked_mul(unscaled);
        Some(Self { unscaled: widen(self.unscaled, self.scale)?.checked_add(widen(product, scale)?)?, scale: wider })
    }

    /// The sum in units of 10^-decimals, rounded once, half up on magnitudes.
    #[must_use]
    pub fn to_units(self, decimals: u8) -> Option<i64> {
        let numerator = self.unscaled.checked_mul(10_i128.checked_pow(u32::from(decimals))?)?;
        i64::try_from(round_half_up(numerator, 10_i128.checked_pow(self.scale)?)?).ok()
    }
}

/// Reads a number such as `-12` or `2.55`.
pub fn number(text: &str) -> Result<Decimal, String> {
    if text.is_empty() {
        return Err("is empty: a number is needed".to_owned());
    }
    Decimal::parse(text).map_err(|error| match error {
        DecimalError::Malformed if text.chars().any(|character| "£€$¥".contains(character)) => {
            format!("{text:?} has a currency sign: write amounts in GBP with digits only, such as 2.55")
        }
        DecimalError::Malformed => {
            format!("{text:?} is not a number: write digits with at most one point, such as -12 or 2.55")
        }
        DecimalError::LeadingZero => format!("{text:?} {error}"),
        DecimalError::TooManyDecimals(_) | DecimalError::OutOfRange => format!("{text:?} has too many digits"),
    })
}

/// Reads a day such as `1/12/2010`, or `1/12/2010 8:26`, whose time is left out.
pub fn day(text: &str) -> Result<Date, String> {
    let wrong = || format!("{text:?} is not a date: write d/m/yyyy, such as 1/12/2010");
    let (day, time) = text.split_once(' ').map_or((text, None), |(day, time)| (day, Some(time)));
    if time.is_some_and(|time| !is_time(time)) {
        return Err(wrong());
    }
    let parts: Vec<&str> = day.split('/').collect();
    let [day, month, year] = parts.as_slice() else { return Err(wrong()) };
    let within =
        |part: &str, most: usize| (1..=most).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    if !within(day, 2) || !within(month, 2) || !within(year, 4) || year.len() != 4 {
        return Err(wrong());
    }
    let (Ok(day), Ok(month), Ok(year)) = (day.parse(), month.parse(), year.parse()) else { return Err(wrong()) };
    Date::new(year, month, day).map_err(|_| format!("{text:?} does not exist in the calendar: write dates as d/m/yyyy"))
}

fn is_time(text: &str) -> bool {
    let parts: Vec<&str> = text.split(':').collect();
    (2..=3).contains(&parts.len())
        && parts.iter().zip([24, 60, 60]).all(|(part, below)| {
            part.len() <= 2
                && part.bytes().all(|byte| byte.is_ascii_digit())
                && part.parse::<u8>().is_ok_and(|unit| unit < below)
        })
}

/// Checks any text of the file: no control characters, not endless; both come of a quotation mark left open.
pub fn text(text: &str, most: usize) -> Result<(), String> {
    if let Some(found) = text.chars().find(|character| character.is_control()) {
        let found = u32::from(found);
        return Err(format!("contains the control character U+{found:04X}: look for an unclosed quotation mark"));
    }
    match text.chars().count() {
        count if count > most => Err(format!("has {count} characters: at most {most} are allowed")),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_add_up_exactly_and_are_rounded_once() {
        let sum = |rows: &[(&str, &str)]| {
            rows.iter().try_fold(ExactSum::default(), |sum, (quantity, price)| {
                sum.plus(Decimal::parse(quantity).ok()?, Decimal::parse(price).ok()?)
            })
        };
        for (rows, units) in [
            (&[("6", "2.55"), ("8", "2.75")][..], 3730),
            (&[("1", "0.005")], 1),
            (&[("1", "0.001"), ("1", "0.002"), ("1", "0.0015")], 0),
            (&[("1", "0.004"), ("1", "0.004")], 1),
            (&[("-1", "0.005")], -1),
            (&[("2.5", "0.1"), ("-1", "0.25")], 0),
            (&[], 0),
        ] {
            assert_eq!(sum(rows).and_then(|sum| sum.to_units(2)), Some(units), "{rows:?}");
        }
        assert_eq!(sum(&[("999999999999999999999999999999", "999999999999999999999999999999")]), None);
    }

    #[test]
    fn days_are_read_day_first_and_strictly() {
        for (text, read) in
            [("1/12/2010", "2010-12-01"), ("31/01/2011", "2011-01-31"), ("1/12/2010 8:26", "2010-12-01")]
        {
            assert_eq!(day(text).map(|day| day.to_string()), Ok(read.to_owned()));
        }
        for wrong in [
            "",
            "2010-12-01",
            "12/31/2010",
            "29/2/2010",
            "1/12/10",
            "1/12/2010 25:00",
            "1/12/2010 8",
            "+1/12/2010",
            "1/12/2010/",
        ] {
            assert!(day(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn numbers_with_signs_of_currency_or_separators_are_refused_with_the_right_way() {
        assert!(number("£2.55").is_err_and(|message| message.contains("currency sign")));
        for wrong in ["", "1,000.00", "2.5.5", "abc", "1e3"] {
            assert!(number(wrong).is_err(), "{wrong:?}");
        }
    }
}
