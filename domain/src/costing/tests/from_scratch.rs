//! The same history done from the beginning, one movement after the other over all pools, without queue, checkpoints or
//! early stop: replay must have come to the same result.

use std::collections::BTreeMap;

use crate::costing::tests::world::World;
use crate::costing::*;

pub struct FromScratch {
    pub states: BTreeMap<PoolKey, PoolState>,
    pub effects: BTreeMap<Place, Effect>,
    /// The layers that changes of scope took with them.
    layers: BTreeMap<Place, Layers>,
}

pub fn from_scratch(world: &World) -> FromScratch {
    let all: BTreeMap<Place, &Movement> =
        world.movements.values().flat_map(|of_pool| of_pool.iter().map(|(place, one)| (*place, one))).collect();
    let mut done = FromScratch { states: world.origins.clone(), effects: BTreeMap::new(), layers: BTreeMap::new() };
    for (place, movement) in &all {
        let fed = done.fed(movement, &all);
        let layers = done.states[&movement.pool].handed_over(&movement.kind);
        done.layers.insert(*place, layers);
        let effect = done.states.get_mut(&movement.pool).unwrap().apply(movement, fed).unwrap();
        done.effects.insert(*place, effect);
    }
    done
}

impl FromScratch {
    fn fed(&self, movement: &Movement, all: &BTreeMap<Place, &Movement>) -> Fed {
        let handed_on = |of: &Place| self.effects[of].handed_on(*of);
        match &movement.kind {
            Kind::In { cost: Cost::From(Source::Whole(of)), .. } => handed_on(of),
            Kind::InAll { from, .. } => Fed { layers: self.layers[from].clone(), ..handed_on(from) },
            Kind::In { quantity, cost: Cost::From(Source::Share { of, total }) }
            | Kind::Lost { quantity, source: Source::Share { of, total } }
            | Kind::SupplierReturn { quantity, receipt: of, received: total } => {
                let (mut left, mut value) = (total.get(), handed_on(of).value);
                for (place, other) in all.range(..movement.place) {
                    for (source, tie) in other.depends_on() {
                        if let (true, Tie::Share(quantity)) = (source == *of, tie) {
                            left -= quantity;
                            value -= self.effects[place].was_fed(*place).value;
                        }
                    }
                }
                let share = i128::from(value) * i128::from(quantity.get()) / i128::from(left);
                Fed { quantity: quantity.get(), value: i64::try_from(share).unwrap(), ..Fed::default() }
            }
            Kind::In { quantity, cost: Cost::From(Source::Output { assembly, number }) } => {
                let cost: i64 = assembly.components.iter().map(|of| handed_on(of).value).sum();
                let weights: Vec<i128> = assembly.weights.iter().map(|weight| i128::from(*weight)).collect();
                let outputs = amount::spread(i128::from(cost + assembly.absorbed), &weights);
                Fed { quantity: quantity.get(), value: i64::try_from(outputs[*number]).unwrap(), ..Fed::default() }
            }
            _ => Fed::default(),
        }
    }
}
