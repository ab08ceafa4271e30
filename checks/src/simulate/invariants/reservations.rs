//! Reservations: the stored sum is the rest of active reservations, and each is within its bounds.

use std::collections::BTreeMap;

use domain::model::Model;
use domain::rows::{
    FactRow, MovementLine, MovementStatus, Reservation, ReservationStatus, ReservedGoods, StockLevel, StockMovement,
};
use domain::value::id::ReservationId;

use super::rows;

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

/// The quantity reserved by name of each lot and piece is there.
fn check_named(model: &Model, reservations: &[Reservation]) {
    let Some(now) = rows::<FactRow>(model).into_iter().map(|fact| fact.at).max() else { return };
    let mut named: BTreeMap<_, i64> = BTreeMap::new();
    for row in reservations {
        if let Some(tracked) = row.lot_id.map(|id| id.0).or(row.serial_id.map(|id| id.0)) {
            *named.entry((row.item_id, row.warehouse_id, tracked)).or_default() += row.holds(now);
        }
    }
    let levels = rows::<StockLevel>(model);
    for ((item, warehouse, tracked), reserved) in named {
        let of = |level: &&StockLevel| {
            (level.item_id, level.warehouse_id) == (item, warehouse)
                && [level.lot_id, level.serial_id].contains(&tracked)
        };
        let there: i64 = levels.iter().filter(of).map(|level| level.quantity).sum();
        assert!(there >= reserved, "{reserved} of a lot or piece are reserved by name and {there} are there");
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
