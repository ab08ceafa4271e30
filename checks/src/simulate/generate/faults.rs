//! Possible faults of a movement: one thing at a time, so that each refusal is met and most movements are posted.
use domain::rows::{Brought, LotChange, WarehouseKind};
use domain::stock::goods::document::new::{NewMovement, NewMovementLine, When};
use domain::value::movement_kind::{MovementKind, SplitBy, TransferMode};
use domain::value::{Decimal, IdOrCode, Instant, Patch, Rate, Sought};

use super::movements::{any_movement, decimal};
use super::shelves::open_houses;
use super::{id, reservations};
use crate::simulate::random::Random;
use crate::simulate::world::World;

/// Changes one thing for the worse; at times the new value is right, too.
pub fn spoil(random: &mut Random, world: &World, new: &mut NewMovement) {
    if new.kind == MovementKind::Transfer && random.chance(12) {
        // They would stay where they are.
        for line in &mut new.lines {
            (line.to_warehouse, line.to_location) = (line.warehouse.clone(), line.location.clone());
        }
        return;
    }
    if random.chance(45)
        && let Some(line) = new.lines.first_mut()
    {
        spoil_line(random, world, line);
        return;
    }
    spoil_header(random, world, new);
}

fn spoil_line(random: &mut Random, world: &World, line: &mut NewMovementLine) {
    match random.below(22) {
        0 => line.item = Some(IdOrCode::Code("nothing".to_owned())),
        1 | 2 => line.item = Some(IdOrCode::Id(id(random, &world.items, &world.foreign))),
        3 => line.quantity = Some(decimal(random.one(&["0", "-1", "0.0001", "1000000000000001"]))),
        // More than there is.
        4..=6 => line.quantity = line.quantity.map(|much| Decimal { unscaled: much.unscaled * 1_000, ..much }),
        7 => line.unit = Some(random.one(&["XCS", "KGM"]).to_owned()),
        8 => line.total_cost = random.maybe(50, |_| decimal("10.00")),
        9 => line.total_cost = Some(decimal(random.one(&["0.001", "-1.00"]))),
        10 => line.lot = random.maybe(70, |random| IdOrCode::Id(id(random, &world.lots, &world.foreign))),
        11 => line.lot = Some(IdOrCode::Code(random.one(&["L-1", "nothing"]).to_owned())),
        12 => line.serial = random.maybe(50, |_| IdOrCode::Code("P-1".to_owned())),
        13 => line.location = Some(IdOrCode::Code(random.one(&["bin", "first", "nothing"]).to_owned())),
        14 => line.of_line = Some(random.between(1, 3)),
        15 => {
            let number = Some(format!("L-{}", random.below(4)));
            let expires_on = Patch::Set(jiff::civil::date(2011, 6, 29));
            line.brought = Some(Brought::Lot(LotChange { number, expires_on, ..LotChange::default() }));
        }
        16 => line.warehouse = Some(IdOrCode::Id(id(random, &world.warehouses, &world.foreign))),
        17 => line.to_warehouse = Some(IdOrCode::Id(id(random, &world.warehouses, &world.foreign))),
        18 => line.amount = random.maybe(70, |random| decimal(random.one(&["0.00", "900000.00", "-900.00", "1.00"]))),
        19 => line.weight = random.maybe(50, |_| 3),
        20 => line.is_component = random.maybe(50, |random| random.chance(50)),
        _ => line.reservation = Some(id(random, &world.reservations, &world.foreign)),
    }
}

fn spoil_header(random: &mut Random, world: &World, new: &mut NewMovement) {
    match random.below(26) {
        0 => new.occurred_at = Some(When::At(Instant(world.clock + 90_000_000_000))),
        1 => new.occurred_at = Some(When::On(jiff::civil::date(2004, 1, 1))),
        // Before most goods came.
        2..=4 => new.occurred_at = Some(When::On(jiff::civil::date(2010, 1, 2))),
        5 => new.posting_date = Some(jiff::civil::date(2010, 3, 3)),
        6 => new.party = random.maybe(70, |random| IdOrCode::Id(id(random, &[], &world.foreign))),
        7 => new.currency = Some(random.one(&["USD", "EUR", "GBP", "XXX"]).to_owned()),
        8 => new.exchange_rate = Rate::parse("0.8").ok(),
        9 | 10 => new.reason = Some(IdOrCode::Id(id(random, &world.reason_codes, &world.foreign))),
        11 | 12 => {
            let code = random.one(&["6000", "1200", "2100", "nothing"]).to_owned();
            new.offset_account = random.maybe(75, |_| IdOrCode::Code(code));
        }
        13 => new.of_movement = random.maybe(70, |random| any_movement(random, world, false)),
        14 => new.amount = random.maybe(60, |_| decimal("1.00")),
        15 => new.due_date = Some(jiff::civil::date(2010, 12, 31)),
        16 => new.split_by = Some(random.one(SplitBy::ALL)),
        17 => new.mode = Some(random.one(TransferMode::ALL)),
        18 => {
            // Goods are worth nothing where they are scrap.
            let scrap = open_houses(world).into_iter().find(|house| house.kind == WarehouseKind::Scrap);
            let scrap = scrap.filter(|_| random.chance(60)).map(|house| Sought::Id(house.id));
            new.warehouse = Some(IdOrCode::Id(scrap.unwrap_or_else(|| id(random, &world.warehouses, &world.foreign))));
        }
        19 => new.to_warehouse = new.warehouse.clone(),
        20 => new.external_id = Some("twice".to_owned()),
        21 => new.kind = random.one(MovementKind::ALL),
        22 => new.dimensions = random.one(&["", r#"{"planet":"Mars"}"#, r#"{"country":"FR"}"#]).to_owned(),
        23 => new.lines.clear(),
        24 => new.lines.reverse(),
        _ => reservations::take(random, world, new),
    }
}
