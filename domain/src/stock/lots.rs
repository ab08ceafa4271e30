//! Lots as commands find and make them.

use crate::book::Book;
use crate::book::context::Context;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::rows::{Lot, Recorded, StockStatus, Tracking};
use crate::value::Sought;
use crate::value::change::unknown;
use crate::value::id::{ItemId, LotId};
use crate::value::rejection::{Code, Fault, Rejection};

/// A lot of an item of which nothing is said yet.
pub(crate) fn blank(ctx: &Context, item_id: ItemId) -> Lot {
    Lot {
        id: ctx.ids.next(),
        item_id,
        number: String::new(),
        produced_on: None,
        best_before: None,
        expires_on: None,
        status: StockStatus::Available,
        attributes: "{}".to_owned(),
        version: 1,
        created_at: ctx.at,
        created_by: ctx.actor.principal,
        updated_at: ctx.at,
        updated_by: ctx.actor.principal,
    }
}

/// Writes a new lot whose number is free, with its fact.
pub(crate) fn keep(book: &mut Book, ctx: &Context, lot: Lot) -> Recorded {
    let id = lot.id;
    book.lot_numbers.set((lot.item_id, lot.number.clone()), Some(id));
    book.lots.put(lot);
    book.record(ctx, FactKind::LotCreated, id)
}

/// The item with this wire id where it is tracked so; else a fault.
pub(crate) fn tracked_item(
    book: &Book,
    sought: &Sought<ItemId>,
    tracking: Tracking,
    faults: &mut Vec<Fault>,
) -> Result<Option<ItemId>, Stop> {
    let item = sought.find(|id| book.item(id))?;
    let Some(item) = item else {
        faults.push(unknown("/itemId", &sought.to_string()));
        return Ok(None);
    };
    if item.tracking != tracking {
        let message = format!(
            "item {} has the tracking {}: set it to {} first, or choose another item",
            item.sku,
            item.tracking.name(),
            tracking.name()
        );
        faults.push(Fault::new("/itemId", Code::ItemNotTracked, message));
    }
    Ok(Some(item.id))
}

/// The lot, or `not_found` for an unknown, malformed or foreign id.
pub(crate) fn require_lot(book: &Book, sought: &Sought<LotId>) -> Result<Lot, Stop> {
    let id = sought.require()?;
    Ok(book.lot(id)?.ok_or_else(Rejection::not_found)?.clone())
}

/// No other lot of the item has this number.
pub(crate) fn require_free_number(book: &Book, item: ItemId, number: &str) -> Result<(), Stop> {
    let Some(other) = book.lot_by_number(item, number)? else { return Ok(()) };
    let message = format!("the item already has a lot {number}: use it, or choose another number");
    let rejection = Rejection::new(Code::CodeTaken, message).at("/number").with("id", other.to_string());
    let path = format!("/inventory/lots/{other}");
    Err(rejection.offer("existing", "See the lot that has it", "GET", path).into())
}
