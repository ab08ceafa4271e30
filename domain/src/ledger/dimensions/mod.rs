//! Dimensions: attributes of lines other than their account (cost centre, project, country).
//!
//! A dimension has a tree of values, and a value stands for everything below it. Lines say `{code: value}` in canonical
//! text, so that a line costs no more rows with dimensions than without. Each distinct text is kept once as a set:
//! filters find the texts that have a value and compare lines with them, exactly and by equality alone. Codes are
//! frozen with the first posted line that has them, so that texts never lose their meaning.

pub(crate) mod lines;
pub(crate) mod rules;
pub(crate) mod usage;
pub(crate) mod values;

#[cfg(test)]
mod tests {

    use crate::value::dimension_code::DimensionCode;

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
