//! Sums that may leave 64 bits: taken in two parts by the database, and put together here.

use domain::value::{Cell, CellValue};

use crate::Fault;

/// Sums are taken in two parts, above and below this, so that no sum of 64 bits overflows on the way.
pub const PART: i128 = 1_000_000_000;

/// Both parts of the sum of an amount as two columns. Whole division and its remainder cut towards zero on both
/// databases.
#[must_use]
pub fn sum(amount: &str) -> String {
    format!("cast(sum(({amount}) / {PART}) as bigint), cast(sum(({amount}) % {PART}) as bigint)")
}

/// The sum of which both parts begin at a place.
pub fn whole(cells: &[Cell], place: usize) -> Result<i128, Fault> {
    let part = |place: usize| i64::from_cell(cells.get(place).unwrap_or(&Cell::Null)).map(i128::from);
    Ok(part(place)? * PART + part(place + 1)?)
}
