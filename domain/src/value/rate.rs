//! Exchange rates: exact decimals, and the one way in which an amount becomes another currency's.

use std::fmt;

use crate::value::{BadCell, Cell, CellKind, CellValue, Decimal, DecimalError, round_half_up};

/// Most decimals of a rate.
pub const RATE_DECIMALS: u8 = 12;

/// Most digits of a rate before the point.
const WHOLE_DIGITS: u32 = 10;

/// Units of one currency per unit of another: above 0, at most 12 decimals and 10 digits before the point, kept
/// without zeros at its end, so that equal rates are one value and one text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rate {
    /// All digits as one integer, above 0.
    unscaled: i128,
    /// How many of them stand after the point.
    scale: u8,
}

/// Why a number is no rate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RateError {
    /// No decimal number at all.
    #[error("{0}")]
    Malformed(DecimalError),
    /// 0 or below.
    #[error("a rate must be above 0: give the units of the second currency per unit of the first")]
    NotAboveZero,
    /// Too many digits after the point.
    #[error("a rate can have at most {RATE_DECIMALS} decimals")]
    TooManyDecimals,
    /// Too many digits before the point.
    #[error("a rate can have at most {WHOLE_DIGITS} digits before the point")]
    TooLarge,
}

impl Rate {
    /// Reads a plain decimal: no exponent, no sign, no separators.
    pub fn parse(text: &str) -> Result<Self, RateError> {
        match Decimal::parse(text) {
            Ok(number) => Self::of(number),
            Err(DecimalError::OutOfRange) => Err(RateError::TooLarge),
            Err(error) => Err(RateError::Malformed(error)),
        }
    }

    /// The rate that a decimal is.
    ///
    /// # Errors
    /// Where it is not above 0, too exact or too large.
    pub fn of(number: Decimal) -> Result<Self, RateError> {
        if number.unscaled <= 0 {
            return Err(RateError::NotAboveZero);
        }
        let Decimal { mut unscaled, mut scale } = number;
        while scale > 0 && unscaled % 10 == 0 {
            unscaled /= 10;
            scale -= 1;
        }
        if scale > RATE_DECIMALS {
            return Err(RateError::TooManyDecimals);
        }
        if unscaled / power(u32::from(scale)).unwrap_or(1) >= power(WHOLE_DIGITS).unwrap_or(i128::MAX) {
            return Err(RateError::TooLarge);
        }
        Ok(Self { unscaled, scale })
    }

    /// The rate as a number, without zeros at its end.
    #[must_use]
    pub fn decimal(self) -> Decimal {
        Decimal { unscaled: self.unscaled, scale: self.scale }
    }

    /// An amount at this rate, in minor units: from a currency of `from_decimals` into one of `to_decimals`, its
    /// magnitude rounded half up. `None` where the result leaves the range of amounts.
    #[must_use]
    pub fn convert(self, amount_minor: i64, from_decimals: u8, to_decimals: u8) -> Option<i64> {
        let product = i128::from(amount_minor).checked_mul(self.unscaled)?;
        let behind = u32::from(self.scale) + u32::from(from_decimals);
        let before = u32::from(to_decimals);
        let (numerator, denominator) = if before >= behind {
            (product.checked_mul(power(before - behind)?)?, 1)
        } else {
            (product, power(behind - before)?)
        };
        i64::try_from(round_half_up(numerator, denominator)?).ok()
    }

    /// The amount that this rate turns into `amount_minor`: the way back of [`Self::convert`], its magnitude rounded half up.
    /// `None` where the result leaves the range of amounts.
    #[must_use]
    pub fn convert_back(self, amount_minor: i64, from_decimals: u8, to_decimals: u8) -> Option<i64> {
        let numerator = i128::from(amount_minor).checked_mul(power(u32::from(self.scale) + u32::from(to_decimals))?)?;
        let denominator = self.unscaled.checked_mul(power(u32::from(from_decimals))?)?;
        i64::try_from(round_half_up(numerator, denominator)?).ok()
    }
}

