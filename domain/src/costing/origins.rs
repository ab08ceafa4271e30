//! When goods first came: they keep that through transfers, in transit, and when warehouses begin or cease to share costs.
//!
//! The oldest goods of a layer leave first, and of a pool without layers the oldest ones of all.

use std::collections::BTreeMap;

use crate::costing::ageing::{Ages, Parcels, ages, first_in_first_out};
use crate::costing::whereabouts::ONE;
use crate::costing::{Beyond, Cost, Kind, Layers, Movement, Place, PoolKey, PoolState, Source};

/// Goods by layer.
type ByLayer = BTreeMap<Place, Parcels>;

/// The goods of pools by the movements with which they first came.
#[derive(Debug, Default)]
pub struct Origins {
    pools: BTreeMap<PoolKey, Pool>,
    /// Goods that one line takes from pool to pool.
    passing: BTreeMap<Place, ByLayer>,
    /// Goods in transit, by dispatch.
    in_transit: BTreeMap<Place, Parcels>,
}

/// The goods of one pool. Goods that are owed are a quantity below 0 and no parcels.
#[derive(Debug, Default)]
struct Pool {
    quantity: i64,
    layers: ByLayer,
}

impl Origins {
    /// Notes the next movement, over all pools. `after` are the layers of its pool after it, where that keeps any.
    pub fn add(&mut self, movement: &Movement, moved: i64, after: Option<&Layers>) {
        let place = movement.place;
        if self.passing.first_key_value().is_some_and(|(one, _)| (one.at, one.seq) != (place.at, place.seq)) {
            self.passing.clear();
        }
        match &movement.kind {
            Kind::In { quantity, cost } => {
                let came = match cost {
                    Cost::From(source) => self.arriving(source, quantity.get()),
                    Cost::Given(_) | Cost::Present { .. } => Parcels::new(),
                };
                self.pool(movement).put(place, ByLayer::from([(place, completed(came, place, moved))]), moved, after);
            }
            Kind::InAll { from, .. } => {
                let came = self.passing.remove(from).unwrap_or_default();
                self.pool(movement).put(place, came, moved, after);
            }
            Kind::Out { beyond: Beyond::InTransit, .. } => {
                let left = self.pool(movement).take(-moved, None, after);
                self.in_transit.insert(place, together(left));
            }
            Kind::Out { .. } | Kind::OutAll | Kind::OutPart { .. } => {
                let left = self.pool(movement).take(-moved, None, after);
                self.passing.insert(place, left);
            }
            Kind::SupplierReturn { receipt, .. } => {
                self.pool(movement).take(-moved, Some(*receipt), after);
            }
            Kind::Lost { quantity, source } => {
                self.arriving(source, quantity.get());
            }
            Kind::ChangeMethod { .. } => self.pool(movement).change_layers(place, after),
            Kind::Value { .. }
            | Kind::ValuePart { .. }
            | Kind::Revalue { .. }
            | Kind::WriteDown { .. }
            | Kind::Reclassify { .. }
            | Kind::ChangeStandard { .. } => {}
        }
    }

    /// The ages of a pool's goods since they first came. `state` is the pool, where its movements could be costed: else the
    /// oldest goods are assumed to have left first.
    #[must_use]
    pub fn ages(&self, pool: PoolKey, state: Option<&PoolState>, quantity: i64, worth: i64) -> Ages {
        let none = ByLayer::new();
        let layers = self.pools.get(&pool).map_or(&none, |pool| &pool.layers);
        let latest_first = || together(layers.clone()).into_iter().rev();
        match state {
            Some(state) if state.has_layers() => ages(state, worth, []).since(|layer| layers.get(&layer)),
            Some(state) => ages(state, worth, latest_first()),
            None => first_in_first_out(quantity, worth, latest_first()),
        }
    }

    fn pool(&mut self, movement: &Movement) -> &mut Pool {
        self.pools.entry(movement.pool).or_default()
    }

    /// Goods that left elsewhere and come now. What comes back from a customer comes anew.
    fn arriving(&mut self, source: &Source, quantity: i64) -> Parcels {
        match source {
            Source::Whole(of) => self.passing.remove(of).map_or_else(Parcels::new, together),
            Source::Share { of, .. } => match self.in_transit.get_mut(of) {
                Some(left) => {
                    let came = oldest(left, quantity);
                    if left.is_empty() {
                        self.in_transit.remove(of);
                    }
                    came
                }
                None => Parcels::new(),
            },
            Source::Output { .. } => Parcels::new(),
        }
    }
}

