//! Amounts as people read them.

use domain::value::Decimal;

/// Minor units with a comma between thousands: `-1,234.50`.
#[must_use]
pub fn readable(units: i128, decimals: u8) -> String {
    let text = Decimal { unscaled: units.saturating_abs(), scale: decimals }.to_string();
    let (whole, fraction) = text.split_at(text.find('.').unwrap_or(text.len()));
    let mut out = String::new();
    if units < 0 {
        out.push('-');
    }
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out + fraction
}

#[cfg(test)]
mod tests {
    use super::readable;

    #[test]
    fn thousands_are_set_apart() {
        for (units, text) in [
            (18_065_925, "180,659.25"),
            (-358_058, "-3,580.58"),
            (0, "0.00"),
            (100_000_000, "1,000,000.00"),
            (99_999, "999.99"),
        ] {
            assert_eq!(readable(units, 2), text);
        }
    }
}
