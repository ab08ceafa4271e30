//! The value of goods changes, and their quantity does not.

use crate::costing::amount::{self, MINOR};
use crate::costing::whereabouts::ONE;
use crate::costing::{Layer, Layers, Method, Place, PoolState, Refusal};
use crate::value::limits;

impl PoolState {
    /// A later cost of a receipt: its goods that are still there keep their shares; at standard none. A price that falls
    /// takes no layer below 0: the excess stays with the rest of the cost.
    pub(super) fn add_value(&mut self, shares: &Layers) {
        for (place, share) in shares.iter() {
            match self.method {
                Method::Standard => {}
                Method::Fifo | Method::Specific => {
                    if let Some(layer) = self.layers.get(*place) {
                        let kept = share.x.max(-layer.x);
                        self.layers.insert(*place, Layer { x: layer.x + kept, ..layer });
                        self.x += kept;
                    }
                }
                Method::Average if self.quantity > 0 => self.x += share.x.max(-self.x),
                Method::Average => {}
            }
        }
    }

    /// What goods of a receipt were given of a later cost by the rule of an earlier version.
    pub(super) fn as_posted(&self, receipt: Place, value: i64) -> Layers {
        let layer = if self.has_layers() { receipt } else { ONE };
        [(layer, Layer { quantity: 0, x: i128::from(value) * MINOR })].into_iter().collect()
    }

    /// The pool's value changes by whole minor units, down to 0, spread over its layers by value (by quantity if they
    /// have none). At standard, only the standard cost decides on the value, and an empty pool is not revalued.
    pub(super) fn revalue(&mut self, amount: i64, place: Place) -> Result<(), Refusal> {
        require_amount(amount, place)?;
        if self.quantity <= 0 || self.method == Method::Standard {
            return Ok(());
        }
        let worth = if -amount >= self.value() { 0 } else { self.x + i128::from(amount) * MINOR };
        if self.has_layers() {
            let by_value: Vec<i128> = self.layers.iter().map(|(_, layer)| layer.x).collect();
            let by_quantity = || self.layers.iter().map(|(_, layer)| i128::from(layer.quantity)).collect();
            let weights = if self.x == 0 { by_quantity() } else { by_value };
            self.layers.revalue(amount::spread(worth, &weights));
        }
        self.x = worth;
        Ok(())
    }
}

/// Refuses an amount beyond the arithmetic.
pub(super) fn require_amount(amount: i64, place: Place) -> Result<(), Refusal> {
    let fits = (-limits::POOL_VALUE_MINOR..=limits::POOL_VALUE_MINOR).contains(&amount);
    if fits { Ok(()) } else { Err(Refusal::AmountOutOfRange { place }) }
}
