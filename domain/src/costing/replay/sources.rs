//! The values that a movement gets from others. Those stand before it, so their values are final when it needs them.

use std::collections::BTreeMap;

use crate::costing::replay::Run;
use crate::costing::{
    Assembly, Change, Dependent, Fed, Halt, History, Layers, Movement, Place, PoolKey, Quantity, Refusal, Rules,
    Source, Tie, amount,
};
use crate::value::Date;

/// The goods that left a pool at a change of scope, layer by layer, as the history has it. No difference is posted, so
/// the day does not matter.
pub fn went_over<H: History>(history: &H, from: Place, of: PoolKey, day: Date) -> Result<Layers, Halt<H::Stop>> {
    let nothing = Change { posting_date: day, insert: Vec::new(), remove: Vec::new() };
    Run::new(history, nothing, Rules::default()).handed_over(from, of)
}

impl<H: History> Run<'_, H> {
    /// The value that the movement gets from its source; empty if it has none.
    pub(super) fn fed(&mut self, movement: &Movement) -> Result<Fed, Halt<H::Stop>> {
        let Some((source, quantity)) = movement.source() else { return Ok(Fed::default()) };
        let value = match source {
            Source::Whole(of) => return self.handed_on(of),
            Source::Share { of, total } => self.share(of, total, movement)?,
            Source::Output { assembly, number } => self.output(&assembly, number)?,
        };
        Ok(Fed { quantity, value, ..Fed::default() })
    }

    /// The goods that left a pool at a change of scope, layer by layer: as they are now, else as they were.
    pub(super) fn handed_over(&mut self, from: Place, of: PoolKey) -> Result<Layers, Halt<H::Stop>> {
        if let Some(layers) = self.handed_over.get(&from) {
            return Ok(layers.clone());
        }
        let mut lane = self.open(of, from)?;
        let layers = match lane.next(self)? {
            Some(next) => lane.state.handed_over(&next.movement.kind),
            None => Layers::default(),
        };
        self.handed_over.insert(from, layers.clone());
        Ok(layers)
    }

    fn handed_on(&self, of: Place) -> Result<Fed, Halt<H::Stop>> {
        match self.effects.get(&of) {
            Some(effect) => Ok(effect.handed_on(of)),
            None => Ok(self.history.booked(of).map_err(Halt::Stop)?.effect().handed_on(of)),
        }
    }

    /// The share of one who takes: all who take are served in their order, so that the last one has the rest.
    fn share(&mut self, of: Place, total: Quantity, movement: &Movement) -> Result<i64, Halt<H::Stop>> {
        if !self.shares.contains_key(&of) {
            let mut left = total.get();
            let mut value = self.handed_on(of)?.value;
            let mut shares = BTreeMap::new();
            for (taker, quantity) in self.takers(of, movement.pool)? {
                if quantity > left {
                    return Err(Refusal::TakesTooMuch { of, place: taker, left }.into());
                }
                let share = amount::saturated(amount::taken(i128::from(value), quantity, left));
                (left, value) = (left - quantity, value - share);
                shares.insert(taker, share);
            }
            self.shares.insert(of, shares);
        }
        Ok(self.shares.get(&of).and_then(|shares| shares.get(&movement.place)).copied().unwrap_or(0))
    }

    /// Who takes shares of a movement, in order.
    fn takers(&self, of: Place, near: PoolKey) -> Result<BTreeMap<Place, i64>, Halt<H::Stop>> {
        let mut all = self.history.dependents(of, near).map_err(Halt::Stop)?;
        all.retain(|dependent| !self.removed.contains_key(&dependent.place));
        all.extend(self.new_dependents.get(&of).into_iter().flatten());
        let share = |dependent: Dependent| match dependent.tie {
            Tie::Share(quantity) => Some((dependent.place, quantity)),
            Tie::Value | Tie::Layer => None,
        };
        Ok(all.into_iter().filter_map(share).collect())
    }

    /// The share of one output of an assembly in the cost of all components and the absorbed amount.
    fn output(&mut self, assembly: &Assembly, number: usize) -> Result<i64, Halt<H::Stop>> {
        let Some(first) = assembly.components.first() else { return Ok(0) };
        if !self.outputs.contains_key(first) {
            let mut cost = 0;
            for component in &assembly.components {
                cost += i128::from(self.handed_on(*component)?.value);
            }
            self.outputs.insert(*first, assembly.outputs(cost));
        }
        Ok(self.outputs.get(first).and_then(|outputs| outputs.get(number)).copied().unwrap_or(0))
    }
}
