//! Exact decimals as they come in and go out; money and quantities are never floats.

use std::fmt;

use crate::value::limits;

/// Most digits before or after the point that an input may have.
const MOST_DIGITS: usize = 30;

/// An exact decimal number: `unscaled / 10^scale`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decimal {
    /// All digits as one integer.
    pub unscaled: i128,
    /// How many of them stand after the point.
    pub scale: u8,
}

/// Why a text is not an exact decimal, or does not fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DecimalError {
    /// Not digits with at most one point.
    #[error("is not a decimal number: write digits with at most one point, no exponent and no separators")]
    Malformed,
    /// Zeros before the number, as in `01`: one number has one way to be written before its point.
    #[error("has leading zeros: write 1 for 01, and 0.1 for 00.1")]
    LeadingZero,
    /// More digits after the point than allowed.
    #[error("too many decimals: at most {0} are allowed here")]
    TooManyDecimals(u8),
    /// Beyond the range of amounts and quantities.
    #[error(
        "out of range: the maximum is {} of the smallest unit (of the currency, or of the item's decimals), in at most \
         {} digits",
        limits::LINE_AMOUNT_MINOR,
        MOST_DIGITS
    )]
    OutOfRange,
}

impl Decimal {
    /// Reads `-?digits[.digits]`, where the digits before the point begin with 0 only if they are 0 alone.
    ///
    /// # Errors
    /// `Malformed` for an exponent, separators, a bare point or a plus sign; `LeadingZero`; `OutOfRange` for more
    /// than 30 digits.
    pub fn parse(text: &str) -> Result<Self, DecimalError> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, fraction) = match digits.split_once('.') {
            Some((whole, fraction)) if !fraction.is_empty() => (whole, fraction),
            Some(_) => return Err(DecimalError::Malformed),
            None => (digits, ""),
        };
        let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !all_digits(whole) || !all_digits(fraction) {
            return Err(DecimalError::Malformed);
        }
        if whole.len() > 1 && whole.starts_with('0') {
            return Err(DecimalError::LeadingZero);
        }
        if whole.len() + fraction.len() > MOST_DIGITS {
            return Err(DecimalError::OutOfRange);
        }
        let magnitude: i128 = format!("{whole}{fraction}").parse().map_err(|_| DecimalError::OutOfRange)?;
        let scale = u8::try_from(fraction.len()).map_err(|_| DecimalError::OutOfRange)?;
        Ok(Self { unscaled: if negative { -magnitude } else { magnitude }, scale })
    }

    /// The number as an integer of 10^-decimals units. Trailing zeros beyond are dropped, digits are not.
    ///
    /// # Errors
    /// `TooManyDecimals` where digits would be lost, `OutOfRange` beyond `i64`.
    pub fn to_units(self, decimals: u8) -> Result<i64, DecimalError> {
        let units = if self.scale <= decimals {
            let factor = 10_i128.checked_pow(u32::from(decimals - self.scale)).ok_or(DecimalError::OutOfRange)?;
            self.unscaled.checked_mul(factor).ok_or(DecimalError::OutOfRange)?
        } else {
            let factor = 10_i128.checked_pow(u32::from(self.scale - decimals)).ok_or(DecimalError::OutOfRange)?;
            if self.unscaled % factor != 0 {
                return Err(DecimalError::TooManyDecimals(decimals));
            }
            self.unscaled / factor
        };
        i64::try_from(units).map_err(|_| DecimalError::OutOfRange)
    }

    /// The decimal that an integer of 10^-decimals units is.
    #[must_use]
    pub fn from_units(units: i64, decimals: u8) -> Self {
        Self { unscaled: i128::from(units), scale: decimals }
    }
}

impl fmt::Display for Decimal {
    /// All `scale` digits after the point, always: `1234.50`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.unscaled < 0 { "-" } else { "" };
        let digits = self.unscaled.unsigned_abs();
        if self.scale == 0 {
            return write!(f, "{sign}{digits}");
        }
        // No power beyond the range is below the digits.
        let (whole, fraction) = match 10_u128.checked_pow(u32::from(self.scale)) {
            Some(unit) => (digits / unit, digits % unit),
            None => (0, digits),
        };
        write!(f, "{sign}{whole}.{fraction:0width$}", width = usize::from(self.scale))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_decimals_are_read() {
        for wrong in ["", "-", ".", "1.", ".5", "1e3", "+1", "1,000.00", "NaN", "1 ", "--1", "1.2.3", "٣"] {
            assert_eq!(Decimal::parse(wrong), Err(DecimalError::Malformed), "{wrong:?}");
        }
        for wrong in ["01", "00", "00.1", "-01", "007.50", &"0".repeat(40)] {
            assert_eq!(Decimal::parse(wrong), Err(DecimalError::LeadingZero), "{wrong:?}");
        }
        for (right, unscaled, scale) in [("0", 0, 0), ("0.10", 10, 2), ("-0.1", -1, 1), ("10", 10, 0), ("0.00", 0, 2)] {
            assert_eq!(Decimal::parse(right), Ok(Decimal { unscaled, scale }), "{right:?}");
        }
        let beyond = Decimal::parse(&"9".repeat(31)).expect_err("31 digits");
        assert_eq!(beyond, DecimalError::OutOfRange);
        assert!(beyond.to_string().starts_with("out of range: the maximum is 1000000000000000 of the smallest unit"));
    }

    #[test]
    fn units_are_exact_or_refused() {
        let units = |text: &str, decimals| Decimal::parse(text).and_then(|number| number.to_units(decimals));
        assert_eq!(units("1234.5", 2), Ok(123_450));
        assert_eq!(units("1234.500", 2), Ok(123_450));
        assert_eq!(units("-0.01", 2), Ok(-1));
        assert_eq!(units("1.005", 2), Err(DecimalError::TooManyDecimals(2)));
        assert_eq!(units("92233720368547758.08", 2), Err(DecimalError::OutOfRange));
    }

    #[test]
    fn it_is_written_with_all_its_decimals() {
        for (units, decimals, text) in
            [(123_450, 2, "1234.50"), (-1, 2, "-0.01"), (0, 2, "0.00"), (7, 0, "7"), (5, 3, "0.005")]
        {
            assert_eq!(Decimal::from_units(units, decimals).to_string(), text);
        }
    }
}