impl Pool {
    /// Goods come, layer by layer. The oldest settle what is owed.
    fn put(&mut self, place: Place, came: ByLayer, moved: i64, after: Option<&Layers>) {
        let before = self.quantity;
        self.quantity += moved;
        let Some(layers) = after else {
            let mut came = together(came);
            oldest(&mut came, moved - (self.quantity.max(0) - before.max(0)));
            merge(self.one(), came);
            return;
        };
        let keeps_layers = came.keys().all(|layer| *layer != ONE);
        let came = if keeps_layers { came } else { ByLayer::from([(place, together(came))]) };
        for (layer, parcels) in came {
            let there = self.layers.entry(layer).or_default();
            merge(there, parcels);
            let stays = layers.get(layer).map_or(0, |one| one.quantity);
            oldest(there, count(there) - stays);
        }
        self.layers.retain(|_, parcels| !parcels.is_empty());
    }

    /// Goods leave: of one layer first, where one is named, then of all in order.
    fn take(&mut self, quantity: i64, first: Option<Place>, after: Option<&Layers>) -> ByLayer {
        self.quantity -= quantity;
        let Some(layers) = after else { return ByLayer::from([(ONE, oldest(self.one(), quantity))]) };
        let (mut taken, mut wanted, mut behind) = (ByLayer::new(), quantity, None);
        if let Some(layer) = first {
            wanted -= self.take_of_layer(layer, layers, &mut taken);
        }
        while wanted > 0
            && let Some(layer) = self.first_layer(behind)
        {
            wanted -= self.take_of_layer(layer, layers, &mut taken);
            behind = Some(layer);
        }
        taken
    }

    /// Takes of a layer what it has more than after that; answers how much.
    fn take_of_layer(&mut self, layer: Place, layers: &Layers, taken: &mut ByLayer) -> i64 {
        let Some(there) = self.layers.get_mut(&layer) else { return 0 };
        let stays = layers.get(layer).map_or(0, |one| one.quantity);
        let left = oldest(there, count(there) - stays);
        if there.is_empty() {
            self.layers.remove(&layer);
        }
        let quantity = count(&left);
        if quantity > 0 {
            merge(taken.entry(layer).or_default(), left);
        }
        quantity
    }

    /// The first layer, or that behind one.
    fn first_layer(&self, behind: Option<Place>) -> Option<Place> {
        match behind {
            None => self.layers.keys().next().copied(),
            Some(behind) => self.layers.range(behind.after()..).next().map(|(layer, _)| *layer),
        }
    }

    /// All goods that are in no layer. What was in layers is so from here on.
    fn one(&mut self) -> &mut Parcels {
        if self.layers.len() > 1 || !self.layers.contains_key(&ONE) {
            let all = together(std::mem::take(&mut self.layers));
            self.layers.insert(ONE, all);
        }
        self.layers.entry(ONE).or_default()
    }

    /// Layers become one, or all goods become a layer: that counts as their coming.
    fn change_layers(&mut self, place: Place, after: Option<&Layers>) {
        match after {
            None => {
                self.one();
            }
            Some(layers) if self.layers.keys().all(|layer| layers.get(*layer).is_some()) => {}
            Some(_) => {
                self.layers = ByLayer::from([(place, completed(Parcels::new(), place, self.quantity))]);
            }
        }
    }
}

/// Takes the oldest goods.
fn oldest(of: &mut Parcels, mut quantity: i64) -> Parcels {
    let mut taken = Parcels::new();
    while quantity > 0
        && let Some(mut first) = of.first_entry()
    {
        let part = quantity.min(*first.get());
        quantity -= part;
        taken.insert(*first.key(), part);
        *first.get_mut() -= part;
        if *first.get() == 0 {
            first.remove();
        }
    }
    taken
}

/// So many goods: what is not known to have come before comes now.
fn completed(mut parcels: Parcels, place: Place, quantity: i64) -> Parcels {
    let more = quantity - count(&parcels);
    if more > 0 {
        *parcels.entry(place).or_default() += more;
    }
    parcels
}

fn count(parcels: &Parcels) -> i64 {
    parcels.values().sum()
}

fn together(layers: ByLayer) -> Parcels {
    let mut all = Parcels::new();
    layers.into_values().for_each(|parcels| merge(&mut all, parcels));
    all
}

