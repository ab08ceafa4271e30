//! How a pool is valued changes, at a place of the order like any movement.

use crate::costing::{Layer, Method, Place, PoolState, Refusal, StandardCost};

impl PoolState {
    /// Changes the method. The goods on hand keep their value, except at standard: then their quantity decides. A
    /// method with layers begins with one layer of all goods, as of here; goods owed at standard or average stay owed.
    pub(super) fn change_method(
        &mut self,
        to: Method,
        standard: Option<StandardCost>,
        place: Place,
    ) -> Result<(), Refusal> {
        if to == Method::Specific && self.quantity < 0 {
            return Err(Refusal::would_go_negative(place, -self.quantity));
        }
        let had_layers = self.has_layers();
        self.standard = standard.or(self.standard);
        if self.method == Method::Standard && to != Method::Standard && self.quantity < 0 {
            self.deficits.insert(place, Layer { quantity: -self.quantity, x: -self.x });
        }
        self.method = to;
        if !self.has_layers() {
            self.layers.clear();
        } else if !had_layers && self.quantity > 0 {
            self.layers.insert(place, Layer { quantity: self.quantity, x: self.x });
        }
        if to == Method::Standard {
            self.deficits.clear();
            self.value_at_standard(place)?;
        }
        Ok(())
    }

    /// Changes the standard cost: at standard, the goods on hand have the new value from here on.
    pub(super) fn change_standard(&mut self, to: StandardCost, place: Place) -> Result<(), Refusal> {
        self.standard = Some(to);
        if self.method == Method::Standard { self.value_at_standard(place) } else { Ok(()) }
    }
}
