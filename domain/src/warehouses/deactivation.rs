//! What stands in the way of a warehouse's deactivation; the same for the update and for asking without trying.

use super::rules::{Others, users_of};
use super::{Warehouse, WarehouseStatus};
use crate::rejection::{Code, Rejection};

/// All that would refuse the deactivation of a warehouse among these others; nothing where it is inactive already.
#[must_use]
pub fn deactivation_check(others: &Others, warehouse: &Warehouse) -> Vec<Rejection> {
    if warehouse.status == WarehouseStatus::Inactive {
        return Vec::new();
    }
    let default = warehouse.is_default.then(|| is_default(others));
    default.into_iter().chain(blockers(others, warehouse)).collect()
}

/// The default stays active; names who could take its place.
pub(super) fn is_default(others: &Others) -> Rejection {
    let candidates = others.values().filter(|other| other.status == WarehouseStatus::Active).take(20);
    Rejection::new(
        Code::WarehouseIsDefault,
        "the default warehouse must not be inactive: make another one the default first",
    )
    .with("candidates", candidates.map(|other| other.id.to_string()).collect::<Vec<_>>())
}

/// The last active one, and one that active others refer to, stay.
pub(super) fn blockers(others: &Others, warehouse: &Warehouse) -> Vec<Rejection> {
    let mut found = Vec::new();
    if !others.values().any(|other| other.id != warehouse.id && other.status == WarehouseStatus::Active) {
        let message = "this is the last active warehouse: activate or create another first";
        found.push(Rejection::new(Code::WarehouseIsLastActive, message));
    }
    let users = users_of(others, warehouse.id, |other| other.status != WarehouseStatus::Inactive);
    if !users.is_empty() {
        let count = users.len();
        let message = format!("{count} warehouses refer to it as parent, transit place or resupply: change them first");
        found.push(
            Rejection::new(Code::WarehouseInUse, message)
                .with("count", i64::try_from(count).unwrap_or(i64::MAX))
                .with("warehouses", users.into_iter().take(20).collect::<Vec<_>>()),
        );
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Stage;
    use crate::warehouses::change::WarehouseChange;
    use crate::warehouses::create::CreateWarehouse;

    #[test]
    fn the_check_lists_all_that_the_update_would_meet_one_after_the_other() {
        let mut stage = Stage::new();
        for code in ["A", "B"] {
            let fields =
                WarehouseChange { code: Some(code.to_owned()), name: Some(code.to_owned()), ..Default::default() };
            stage.run(CreateWarehouse { fields }).expect("created");
        }
        let mut rows = stage.rows::<Warehouse>();
        rows.sort_by_key(|row| row.created_at);
        let codes = |rows: &[Warehouse], index: usize| {
            let others: Others =
                rows.iter().filter(|row| row.id != rows[index].id).map(|row| (row.id, row.clone())).collect();
            deactivation_check(&others, &rows[index]).iter().map(|why| why.code).collect::<Vec<_>>()
        };
        assert_eq!(codes(&rows, 0), [Code::WarehouseIsDefault]);
        assert_eq!(codes(&rows, 1), []);
        rows[1].parent_id = Some(rows[0].id);
        rows[1].status = WarehouseStatus::Frozen;
        assert_eq!(codes(&rows, 0), [Code::WarehouseIsDefault, Code::WarehouseIsLastActive, Code::WarehouseInUse]);
        rows[0].status = WarehouseStatus::Inactive;
        assert_eq!(codes(&rows, 0), []);
    }
}