fn merge(all: &mut Parcels, more: Parcels) {
    for (place, quantity) in more {
        *all.entry(place).or_default() += quantity;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::costing::tests::world::*;
    use crate::costing::{Change, Method};

    /// The ages of the goods of a place by the number of the day and quantity, after all movements of a world.
    fn told(world: &World, place: u8) -> Vec<(i64, i64)> {
        let mut all: Vec<&Movement> = world.movements.values().flat_map(BTreeMap::values).collect();
        all.sort_by_key(|movement| movement.place);
        let (mut origins, mut states) = (Origins::default(), world.origins.clone());
        for movement in all {
            let effect = world.booked[&movement.place].effect();
            let state = states.get_mut(&movement.pool).unwrap();
            state.apply(movement, effect.was_fed(movement)).unwrap();
            origins.add(movement, effect.quantity, Some(state.layers()).filter(|_| state.has_layers()));
        }
        let state = world.state(place);
        let ages = origins.ages(pool(place), Some(&state), state.quantity(), state.value());
        assert_eq!(ages.parts.iter().map(|part| part.value).sum::<i64>() + ages.owed.1, state.value());
        ages.parts.iter().map(|part| (part.place.at.0 / DAY_US, part.quantity)).collect()
    }

    fn transfer(world: &mut World, at: i64, places: [u8; 2], quantity: i64) {
        let out = world.movement(places[0], day(at), at, 0, issue(quantity));
        let cost = Cost::From(Source::Whole(out.place));
        let into = world.movement(places[1], day(at), at, 0, Kind::In { quantity: units(quantity), cost });
        let posting_date = out.posting_date;
        world.change(Change { posting_date, insert: vec![out, into], remove: Vec::new(), lines: 0 }).unwrap();
    }

    #[test]
    fn goods_are_as_old_after_a_transfer_as_before_it() {
        for methods in [[Method::Average; 2], [Method::Fifo; 2], [Method::Fifo, Method::Average], [Method::Standard; 2]]
        {
            let mut world = World::of(&methods);
            world.post(0, day(1), 1, receipt(3, 300)).unwrap();
            world.post(0, day(2), 2, receipt(4, 500)).unwrap();
            transfer(&mut world, 10, [0, 1], 5);
            world.post(1, day(11), 11, receipt(2, 100)).unwrap();
            assert_eq!(told(&world, 0), [(2, 2)], "{methods:?}");
            assert_eq!(told(&world, 1), [(1, 3), (2, 2), (11, 2)], "{methods:?}");
            world.post(1, day(12), 12, issue(4)).unwrap();
            assert_eq!(told(&world, 1), [(2, 1), (11, 2)], "{methods:?}");
            // And back again, with others between.
            transfer(&mut world, 20, [1, 0], 2);
            assert_eq!(told(&world, 0), [(2, 3), (11, 1)], "{methods:?}");
            assert_eq!(told(&world, 1), [(11, 1)], "{methods:?}");
        }
    }

    #[test]
    fn goods_age_in_transit_and_what_is_lost_is_the_oldest() {
        for method in [Method::Average, Method::Fifo] {
            let mut world = World::of(&[method; 2]);
            world.post(0, day(1), 1, receipt(3, 300)).unwrap();
            world.post(0, day(2), 2, receipt(4, 500)).unwrap();
            let leaves = Kind::Out { quantity: units(6), beyond: Beyond::InTransit };
            let of = world.post(0, day(3), 3, leaves).unwrap();
            let source = || Source::Share { of, total: units(6) };
            let comes = |quantity| Kind::In { quantity: units(quantity), cost: Cost::From(source()) };
            world.post(1, day(8), 8, comes(2)).unwrap();
            world.post(0, day(9), 9, Kind::Lost { quantity: units(1), source: source() }).unwrap();
            world.post(1, day(10), 10, comes(3)).unwrap();
            assert_eq!((told(&world, 0), told(&world, 1)), (vec![(2, 1)], vec![(1, 2), (2, 3)]), "{method:?}");
        }
    }

    #[test]
    fn what_comes_back_from_a_customer_or_settles_what_is_owed_comes_anew() {
        for method in [Method::Average, Method::Fifo] {
            let mut world = World::of(&[method; 2]);
            world.post(0, day(1), 1, receipt(3, 300)).unwrap();
            let sold = world.post(0, day(2), 2, issue(3)).unwrap();
            let source = Source::Share { of: sold, total: units(3) };
            world.post(0, day(5), 5, Kind::In { quantity: units(1), cost: Cost::From(source) }).unwrap();
            assert_eq!(told(&world, 0), [(5, 1)], "{method:?}");
            let owed = Kind::Out { quantity: units(3), beyond: Beyond::Owed { fallback: None } };
            world.post(0, day(6), 6, owed).unwrap();
            world.post(1, day(6), 7, receipt(4, 400)).unwrap();
            transfer(&mut world, 9, [1, 0], 4);
            assert_eq!(told(&world, 0), [(6, 2)], "{method:?}");
        }
    }
}
