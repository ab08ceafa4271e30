//! Goods of others: received into a warehouse of their own, used, moved on and sent back.

use domain::command::Command;
use domain::commands::warehouses::create::CreateWarehouse;
use domain::rows::{Warehouse, WarehouseKind};
use domain::stock::goods::document::new::When;
use domain::stock::warehouses::change::WarehouseChange;
use domain::value::IdOrCode;
use domain::value::movement_kind::MovementKind;

use super::movement_kinds::country;
use super::movements::{goods_line, main_warehouse, of_main};
use super::shelves::{Lying, lying};
use crate::simulate::random::Random;
use crate::simulate::world::World;

/// A movement in the warehouse of others' goods, which is made first.
pub fn any(random: &mut Random, world: &mut World) -> Command {
    let found = world.rows::<Warehouse>().into_iter().find(|warehouse| warehouse.kind == WarehouseKind::ConsignmentIn);
    let Some(there) = found else {
        let (code, kind) = (Some(format!("of-others-{}", world.number())), Some(WarehouseKind::ConsignmentIn));
        return CreateWarehouse { fields: WarehouseChange { name: code.clone(), code, kind, ..Default::default() } }
            .into();
    };
    use MovementKind as K;
    let here: Vec<Lying> = lying(world).into_iter().filter(|lying| lying.level.warehouse_id == there.id).collect();
    let kind = match random.weighed(&[30, 30, 12, 8, 8, 4]) {
        0 => K::Receipt,
        1 => K::Issue,
        2 => K::Transfer,
        3 => K::SupplierReturn,
        4 => K::Scrap,
        _ => random.one(MovementKind::ALL),
    };
    // Used goods were there.
    let found = random.pick(&here).filter(|_| kind != K::Receipt);
    let kind = if found.is_none() && random.chance(90) { K::Receipt } else { kind };
    let cost = (kind == K::Receipt).then(|| format!("{}.{}", random.below(90), 10 + random.below(90)));
    let quantity = (2 + random.below(9)).to_string();
    let line = match found {
        Some(lying) => lying.some(random, 4),
        None => goods_line(random.below(3), &quantity, cost.as_deref()),
    };
    let mut made = of_main(world, kind, line);
    made.new.warehouse = Some(IdOrCode::from(there.id));
    made.new.to_warehouse = (kind == K::Transfer).then(|| main_warehouse(world).map(IdOrCode::Id)).flatten();
    made.new.dimensions = country();
    let owner = IdOrCode::Code(format!("Supplier {}", random.below(3)));
    made.new.party = (kind == K::Receipt && random.chance(95)).then_some(owner);
    let day = i8::try_from(1 + random.below(28)).unwrap_or(1);
    let on = When::On(jiff::civil::date(2010, 5, day));
    made.new.occurred_at = (kind == K::Receipt || random.chance(40)).then_some(on);
    made.into()
}
