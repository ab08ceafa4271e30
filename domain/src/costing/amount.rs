//! The arithmetic of costing: integers only, every division with its rounding named.

use crate::value::limits;

/// Extended value is minor units × 10^6: this is one minor unit.
pub const MINOR: i128 = 1_000_000;

/// The posted value of an extended one: `floor(x / 10^6 + 1/2)`, in minor units.
///
/// Half **up**, also below zero, and not half to even: only then does adding n whole minor units to x add exactly n to
/// the posted value, and so the books follow the pool to the cent.
#[must_use]
pub fn posted(x: i128) -> i64 {
    saturated((x + MINOR / 2).div_euclid(MINOR))
}

/// The share of `quantity` in a layer that holds `of` at value `x`: all of it at the end, else `floor(x·quantity /
/// of)`.
///
/// Taking one by one takes exactly x in the end.
#[must_use]
pub fn taken(x: i128, quantity: i64, of: i64) -> i128 {
    if quantity == of { x } else { (x * i128::from(quantity)).div_euclid(i128::from(of)) }
}

/// `value · part / of`, halves up, in whole minor units. `of` is above 0.
#[must_use]
pub fn share_half_up(value: i64, part: i64, of: i64) -> i64 {
    let (top, bottom) = (i128::from(value) * i128::from(part), i128::from(of));
    saturated((2 * top + bottom).div_euclid(2 * bottom))
}

/// Spreads a total over weights, exactly: each gets its floor, the rest goes one by one to the largest remainders, the
/// first of equals first. Weights of 0 only count as equal. The magnitude of a negative total is spread.
///
/// Total and weights are at most 10^21, weights not negative.
#[must_use]
pub fn spread(total: i128, weights: &[i128]) -> Vec<i128> {
    let all: i128 = weights.iter().sum();
    if weights.is_empty() {
        return Vec::new();
    }
    let equal;
    let (weights, all) = if all == 0 {
        equal = vec![1; weights.len()];
        (equal.as_slice(), i128::from(u32::try_from(weights.len()).unwrap_or(u32::MAX)))
    } else {
        (weights, all)
    };
    let magnitude = total.unsigned_abs();
    let mut left = magnitude;
    let mut shares = Vec::with_capacity(weights.len());
    let mut remainders = Vec::with_capacity(weights.len());
    for (at, weight) in weights.iter().enumerate() {
        let (share, remainder) = product_divided(magnitude, weight.unsigned_abs(), all.unsigned_abs());
        left = left.saturating_sub(share);
        shares.push(share);
        remainders.push((std::cmp::Reverse(remainder), at));
    }
    remainders.sort_unstable();
    for (_, at) in remainders {
        if left == 0 {
            break;
        }
        shares[at] += 1;
        left -= 1;
    }
    let signed = |share: u128| i128::try_from(share).unwrap_or(i128::MAX) * total.signum();
    shares.into_iter().map(signed).collect()
}

/// Quotient and remainder of `a·b / c` where the product needs more than 128 bits: long division by 32 bits.
/// `b` and `c` are below 2^95, `c` above 0.
pub(super) fn product_divided(a: u128, b: u128, c: u128) -> (u128, u128) {
    let (mut quotient, mut rest) = (0_u128, 0_u128);
    for shift in [96, 64, 32, 0] {
        let digit = (a >> shift) & u128::from(u32::MAX);
        let here = (rest << 32) + digit * b;
        quotient = (quotient << 32) + here / c;
        rest = here % c;
    }
    (quotient, rest)
}

/// A cost as two integers: a value and its quantity. Never a stored quotient.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ratio {
    value_minor: i64,
    quantity: i64,
}

impl Ratio {
    /// A value of 0 or more for a quantity above 0, both within their limits.
    #[must_use]
    pub fn new(value_minor: i64, quantity: i64) -> Option<Self> {
        let is_good =
            (0..=limits::POOL_VALUE_MINOR).contains(&value_minor) && (1..=limits::POOL_QUANTITY).contains(&quantity);
        is_good.then_some(Self { value_minor, quantity })
    }

    /// The value, in minor units, and the quantity that it is for.
    #[must_use]
    pub fn pair(self) -> (i64, i64) {
        (self.value_minor, self.quantity)
    }

    /// The extended value of a quantity at this cost, down.
    #[must_use]
    pub fn extended(self, quantity: i64) -> i128 {
        (i128::from(self.value_minor) * MINOR * i128::from(quantity)).div_euclid(i128::from(self.quantity))
    }

