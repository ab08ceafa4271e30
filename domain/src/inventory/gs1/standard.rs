//! Application identifiers that GS1 knows and that are not read here: a label that carries one was not misread.

/// The identifier of the General Specifications with which a text begins, read here or not.
pub(super) fn leading(text: &str) -> Option<&str> {
    (2..=4).filter_map(|length| text.get(..length)).find(|ai| is_standard(ai))
}

/// Whether it is an identifier of the General Specifications (section 3.2), besides those that are read here.
fn is_standard(ai: &str) -> bool {
    if !ai.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let Ok(number) = ai.parse::<u16>() else { return false };
    match ai.len() {
        2 => matches!(number, 12 | 16 | 20 | 22 | 90..=99),
        3 => matches!(number, 235 | 240..=243 | 250 | 251 | 253..=255 | 401..=403 | 420..=427 | 710..=717),
        _ => matches!(
            number,
            3110..=3169 | 3200..=3379 | 3400..=3579 | 3600..=3699 | 3900..=3959 | 4300..=4333 | 7001..=7011 | 7020..=7023
                | 7030..=7040 | 7230..=7259 | 8001..=8013 | 8017..=8020 | 8026 | 8030 | 8110..=8112 | 8200
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::leading;

    #[test]
    fn identifiers_of_gs1_are_known_by_their_digits() {
        for (text, ai) in [
            ("12260101", Some("12")),
            ("240ABC", Some("240")),
            ("3922599", Some("3922")),
            ("9912", Some("99")),
            ("18", None),
            ("5", None),
            ("ab", None),
            ("２2", None),
        ] {
            assert_eq!(leading(text), ai, "{text}");
        }
    }
}
