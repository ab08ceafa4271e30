//! Exact sums and products of amounts, as the programs of plain-text accounting reckon.

use domain::value::Decimal;

/// Digits after the point that a price keeps: some programs write more than they know.
const PRICE_DECIMALS: u8 = 18;

/// The same number without zeros at its end.
#[must_use]
pub fn trimmed(mut number: Decimal) -> Decimal {
    while number.scale > 0 && number.unscaled % 10 == 0 {
        number.unscaled /= 10;
        number.scale -= 1;
    }
    number
}

/// With fewer digits after the point, rounded half away from zero.
#[must_use]
pub fn rounded(number: Decimal, scale: u8) -> Decimal {
    if number.scale <= scale {
        return number;
    }
    let Some(divisor) = 10_i128.checked_pow(u32::from(number.scale - scale)) else {
        return Decimal { unscaled: 0, scale };
    };
    let (whole, rest) = (number.unscaled / divisor, number.unscaled % divisor);
    let up = if rest.abs() >= divisor - rest.abs() { rest.signum() } else { 0 };
    Decimal { unscaled: whole + up, scale }
}

/// The sum; `None` if it is out of range.
#[must_use]
pub fn add(one: Decimal, other: Decimal) -> Option<Decimal> {
    let scale = one.scale.max(other.scale);
    let at = |number: Decimal| number.unscaled.checked_mul(10_i128.checked_pow(u32::from(scale - number.scale))?);
    Some(trimmed(Decimal { unscaled: at(one)?.checked_add(at(other)?)?, scale }))
}

/// The product; `None` if it is out of range.
#[must_use]
pub fn multiply(one: Decimal, other: Decimal) -> Option<Decimal> {
    let (one, other) = (trimmed(rounded(one, PRICE_DECIMALS)), trimmed(rounded(other, PRICE_DECIMALS)));
    let scale = one.scale.checked_add(other.scale)?;
    Some(trimmed(Decimal { unscaled: one.unscaled.checked_mul(other.unscaled)?, scale }))
}

/// The same number on the other side of zero.
#[must_use]
pub fn negated(number: Decimal) -> Decimal {
    Decimal { unscaled: -number.unscaled, ..number }
}

/// The number without its sign.
#[must_use]
pub fn absolute(number: Decimal) -> Decimal {
    Decimal { unscaled: number.unscaled.abs(), ..number }
}

/// Whether the first is less than the second; `None` if they cannot be compared.
#[must_use]
pub fn is_less(one: Decimal, other: Decimal) -> Option<bool> {
    Some(add(one, negated(other))?.unscaled < 0)
}

/// Whether both are the same number.
#[must_use]
pub fn is_equal(one: Decimal, other: Decimal) -> bool {
    trimmed(one) == trimmed(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Decimal {
        Decimal::parse(text).unwrap()
    }

    #[test]
    fn sums_and_products_are_exact_and_prices_of_too_many_digits_are_cut() {
        assert_eq!(add(number("1.50"), number("-0.5")), Some(number("1")));
        assert_eq!(multiply(number("3"), number("0.335")), Some(number("1.005")));
        let long = multiply(number("331.296869"), number("53.6599999999999999998612221219")).unwrap();
        assert_eq!(rounded(long, 2), number("17777.39"));
        assert_eq!(rounded(number("-0.005"), 2), number("-0.01"));
        assert_eq!(is_less(number("0.1"), number("0.25")), Some(true));
        assert!(is_equal(number("1.10"), number("1.1")));
    }
}
