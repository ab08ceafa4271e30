//! Goods that are frozen and released again: few at a time, and not for long, so that most goods move.

use domain::command::Command;
use domain::commands::frozen_pools::freeze::FreezePool;
use domain::commands::frozen_pools::release::{Finding, ReleasePool};
use domain::value::Sought;

use super::shelves::{goods, main_house};
use super::{id, if_match};
use crate::simulate::random::Random;
use crate::simulate::world::World;

/// Freezes goods, or releases some that are frozen.
pub fn any(random: &mut Random, world: &World) -> Command {
    let releases = if world.frozen_pools.is_empty() { 5 } else { 90 };
    if random.chance(releases) {
        let known = if random.chance(90) { &world.frozen_pools } else { &world.released_pools };
        let anything = Finding { item: None, warehouse: None, invariant: "stock.pools".to_owned() };
        return ReleasePool {
            frozen_pool: id(random, known, &world.foreign),
            reason: "simulated".to_owned(),
            found: random.maybe(10, |_| anything).into_iter().collect(),
            if_match: if_match(random),
        }
        .into();
    }
    let is_all = random.chance(4);
    let moving: Vec<String> = goods(world).into_iter().map(|item| item.id.to_string()).collect();
    let items = if random.chance(50) { &moving } else { &world.items };
    let main = main_house(world).map(|house| Sought::Id(house.id)).filter(|_| random.chance(50));
    let warehouse = |random: &mut Random| main.unwrap_or_else(|| id(random, &world.warehouses, &world.foreign));
    FreezePool {
        item: if is_all { None } else { Some(id(random, items, &world.foreign)) },
        warehouse: random.maybe(if is_all { 10 } else { 70 }, warehouse),
        invariant: random.maybe(50, |_| "stock.pools".to_owned()),
        reason: "simulated".to_owned(),
    }
    .into()
}
