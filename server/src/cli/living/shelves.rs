//! What lies where, as the made-up year goes on: nothing is sold that is not there.

use std::collections::VecDeque;

/// Pieces of one lot, or of none.
pub type Part = (Option<String>, i64);

/// The pieces of one item in one place, the oldest first.
#[derive(Clone, Debug, Default)]
pub struct Shelf(VecDeque<Part>);

impl Shelf {
    /// How many pieces there are.
    #[must_use]
    pub fn pieces(&self) -> i64 {
        self.0.iter().map(|(_, pieces)| pieces).sum()
    }

    /// Puts pieces behind the others.
    pub fn put(&mut self, part: Part) {
        if part.1 > 0 {
            self.0.push_back(part);
        }
    }

    /// Takes this many of the oldest, or what is there.
    pub fn take(&mut self, mut wanted: i64) -> Vec<Part> {
        let mut taken = Vec::new();
        while let Some((lot, pieces)) = self.0.front_mut().filter(|_| wanted > 0) {
            let part = wanted.min(*pieces);
            taken.push((lot.clone(), part));
            (wanted, *pieces) = (wanted - part, *pieces - part);
            if *pieces == 0 {
                self.0.pop_front();
            }
        }
        taken
    }

    /// Takes all of the lots of which this holds.
    pub fn clear(&mut self, is_over: impl Fn(&str) -> bool) -> Vec<Part> {
        let (over, rest) =
            std::mem::take(&mut self.0).into_iter().partition(|(lot, _): &Part| lot.as_deref().is_some_and(&is_over));
        self.0 = rest;
        let over: VecDeque<Part> = over;
        over.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_goes_first_and_no_more_than_there_is() {
        let mut shelf = Shelf::default();
        shelf.put((Some("L-1".to_owned()), 5));
        shelf.put((Some("L-2".to_owned()), 5));
        assert_eq!(shelf.take(7), [(Some("L-1".to_owned()), 5), (Some("L-2".to_owned()), 2)]);
        assert_eq!(shelf.clear(|lot| lot == "L-1"), []);
        assert_eq!((shelf.pieces(), shelf.take(9).len(), shelf.pieces()), (3, 1, 0));
    }
}
