//! Stock, its cost and the books: costed anew from the rows alone, and compared to the cent and the day.

use std::collections::{BTreeMap, BTreeSet};

use domain::costing::Place;
use domain::model::Model;
use domain::rows::{
    ConsignedLine, CostingScope, Entry, LegKind, Line, MovementLine, MovementStatus, Pool, PoolDay, PoolLayer,
    PoolMovement, StockDay, StockLevel, StockMovement, ValueEntry, Warehouse, WarehouseKind,
};
use domain::stock::goods::proof::proving::Prover;
use domain::value::Date;
use domain::value::id::{AccountId, PoolId, WarehouseId};

use super::rows;

/// Checks everything.
pub(super) fn check(model: &Model) {
    let pools = rows::<Pool>(model);
    let beside = rows::<PoolMovement>(model).into_iter().filter_map(|row| row.own_entry());
    let entries: Vec<ValueEntry> = beside.chain(rows::<ValueEntry>(model)).collect();
    check_costs(model, &pools, &entries);
    check_values(model, &entries);
    check_quantities(model, &pools);
}

/// I2, I3 and I5: all movements, costed from the beginning, agree with the postings and the stored state.
fn check_costs(model: &Model, pools: &[Pool], entries: &[ValueEntry]) {
    let mut by_place: BTreeMap<Place, Vec<ValueEntry>> = BTreeMap::new();
    for entry in entries {
        by_place.entry(entry.place).or_default().push(entry.clone());
    }
    let mut prover = Prover::new(None);
    pools.iter().for_each(|pool| prover.open(pool));
    let mut movements = rows::<PoolMovement>(model);
    movements.sort_by_key(|row| row.place);
    for row in movements {
        let posted = by_place.remove(&row.place).unwrap_or_default();
        prover.follow(&row);
        prover.add(&row, &posted).unwrap_or_else(|bad| panic!("{bad}"));
    }
    assert!(by_place.is_empty(), "value entries belong to no movement");
    let mut layers: BTreeMap<PoolId, Vec<PoolLayer>> = BTreeMap::new();
    for layer in rows::<PoolLayer>(model) {
        layers.entry(layer.pool_id).or_default().push(layer);
    }
    for pool in pools {
        prover.compare(pool, &layers.remove(&pool.id).unwrap_or_default());
    }
    for (pool, proof) in prover.finish() {
        assert!(proof.holds(), "pool {pool}: {:?}", proof.broken);
    }
}

/// I2: per pool, account and day, value entries are the books' lines; the allowance against goods is in no day of a pool.
fn check_values(model: &Model, entries: &[ValueEntry]) {
    type ByDay = BTreeMap<(PoolId, AccountId, Date), i64>;
    let mut posted = ByDay::new();
    for entry in entries.iter().filter(|entry| entry.leg == LegKind::Stock) {
        *posted.entry((entry.pool_id, entry.account_id, entry.date)).or_default() += entry.amount;
    }
    let days = rows::<PoolDay>(model).into_iter().map(|day| ((day.pool_id, day.account_id, day.date), day.value));
    assert_eq!(posted, days.collect(), "the days of a pool are not its value entries");
    for entry in entries.iter().filter(|entry| entry.leg == LegKind::Allowance) {
        *posted.entry((entry.pool_id, entry.account_id, entry.date)).or_default() += entry.amount;
    }
    let dates: BTreeMap<i64, Date> =
        rows::<Entry>(model).into_iter().filter_map(|entry| Some((entry.sequence?, entry.date))).collect();
    let mut in_books = ByDay::new();
    for line in rows::<Line>(model) {
        if let (Some(pool), Some(date)) = (line.pool_id, dates.get(&line.entry_sequence)) {
            *in_books.entry((pool, line.account_id, *date)).or_default() += line.base_debit - line.base_credit;
        }
    }
    posted.retain(|_, sum| *sum != 0);
    in_books.retain(|_, sum| *sum != 0);
    assert_eq!(posted, in_books, "the books are not what was posted for stock");
}

