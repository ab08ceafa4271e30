//! The postings of a movement: amounts on legs that sum to zero.

use crate::costing::{Layers, Movement, Phase, Place};
use crate::value::id::AccountId;

/// One side of a movement's posting. The stock account is the pool's; the caller chooses the other accounts when the
/// movement is first posted, and they stay.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Leg {
    /// The account on which the pool was valued at that place.
    Stock(AccountId),
    /// The movement's own other account: goods received not invoiced, cost of goods, adjustment, goods in transit …
    /// Between both halves of a direct transfer it comes to zero.
    Counter,
    /// The allowance against the goods: a credit where they are written down, a debit where that is used up or taken back.
    Allowance,
    /// The difference between counter account and stock: price, transfer, production, return or cost variance, by the
    /// kind of the movement; for goods lost in transit, the loss.
    Variance,
    /// The account that the movement at this place debited: it took more than there was, and the cost of the goods it
    /// took is now known.
    CounterOf(Place),
}

/// Amounts by leg, in minor units, debits above 0; sorted, none of them 0, their sum 0.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Legs(Vec<(Leg, i64)>);

impl Legs {
    /// Adds an amount to a leg.
    pub fn add(&mut self, leg: Leg, amount: i64) {
        if amount == 0 {
            return;
        }
        match self.0.binary_search_by_key(&leg, |(one, _)| *one) {
            Ok(at) if self.0[at].1 + amount == 0 => {
                self.0.remove(at);
            }
            Ok(at) => self.0[at].1 += amount,
            Err(at) => self.0.insert(at, (leg, amount)),
        }
    }

    /// Adds all amounts of others, times a sign.
    pub fn add_all(&mut self, others: &Self, sign: i64) {
        for (leg, amount) in &others.0 {
            self.add(*leg, sign * amount);
        }
    }

    /// The legs with their amounts, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Leg, i64)> + '_ {
        self.0.iter().copied()
    }

    /// Whether nothing is posted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The sum of all legs: 0 for the postings of a movement.
    #[must_use]
    pub fn sum(&self) -> i64 {
        self.0.iter().map(|(_, amount)| amount).sum()
    }

    /// By how much the pool's value changes.
    #[must_use]
    pub fn stock(&self) -> i64 {
        self.0.iter().filter(|(leg, _)| matches!(leg, Leg::Stock(_))).map(|(_, amount)| amount).sum()
    }

    /// The amount on the account of differences.
    #[must_use]
    pub fn variance(&self) -> i64 {
        self.0.iter().find(|(leg, _)| *leg == Leg::Variance).map_or(0, |(_, amount)| *amount)
    }

    /// The amount on the allowance against the goods.
    #[must_use]
    pub fn allowance(&self) -> i64 {
        self.iter().find(|(leg, _)| *leg == Leg::Allowance).map_or(0, |(_, amount)| amount)
    }

    /// The amount on the movement's own other account.
    #[must_use]
    pub fn counter(&self) -> i64 {
        self.0.iter().find(|(leg, _)| *leg == Leg::Counter).map_or(0, |(_, amount)| *amount)
    }
}

/// The effect of a movement on its pool.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Effect {
    /// The quantity that came, or below 0 the quantity that left, in the item's smallest unit.
    pub quantity: i64,
    /// Its postings.
    pub legs: Legs,
    /// Of a cost that came later: what falls to the goods in each layer of the pool (to all of it where there are none), as
    /// extended values without a quantity. Kept, for it is worked out from all that happened to the goods.
    pub shares: Layers,
    /// By how much the goods that came from another pool, that left or were lost are written down, in minor units: 0 or more.
    pub written_down: i64,
}

impl Effect {
    /// The value that other movements get from this one: for goods that left, their cost; for goods that came, their
    /// price.
    #[must_use]
    pub fn handed_on(&self, place: Place) -> Fed {
        let value = match place.phase {
            Phase::Out => -self.legs.stock(),
            Phase::In => -self.legs.counter(),
        };
        let written_down = if place.phase == Phase::Out { self.written_down } else { 0 };
        Fed { quantity: self.quantity.abs(), value, layers: Layers::default(), written_down }
    }

    /// The value of goods that came, before what they are written down by.
    #[must_use]
    pub fn brought(&self) -> i64 {
        self.written_down - self.legs.counter()
    }

    /// The value that the movement itself got from its source, as posted; of a later cost that keeps its split what the goods
    /// got.
    #[must_use]
    pub fn was_fed(&self, movement: &Movement) -> Fed {
        let value = match movement.place.phase {
            _ if movement.keeps_its_split() => self.legs.stock(),
            Phase::Out => self.legs.counter(),
            Phase::In if !self.shares.is_empty() => -self.legs.variance(),
            Phase::In => self.brought(),
        };
        let written_down = if movement.takes() { 0 } else { self.written_down };
        Fed { quantity: self.quantity.abs(), value, layers: self.shares.clone(), written_down }
    }
}

/// The value that a movement gets from its source.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fed {
    /// How much, for those that take all there is.
    pub quantity: i64,
    /// Its value in whole minor units.
    pub value: i64,
    /// The layers it is made of, if layers are kept and go with it; of a cost that came later what falls to each layer.
    pub layers: Layers,
    /// By how much they are written down, in whole minor units: a part of the value.
    pub written_down: i64,
}

impl Fed {
    /// The value less what is written down of it.
    pub(super) fn carried(&self) -> i128 {
        i128::from(self.value) - i128::from(self.written_down)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn legs_are_summed_and_those_that_come_to_nothing_go() {
        let stock = Leg::Stock(AccountId([1; 16]));
        let mut legs = Legs::default();
        for (leg, amount) in [(Leg::Counter, -5), (stock, 5), (Leg::Variance, 3), (Leg::Variance, -3), (stock, 0)] {
            legs.add(leg, amount);
        }
        assert_eq!(legs.iter().collect::<Vec<_>>(), [(stock, 5), (Leg::Counter, -5)]);
        assert_eq!((legs.sum(), legs.stock(), legs.counter()), (0, 5, -5));
        let other = legs.clone();
        legs.add_all(&other, -1);
        assert!(legs.is_empty());
    }
}