fn power(digits: u32) -> Option<i128> {
    10_i128.checked_pow(digits)
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Decimal { unscaled: self.unscaled, scale: self.scale }.fmt(f)
    }
}

impl CellValue for Rate {
    const KIND: CellKind = CellKind::Text;
    fn to_cell(&self) -> Cell {
        Cell::Text(self.to_string())
    }
    fn from_cell(cell: &Cell) -> Result<Self, BadCell> {
        let Cell::Text(text) = cell else { return Err(BadCell::new("a rate", cell)) };
        Self::parse(text).map_err(|_| BadCell::new("a rate", cell))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_rate_is_a_plain_decimal_above_zero_of_at_most_12_places_and_10_digits() {
        for (text, told) in
            [("1.2500", "1.25"), ("110", "110"), ("0.000000000001", "0.000000000001"), ("9999999999.5", "9999999999.5")]
        {
            assert_eq!(Rate::parse(text).map(|rate| rate.to_string()).as_deref(), Ok(told));
        }
        for (text, why) in [
            ("0", RateError::NotAboveZero),
            ("0.000", RateError::NotAboveZero),
            ("-1", RateError::NotAboveZero),
            ("0.0000000000001", RateError::TooManyDecimals),
            ("10000000000", RateError::TooLarge),
            ("1e3", RateError::Malformed(DecimalError::Malformed)),
            ("", RateError::Malformed(DecimalError::Malformed)),
            ("01", RateError::Malformed(DecimalError::LeadingZero)),
        ] {
            assert_eq!(Rate::parse(text), Err(why), "{text:?}");
        }
        assert_eq!(Rate::parse(&"9".repeat(40)), Err(RateError::TooLarge));
    }

    #[test]
    fn an_amount_is_converted_exactly_and_rounded_half_up_once() {
        for (amount, rate, (from, to), converted) in [
            (10_000, "0.85", (2, 2), 8_500),
            (1, "0.5", (2, 2), 1),
            (-1, "0.5", (2, 2), -1),
            (1, "0.499999999999", (2, 2), 0),
            (10_000, "0.0061", (0, 2), 6_100),
            (10_000, "163.25", (2, 0), 16_325),
            (1, "45000.123456", (8, 2), 0),
            (100_000_000, "45000.125", (8, 2), 4_500_013),
            (7, "1", (0, 8), 700_000_000),
        ] {
            let rate = Rate::parse(rate).expect("a rate");
            assert_eq!(rate.convert(amount, from, to), Some(converted), "{amount} at {rate}");
        }
        assert_eq!(Rate::parse("9999999999").expect("a rate").convert(i64::MAX, 0, 8), None);
    }

    proptest! {
        /// The result is at most half a minor unit away from the exact product, and never on the wrong side.
        #[test]
        fn a_conversion_is_within_half_a_minor_unit_of_the_exact_amount(
            amount in -1_000_000_000_000_000_i64..=1_000_000_000_000_000,
            unscaled in 1_i128..10_000_000_000_000,
            scale in 0_u8..=12,
            from in 0_u8..=4,
            to in 0_u8..=4,
        ) {
            let Ok(rate) = Rate::of(Decimal { unscaled, scale }) else { return Ok(()) };
            let Some(converted) = rate.convert(amount, from, to) else { return Ok(()) };
            let behind = u32::from(scale) + u32::from(from);
            let exact = i128::from(amount) * unscaled * 10_i128.pow(u32::from(to));
            let told = i128::from(converted).checked_mul(10_i128.pow(behind));
            prop_assume!(told.is_some());
            let away = (told.unwrap_or_default() - exact).abs();
            prop_assert!(2 * away <= 10_i128.pow(behind));
            prop_assert!(converted == 0 || converted.signum() == amount.signum());
            prop_assert_eq!(rate.convert(-amount, from, to), Some(-converted));
        }
    }
}
