//! Reservations: the stored sum is the rest of active reservations, and each is within its bounds.

use std::collections::{BTreeMap, BTreeSet};

use domain::book::Book;
use domain::book::stop::Stop;
use domain::model::Model;
use domain::rows::{
    FactRow, Lot, MovementLine, MovementStatus, Reservation, ReservationStatus, ReservedGoods, Serial, StockLevel,
    StockMovement, StockStatus, Warehouse,
};
use domain::stock::held::holds_its_goods;
use domain::stock::reservations::short::{self, Goods, Short};
use domain::value::Instant;
use domain::value::id::{ItemId, ReservationId};
use domain::value::movement_kind::MovementKind;

use super::rows;

/// No lot or piece.
const NONE: [u8; 16] = [0; 16];

/// Checks everything.
pub(super) fn check(model: &Model) {
    let reservations = rows::<Reservation>(model);
    let mut sums: BTreeMap<_, i64> = BTreeMap::new();
    for row in &reservations {
        assert!((0..=row.quantity).contains(&row.consumed_quantity), "{} took more than it has", row.id);
        assert_eq!(row.status == ReservationStatus::Consumed, row.left() == 0, "{} is consumed or not", row.id);
        if row.status == ReservationStatus::Active {
            let by_name = row.lot_id.map(|id| id.0).or(row.serial_id.map(|id| id.0));
            for tracked in [Some([0; 16]), by_name].into_iter().flatten() {
                *sums.entry((row.item_id, row.warehouse_id, tracked)).or_default() += row.left();
            }
        }
    }
    let kept = rows::<ReservedGoods>(model).into_iter().filter(|row| row.quantity != 0);
    let kept: BTreeMap<_, i64> =
        kept.map(|row| ((row.item_id, row.warehouse_id, row.tracked_id), row.quantity)).collect();
    assert_eq!(sums, kept, "what is kept as reserved is not the sum of reservations");
    check_taken(model, &reservations);
    check_named(model, &reservations);
}

/// The quantity reserved by name of each lot and piece is there, unless a count did not find it; and who is short is who
/// comes last when goods are handed out in the order of reservations.
fn check_named(model: &Model, reservations: &[Reservation]) {
    let Some(now) = rows::<FactRow>(model).into_iter().map(|fact| fact.at).max() else { return };
    let lost = lost_by_counts(model);
    let held = |lot: &Lot| lot.status != StockStatus::Available;
    let lots: Vec<Lot> = rows(model);
    let expiring: BTreeSet<ItemId> =
        lots.iter().filter(|lot| lot.expires_on.is_some()).map(|lot| lot.item_id).collect();
    let mut set_apart: BTreeSet<[u8; 16]> = lots.iter().filter(|lot| held(lot)).map(|lot| lot.id.0).collect();
    let pieces = rows::<Serial>(model).into_iter().filter(|piece| piece.status != StockStatus::Available);
    set_apart.extend(pieces.map(|piece| piece.id.0));
    let mut goods: BTreeMap<Goods, Vec<&Reservation>> = BTreeMap::new();
    for row in reservations.iter().filter(|row| row.holds(now) > 0) {
        goods.entry((row.item_id, row.warehouse_id)).or_default().push(row);
    }
    let short = short_in(model, now, goods.keys().copied().collect());
    let levels = rows::<StockLevel>(model);
    let warehouses: Vec<Warehouse> = rows(model);
    for (key, mut holding) in goods {
        let mut there: BTreeMap<[u8; 16], i64> = BTreeMap::new();
        for level in levels.iter().filter(|level| (level.item_id, level.warehouse_id) == key) {
            let tracked = if level.lot_id == NONE { level.serial_id } else { level.lot_id };
            *there.entry(tracked).or_default() += level.quantity;
        }
        holding.sort_by_key(|row| row.id);
        let by_name = |row: &Reservation| row.lot_id.map(|id| id.0).or(row.serial_id.map(|id| id.0));
        let mut lacking: BTreeMap<ReservationId, i64> = BTreeMap::new();
        let mut take = |row: &Reservation, from: &mut i64| {
            let taken = row.holds(now).min(*from).max(0);
            *from -= taken;
            lacking.insert(row.id, row.holds(now) - taken);
        };
        for row in &holding {
            if let Some(tracked) = by_name(row) {
                take(row, there.entry(tracked).or_default());
            }
        }
        let house = warehouses.iter().find(|house| house.id == key.1);
        let is_held = house.is_some_and(|house| holds_its_goods(house.kind));
        let usable = there.iter().filter(|(tracked, _)| !is_held && !set_apart.contains(*tracked));
        let mut rest: i64 = usable.map(|(_, quantity)| quantity).sum();
        for row in holding.iter().filter(|row| by_name(row).is_none()) {
            take(row, &mut rest);
        }
        for row in &holding {
            let wanted = lacking.get(&row.id).copied().unwrap_or(0);
            if !expiring.contains(&key.0) {
                assert_eq!(short.get(&row.id).copied().unwrap_or(0), wanted, "what {} is short of", row.id);
            }
            assert!(by_name(row).is_none() || wanted == 0 || lost.contains(&key), "{} lacks {wanted}", row.id);
        }
    }
}

/// Goods of which a count found too few.
fn lost_by_counts(model: &Model) -> BTreeSet<Goods> {
    let counts = rows::<StockMovement>(model).into_iter().filter(|row| row.kind == MovementKind::CountAdjustment);
    let counts: BTreeSet<i64> = counts.filter_map(|movement| movement.seq).collect();
    let lines = rows::<MovementLine>(model).into_iter();
    let lines = lines.filter(|line| counts.contains(&line.movement_seq) && line.quantity < 0);
    lines.map(|line| (line.item_id, line.warehouse_id)).collect()
}

/// The core's answer.
fn short_in(model: &Model, now: Instant, goods: BTreeSet<Goods>) -> Short {
    let mut book = Book::new(model.organization, None);
    loop {
        let keys = match short::of_goods(&book, now, &goods) {
            Ok(short) => return short,
            Err(Stop::Missing(key)) => vec![key],
            Err(Stop::MissingAll(keys)) => keys,
            Err(stop) => panic!("{stop:?}"),
        };
        for key in keys {
            book.fill(&key, &model.load(&key.query())).unwrap_or_else(|bad| panic!("{bad}"));
        }
    }
}

/// The quantity taken of each reservation is that of the movements in effect.
fn check_taken(model: &Model, reservations: &[Reservation]) {
    let in_effect: BTreeMap<i64, ()> = rows::<StockMovement>(model)
        .into_iter()
        .filter(|movement| movement.status == MovementStatus::Posted)
        .filter_map(|movement| Some((movement.seq?, ())))
        .collect();
    let mut taken: BTreeMap<ReservationId, i64> = BTreeMap::new();
    for line in rows::<MovementLine>(model).iter().filter(|line| in_effect.contains_key(&line.movement_seq)) {
        if let Some(id) = line.reservation_id {
            *taken.entry(id).or_default() -= line.quantity;
        }
    }
    for row in reservations {
        assert_eq!(taken.get(&row.id).copied().unwrap_or(0), row.consumed_quantity, "what was taken of {}", row.id);
    }
}
