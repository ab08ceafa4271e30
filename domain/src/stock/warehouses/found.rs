//! Finding the warehouse that a command names.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::Warehouse;
use crate::value::Sought;
use crate::value::id::WarehouseId;
use crate::value::rejection::Rejection;

/// The warehouse, or `not_found` for an unknown, malformed or foreign id.
pub(crate) fn require_warehouse(book: &Book, sought: &Sought<WarehouseId>) -> Result<Warehouse, Stop> {
    let id = sought.require()?;
    Ok(book.warehouse(id)?.ok_or_else(Rejection::not_found)?.clone())
}
