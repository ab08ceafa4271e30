//! Warehouses: trees with cycles tried, defaults passed on, deactivations and deletions.

use domain::command::Command;
use domain::commands::warehouses::create::CreateWarehouse;
use domain::commands::warehouses::delete::DeleteWarehouse;
use domain::commands::warehouses::update::UpdateWarehouse;
use domain::rows::{BinsMode, CostingScope, NegativeStock, PickStrategy, WarehouseKind, WarehouseStatus};
use domain::stock::warehouses::change::WarehouseChange;
use domain::value::id::{PrincipalId, WarehouseId};
use domain::value::{Json, Patch, Sought};

use super::shelves::used_houses;
use super::{id, if_match, object, oversized, patch};
use crate::simulate::random::Random;
use crate::simulate::world::World;

/// Warehouses that are kept at most.
const WAREHOUSES: usize = 60;

/// Creates, updates or deletes a warehouse.
pub fn any(random: &mut Random, world: &mut World) -> Command {
    let full = world.warehouses.len() >= WAREHOUSES;
    match random.weighed(&[if full { 5 } else { 35 }, 50, 15]) {
        0 => {
            let mut fields = fields(random, world);
            fields.code = Some(code(random, world));
            fields.name = Some("Warehouse".to_owned());
            CreateWarehouse { fields }.into()
        }
        1 => {
            let empty = random.chance(8);
            let mut fields = if empty { WarehouseChange::default() } else { fields(random, world) };
            // Those that hold goods mostly stay as they are, so that these move.
            let used = used_houses(world);
            let unused: Vec<String> = world.warehouses.iter().filter(|id| !used.contains(*id)).cloned().collect();
            let any = if random.chance(15) { &world.warehouses } else { &unused };
            let mut warehouse = id(random, any, &world.foreign);
            if used.contains(&warehouse.to_string()) {
                fields.bins_mode = None;
                fields.status = fields.status.map(|status| random.one(&[status, WarehouseStatus::Active]));
            }
            if !world.locations.is_empty() && random.chance(10) {
                let (house, location) = random.one(&world.locations);
                let used_for = random.one(&["receiving", "shipping", "returns", "shelving"]);
                let named = Json::Object([(used_for.to_owned(), Json::Text(location))].into());
                // Of the warehouse that it is in, mostly.
                warehouse = if random.chance(85) { Sought::of(&house) } else { warehouse };
                fields = WarehouseChange { default_locations: Patch::Set(named), ..WarehouseChange::default() };
            }
            // The version in a body acts as one in the header.
            let (of_header, of_body) = (if_match(random), random.maybe(4, |random| vec![random.between(1, 3)]));
            UpdateWarehouse { warehouse, if_match: of_header.or(of_body), fields }.into()
        }
        _ => DeleteWarehouse { warehouse: id(random, &world.warehouses, &world.foreign), if_match: if_match(random) }
            .into(),
    }
}

fn code(random: &mut Random, world: &mut World) -> String {
    if random.chance(12) { format!("w{}", random.below(40)) } else { format!("w{}", world.number()) }
}

/// A parent: often the last one made, so that trees grow deep and cycles are tried.
fn parent(random: &mut Random, world: &World) -> Sought<WarehouseId> {
    match world.warehouses.last() {
        Some(last) if random.chance(50) => Sought::of(last),
        _ => id(random, &world.warehouses, &world.foreign),
    }
}

fn fields(random: &mut Random, world: &mut World) -> WarehouseChange {
    let accounts: Vec<String> = world.accounts.iter().map(|account| account.id.clone()).collect();
    let of = |code: &str| -> Vec<String> {
        world.accounts.iter().filter(|account| account.code == code).map(|account| account.id.clone()).collect()
    };
    let (stock, expense) = (of("1200"), of("5000"));
    let foreign = world.foreign.clone();
    let account = |random: &mut Random, sound: &[String]| {
        let known = if random.chance(80) { sound } else { &accounts };
        id(random, known, &foreign)
    };
    WarehouseChange {
        code: random.maybe(8, |random| code(random, world)),
        name: random.maybe(30, |random| format!("Warehouse {}", random.below(100))),
        description: patch(random, 10, |_| "described".to_owned()),
        kind: random.maybe(20, |random| random.one(WarehouseKind::ALL)),
        parent_id: patch(random, 25, |random| parent(random, world)),
        status: random.maybe(20, |random| {
            random.one(&[
                WarehouseStatus::Active,
                WarehouseStatus::Active,
                WarehouseStatus::Frozen,
                WarehouseStatus::Inactive,
            ])
        }),
        is_default: random.maybe(8, |random| random.chance(80)),
        valuation_account_id: patch(random, 6, |random| account(random, &stock)),
        cogs_account_id: patch(random, 6, |random| account(random, &expense)),
        adjustment_account_id: patch(random, 3, |random| account(random, &expense)),
        in_transit_account_id: patch(random, 3, |random| account(random, &stock)),
        scrap_account_id: patch(random, 3, |random| account(random, &expense)),
        costing_scope: random.maybe(5, |random| random.one(CostingScope::ALL)),
        negative_stock: random.maybe(5, |random| random.one(NegativeStock::ALL)),
        bins_mode: random.maybe(5, |random| random.one(BinsMode::ALL)),
        in_transit_warehouse_id: patch(random, 6, |random| id(random, &world.warehouses, &world.foreign)),
        resupply_from: patch(random, 6, |random| vec![id(random, &world.warehouses, &world.foreign)]),
        pick_strategy: random.maybe(5, |random| random.one(PickStrategy::ALL)),
        timezone: patch(random, 4, |_| "Europe/Paris".to_owned()),
        address: patch(random, 8, object),
        contact: patch(random, 4, object),
        manager_user_id: patch(random, 5, |random| {
            Sought::Id(PrincipalId([10 + u8::try_from(random.below(8)).unwrap_or(0); 16]))
        }),
        gln: patch(random, 3, |_| "4006381333931".to_owned()),
        tags: patch(random, 5, |_| vec!["cold".to_owned()]),
        metadata: patch(random, 8, |random| if random.chance(5) { oversized() } else { object(random) }),
        ..WarehouseChange::default()
    }
}
