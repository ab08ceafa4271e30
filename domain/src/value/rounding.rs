//! The one rounding rule of the project: half up on magnitudes, floor(x + 1/2).

/// `numerator / denominator`, its magnitude rounded half up.
///
/// Returns `None` where the denominator is 0 or the arithmetic leaves `i128`.
#[must_use]
pub fn round_half_up(numerator: i128, denominator: i128) -> Option<i128> {
    let negative = (numerator < 0) != (denominator < 0);
    let (top, bottom) = (numerator.checked_abs()?, denominator.checked_abs()?);
    let magnitude = top.checked_mul(2)?.checked_add(bottom)?.checked_div(bottom.checked_mul(2)?)?;
    Some(if negative { -magnitude } else { magnitude })
}

#[cfg(test)]
mod tests {
    use crate::value::round_half_up;

    #[test]
    fn halves_go_away_from_zero_and_all_else_to_the_nearest() {
        for (top, bottom, rounded) in
            [(1, 2, 1), (-1, 2, -1), (3, 2, 2), (5, 2, 3), (1, 3, 0), (2, 3, 1), (-2, 3, -1), (7, -2, -4), (0, 9, 0)]
        {
            assert_eq!(round_half_up(top, bottom), Some(rounded), "{top}/{bottom}");
        }
        assert_eq!(round_half_up(1, 0), None);
        assert_eq!(round_half_up(i128::MAX, 3), None);
    }
}
