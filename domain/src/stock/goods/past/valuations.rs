//! The valuation of an item at a place of the order. Its method and standard cost change, and a late document uses
//! those at its own place.
//!
//! An item has one method and one standard cost in all warehouses. Its row has the first ones and every change since:
//! readers fold them up to a place.

use crate::book::stop::Stop;
use crate::rows::CostingMethod;
use crate::rows::items::Item;
use crate::rows::valuations::{Valuation, ValuationChange, Valuations, decode};

impl Valuation {
    /// The item's present valuation; for methods other than `Standard`, with the cost to use where nothing better is
    /// known.
    fn of(item: &Item) -> Self {
        Self { method: item.costing_method, standard: item.fallback_cost }
    }

    pub(crate) fn told(self) -> Self {
        Self { standard: self.standard.filter(|_| self.method == CostingMethod::Standard), ..self }
    }

    pub(crate) fn changed(self, change: &ValuationChange) -> Self {
        Self { method: change.method.unwrap_or(self.method), standard: change.standard.or(self.standard) }
    }
}

impl Valuations {
    pub fn of(item: &Item) -> Result<Self, Stop> {
        if item.valuations.is_empty() {
            return Ok(Self { first: Valuation::of(item), changes: Vec::new() });
        }
        decode(&item.valuations).map_err(|bad| Stop::unreadable("items", item.id, &bad))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::costing::Place;
    use crate::value::Instant;

    #[test]
    fn an_item_is_valued_by_all_changes_up_to_a_place_in_whatever_order_they_were_entered() {
        let item = crate::stock::goods::tests::stage().rows::<Item>().remove(0);
        let item = Item { costing_method: CostingMethod::Standard, fallback_cost: Some(2), ..item };
        let place = |second: i64, seq: i64| Place::out(Instant(second), seq, 0);
        let change =
            |second, seq, method, standard| ValuationChange { place: place(second, seq), line: 1, method, standard };
        let all = Valuations::of(&item)
            .expect("readable")
            .with(change(30, 5, None, Some(4)))
            .with(change(20, 6, Some(CostingMethod::Fifo), None))
            .with(change(10, 7, None, Some(3)));
        let valued = |method, standard| Valuation { method, standard };
        for (second, expected) in [
            (9, valued(CostingMethod::Standard, Some(2))),
            (10, valued(CostingMethod::Standard, Some(3))),
            (20, valued(CostingMethod::Fifo, None)),
            (30, valued(CostingMethod::Fifo, None)),
        ] {
            assert_eq!(all.at(place(second, 9)), expected, "{second}");
        }
        let written = all.written(item.clone());
        assert_eq!((written.costing_method, written.fallback_cost), (CostingMethod::Fifo, Some(4)));
        for (second, expected) in [(9, Some(2)), (10, Some(3)), (29, Some(3)), (30, Some(4))] {
            assert_eq!(all.fallback_at(&written, place(second, 9)), expected, "{second}");
        }
        assert_eq!(Valuations::of(&written).expect("readable"), all);
        let without = all.without(6).written(written);
        assert_eq!((without.costing_method, without.fallback_cost), (CostingMethod::Standard, Some(4)));
        let none = Valuations::of(&without).expect("readable").without(5).without(7).written(without);
        assert_eq!(none, item, "as it was before all of them");
        assert!(Valuations::of(&Item { valuations: vec![9], ..item }).is_err());
    }
}
