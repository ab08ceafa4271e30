//! The values that a movement gets from others. Those stand before it, so their values are final when it needs them.

use crate::costing::replay::Run;
use crate::costing::replay::lane::Lane;
use crate::costing::replay::shared::Share;
use crate::costing::{Assembly, Effect, Fed, Halt, History, Kind, Layers, Movement, Place, PoolKey, Source};

impl<H: History> Run<'_, H> {
    /// The value that the movement gets from its source; empty if it has none.
    pub(super) fn fed(
        &mut self,
        lane: &mut Lane,
        movement: &Movement,
        booked: Option<&Effect>,
    ) -> Result<Fed, Halt<H::Stop>> {
        if movement.keeps_its_split() {
            return Ok(booked.map_or_else(Fed::default, |booked| booked.was_fed(movement)));
        }
        if let Kind::Value { receipt, amount, .. } = movement.kind {
            return self.later_cost(lane, movement, receipt, amount, booked);
        }
        if let Kind::ValuePart { dispatch, .. } = movement.kind {
            return self.part_of_later_cost(movement, dispatch, booked);
        }
        let Some((source, quantity)) = movement.source() else { return Ok(Fed::default()) };
        let Share { value, written_down } = match source {
            Source::Whole(of) => return self.handed_on(of),
            Source::Share { of, total } => self.share(of, total, movement.place, movement.pool)?,
            Source::Output { assembly, number } => Share { value: self.output(&assembly, number)?, written_down: 0 },
        };
        Ok(Fed { quantity, value, written_down, ..Fed::default() })
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

    pub(super) fn handed_on(&self, of: Place) -> Result<Fed, Halt<H::Stop>> {
        match self.effects.get(&of) {
            Some(effect) => Ok(effect.handed_on(of)),
            None => Ok(self.history.booked(of).map_err(Halt::Stop)?.effect().handed_on(of)),
        }
    }

    /// The share of one output of an assembly in the cost of all components and the absorbed amount.
    fn output(&mut self, assembly: &Assembly, number: usize) -> Result<i64, Halt<H::Stop>> {
        let Some(first) = assembly.components.first() else { return Ok(0) };
        if !self.outputs.contains_key(first) {
            let mut cost = 0;
            for component in &assembly.components {
                cost += self.handed_on(*component)?.carried();
            }
            self.outputs.insert(*first, assembly.outputs(cost));
        }
        Ok(self.outputs.get(first).and_then(|outputs| outputs.get(number)).copied().unwrap_or(0))
    }
}
