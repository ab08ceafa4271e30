//! How fast goods turn, and which of them matter most: ratios of whole numbers, each with its rounding named.

use crate::named_enum;
use crate::value::Decimal;

named_enum! {
    /// The importance of an item by the cost of its sales.
    AbcClass {
        A = "A",
        B = "B",
        C = "C",
    }
}

/// Decimals of turns.
pub const TURNS_DECIMALS: u8 = 2;

/// Decimals of days on hand.
pub const DAYS_DECIMALS: u8 = 1;

/// The value of an item at both ends of a range of days, and its sales at cost, in minor units.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Turnover {
    /// At the end of the day before the first.
    pub opening: i128,
    /// At the end of the last day.
    pub closing: i128,
    /// Cost of goods issued, less returns.
    pub cost: i128,
}

impl Turnover {
    /// The mean of both ends, halves up.
    #[must_use]
    pub fn average(&self) -> i128 {
        (self.opening + self.closing + 1).div_euclid(2)
    }

    /// Cost of goods for the mean of both ends, with 2 decimals, halves up; `None` where the mean is not above 0.
    #[must_use]
    pub fn turns(&self) -> Option<Decimal> {
        ratio(2 * self.cost, self.opening + self.closing, TURNS_DECIMALS)
    }

    /// For how many days the mean of both ends lasts, at the cost of goods of this many days, with 1 decimal, halves up; `None`
    /// where nothing was sold.
    #[must_use]
    pub fn days_on_hand(&self, days: i64) -> Option<Decimal> {
        ratio((self.opening + self.closing).checked_mul(i128::from(days))?, 2 * self.cost, DAYS_DECIMALS)
    }
}

/// A ratio, halves up; `None` where the divisor is not above 0.
#[must_use]
pub fn ratio(dividend: i128, divisor: i128, decimals: u8) -> Option<Decimal> {
    if divisor <= 0 {
        return None;
    }
    let dividend = dividend.checked_mul(10_i128.checked_pow(u32::from(decimals))?)?.checked_mul(2)?;
    let unscaled = dividend.checked_add(divisor)?.div_euclid(divisor.checked_mul(2)?);
    Some(Decimal { unscaled, scale: decimals })
}

/// Up to how many percent of all costs a class goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thresholds {
    /// Of class A.
    pub a: i64,
    /// Of classes A and B together.
    pub b: i64,
}

/// Classes of costs in descending order: A up to the item that reaches its threshold, B up to the item that reaches its own, C
/// for the rest, and for what cost nothing.
#[must_use]
pub fn classes(costs: &[i128], thresholds: Thresholds) -> Vec<AbcClass> {
    let Thresholds { a, b } = thresholds;
    let all: i128 = costs.iter().map(|cost| (*cost).max(0)).sum();
    let mut before: i128 = 0;
    let class = |cost: &i128| {
        let reaches = |percent: i64| before.saturating_mul(100) >= all.saturating_mul(i128::from(percent));
        let class = if *cost <= 0 || reaches(b) {
            AbcClass::C
        } else if reaches(a) {
            AbcClass::B
        } else {
            AbcClass::A
        };
        before += (*cost).max(0);
        class
    };
    costs.iter().map(class).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_and_days_are_ratios_of_whole_numbers_halves_up() {
        for (opening, closing, cost, average, turns, days) in [
            (1_000, 3_000, 4_000, 2_000, Some("2.00"), Some("15.0")),
            (0, 3, 1, 2, Some("0.67"), Some("45.0")),
            (1, 0, 1, 1, Some("2.00"), Some("15.0")),
            (0, 0, 500, 0, None, Some("0.0")),
            (10, 10, 0, 10, Some("0.00"), None),
            (10, 10, -5, 10, Some("-0.50"), None),
            (-30, 10, 5, -10, None, Some("-60.0")),
        ] {
            let turnover = Turnover { opening, closing, cost };
            let text = |decimal: Option<Decimal>| decimal.map(|decimal| decimal.to_string());
            let found = (turnover.average(), text(turnover.turns()), text(turnover.days_on_hand(30)));
            assert_eq!(found, (average, turns.map(str::to_owned), days.map(str::to_owned)), "{turnover:?}");
        }
        assert_eq!(ratio(i128::MAX, 1, 2), None);
    }

    #[test]
    fn the_item_that_reaches_the_threshold_is_still_of_the_class() {
        use AbcClass::{A, B, C};
        for (costs, (a, b), found) in [
            (&[70, 20, 8, 2][..], (80, 95), &[A, A, B, C][..]),
            (&[80, 15, 5], (80, 95), &[A, B, C]),
            (&[100], (80, 95), &[A]),
            (&[5, 5, 0, -3], (50, 100), &[A, B, C, C]),
            (&[0, 0], (80, 95), &[C, C]),
            (&[], (80, 95), &[]),
        ] {
            assert_eq!(classes(costs, Thresholds { a, b }), found, "{costs:?} by {a} and {b}");
        }
    }
}
