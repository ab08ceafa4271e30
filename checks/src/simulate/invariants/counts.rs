//! Counts: the expected quantities are the sums of all movements up to their instant, from the first one on.

use std::collections::BTreeMap;

use domain::model::Model;
use domain::rows::{Count, CountLine, MovementLine, StockMovement};
use domain::value::id::{ItemId, LocationId, LotId, SerialId, WarehouseId};

use super::rows;

/// Counts that are looked at: those that were opened last.
const LAST: usize = 3;

/// A place, and what is in it.
type Goods = (ItemId, Option<LocationId>, Option<LotId>, Option<SerialId>);

/// Checks everything.
pub(super) fn check(model: &Model) {
    let counts = rows::<Count>(model);
    let last = &counts[counts.len().saturating_sub(LAST)..];
    if last.is_empty() {
        return;
    }
    let movements: BTreeMap<i64, StockMovement> =
        rows::<StockMovement>(model).into_iter().filter_map(|row| Some((row.seq?, row))).collect();
    let moved = rows::<MovementLine>(model);
    let lines = rows::<CountLine>(model);
    for count in last {
        let was_known = |line: &MovementLine| {
            movements.get(&line.movement_seq).is_some_and(|movement| {
                line.movement_seq <= count.snapshot_seq
                    && movement.occurred_at <= Some(count.snapshot_at)
                    && movement.voided_at.is_none_or(|at| at > count.created_at)
            })
        };
        let mut there: BTreeMap<Goods, i64> = BTreeMap::new();
        for line in moved.iter().filter(|line| was_known(line)) {
            let mut come = |warehouse: Option<WarehouseId>, location, quantity: i64| {
                if warehouse == Some(count.warehouse_id) {
                    *there.entry((line.item_id, location, line.lot_id, line.serial_id)).or_default() += quantity;
                }
            };
            come(Some(line.warehouse_id), line.location_id, line.quantity);
            come(line.to_warehouse_id, line.to_location_id, -line.quantity);
        }
        there.retain(|_, quantity| *quantity != 0);
        let own = lines.iter().filter(|line| line.count_id == count.id && line.expected != 0);
        let expected: BTreeMap<Goods, i64> =
            own.map(|line| ((line.item_id, line.location_id, line.lot_id, line.serial_id), line.expected)).collect();
        let is_of_all = count.locations.is_empty() && count.items.is_empty() && count.categories.is_empty();
        if is_of_all {
            assert_eq!(expected, there, "what the count {} expects", count.id);
        }
        for (goods, quantity) in expected {
            assert_eq!(there.get(&goods), Some(&quantity), "what the count {} expects of {goods:?}", count.id);
        }
    }
}
