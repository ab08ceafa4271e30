//! A global trade item number: 8, 12, 13 or 14 digits with a check digit, kept as 14.

use std::fmt;

use crate::stock::labels::check_digit::wrong_check_digit;

/// A GTIN. Numbers of fewer digits are the same number with zeros before it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Gtin(String);

/// Why a text is no GTIN.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GtinError {
    /// Something else than digits, or another number of them.
    #[error("must be 8, 12, 13 or 14 digits, not {0:?}")]
    Malformed(String),
    /// The last digit does not fit the others.
    #[error("the last digit of {key} should be {wanted}: check for a typing error or scan it again")]
    CheckDigit {
        /// As it was given.
        key: String,
        /// The digit that fits the others.
        wanted: char,
    },
}

impl Gtin {
    /// Reads a GTIN-8, -12, -13 or -14.
    ///
    /// # Errors
    /// As [`GtinError`] says.
    pub fn parse(text: &str) -> Result<Self, GtinError> {
        if !matches!(text.len(), 8 | 12 | 13 | 14) || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(GtinError::Malformed(text.chars().take(20).collect()));
        }
        if let Some((wanted, _)) = wrong_check_digit(text) {
            return Err(GtinError::CheckDigit { key: text.to_owned(), wanted });
        }
        Ok(Self(format!("{text:0>14}")))
    }

    /// Its 14 digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Gtin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_length_is_the_same_number_with_zeros_before_it() {
        for (text, kept) in [
            ("96385074", "00000096385074"),
            ("036000291452", "00036000291452"),
            ("6291041500213", "06291041500213"),
            ("16291041500210", "16291041500210"),
        ] {
            assert_eq!(Gtin::parse(text).as_ref().map(Gtin::as_str), Ok(kept), "{text}");
        }
        assert_eq!(Gtin::parse("0036000291452"), Gtin::parse("036000291452"));
    }

    #[test]
    fn a_typing_error_is_told_with_the_digit_that_fits() {
        let wrong = GtinError::CheckDigit { key: "6291041500214".to_owned(), wanted: '3' };
        assert_eq!(Gtin::parse("6291041500214"), Err(wrong));
        for text in ["", "1", "629104150021", "62910415002130000", "629104150021x", "６２９１"] {
            assert!(Gtin::parse(text).is_err(), "{text}");
        }
        assert_eq!(Gtin::parse("12x45678"), Err(GtinError::Malformed("12x45678".to_owned())));
    }
}