/// I1: levels are the sums of days and of the lines in effect, and pools the sums of their places.
fn check_quantities(model: &Model, pools: &[Pool]) {
    let mut of_days: BTreeMap<_, i64> = BTreeMap::new();
    for day in rows::<StockDay>(model) {
        let key = (day.item_id, day.warehouse_id, day.location_id, day.lot_id, day.serial_id);
        *of_days.entry(key).or_default() += day.quantity;
    }
    let in_effect: BTreeMap<i64, ()> = rows::<StockMovement>(model)
        .into_iter()
        .filter(|movement| movement.status == MovementStatus::Posted)
        .filter_map(|movement| Some((movement.seq?, ())))
        .collect();
    let mut of_lines: BTreeMap<_, i64> = BTreeMap::new();
    for line in rows::<MovementLine>(model).iter().filter(|line| in_effect.contains_key(&line.movement_seq)) {
        let (lot, serial) = (line.lot_id.map_or([0; 16], |id| id.0), line.serial_id.map_or([0; 16], |id| id.0));
        let place = |warehouse, location: Option<domain::value::id::LocationId>| {
            (line.item_id, warehouse, location.map_or([0; 16], |id| id.0), lot, serial)
        };
        *of_lines.entry(place(line.warehouse_id, line.location_id)).or_default() += line.quantity;
        if let Some(to) = line.to_warehouse_id {
            *of_lines.entry(place(to, line.to_location_id)).or_default() -= line.quantity;
        }
    }
    let levels: BTreeMap<_, i64> = rows::<StockLevel>(model)
        .into_iter()
        .map(|level| {
            ((level.item_id, level.warehouse_id, level.location_id, level.lot_id, level.serial_id), level.quantity)
        })
        .collect();
    assert_eq!(of_days, levels, "levels are not the sums of days");
    let is_something = |quantities: BTreeMap<_, i64>| {
        quantities.into_iter().filter(|(_, quantity)| *quantity != 0).collect::<BTreeMap<_, i64>>()
    };
    assert_eq!(is_something(of_lines), is_something(levels.clone()), "levels are not the sums of lines");
    let of_others: BTreeSet<WarehouseId> = rows::<Warehouse>(model)
        .into_iter()
        .filter(|warehouse| warehouse.kind == WarehouseKind::ConsignmentIn)
        .map(|warehouse| warehouse.id)
        .collect();
    let (theirs, levels): (BTreeMap<_, _>, BTreeMap<_, _>) =
        levels.into_iter().partition(|(key, _)| of_others.contains(&key.1));
    let mut consigned: BTreeMap<_, i64> = BTreeMap::new();
    for line in rows::<ConsignedLine>(model) {
        *consigned.entry((line.item_id, line.warehouse_id, line.lot_id, line.serial_id)).or_default() += line.left();
    }
    let mut held: BTreeMap<_, i64> = BTreeMap::new();
    for (key, quantity) in theirs {
        *held.entry((key.0, key.1, key.3, key.4)).or_default() += quantity;
    }
    held.retain(|_, quantity| *quantity != 0);
    consigned.retain(|_, quantity| *quantity != 0);
    assert_eq!(consigned, held, "what is consigned is not what lies there");
    // A warehouse that shares its costs with others by now has its goods in their pool.
    let sharing: BTreeSet<[u8; 16]> = rows::<Warehouse>(model)
        .into_iter()
        .filter(|warehouse| warehouse.costing_scope == CostingScope::Organization)
        .map(|warehouse| warehouse.id.0)
        .collect();
    for pool in pools.iter().filter(|pool| pool.scope_id != [0; 16] && !sharing.contains(&pool.scope_id)) {
        let there = levels.iter().filter(|(key, _)| {
            key.0 == pool.item_id
                && key.1.0 == pool.scope_id
                && (pool.tracked_id == [0; 16] || pool.tracked_id == key.3 || pool.tracked_id == key.4)
        });
        let there: i64 = there.map(|(_, quantity)| quantity).sum();
        // Where the method was specific before or after, other pools hold the rest.
        assert!(
            pool.quantity == there
                || pools.iter().any(|other| other.item_id == pool.item_id
                    && other.id != pool.id
                    && other.scope_id == pool.scope_id),
            "pool {} holds {} and its places {there}",
            pool.id,
            pool.quantity
        );
    }
}
