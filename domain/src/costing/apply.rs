//! Does one movement to one pool.

use crate::costing::amount::{MINOR, posted};
use crate::costing::value::require_amount;
use crate::costing::whereabouts::ONE;
use crate::costing::{
    Beyond, Cost, Effect, Fed, Kind, Layer, Layers, Leg, Legs, Method, Movement, Place, PoolState, Refusal, Split,
};

impl PoolState {
    /// Applies a movement and returns its postings: the pool's value after less its value before, and the accounts of
    /// that.
    ///
    /// `fed` is the value that the movement gets from its source; empty for one without.
    pub fn apply(&mut self, movement: &Movement, fed: Fed) -> Result<Effect, Refusal> {
        let place = movement.place;
        let (quantity_before, value_before, account) = (self.quantity, self.value(), self.account);
        let (worth_before, written_down_before) = (self.x, self.written_down());
        let carried = fed.written_down;
        let (mut legs, mut shares) = (Legs::default(), Layers::default());
        match &movement.kind {
            Kind::In { quantity, cost } => {
                let value = match cost {
                    Cost::Given(value) => *value,
                    Cost::Present { fallback } => self.present_cost(quantity.get(), *fallback, place)?,
                    Cost::From(_) => fed.value,
                };
                let is_own_cost = !matches!(cost, Cost::Present { .. });
                self.bring(quantity.get(), value, is_own_cost, place, &mut legs)?;
            }
            Kind::InAll { .. } => self.bring_all(fed, place, &mut legs)?,
            Kind::Out { quantity, beyond } => self.take_out(quantity.get(), None, *beyond, place)?,
            Kind::SupplierReturn { quantity, receipt, claim, .. } => {
                let claimed = claim.unwrap_or(fed.value);
                require_amount(claimed, place)?;
                self.take_out(quantity.get(), Some(*receipt), Beyond::Refused, place)?;
                legs.add(Leg::Counter, claimed);
            }
            Kind::OutAll => self.take_everything_out(place)?,
            Kind::OutPart { quantity } => self.take_part_out(quantity.get(), place)?,
            Kind::Lost { .. } => {
                legs.add(Leg::Counter, carried - fed.value);
                legs.add(Leg::Variance, fed.value - carried);
            }
            Kind::Value { receipt, amount, split, .. } => {
                require_amount(*amount, place)?;
                shares = match split {
                    Split::ByGoods => fed.layers,
                    Split::AsPosted => Layers::default(),
                };
                match split {
                    Split::ByGoods => self.add_value(&shares),
                    Split::AsPosted => self.add_value(&self.as_posted(*receipt, fed.value)),
                }
                legs.add(Leg::Counter, -amount);
            }
            Kind::ValuePart { dispatch: None, .. } => {
                self.add_value(&fed.layers);
                shares = fed.layers;
            }
            Kind::ValuePart { dispatch: Some(dispatch), .. } => {
                legs.add(Leg::CounterOf(*dispatch), fed.value);
                shares = fed.layers;
            }
            Kind::Revalue { amount } => self.revalue(*amount, place)?,
            Kind::WriteDown { amount } => self.write_down(*amount, place)?,
            Kind::Reclassify { to } => self.account = *to,
            Kind::ChangeMethod { to, standard } => self.change_method(*to, *standard, place)?,
            Kind::ChangeStandard { to } => self.change_standard(*to, place)?,
        }
        self.require_within_limits(place)?;
        if self.account == account {
            legs.add(Leg::Stock(account), posted(self.x) - value_before);
        } else {
            legs.add(Leg::Stock(account), -value_before);
            legs.add(Leg::Stock(self.account), posted(self.x));
        }
        let written_down = self.follow_goods(movement, carried, worth_before, written_down_before, &mut legs);
        // The rest goes to variance if the counter account already has its amount, else to the counter account.
        let rest = -legs.sum();
        legs.add(if self.rest_is_variance(&movement.kind) { Leg::Variance } else { Leg::Counter }, rest);
        Ok(Effect { quantity: self.quantity - quantity_before, legs, shares, written_down })
    }

    /// Does a movement of which it is known what it had posted at some time. What falls to the layers of a later cost may be
    /// told otherwise since: then what was posted counts.
    pub fn apply_as_posted(&mut self, movement: &Movement, fed: Fed, legs: &Legs) -> Result<Effect, Refusal> {
        let is_told = matches!(movement.kind, Kind::Value { .. } | Kind::ValuePart { dispatch: None, .. });
        if !is_told || movement.keeps_its_split() {
            return self.apply(movement, fed);
        }
        let before = self.clone();
        let done = self.apply(movement, fed.clone())?;
        let gap = legs.stock() - done.legs.stock();
        let is_there = |layer: &Place| before.layers.get(*layer).is_some();
        let mut told = fed.layers.iter().map(|(place, _)| *place).filter(is_there);
        let layer = if before.has_layers() { told.next().or(before.layers.first()) } else { Some(ONE) };
        let Some(layer) = layer.filter(|_| gap != 0) else { return Ok(done) };
        *self = before;
        let mut layers = fed.layers.clone();
        let x = layers.get(layer).map_or(0, |one| one.x) + i128::from(gap) * MINOR;
        layers.insert(layer, Layer { quantity: 0, x });
        self.apply(movement, Fed { layers, ..fed })
    }

    fn rest_is_variance(&self, kind: &Kind) -> bool {
        match kind {
            Kind::SupplierReturn { .. } | Kind::Value { .. } | Kind::ValuePart { .. } => true,
            Kind::In { cost: Cost::Given(_) | Cost::From(_), .. } | Kind::InAll { .. } => {
                self.method == Method::Standard
            }
            Kind::In { .. }
            | Kind::Out { .. }
            | Kind::OutAll
            | Kind::OutPart { .. }
            | Kind::Lost { .. }
            | Kind::Revalue { .. }
            | Kind::WriteDown { .. }
            | Kind::Reclassify { .. }
            | Kind::ChangeMethod { .. }
            | Kind::ChangeStandard { .. } => false,
        }
    }
}
