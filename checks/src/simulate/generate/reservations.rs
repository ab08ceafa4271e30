//! Reservations: mostly of goods that are there, for a while; taken, changed, given up, or left until their time is over.

use domain::book::Query;
use domain::command::Command;
use domain::commands::lots::update::UpdateLot;
use domain::commands::reservations::create::CreateReservation;
use domain::commands::reservations::expire::ExpireReservation;
use domain::commands::reservations::release::ReleaseReservation;
use domain::commands::reservations::release_by_reference::ReleaseReservations;
use domain::commands::reservations::update::UpdateReservation;
use domain::rows::items::Item;
use domain::rows::{LotChange, Reservation, Row, StockStatus};
use domain::stock::goods::document::new::{NewMovement, NewMovementLine};
use domain::stock::reservations::new::NewReservation;
use domain::value::id::ReservationId;
use domain::value::{Decimal, IdOrCode, Instant, Sought, TypedId};

use super::{id, if_match, movements, object, oversized, patch};
use crate::simulate::random::Random;
use crate::simulate::world::World;

/// Seconds in which most reservations are over, so that goods go on moving.
const SOON: i64 = 40;

/// Reserves goods, or changes, releases or marks a reservation.
pub fn any(random: &mut Random, world: &World) -> Command {
    match random.weighed(&[60, 14, 10, 12, 4]) {
        0 => CreateReservation { new: new(random, world) }.into(),
        1 => {
            let reservation = one_of(random, world);
            let quantity = random.maybe(60, |random| number(&random.between(0, 30).to_string()));
            let expires_at = patch(random, 30, |random| Instant(world.clock + random.between(-5, SOON) * 1_000_000));
            let reference = patch(random, 20, |random| format!("SO-{}", random.below(9)));
            let metadata = patch(random, 10, |random| if random.chance(5) { oversized() } else { object(random) });
            let if_match = if_match(random);
            UpdateReservation { reservation, if_match, quantity, expires_at, reference, metadata }.into()
        }
        2 => {
            let reservation = one_of(random, world);
            let reason = random.maybe(50, |_| "simulated".to_owned());
            if random.chance(30) {
                let reference = format!("SO-{}", random.below(9));
                let source = random.maybe(20, |_| "shop".to_owned());
                return ReleaseReservations { reference, source, reason }.into();
            }
            ReleaseReservation { reservation, reason, if_match: if_match(random) }.into()
        }
        3 => ExpireReservation { reservation: one_of(random, world) }.into(),
        _ => {
            let status = Some(random.one(&[StockStatus::Available, StockStatus::Available, StockStatus::Hold]));
            let fields = LotChange { status, ..LotChange::default() };
            UpdateLot { lot: movements::lot(world), if_match: None, fields }.into()
        }
    }
}

/// The lot or piece to reserve of a tracked item, else the usual one.
fn tracked<I: TypedId>(id: Option<I>, usual: &str) -> IdOrCode<I> {
    id.map_or_else(|| IdOrCode::Code(usual.to_owned()), IdOrCode::from)
}

/// Lets a movement take reserved goods: mostly a part, at times more than is left.
pub fn take(random: &mut Random, world: &World, movement: &mut NewMovement) {
    let now = Instant(world.clock);
    let last = world.reservations.iter().rev().take(30).filter_map(|id| known(world, ReservationId::parse(id)));
    let good = last.into_iter().find(|row| row.holds(now) > 0).filter(|_| !random.chance(15));
    let Some(reservation) = good.or_else(|| known(world, one_of(random, world).id())) else { return };
    let rows = world.model.load(&Query::row::<Item>(&(reservation.item_id,)));
    let Some(item) = rows.first().and_then(|cells| Item::from_cells(cells).ok()) else { return };
    let left = reservation.left().max(1);
    let much = if random.chance(15) { left + 1 } else { random.between(1, left) };
    let decimals = u8::try_from(item.quantity_decimals).unwrap_or(0);
    let mut line: NewMovementLine = movements::line(&IdOrCode::from(item.id), "1");
    line.quantity = Some(Decimal::from_units(much, decimals));
    line.lot = item.sku.ends_with("lot").then(|| tracked(reservation.lot_id, "L-1"));
    line.serial = item.sku.ends_with("piece").then(|| tracked(reservation.serial_id, "P-1"));
    line.reservation = Some(Sought::Id(reservation.id));
    if !random.chance(5) {
        movement.warehouse = Some(IdOrCode::from(reservation.warehouse_id));
    }
    movement.lines = vec![line];
}

/// Mostly one of the last reservations, now and then any.
fn one_of(random: &mut Random, world: &World) -> Sought<ReservationId> {
    let first = if random.chance(70) { world.reservations.len().saturating_sub(12) } else { 0 };
    id(random, world.reservations.get(first..).unwrap_or_default(), &world.foreign)
}

fn known(world: &World, id: Option<ReservationId>) -> Option<Reservation> {
    let rows = world.model.load(&Query::row::<Reservation>(&(id?,)));
    Reservation::from_cells(rows.first()?).ok()
}

fn new(random: &mut Random, world: &World) -> NewReservation {
    let goods = random.weighed(&[30, 26, 14, 14, 8, 4]);
    let sku = movements::GOODS[goods].0;
    let item = match random.below(40) {
        0 => IdOrCode::Code("nothing".to_owned()),
        1 | 2 => IdOrCode::Id(id(random, &world.items, &world.foreign)),
        _ => IdOrCode::Code(sku.to_owned()),
    };
    let much = match random.below(40) {
        0 => "0".to_owned(),
        1 => "-1".to_owned(),
        2 => "0.0001".to_owned(),
        3 => "100000".to_owned(),
        _ if sku.ends_with("piece") => "1".to_owned(),
        _ => random.between(1, 6).to_string(),
    };
    let warehouse = match random.below(12) {
        0 => None,
        1 => Some(IdOrCode::Id(id(random, &world.warehouses, &world.foreign))),
        _ => movements::main_warehouse(world).map(IdOrCode::Id),
    };
    NewReservation {
        item,
        quantity: number(&much),
        unit: random.maybe(4, |random| random.one(&["XCS", "KGM"]).to_owned()),
        warehouse,
        lot: random.maybe(if sku.ends_with("lot") { 40 } else { 1 }, |_| IdOrCode::Code("L-1".to_owned())),
        serial: random.maybe(if sku.ends_with("piece") { 60 } else { 1 }, |_| IdOrCode::Code("P-1".to_owned())),
        expires_at: random.maybe(85, |random| Instant(world.clock + random.between(-1, SOON) * 1_000_000)),
        reference: random.maybe(40, |random| format!("SO-{}", random.below(9))),
        source: String::new(),
        external_id: random
            .maybe(20, |random| if random.chance(30) { "twice".to_owned() } else { format!("R-{}", random.any()) }),
        metadata: "{}".to_owned(),
    }
}

fn number(text: &str) -> Decimal {
    Decimal::parse(text).unwrap_or_else(|why| panic!("{text}: {why}"))
}
