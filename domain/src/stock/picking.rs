//! From where goods are taken: how much from each place, until there is enough.

use std::collections::BTreeMap;

/// Goods that lie together, in the order in which they are to be taken. Quantities are in the item's smallest unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The lot or piece; zeros for untracked goods.
    pub tracked: [u8; 16],
    /// The stock there, above 0.
    pub on_hand: i128,
    /// The quantity of this lot or piece that nobody has reserved by name, in all places of the warehouse.
    pub free: i128,
}

impl Candidate {
    /// The quantity that could be taken there, if it were taken first.
    #[must_use]
    pub fn most(&self) -> i128 {
        self.on_hand.min(self.free).max(0)
    }
}

/// The quantity to take from each of these, in their order, until the wanted quantity is found, and of no lot or piece
/// more than is free. If their sum is less than wanted, there is no more.
#[must_use]
pub fn taken(candidates: &[Candidate], wanted: i128) -> Vec<i128> {
    let mut rest = wanted.max(0);
    let mut of_tracked: BTreeMap<[u8; 16], i128> = BTreeMap::new();
    let take = |candidate: &Candidate| {
        let before = of_tracked.entry(candidate.tracked).or_default();
        let free = candidate.free.saturating_sub(*before).max(0);
        let much = candidate.on_hand.min(free).min(rest);
        *before = before.saturating_add(much);
        rest -= much;
        much
    };
    candidates.iter().map(take).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lot(tracked: u8, on_hand: i128, free: i128) -> Candidate {
        Candidate { tracked: [tracked; 16], on_hand, free }
    }

    #[test]
    fn places_are_emptied_in_their_order_until_there_is_enough() {
        let places = [lot(1, 3, 9), lot(2, 5, 5), lot(3, 4, 4)];
        for (wanted, found) in [(0, [0, 0, 0]), (2, [2, 0, 0]), (7, [3, 4, 0]), (12, [3, 5, 4]), (99, [3, 5, 4])] {
            assert_eq!(taken(&places, wanted), found, "{wanted}");
        }
    }

    #[test]
    fn what_is_reserved_of_a_lot_by_name_stays_wherever_it_lies() {
        let places = [lot(1, 3, 4), lot(1, 3, 4), lot(2, 2, -1), lot(3, 9, 9)];
        assert_eq!(taken(&places, 10), [3, 1, 0, 6]);
    }
}
