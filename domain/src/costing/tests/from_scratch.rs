//! The same history done from the beginning, one movement after the other over all pools, without queue, checkpoints or
//! early stop: replay must have come to the same result.

use std::collections::BTreeMap;

use crate::costing::replay::shared::Rest;
use crate::costing::tests::world::World;
use crate::costing::whereabouts::{CostShares, Spot, Whereabouts};
use crate::costing::*;

pub struct FromScratch {
    pub states: BTreeMap<PoolKey, PoolState>,
    pub effects: BTreeMap<Place, Effect>,
    /// The layers that changes of scope took with them.
    layers: BTreeMap<Place, Layers>,
    whereabouts: Whereabouts,
    /// What of later costs belongs where.
    later_costs: BTreeMap<Place, CostShares>,
}

pub fn from_scratch(world: &World) -> FromScratch {
    let all: BTreeMap<Place, &Movement> =
        world.movements.values().flat_map(|of_pool| of_pool.iter().map(|(place, one)| (*place, one))).collect();
    let mut done = FromScratch {
        states: world.origins.clone(),
        effects: BTreeMap::new(),
        layers: BTreeMap::new(),
        whereabouts: Whereabouts::default(),
        later_costs: BTreeMap::new(),
    };
    let needed = all.values().flat_map(|movement| movement.depends_on());
    for (of, _) in needed.filter(|(of, tie)| of.phase == Phase::In && matches!(tie, Tie::Layer | Tie::Share(_))) {
        done.whereabouts.follow(of);
    }
    for (place, movement) in &all {
        let fed = done.fed(movement, &all);
        let before = done.states[&movement.pool].clone();
        done.layers.insert(*place, before.handed_over(&movement.kind));
        let effect = done.states.get_mut(&movement.pool).unwrap().apply(movement, fed).unwrap();
        done.whereabouts.add(movement, &before, &done.states[&movement.pool]);
        done.effects.insert(*place, effect);
    }
    let left: Vec<_> = done.later_costs.values().flatten().collect();
    assert!(left.is_empty(), "nobody has what belongs there: {left:?}");
    done
}

impl FromScratch {
    fn fed(&mut self, movement: &Movement, all: &BTreeMap<Place, &Movement>) -> Fed {
        match &movement.kind {
            Kind::Value { receipt, amount, .. } => {
                let mut shares = self.whereabouts.shares_of(*receipt, *amount);
                let own = shares.remove(&Spot { pool: movement.pool, dispatch: None }).unwrap_or_default();
                self.later_costs.insert(movement.place, shares);
                return Fed { layers: own, ..Fed::default() };
            }
            Kind::ValuePart { of, dispatch, .. } => {
                let spot = Spot { pool: movement.pool, dispatch: *dispatch };
                let layers = self.later_costs.get_mut(of).unwrap().remove(&spot).unwrap_or_default();
                let adds = |dispatch| {
                    if layers.is_empty() { 0 } else { self.left_of(dispatch, movement, all).0.add(layers.sums().1) }
                };
                let value = dispatch.map_or(0, adds);
                return Fed { quantity: 0, value, layers, written_down: 0 };
            }
            _ => {}
        }
        let handed_on = |of: &Place| self.effects[of].handed_on(*of);
        match &movement.kind {
            Kind::In { cost: Cost::From(Source::Whole(of)), .. } => handed_on(of),
            Kind::InAll { from, .. } => Fed { layers: self.layers[from].clone(), ..handed_on(from) },
            Kind::In { quantity, cost: Cost::From(Source::Share { of, .. }) }
            | Kind::Lost { quantity, source: Source::Share { of, .. } }
            | Kind::SupplierReturn { quantity, receipt: of, .. } => {
                let (mut rest, mut less) = self.left_of(*of, movement, all);
                let (value, written_down) = (rest.take(quantity.get()), less.take(quantity.get()));
                Fed { quantity: quantity.get(), value, written_down, ..Fed::default() }
            }
            Kind::In { quantity, cost: Cost::From(Source::Output { assembly, number }) } => {
                let cost: i64 =
                    assembly.components.iter().map(|of| handed_on(of).value - handed_on(of).written_down).sum();
                let weights: Vec<i128> = assembly.weights.iter().map(|weight| i128::from(*weight)).collect();
                let outputs = amount::spread(i128::from(cost + assembly.absorbed), &weights);
                Fed { quantity: quantity.get(), value: i64::try_from(outputs[*number]).unwrap(), ..Fed::default() }
            }
            _ => Fed::default(),
        }
    }

    /// What is left of a movement that others share, before one of them, and what of that is written down.
    fn left_of(&self, of: Place, before: &Movement, all: &BTreeMap<Place, &Movement>) -> (Rest, Rest) {
        let total = match all[&of].kind {
            Kind::In { quantity, .. } | Kind::Out { quantity, .. } => quantity.get(),
            _ => 0,
        };
        let whole = self.effects[&of].handed_on(of);
        let (mut rest, mut less) = (Rest::new(total, whole.value), Rest::new(total, whole.written_down));
        for (place, other) in all.range(..before.place) {
            for (_, tie) in other.depends_on().into_iter().filter(|(source, _)| *source == of) {
                match tie {
                    Tie::Share(quantity) => {
                        let (share, written_down) = (rest.take(quantity), less.take(quantity));
                        if !matches!(other.kind, Kind::SupplierReturn { claim: Some(_), .. }) {
                            let fed = self.effects[place].was_fed(other);
                            assert_eq!((share, written_down), (fed.value, fed.written_down));
                        }
                    }
                    Tie::InTransit => {
                        rest.add(self.effects[place].shares.sums().1);
                    }
                    _ => {}
                }
            }
        }
        (rest, less)
    }
}
