//! A movement whose value several others share: all who take of it are served in their order, so that the last one has the rest.

use std::collections::VecDeque;

use crate::costing::amount::{self, MINOR};
use crate::costing::replay::Run;
use crate::costing::{Dependent, Halt, History, Place, PoolKey, Quantity, Refusal, Tie};

/// What is left of a movement, once some have taken of it.
pub(super) struct Shared {
    /// Those that were not served yet, in order.
    to_serve: VecDeque<(Place, Taker)>,
    rest: Rest,
    /// What of it is written down.
    written_down: Rest,
    /// The last one that was served, and its share.
    last: Option<(Place, Share)>,
}

/// What one of several takes of a movement, in whole minor units.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Share {
    /// Its value.
    pub value: i64,
    /// By how much that is written down.
    pub written_down: i64,
}

/// Who takes of a movement, or adds to it.
#[derive(Clone, Copy)]
enum Taker {
    Takes(i64),
    /// A later cost of goods in transit.
    Adds,
}

/// A quantity and its extended value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::costing) struct Rest {
    quantity: i64,
    x: i128,
}

impl Rest {
    /// All of it: worth whole minor units.
    pub fn new(quantity: i64, value: i64) -> Self {
        Self { quantity, x: i128::from(value) * MINOR }
    }

    /// How much is left.
    pub fn quantity(self) -> i64 {
        self.quantity
    }

    /// Takes a share, at most all: whole minor units, the last one what is left.
    pub fn take(&mut self, quantity: i64) -> i64 {
        let share = match quantity == self.quantity {
            true => amount::posted(self.x),
            false => amount::saturated(amount::taken(self.x, quantity, self.quantity).div_euclid(MINOR)),
        };
        self.quantity -= quantity;
        self.x = if self.quantity == 0 { 0 } else { self.x - i128::from(share) * MINOR };
        share
    }

    /// Adds a cost that came later, which takes it no lower than 0; answers by how much that changes what is posted.
    pub fn add(&mut self, x: i128) -> i64 {
        let before = amount::posted(self.x);
        if self.quantity > 0 {
            self.x += x.max(-self.x);
        }
        amount::posted(self.x) - before
    }
}

impl<H: History> Run<'_, H> {
    /// The share of one who takes.
    pub(super) fn share(
        &mut self,
        of: Place,
        total: Quantity,
        taker: Place,
        near: PoolKey,
    ) -> Result<Share, Halt<H::Stop>> {
        let mut shared = match self.shared.remove(&of) {
            Some(shared) => shared,
            None => self.to_be_shared(of, total.get(), near)?,
        };
        while let Some((place, served)) = shared.to_serve.pop_front_if(|(place, _)| *place <= taker) {
            let share = match served {
                Taker::Takes(quantity) if quantity > shared.rest.quantity => {
                    return Err(Refusal::TakesTooMuch { of, place, left: shared.rest.quantity }.into());
                }
                Taker::Takes(quantity) => {
                    Share { value: shared.rest.take(quantity), written_down: shared.written_down.take(quantity) }
                }
                Taker::Adds => Share { value: shared.rest.add(self.added_by(place)?), written_down: 0 },
            };
            shared.last = Some((place, share));
        }
        let share = shared.last.filter(|(place, _)| *place == taker).map_or(Share::default(), |(_, share)| share);
        self.shared.insert(of, shared);
        Ok(share)
    }

    /// What the part of a later cost adds to goods in transit.
    pub(super) fn added(&mut self, dispatch: Place, part: Place, near: PoolKey) -> Result<i64, Halt<H::Stop>> {
        let total = self.handed_on(dispatch)?.quantity;
        match Quantity::new(total) {
            Some(total) => Ok(self.share(dispatch, total, part, near)?.value),
            None => Ok(0),
        }
    }

    fn to_be_shared(&self, of: Place, total: i64, near: PoolKey) -> Result<Shared, Halt<H::Stop>> {
        let all = self.all_dependents(of, near)?;
        let taker = |dependent: Dependent| match dependent.tie {
            Tie::Share(quantity) => Some((dependent.place, Taker::Takes(quantity))),
            Tie::InTransit => Some((dependent.place, Taker::Adds)),
            Tie::Value | Tie::Layer | Tie::Part | Tie::PartInTransit => None,
        };
        let mut to_serve: Vec<(Place, Taker)> = all.into_iter().filter_map(taker).collect();
        to_serve.sort_by_key(|(place, _)| *place);
        let whole = self.handed_on(of)?;
        let (rest, written_down) = (Rest::new(total, whole.value), Rest::new(total, whole.written_down));
        Ok(Shared { to_serve: to_serve.into(), rest, written_down, last: None })
    }

    /// The extended value that a part of a later cost has for goods in transit.
    fn added_by(&self, part: Place) -> Result<i128, Halt<H::Stop>> {
        if let Some(layers) = self.of_parts.get(&part) {
            return Ok(layers.sums().1);
        }
        Ok(self.history.booked(part).map_err(Halt::Stop)?.shares.sums().1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_one_who_takes_has_the_rest_with_what_was_added_meanwhile() {
        let mut rest = Rest::new(3, 100);
        assert_eq!(
            (rest.take(1), rest.add(500_000), rest.add(500_000), rest.take(1), rest.take(1)),
            (33, 1, 0, 34, 34)
        );
        assert_eq!(rest, Rest { quantity: 0, x: 0 });
        let mut fallen = Rest::new(2, 10);
        assert_eq!((fallen.add(-50_000_000), fallen.take(2), fallen.add(1_000_000)), (-10, 0, 0));
    }
}
