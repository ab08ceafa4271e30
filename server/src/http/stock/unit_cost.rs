//! The average cost of one unit: a quotient that is shown and never stored.

use domain::value::Decimal;

use crate::http::output::DecimalText;

/// Decimals of the cost of one unit.
pub const UNIT_COST_DECIMALS: u8 = 6;

/// Value for one unit, half to even, given the decimals of quantity and value; `None` where nothing is there, or more than can be said.
pub fn unit_cost(value: i128, quantity: i128, of_quantity: u8, of_value: u8) -> Option<DecimalText> {
    if quantity == 0 {
        return None;
    }
    // Minor units for the smallest quantity, made finer until it has the decimals of a unit cost.
    let finer = u32::from(of_quantity) + u32::from(UNIT_COST_DECIMALS.checked_sub(of_value)?);
    let dividend = value.checked_mul(10_i128.checked_pow(finer)?)?;
    let (down, rest) = (dividend.div_euclid(quantity), dividend.rem_euclid(quantity));
    let twice = rest.checked_mul(2)?.cmp(&quantity.abs());
    let up = match twice {
        std::cmp::Ordering::Less => false,
        std::cmp::Ordering::Equal => down.rem_euclid(2) == 1,
        std::cmp::Ordering::Greater => true,
    };
    // Where goods are owed the rest counts the other way: `down` is then the quotient above.
    let step = if quantity > 0 { 1 } else { -1 };
    let unscaled = if up { down.checked_add(step)? } else { down };
    Some(DecimalText(Decimal { unscaled, scale: UNIT_COST_DECIMALS }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_cost_is_the_nearest_of_six_decimals_and_half_goes_to_even() {
        for (value, quantity, (of_quantity, of_value), text) in [
            (1000, 3, (0, 2), Some("3.333333")),
            (2000, 3, (0, 2), Some("6.666667")),
            (-2000, -3, (0, 2), Some("6.666667")),
            (2000, -3, (0, 2), Some("-6.666667")),
            (1, 20_000, (0, 2), Some("0.000000")),
            (3, 20_000, (0, 2), Some("0.000002")),
            (250, 125, (2, 2), Some("2.000000")),
            (5, 0, (0, 2), None),
            (1, 1, (0, 8), None),
        ] {
            let found = unit_cost(value, quantity, of_quantity, of_value).map(|cost| cost.0.to_string());
            assert_eq!(found.as_deref(), text, "{value} for {quantity}");
        }
    }
}
