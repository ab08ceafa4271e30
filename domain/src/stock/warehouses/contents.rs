//! Changes that a warehouse allows while goods lie in it: with bins or without, and a group of others or not.

use crate::book::Book;
use crate::book::in_transit::InTransit;
use crate::book::loading::require_all;
use crate::book::stop::Stop;
use crate::rows::{BinsMode, StockLevel, Warehouse, WarehouseKind};
use crate::stock::owed::{listed_stock, with_stock};
use crate::stock::warehouses::effective::Others;
use crate::value::limits;
use crate::value::rejection::{Code, Rejection};

/// Goods do not lie where the warehouse says that none are: in no bin, or in bins.
pub(super) fn check_bins(book: &Book, before: &Warehouse, after: &Warehouse) -> Result<(), Stop> {
    let in_bins = match after.bins_mode {
        _ if before.bins_mode == after.bins_mode => return Ok(()),
        BinsMode::Optional => return Ok(()),
        BinsMode::None => true,
        BinsMode::Required => false,
    };
    require_all(book, vec![book.lying_key(after.id, in_bins)])?;
    let there: Vec<StockLevel> = book.lying_in(after.id, in_bins)?.take(limits::LISTED).cloned().collect();
    if there.is_empty() {
        return Ok(());
    }
    let (lie, way_out) = if in_bins { ("in", "out of them") } else { ("outside of", "into bins") };
    let message = format!(
        "warehouse {} has goods {lie} bins: set binsMode to optional, move them {way_out} by a transfer, then change it",
        before.code
    );
    let listed = listed_stock(book, &there)?;
    let rejection = Rejection::new(Code::WarehouseNotEmpty, message).at("/binsMode").with("stock", listed);
    Err(with_stock(rejection, before.id).into())
}

/// A warehouse that groups others holds no goods itself, so that only an empty one becomes a parent.
pub(super) fn check_group(
    book: &Book,
    others: &Others,
    before: Option<&Warehouse>,
    after: &Warehouse,
) -> Result<(), Stop> {
    let Some(parent) = after.parent_id.and_then(|id| others.get(&id)) else { return Ok(()) };
    if before.and_then(|old| old.parent_id) == Some(parent.id) {
        return Ok(());
    }
    let id = parent.id;
    let coming = InTransit::To(id);
    require_all(book, vec![book.lying_key(id, true), book.lying_key(id, false), book.transit_key(coming, 1)])?;
    let there = book.lying_in(id, true)?.chain(book.lying_in(id, false)?);
    let there: Vec<StockLevel> = there.take(limits::LISTED).cloned().collect();
    let code = &parent.code;
    if !there.is_empty() {
        let message = format!(
            "warehouse {code} holds goods, and a warehouse that groups others cannot: move them to another first"
        );
        let listed = listed_stock(book, &there)?;
        let rejection = Rejection::new(Code::WarehouseNotEmpty, message).at("/parentId").with("stock", listed);
        return Err(with_stock(rejection, id).into());
    }
    let Some(line) = book.in_transit(coming, 1)?.next() else { return Ok(()) };
    let message = format!(
        "goods are in transit to warehouse {code}, and a warehouse that groups others cannot hold goods: receive them \
         and move them on first"
    );
    let path = format!("/inventory/movements/{}", line.movement_id);
    let rejection = Rejection::new(Code::WarehouseNotEmpty, message).at("/parentId");
    Err(rejection.offer("transfer", "See the transfer", "GET", path).into())
}

/// The warehouse below another that makes it a group; `None` where it is none.
pub(crate) fn grouped_by(book: &Book, warehouse: &Warehouse) -> Result<Option<String>, Stop> {
    Ok(book.warehouses()?.find(|other| other.parent_id == Some(warehouse.id)).map(|other| other.code.clone()))
}

/// Whether goods in a warehouse are their owner's.
pub(crate) fn is_of_others(warehouse: &Warehouse) -> bool {
    warehouse.kind == WarehouseKind::ConsignmentIn
}
