//! A layer as the parts that it is made of, and the goods taken of each.

use crate::costing::Place;
use crate::costing::amount::spread;

/// The part of some goods that comes from one movement: goods with their value, or a value alone (a later cost).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Part {
    /// Which movement.
    pub of: Place,
    /// The change of scope or of specific costing by which it came to its pool, the last one.
    pub via: Option<Place>,
    /// In the item's smallest unit; 0 for a value alone.
    pub quantity: i64,
    /// Minor units × 10^6, of either sign.
    pub x: i128,
}

/// Parts that are mixed and cannot be separated; no parts means no goods.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Bag {
    parts: Vec<Part>,
    /// Whether goods of several movements were mixed since it was last empty: from then on, goods are taken of each in
    /// proportion.
    is_mixed: bool,
}

impl Bag {
    pub fn iter(&self) -> impl Iterator<Item = &Part> {
        self.parts.iter()
    }

    /// Sums of quantity and extended value.
    pub fn sums(&self) -> (i64, i128) {
        self.parts.iter().fold((0, 0), |(quantity, x), part| (quantity + part.quantity, x + part.x))
    }

    /// Whether its goods are of one movement.
    pub fn is_of_one(&self) -> bool {
        !self.is_mixed
    }

    /// Adds a part, joining it with the part of the same movement.
    pub fn add(&mut self, part: Part) {
        match self.parts.iter_mut().find(|one| (one.of, one.via) == (part.of, part.via)) {
            Some(one) => {
                one.quantity += part.quantity;
                one.x += part.x;
            }
            None => self.parts.push(part),
        }
        self.parts.retain(|one| one.quantity != 0 || one.x != 0);
        let mut of = self.parts.iter().filter(|part| part.quantity > 0).map(|part| part.of);
        self.is_mixed |= of.next().is_some_and(|first| of.any(|one| one != first));
    }

    /// All of it as parts that came by a change, with this total value: the last goods get or lose the difference.
    pub fn brought_by(mut self, via: Place, x: i128) -> Self {
        let gap = x - self.sums().1;
        if let Some(last) = self.parts.iter_mut().rev().find(|part| part.quantity > 0) {
            last.x += gap;
        }
        let mut brought = Self { is_mixed: self.is_mixed, ..Self::default() };
        self.parts.into_iter().for_each(|part| brought.add(Part { via: Some(via), ..part }));
        brought
    }

    /// Puts all of another bag in.
    pub fn add_all(&mut self, other: Self) {
        self.is_mixed |= other.is_mixed;
        other.parts.into_iter().for_each(|part| self.add(part));
    }

    /// Takes this quantity, at most all, with the value `x`: of each part in proportion, the rest by the largest
    /// remainder.
    pub fn take(&mut self, quantity: i64, x: i128) -> Vec<Part> {
        let (all, worth) = self.sums();
        if (quantity, x) == (all, worth) {
            return std::mem::take(self).parts;
        }
        let held: Vec<i128> = self.parts.iter().map(|part| i128::from(part.quantity)).collect();
        let quantities = if quantity == 0 { vec![0; held.len()] } else { spread(i128::from(quantity), &held) };
        let values = self.values(quantity, all, x, &held);
        let mut taken = Vec::with_capacity(self.parts.len());
        for ((part, quantity), x) in self.parts.iter_mut().zip(quantities).zip(values) {
            let quantity = i64::try_from(quantity).unwrap_or(part.quantity).min(part.quantity);
            part.quantity -= quantity;
            part.x -= x;
            if quantity != 0 || x != 0 {
                taken.push(Part { quantity, x, ..*part });
            }
        }
        self.parts.retain(|one| one.quantity != 0 || one.x != 0);
        taken
    }

    /// The share of each part's value in `x`, the value of `quantity` of `all`.
    fn values(&self, quantity: i64, all: i64, x: i128, held: &[i128]) -> Vec<i128> {
        let share = |part: &Part| match all {
            0 => (0, 0),
            _ => {
                // At most 10^21 times 10^15.
                let product = part.x * i128::from(quantity);
                (product.div_euclid(i128::from(all)), product.rem_euclid(i128::from(all)))
            }
        };
        let shares: Vec<(i128, i128)> = self.parts.iter().map(share).collect();
        let mut values: Vec<i128> = shares.iter().map(|(value, _)| *value).collect();
        let left: i128 = x - values.iter().sum::<i128>();
        let mut largest: Vec<usize> = (0..shares.len()).filter(|at| shares[*at].1 > 0).collect();
        largest.sort_by_key(|at| std::cmp::Reverse(shares[*at].1));
        if let Ok(count) = usize::try_from(left)
            && count <= largest.len()
        {
            largest.into_iter().take(count).for_each(|at| values[at] += 1);
        } else {
            // At standard, goods leave at the standard cost, not at the value that they brought.
            values.iter_mut().zip(spread(left, held)).for_each(|(value, more)| *value += more);
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Instant;

    fn part(number: i64, quantity: i64, x: i128) -> Part {
        Part { of: Place::into(Instant(number), number, 1), via: None, quantity, x }
    }

    fn bag(parts: &[(i64, i128)]) -> Bag {
        let mut bag = Bag::default();
        (1..).zip(parts).for_each(|(number, (quantity, x))| bag.add(part(number, *quantity, *x)));
        bag
    }

    #[test]
    fn what_is_taken_is_of_each_part_in_proportion_and_sums_to_what_was_asked_for() {
        for (held, quantity, x, taken, left) in [
            // All of it.
            (&[(2, 20), (1, 30)][..], 3, 50, &[(2, 20), (1, 30)][..], &[][..]),
            // A third of both, the last unit to the larger remainder.
            (&[(6, 100), (3, 200)], 3, 100, &[(2, 33), (1, 67)], &[(4, 67), (2, 133)]),
            // A cost that came later, and one that fell.
            (&[(4, 40), (0, 10)], 1, 12, &[(1, 10), (0, 2)], &[(3, 30), (0, 8)]),
            (&[(4, 40), (0, -10)], 1, 7, &[(1, 10), (0, -3)], &[(3, 30), (0, -7)]),
            // At standard, goods leave at the standard cost.
            (&[(2, 20), (2, 20)], 1, 30, &[(1, 15), (0, 15)], &[(1, 5), (2, 5)]),
            // A value without goods.
            (&[(2, 20)], 0, 5, &[(0, 5)], &[(2, 15)]),
        ] {
            let mut bag = bag(held);
            let told = |parts: &[Part]| parts.iter().map(|part| (part.quantity, part.x)).collect::<Vec<_>>();
            assert_eq!(told(&bag.take(quantity, x)), taken, "{quantity} of {held:?}");
            assert_eq!(told(&bag.parts), left, "{quantity} of {held:?}");
        }
    }

    #[test]
    fn who_takes_one_by_one_takes_every_part_to_the_last_millionth() {
        let mut bag = bag(&[(3, 1_000), (4, 77), (0, 5)]);
        let mut sums = [(0, 0); 3];
        while bag.sums().0 > 0 {
            let (all, worth) = bag.sums();
            for part in bag.take(1, crate::costing::amount::taken(worth, 1, all)) {
                let sum = &mut sums[usize::try_from(part.of.seq - 1).unwrap()];
                *sum = (sum.0 + part.quantity, sum.1 + part.x);
            }
        }
        assert_eq!((sums, bag.is_of_one()), ([(3, 1_000), (4, 77), (0, 5)], true));
    }
}
