//! Numbers in the proportion of others, of any sign.

/// A total in the proportion of these numbers, to the unit: each gets its floor, the rest goes one by one to the
/// largest remainders, the first of equals first. Zeros if the numbers sum to 0.
pub(super) fn scaled(total: i64, numbers: &[i64]) -> Vec<i64> {
    let all: i128 = numbers.iter().map(|number| i128::from(*number)).sum();
    if all == i128::from(total) {
        return numbers.to_vec();
    }
    if all == 0 {
        return vec![0; numbers.len()];
    }
    let sign = all.signum();
    let share = |number: &i64| {
        let product = i128::from(*number) * i128::from(total) * sign;
        (product.div_euclid(all.abs()), product.rem_euclid(all.abs()))
    };
    let mut shares: Vec<(i128, i128)> = numbers.iter().map(share).collect();
    let left = i128::from(total) - shares.iter().map(|(share, _)| share).sum::<i128>();
    let mut largest: Vec<usize> = (0..shares.len()).collect();
    largest.sort_by_key(|at| std::cmp::Reverse(shares[*at].1));
    largest.into_iter().take(usize::try_from(left).unwrap_or(0)).for_each(|at| shares[at].0 += 1);
    shares.into_iter().map(|(share, _)| i64::try_from(share).unwrap_or(0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_total_is_in_the_proportion_of_numbers_of_any_sign_to_the_unit() {
        for (total, numbers, shares) in [
            (10, &[10][..], &[10][..]),
            (10, &[1, 1, 1], &[4, 3, 3]),
            (100, &[30, -10], &[150, -50]),
            (-7, &[2, 1], &[-5, -2]),
            (5, &[-2, -1], &[3, 2]),
            (5, &[1, -1], &[0, 0]),
            (0, &[3, 4], &[0, 0]),
            (3, &[], &[]),
        ] {
            assert_eq!(scaled(total, numbers), shares, "{total} over {numbers:?}");
        }
    }
}
