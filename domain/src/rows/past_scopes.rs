//! The costing scopes that a warehouse had before, and the bytes in which they are kept.

use crate::costing::Place;
use crate::rows::{CostingScope, Warehouse, codec};
use crate::value::{BadCell, CellValue};

/// Whether these bytes can be read as the scopes that a warehouse had.
pub(crate) fn are_scopes(bytes: &[u8]) -> bool {
    decode(bytes).is_ok()
}

/// Scopes that a warehouse had, each with the place at which it ended, in order.
pub(crate) fn decode(bytes: &[u8]) -> Result<Vec<(Place, CostingScope)>, BadCell> {
    if bytes.is_empty() {
        return Ok(Vec::new());
    }
    let cells = codec::decode_cells(bytes)?;
    let (pairs, rest) = cells.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(BadCell { wanted: "scopes of a warehouse", found: format!("{} cells", cells.len()) });
    }
    pairs.iter().map(|[place, scope]| Ok((Place::from_cell(place)?, CostingScope::from_cell(scope)?))).collect()
}

/// How far goods of a warehouse were valued with those of others, where of its changes only those count of which `counts` says so
/// by their place in the log.
pub fn scope_where(warehouse: &Warehouse, counts: impl Fn(i64) -> bool) -> Result<CostingScope, BadCell> {
    let past = decode(&warehouse.past_scopes)?;
    let next = past.into_iter().find(|(until, _)| !counts(until.seq));
    Ok(next.map_or(warehouse.costing_scope, |(_, scope)| scope))
}

/// The places in the log of all its changes.
pub fn changes_of_scope(warehouse: &Warehouse) -> Result<Vec<i64>, BadCell> {
    Ok(decode(&warehouse.past_scopes)?.into_iter().map(|(until, _)| until.seq).collect())
}
