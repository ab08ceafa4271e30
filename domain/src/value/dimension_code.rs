//! The code of a dimension, as lines name it.

use crate::value::limits::DIMENSION_CODE_CHARACTERS;

/// A dimension's code: 1 to 32 ASCII letters, digits, `-` and `_`, a letter first. It stands in names of parameters
/// (`dimension[costCenter]`) and, separated by blanks, in accounts.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct DimensionCode(String);

impl DimensionCode {
    /// The form of a code, as a regular expression.
    pub const PATTERN: &'static str = "^[A-Za-z][A-Za-z0-9_-]{0,31}$";

    /// The code, or `None` where the text cannot be one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let begins = text.starts_with(|first: char| first.is_ascii_alphabetic());
        let goes_on = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
        (begins && goes_on && text.len() <= DIMENSION_CODE_CHARACTERS).then(|| Self(text.to_owned()))
    }

    /// Its text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
