//! Dimensions: what lines are told apart by beside their account (cost centre, project, country).
//!
//! A dimension has a tree of values, and a value stands for all that is below it. Lines say `{code: value}` in
//! canonical text, so that a line costs no more rows with dimensions than without. Each distinct text is kept once as
//! a set: filters find the texts that have a value and compare lines with them, exactly and by equality alone. Codes
//! are frozen with the first posted line that has them, so that texts never lose their meaning.

pub mod create;
pub mod create_value;
pub mod delete;
pub mod delete_value;
pub(crate) mod lines;
pub mod update;
pub mod update_value;
pub(crate) mod usage;

use crate::limits::DIMENSION_CODE_CHARACTERS;
use crate::rows;
use crate::value::id::{DimensionId, DimensionSetId, DimensionValueId, PrincipalId};
use crate::value::{Date, Instant};

/// A dimension's code: 1 to 32 ASCII letters, digits, `-` and `_`, a letter first. It stands in names of parameters
/// (`dimension[costCenter]`) and, separated by blanks, in accounts.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct DimensionCode(String);

impl DimensionCode {
    /// What a code looks like, as a regular expression.
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

rows! {
    /// A dimension.
    Dimension in "dimensions" (55 v 1, Books) key { id: DimensionId } {
        /// A [`DimensionCode`], unique per organization.
        code: String,
        name: String,
        description: Option<String>,
        /// An inactive dimension is on no new line.
        is_active: bool,
        version: i64,
        created_at: Instant,
        created_by: PrincipalId,
        updated_at: Instant,
        updated_by: PrincipalId,
    }

    /// A value of a dimension.
    DimensionValue in "dimension_values" (56 v 1, Books) key { id: DimensionValueId } {
        dimension_id: DimensionId,
        /// Unique within the dimension.
        code: String,
        name: String,
        /// A value of the same dimension, group or not.
        parent_id: Option<DimensionValueId>,
        /// A group only sums what is below it and is on no new line; a value that is none takes lines, whether
        /// something is below it or not.
        is_group: bool,
        /// First day of entries that may have it; `None` for no bound.
        active_from: Option<Date>,
        /// Last day of entries that may have it; `None` for no bound.
        active_to: Option<Date>,
        is_active: bool,
        version: i64,
        created_at: Instant,
        created_by: PrincipalId,
        updated_at: Instant,
        updated_by: PrincipalId,
    }

    /// One member of a set of dimensions that some posted line has. Never updated, never deleted.
    DimensionSet in "dimension_sets" (57 v 1, Books) key {
        /// The first half of SHA-256 of `dimensions`.
        id: DimensionSetId,
        dimension_id: DimensionId,
    } {
        value_id: DimensionValueId,
        /// The whole set as lines have it.
        dimensions: String,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_letters_digits_hyphens_and_underscores_behind_a_letter() {
        for code in ["a", "costCenter", "cost-center_2", &"x".repeat(32)] {
            assert_eq!(DimensionCode::parse(code).as_ref().map(DimensionCode::as_str), Some(code));
        }
        for wrong in ["", "1a", "-a", "a b", "a.b", "ä", "a]", "a\"", &"x".repeat(33)] {
            assert_eq!(DimensionCode::parse(wrong), None, "{wrong}");
        }
    }
}
