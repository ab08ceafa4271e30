//! The costing scope of a warehouse at a place of the order. The scope changes, and a late document uses the one at its
//! own place.

use crate::book::stop::Stop;
use crate::costing::Place;
use crate::rows::past_scopes::decode;
use crate::rows::{CostingScope, Warehouse, codec};
use crate::value::rejection::{Code, Rejection};
use crate::value::{Cell, CellValue, Instant};

/// Where a document stands before all of its lines.
pub(crate) fn before_lines(at: Instant, seq: i64) -> Place {
    Place::out(at, seq, 0)
}

/// Right before a document that stands there.
pub(super) fn before_document(place: Place) -> Place {
    Place::into(place.at, place.seq - 1, u32::MAX)
}

/// The warehouse with another scope from a place on.
pub(crate) fn switched(warehouse: &Warehouse, to: CostingScope, from: Place) -> Result<Warehouse, Stop> {
    let past = decode(&warehouse.past_scopes).map_err(|bad| Stop::unreadable("warehouses", warehouse.id, &bad))?;
    let scopes = past.into_iter().chain([(from, warehouse.costing_scope)]);
    let cells: Vec<Cell> = scopes.flat_map(|(until, scope)| [until.to_cell(), scope.to_cell()]).collect();
    Ok(Warehouse { costing_scope: to, past_scopes: codec::encode_cells(&cells), ..warehouse.clone() })
}

/// The scope at a place of the order, and where that has ended since.
pub(crate) fn at(warehouse: &Warehouse, place: Place) -> Result<(CostingScope, Option<Place>), Stop> {
    let past = decode(&warehouse.past_scopes).map_err(|bad| Stop::unreadable("warehouses", warehouse.id, &bad))?;
    let found = past.into_iter().find(|(until, _)| place < *until);
    Ok(found.map_or((warehouse.costing_scope, None), |(until, scope)| (scope, Some(until))))
}

/// Refuses goods that come, leave or come back at a place before goods of the warehouse were split off from a shared
/// pool: the split is known only for the goods there at the time. After a merge of pools, late goods simply go along
/// with the rest.
pub(crate) fn require_movable(warehouse: &Warehouse, place: Place) -> Result<(), Stop> {
    let past = decode(&warehouse.past_scopes).map_err(|bad| Stop::unreadable("warehouses", warehouse.id, &bad))?;
    let mut since = past.iter().filter(|(until, _)| place < *until);
    match (since.next(), since.next()) {
        (None, _) | (Some((_, CostingScope::Warehouse)), None) => Ok(()),
        (Some((until, _)), _) => Err(before_change(warehouse, until.at).into()),
    }
}

/// It would have to stand before a change of scope, and cannot.
pub(crate) fn before_change(warehouse: &Warehouse, changed_at: Instant) -> Rejection {
    let message = format!(
        "the costing scope of warehouse {} changed at {changed_at}, and the stock at that moment is fixed: have it \
         costed now (costing: prospective), or give a later occurredAt",
        warehouse.code
    );
    Rejection::new(Code::BeforeScopeChange, message)
        .at("/occurredAt")
        .with("warehouseId", warehouse.id.to_string())
        .with("changedAt", changed_at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scope_at_a_place_is_the_one_that_ended_next_after_it() {
        let stage = crate::stock::goods::tests::stage();
        let first = stage.rows::<Warehouse>().remove(0);
        let place = |second: i64| before_lines(Instant(second), 1);
        let joined = switched(&first, CostingScope::Organization, place(10)).expect("readable");
        let apart = switched(&joined, CostingScope::Warehouse, place(20)).expect("readable");
        for (warehouse, second, scope, is_past, can_move) in [
            (&first, 5, CostingScope::Warehouse, false, true),
            (&joined, 5, CostingScope::Warehouse, true, true),
            (&joined, 10, CostingScope::Organization, false, true),
            (&apart, 5, CostingScope::Warehouse, true, false),
            (&apart, 15, CostingScope::Organization, true, false),
            (&apart, 20, CostingScope::Warehouse, false, true),
        ] {
            let place = place(second).after();
            let (found, until) = at(warehouse, place).expect("readable");
            assert_eq!((found, until.is_some()), (scope, is_past), "{second}");
            assert_eq!(require_movable(warehouse, place).is_ok(), can_move, "{second}");
        }
        let damaged = Warehouse { past_scopes: vec![9], ..first };
        assert!(at(&damaged, place(1)).is_err() && require_movable(&damaged, place(1)).is_err());
    }
}