    /// The value of a quantity at this cost in whole minor units, halves up.
    #[must_use]
    pub fn whole(self, quantity: i64) -> i128 {
        let bottom = i128::from(self.quantity);
        (2 * i128::from(self.value_minor) * i128::from(quantity) + bottom).div_euclid(2 * bottom)
    }
}

/// A standard cost: minor units × 10^6 per unit, where a unit has `per_unit` of the smallest quantity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StandardCost {
    extended_per_unit: i128,
    per_unit: i64,
}

impl StandardCost {
    /// A cost of 0 or more, for a unit of 10^0 to 10^6 smallest quantities.
    #[must_use]
    pub fn new(extended_per_unit: i128, per_unit: i64) -> Option<Self> {
        let most = i128::from(limits::POOL_VALUE_MINOR) * MINOR;
        let is_good = (0..=most).contains(&extended_per_unit) && (1..=1_000_000).contains(&per_unit);
        is_good.then_some(Self { extended_per_unit, per_unit })
    }

    /// The cost and how many of the smallest quantity its unit has.
    #[must_use]
    pub fn pair(self) -> (i128, i64) {
        (self.extended_per_unit, self.per_unit)
    }

    /// The value of a quantity in whole minor units, halves up; also of a quantity below 0.
    #[must_use]
    pub fn whole(self, quantity: i64) -> i128 {
        let bottom = i128::from(self.per_unit) * MINOR;
        (2 * i128::from(quantity) * self.extended_per_unit + bottom).div_euclid(2 * bottom)
    }
}

/// The number as 64 bits. Values are within `limits::POOL_VALUE_MINOR` wherever they are kept, so nothing is cut off.
pub(super) fn saturated(number: i128) -> i64 {
    i64::try_from(number).unwrap_or(if number < 0 { i64::MIN } else { i64::MAX })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_minor_units_added_to_any_value_are_added_to_what_is_posted() {
        for x in [0, 1, 499_999, 500_000, 500_001, 1_500_000, -1, -500_000, -500_001, -1_500_000] {
            for whole in [-3_i64, -1, 0, 1, 2, 7] {
                assert_eq!(posted(x + i128::from(whole) * MINOR), posted(x) + whole, "{x} and {whole}");
            }
        }
    }

    #[test]
    fn who_takes_part_by_part_takes_all_of_either_sign() {
        for x in [10_000_000, 1, 0, -7_333_333] {
            let (mut rest, mut of) = (x, 7);
            for quantity in [1, 3, 2, 1] {
                rest -= taken(rest, quantity, of);
                of -= quantity;
            }
            assert_eq!((rest, of), (0, 0));
        }
    }

    #[test]
    fn a_total_is_spread_to_the_last_unit_by_largest_remainder() {
        let cases: [(i128, &[i128], &[i128]); 7] = [
            (100, &[1, 1, 1], &[34, 33, 33]),
            (-100, &[1, 1, 1], &[-34, -33, -33]),
            (10, &[0, 0], &[5, 5]),
            (1, &[3, 5], &[0, 1]),
            (7, &[1, 0, 2], &[2, 0, 5]),
            (0, &[1, 2], &[0, 0]),
            (10_i128.pow(21), &[10_i128.pow(21), 10_i128.pow(21)], &[5 * 10_i128.pow(20), 5 * 10_i128.pow(20)]),
        ];
        for (total, weights, shares) in cases {
            assert_eq!(spread(total, weights), shares, "{total} over {weights:?}");
            assert_eq!(spread(total, weights).iter().sum::<i128>(), total);
        }
        assert!(spread(5, &[]).is_empty());
    }

    #[test]
    fn costs_are_multiplied_before_they_are_divided() {
        let third = Ratio::new(100, 3).unwrap();
        assert_eq!(
            (third.extended(1), third.extended(3), third.whole(1), third.whole(2)),
            (33_333_333, 100_000_000, 33, 67)
        );
        assert_eq!((Ratio::new(-1, 1), Ratio::new(1, 0)), (None, None));
        // 0.125 per kilogram, with grams.
        let standard = StandardCost::new(12_500_000, 1_000).unwrap();
        assert_eq!((standard.whole(1_000), standard.whole(2_000), standard.whole(-1_000)), (13, 25, -12));
        assert_eq!((StandardCost::new(-1, 1), StandardCost::new(1, 0)), (None, None));
    }
}
