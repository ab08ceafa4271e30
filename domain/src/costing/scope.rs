//! Goods go from one pool to another and stay where they are: they are valued with others from here on, or separately.
//!
//! The posted value goes over as a whole number of minor units, together with its parts, receipt by receipt.

use crate::costing::amount::{self, MINOR};
use crate::costing::{Fed, Kind, Layer, Layers, Leg, Legs, Method, Place, PoolState, Ratio, Refusal};
use crate::value::limits;

impl PoolState {
    /// The layers that such a movement takes with it, where layers are kept.
    #[must_use]
    pub fn handed_over(&self, kind: &Kind) -> Layers {
        match kind {
            Kind::OutAll => self.layers.clone(),
            Kind::OutPart { quantity } => {
                let mut rest = self.layers.clone();
                self.parts(quantity.get()).into_iter().map(|(place, most)| (place, rest.take(place, most))).collect()
            }
            Kind::In { .. }
            | Kind::InAll { .. }
            | Kind::Out { .. }
            | Kind::SupplierReturn { .. }
            | Kind::Lost { .. }
            | Kind::Value { .. }
            | Kind::ValuePart { .. }
            | Kind::Revalue { .. }
            | Kind::WriteDown { .. }
            | Kind::Reclassify { .. }
            | Kind::ChangeMethod { .. }
            | Kind::ChangeStandard { .. } => Layers::default(),
        }
    }

    /// All goods leave, with the posted value. Owed goods cannot leave.
    pub(super) fn take_everything_out(&mut self, place: Place) -> Result<(), Refusal> {
        if self.quantity < 0 {
            return Err(Refusal::would_go_negative(place, -self.quantity));
        }
        self.layers.clear();
        (self.quantity, self.x) = (0, 0);
        Ok(())
    }

    /// A part of everything leaves.
    pub(super) fn take_part_out(&mut self, quantity: i64, place: Place) -> Result<(), Refusal> {
        if quantity > self.quantity {
            return Err(Refusal::would_go_negative(place, quantity - self.quantity));
        }
        if !self.has_layers() {
            self.x -= amount::taken(self.x, quantity, self.quantity);
        }
        for (receipt, most) in self.parts(quantity) {
            self.x -= self.layers.take(receipt, most).x;
        }
        self.quantity -= quantity;
        if self.method == Method::Standard { self.value_at_standard(place) } else { Ok(()) }
    }

    /// How much of each layer makes a part of all of them.
    fn parts(&self, quantity: i64) -> Vec<(Place, i64)> {
        let of: Vec<i128> = self.layers.iter().map(|(_, layer)| i128::from(layer.quantity)).collect();
        let parts = amount::spread(i128::from(quantity), &of).into_iter().map(amount::saturated);
        self.layers.iter().map(|(place, _)| *place).zip(parts).filter(|(_, part)| *part > 0).collect()
    }

    /// All that left another pool comes, in the layers that it had there.
    pub(super) fn bring_all(&mut self, fed: Fed, place: Place, legs: &mut Legs) -> Result<(), Refusal> {
        let Fed { quantity, value, layers, .. } = fed;
        if layers.is_empty() || !self.has_layers() {
            return self.bring(quantity, value, true, place, legs);
        }
        if !(0..=limits::POOL_VALUE_MINOR).contains(&value) {
            return Err(Refusal::AmountOutOfRange { place });
        }
        self.last_cost = Ratio::new(value, quantity).or(self.last_cost);
        legs.add(Leg::Counter, -value);
        self.quantity += quantity;
        // All of it at once, in whole minor units, so that settling owed goods posts its own difference alone.
        self.x += i128::from(value) * MINOR;
        for (receipt, mut layer) in whole(&layers, value) {
            self.settle(&mut layer, legs);
            if layer.quantity > 0 {
                // A part of the same receipt may have stayed here, or have come before.
                let here = self.layers.get(receipt).unwrap_or(Layer { quantity: 0, x: 0 });
                self.layers.insert(receipt, Layer { quantity: here.quantity + layer.quantity, x: here.x + layer.x });
            }
        }
        self.require_within_limits(place)
    }
}

/// Layers that add up to their posted value. The difference is less than one minor unit: the last layer gets or loses
/// it.
pub(super) fn whole(layers: &Layers, value: i64) -> Vec<(Place, Layer)> {
    let mut all: Vec<(Place, Layer)> = layers.iter().copied().collect();
    let (_, x) = layers.sums();
    let mut gap = i128::from(value) * MINOR - x;
    for (_, layer) in all.iter_mut().rev() {
        let change = gap.max(-layer.x);
        (layer.x, gap) = (layer.x + change, gap - change);
    }
    all
}
