//! Layers in the order of the movements that made them, cheap to copy: copies share the parts that neither of them
//! changes.
//!
//! A pool of a busy item can have many thousands of layers, and is copied for each checkpoint and each decision.

use std::sync::Arc;

use crate::costing::{Place, amount};

/// A quantity with its extended value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layer {
    /// In the item's smallest unit.
    pub quantity: i64,
    /// Minor units × 10^6.
    pub x: i128,
}

impl Layer {
    /// Takes a part of it, at most all; returns its extended value.
    pub(super) fn take(&mut self, quantity: i64) -> i128 {
        let x = amount::taken(self.x, quantity, self.quantity);
        self.quantity -= quantity;
        self.x -= x;
        x
    }
}

/// Layers by place, in pieces that copies share.
#[derive(Clone, Debug, Default)]
pub struct Layers {
    /// None is empty; each ends before the next one begins.
    pieces: Vec<Arc<Vec<(Place, Layer)>>>,
}

/// Layers of one piece.
const PIECE: usize = 64;

impl Layers {
    /// All layers, the first one first.
    pub fn iter(&self) -> impl Iterator<Item = &(Place, Layer)> {
        self.pieces.iter().flat_map(|piece| piece.iter())
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pieces.iter().map(|piece| piece.len()).sum()
    }

    /// The first one's place.
    #[must_use]
    pub fn first(&self) -> Option<Place> {
        self.pieces.first()?.first().map(|(place, _)| *place)
    }

    /// The layer that a movement made.
    #[must_use]
    pub fn get(&self, place: Place) -> Option<Layer> {
        let (piece, at) = self.find(place).ok()?;
        Some(self.pieces[piece][at].1)
    }

    /// Sums of quantity and extended value.
    #[must_use]
    pub fn sums(&self) -> (i64, i128) {
        self.iter().fold((0, 0), |(quantity, x), (_, layer)| (quantity + layer.quantity, x + layer.x))
    }

    /// Adds a layer, or puts it in the place of the one that is there.
    pub fn insert(&mut self, place: Place, layer: Layer) {
        let (piece, at) = match self.find(place) {
            Ok((piece, at)) => {
                Arc::make_mut(&mut self.pieces[piece])[at].1 = layer;
                return;
            }
            Err(found) => found,
        };
        let Some(shared) = self.pieces.get_mut(piece) else {
            self.pieces.push(Arc::new(vec![(place, layer)]));
            return;
        };
        let layers = Arc::make_mut(shared);
        layers.insert(at, (place, layer));
        if layers.len() > PIECE {
            // The last key is most often the next one as well: the full piece stays full.
            let rest = layers.split_off(if at == PIECE { PIECE } else { PIECE / 2 });
            self.pieces.insert(piece + 1, Arc::new(rest));
        }
    }

    /// Takes up to a quantity of one layer, which is removed when it is empty. Returns the part taken.
    pub(super) fn take(&mut self, place: Place, most: i64) -> Layer {
        let Ok((piece, at)) = self.find(place) else { return Layer { quantity: 0, x: 0 } };
        let layers = Arc::make_mut(&mut self.pieces[piece]);
        let layer = &mut layers[at].1;
        let quantity = most.min(layer.quantity);
        let x = layer.take(quantity);
        if layer.quantity == 0 {
            layers.remove(at);
            if layers.is_empty() {
                self.pieces.remove(piece);
            }
        }
        Layer { quantity, x }
    }

    /// Removes all.
    pub(super) fn clear(&mut self) {
        self.pieces.clear();
    }

    /// Changes the values of all layers, in order.
    pub(super) fn revalue(&mut self, values: Vec<i128>) {
        let layers = self.pieces.iter_mut().flat_map(|piece| Arc::make_mut(piece).iter_mut());
        for ((_, layer), x) in layers.zip(values) {
            layer.x = x;
        }
    }

    /// Where a layer is, or where it would be: in an existing piece, except where there is none at all.
    fn find(&self, place: Place) -> Result<(usize, usize), (usize, usize)> {
        let before = |piece: &Arc<Vec<(Place, Layer)>>| piece.last().is_some_and(|(last, _)| *last < place);
        let piece = self.pieces.partition_point(before).min(self.pieces.len().saturating_sub(1));
        let Some(layers) = self.pieces.get(piece) else { return Err((0, 0)) };
        layers.binary_search_by_key(&place, |(one, _)| *one).map(|at| (piece, at)).map_err(|at| (piece, at))
    }
}

impl FromIterator<(Place, Layer)> for Layers {
    fn from_iter<I: IntoIterator<Item = (Place, Layer)>>(all: I) -> Self {
        let mut layers = Self::default();
        for (place, layer) in all {
            layers.insert(place, layer);
        }
        layers
    }
}

/// However they are cut into pieces.
impl PartialEq for Layers {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Layers {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Instant;

    fn place(number: i64) -> Place {
        Place::into(Instant(0), number, 0)
    }

    #[test]
    fn layers_are_in_order_however_they_came_and_copies_keep_what_they_had() {
        let layer = |quantity| Layer { quantity, x: i128::from(quantity) };
        let forward: Layers = (1..=500).map(|number| (place(number), layer(number))).collect();
        let mixed: Layers = (1..=500).map(|number| (place(number * 7 % 501), layer(number * 7 % 501))).collect();
        assert!(forward == mixed && forward.len() == 500 && forward.iter().is_sorted_by_key(|(place, _)| *place));
        let mut left = mixed.clone();
        let mut taken = 0;
        while let Some(first) = left.first() {
            taken += left.take(first, 100).quantity;
        }
        assert_eq!((taken, left.is_empty(), left.len()), (125_250, true, 0));
        assert_eq!((mixed.sums(), mixed.get(place(9))), ((125_250, 125_250), Some(layer(9))));
        assert_eq!((mixed.get(place(0)), left.take(place(3), 1).quantity), (None, 0));
    }
}
