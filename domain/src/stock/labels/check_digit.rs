//! The check digit of GS1 keys (GS1 General Specifications, 7.9): weights 3 and 1 from the right.

/// The digit that belongs behind these; `None` where there is something else than digits.
#[must_use]
pub fn check_digit(digits: &str) -> Option<char> {
    let mut sum = 0;
    for (place, digit) in digits.chars().rev().enumerate() {
        sum += digit.to_digit(10)? * if place % 2 == 0 { 3 } else { 1 };
    }
    // A remainder of 10 is one digit.
    char::from_digit((10 - sum % 10) % 10, 10)
}

/// The digit that should stand last where another one does, and the one that does; `None` where the key is sound.
#[must_use]
pub fn wrong_check_digit(key: &str) -> Option<(char, char)> {
    let found = key.chars().last()?;
    let wanted = check_digit(key.strip_suffix(found)?)?;
    (wanted != found).then_some((wanted, found))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_digit_is_that_of_the_general_specifications() {
        // GTIN-13 and SSCC of section 7.9.1, a GTIN-8, a GTIN-12 and a GLN.
        for (digits, digit) in [
            ("629104150021", '3'),
            ("37610425002123456", '9'),
            ("9638507", '4'),
            ("03600029145", '2'),
            ("061414100000", '5'),
            ("", '0'),
        ] {
            assert_eq!(check_digit(digits), Some(digit), "{digits}");
        }
        assert_eq!(check_digit("12a"), None);
    }

    #[test]
    fn a_wrong_digit_is_told_with_the_right_one() {
        assert_eq!(wrong_check_digit("6291041500213"), None);
        assert_eq!(wrong_check_digit("6291041500214"), Some(('3', '4')));
        assert_eq!(wrong_check_digit("no digits"), None);
    }
}
