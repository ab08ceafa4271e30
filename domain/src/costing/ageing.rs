//! The age of goods: the stock on hand, by the time at which it came.

use std::collections::BTreeMap;

use crate::costing::amount::{posted, spread};
use crate::costing::{Place, PoolState};
use crate::named_enum;

named_enum! {
    /// How it is known when goods came.
    AgeBasis {
        /// Layers are kept: each says when it came.
        Layers = "layers",
        /// None: the oldest goods are assumed to have left first, and all have the same unit value.
        FirstInFirstOut = "firstInFirstOut",
    }
}

/// The goods on hand that came at one time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aged {
    /// The movement by which it came.
    pub place: Place,
    /// In the item's smallest unit.
    pub quantity: i64,
    /// In minor units.
    pub value: i64,
}

/// Goods by the movement with which they first came, the oldest first.
pub type Parcels = BTreeMap<Place, i64>;

/// A pool by the age of its goods. All parts and the owed goods add up to the pool's quantity and value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ages {
    pub basis: AgeBasis,
    /// Oldest first.
    pub parts: Vec<Aged>,
    /// Quantity and value without an age: goods owed, below 0.
    pub owed: (i64, i64),
}

/// The goods of a pool with the value `worth` in the books, by age. `came` is its receipts, the latest first; it is
/// read only without layers, and no further than needed.
///
/// With layers, the value of each part is the change of the posted value if the parts left in their order. If the books
/// have another value, as on a day between a movement and a late document, it is spread in proportion.
#[must_use]
pub fn ages(state: &PoolState, worth: i64, came: impl IntoIterator<Item = (Place, i64)>) -> Ages {
    if state.has_layers() {
        let mut x = state.x();
        let mut parts = Vec::with_capacity(state.layers().len());
        for (place, layer) in state.layers().iter() {
            let value = posted(x) - posted(x - layer.x);
            x -= layer.x;
            parts.push(Aged { place: *place, quantity: layer.quantity, value });
        }
        if worth != state.value() {
            let weights: Vec<i128> = state.layers().iter().map(|(_, layer)| layer.x.max(0)).collect();
            share_out(&mut parts, worth, &weights);
        }
        return Ages::of(AgeBasis::Layers, parts, state.quantity(), worth);
    }
    first_in_first_out(state.quantity(), worth, came)
}

/// The latest receipts that make up this quantity, as if the oldest goods had left first.
#[must_use]
pub fn first_in_first_out(quantity: i64, worth: i64, came: impl IntoIterator<Item = (Place, i64)>) -> Ages {
    let mut left = quantity.max(0);
    let mut parts = Vec::new();
    let mut came = came.into_iter();
    while left > 0
        && let Some((place, quantity)) = came.next()
    {
        let quantity = quantity.clamp(0, left);
        left -= quantity;
        if quantity > 0 {
            parts.push(Aged { place, quantity, value: 0 });
        }
    }
    parts.reverse();
    let weights: Vec<i128> = parts.iter().map(|part| i128::from(part.quantity)).collect();
    share_out(&mut parts, worth, &weights);
    Ages::of(AgeBasis::FirstInFirstOut, parts, quantity, worth)
}

fn share_out(parts: &mut [Aged], worth: i64, weights: &[i128]) {
    for (part, value) in parts.iter_mut().zip(spread(i128::from(worth), weights)) {
        part.value = i64::try_from(value).unwrap_or(0);
    }
}

impl Ages {
    /// The same with goods of each layer told apart by when they first came, where that is known of all of them: they share
    /// the layer's value by quantity.
    #[must_use]
    pub fn since<'a>(self, first_came: impl Fn(Place) -> Option<&'a Parcels>) -> Self {
        let mut since: BTreeMap<Place, (i64, i64)> = BTreeMap::new();
        let mut add = |place: Place, quantity: i64, value: i64| {
            let sums = since.entry(place).or_default();
            *sums = (sums.0 + quantity, sums.1 + value);
        };
        for part in &self.parts {
            match first_came(part.place).filter(|parcels| parcels.values().sum::<i64>() == part.quantity) {
                Some(parcels) => {
                    let weights: Vec<i128> = parcels.values().map(|quantity| i128::from(*quantity)).collect();
                    let values = spread(i128::from(part.value), &weights);
                    for ((place, quantity), value) in parcels.iter().zip(values) {
                        add(*place, *quantity, i64::try_from(value).unwrap_or(0));
                    }
                }
                None => add(part.place, part.quantity, part.value),
            }
        }
        let parts = since.into_iter().map(|(place, (quantity, value))| Aged { place, quantity, value }).collect();
        Self { parts, ..self }
    }

    /// These parts; the rest of quantity and value has no age.
    fn of(basis: AgeBasis, parts: Vec<Aged>, quantity: i64, worth: i64) -> Self {
        let held: i64 = parts.iter().map(|part| part.quantity).sum();
        let valued: i64 = parts.iter().map(|part| part.value).sum();
        Self { basis, parts, owed: (quantity - held, worth - valued) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::costing::tests::world::*;
    use crate::costing::*;

    fn told(ages: &Ages) -> Vec<(i64, i64, i64)> {
        ages.parts.iter().map(|part| (part.place.seq, part.quantity, part.value)).collect()
    }

    #[test]
    fn parts_come_to_quantity_and_value_whatever_the_method() {
        let receipts = [(1, 3, 100), (2, 3, 200), (3, 2, 50)];
        for (method, taken, parts, owed) in [
            (Method::Fifo, 4, vec![(2, 2, 133), (3, 2, 50)], (0, 0)),
            (Method::Average, 4, vec![(2, 2, 88), (3, 2, 87)], (0, 0)),
            (Method::Average, 8, vec![], (0, 0)),
            (Method::Fifo, 9, vec![], (-1, -25)),
            (Method::Average, 9, vec![], (-1, -25)),
        ] {
            let mut world = World::of(&[method]);
            for (at, quantity, value) in receipts {
                world.post(0, day(at), at, receipt(quantity, value)).unwrap();
            }
            let beyond = Beyond::Owed { fallback: None };
            world.post(0, day(4), 4, Kind::Out { quantity: units(taken), beyond }).unwrap();
            let state = world.state(0);
            let came = receipts.iter().rev().map(|(at, quantity, _)| (Place::into(day(*at), *at, 0), *quantity));
            let ages = ages(&state, state.value(), came);
            assert_eq!((told(&ages), ages.owed), (parts, owed), "{method:?} less {taken}");
        }
    }

    #[test]
    fn another_value_of_the_books_is_spread_over_the_layers() {
        let mut world = World::of(&[Method::Fifo]);
        world.post(0, day(1), 1, receipt(1, 100)).unwrap();
        world.post(0, day(2), 2, receipt(1, 300)).unwrap();
        let ages = ages(&world.state(0), 201, []);
        assert_eq!((told(&ages), ages.owed), (vec![(1, 1, 50), (2, 1, 151)], (0, 0)));
    }
}
