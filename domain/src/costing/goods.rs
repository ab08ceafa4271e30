//! Goods come and goods leave.

use crate::costing::amount::{self, MINOR};
use crate::costing::{Beyond, Layer, Leg, Legs, Method, Place, PoolState, Ratio, Refusal};
use crate::value::limits;

impl PoolState {
    /// Goods come with a value from outside, in whole minor units. They settle owed goods, oldest first: those were
    /// valued by an estimate, and the difference goes to the account that the issue debited. The rest stays.
    pub(super) fn bring(
        &mut self,
        quantity: i64,
        value: i64,
        is_own_cost: bool,
        place: Place,
        legs: &mut Legs,
    ) -> Result<(), Refusal> {
        if !(0..=limits::POOL_VALUE_MINOR).contains(&value) {
            return Err(Refusal::AmountOutOfRange { place });
        }
        if quantity == 0 {
            return Ok(());
        }
        if is_own_cost {
            self.last_cost = Ratio::new(value, quantity).or(self.last_cost);
            legs.add(Leg::Counter, -value);
        }
        self.quantity += quantity;
        if self.method == Method::Standard {
            return self.value_at_standard(place);
        }
        let mut rest = Layer { quantity, x: i128::from(value) * MINOR };
        self.x += rest.x;
        self.settle(&mut rest, legs);
        self.require_within_limits(place)?;
        if rest.quantity > 0 && self.has_layers() {
            self.layers.insert(place, rest);
        }
        Ok(())
    }

    /// Settles owed goods with goods that came, as far as they go. Each step posts its change of the pool's value, so
    /// that the steps add up to the whole.
    pub(super) fn settle(&mut self, came: &mut Layer, legs: &mut Legs) {
        while came.quantity > 0
            && let Some(issue) = self.deficits.first()
        {
            let settled = self.deficits.take(issue, came.quantity);
            let is = came.take(settled.quantity);
            let before = amount::posted(self.x);
            self.x += settled.x - is;
            legs.add(Leg::CounterOf(issue), before - amount::posted(self.x));
        }
    }

    /// The cost of goods that come without one: as the goods on hand, else as the last ones that came, else the
    /// fallback.
    pub(super) fn present_cost(&self, quantity: i64, fallback: Option<Ratio>, place: Place) -> Result<i64, Refusal> {
        let value = if self.method == Method::Standard {
            let standard = self.standard.ok_or(Refusal::CostRequired { place })?;
            standard.whole(self.quantity + quantity) - standard.whole(self.quantity)
        } else if self.quantity > 0 {
            let bottom = i128::from(self.quantity) * MINOR;
            (2 * self.x * i128::from(quantity) + bottom).div_euclid(2 * bottom)
        } else {
            self.last_cost.or(fallback).ok_or(Refusal::CostRequired { place })?.whole(quantity)
        };
        i64::try_from(value).map_err(|_| Refusal::AmountOutOfRange { place })
    }

    /// Goods leave: first of the named receipt, if there is one, then in the method's order; goods that are not there
    /// are owed.
    pub(super) fn take_out(
        &mut self,
        quantity: i64,
        first: Option<Place>,
        beyond: Beyond,
        place: Place,
    ) -> Result<(), Refusal> {
        let there = self.quantity.max(0);
        let lacks = (quantity - there).max(0);
        let fallback = match beyond {
            Beyond::Owed { fallback } if self.method != Method::Specific => fallback,
            _ if lacks == 0 => None,
            Beyond::Refused | Beyond::InTransit | Beyond::Owed { .. } => {
                return Err(Refusal::would_go_negative(place, lacks));
            }
        };
        if self.method == Method::Standard {
            self.quantity -= quantity;
            return self.value_at_standard(place);
        }
        self.consume(quantity - lacks, first);
        if lacks > 0 {
            let cost = self.last_cost.or(fallback).ok_or(Refusal::NoKnownCost { place })?;
            let owed = Layer { quantity: lacks, x: cost.extended(lacks) };
            self.deficits.insert(place, owed);
            self.x -= owed.x;
            self.quantity -= lacks;
        }
        Ok(())
    }

    /// Takes goods on hand; at most all of them.
    fn consume(&mut self, quantity: i64, first: Option<Place>) {
        if quantity == 0 {
            return;
        }
        if self.has_layers() {
            let mut left = quantity;
            if let Some(receipt) = first {
                left -= self.take_of_layer(receipt, left);
            }
            while left > 0
                && let Some(oldest) = self.layers.first()
            {
                left -= self.take_of_layer(oldest, left);
            }
        } else {
            self.x -= amount::taken(self.x, quantity, self.quantity);
        }
        self.quantity -= quantity;
    }

    /// Takes the quantity of one layer, as far as it goes; returns the quantity taken.
    fn take_of_layer(&mut self, receipt: Place, quantity: i64) -> i64 {
        let taken = self.layers.take(receipt, quantity);
        self.x -= taken.x;
        taken.quantity
    }
}
