//! What checks of a document share: for what it is checked, where a field of a line is, and the warehouse that it names.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::Warehouse;
use crate::value::id::WarehouseId;

/// For what a movement is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// To be kept as a draft, or submitted: somebody else may complete it.
    Keep,
    /// To be posted.
    Post,
}

pub(crate) fn at(index: usize, field: &str) -> String {
    format!("/lines/{index}/{field}")
}

/// A warehouse that a line names.
pub(crate) fn warehouse(book: &Book, id: WarehouseId) -> Result<&Warehouse, Stop> {
    book.warehouses()?.find(|warehouse| warehouse.id == id).ok_or_else(|| Stop::lost("warehouses", id))
}
