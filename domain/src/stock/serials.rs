//! Serial numbers as commands find and make them.

use crate::book::Book;
use crate::book::context::Context;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::rows::{Recorded, Serial, StockStatus};
use crate::value::Sought;
use crate::value::id::{ItemId, SerialId};
use crate::value::rejection::{Code, Rejection};

/// A piece of an item of which nothing is said yet.
pub(crate) fn blank(ctx: &Context, item_id: ItemId) -> Serial {
    Serial {
        id: ctx.ids.next(),
        item_id,
        number: String::new(),
        status: StockStatus::Available,
        attributes: "{}".to_owned(),
        version: 1,
        created_at: ctx.at,
        created_by: ctx.actor.principal,
        updated_at: ctx.at,
        updated_by: ctx.actor.principal,
    }
}

/// Writes a new piece whose number is free, with its fact.
pub(crate) fn keep(book: &mut Book, ctx: &Context, serial: Serial) -> Recorded {
    let id = serial.id;
    book.serial_numbers.set((serial.item_id, serial.number.clone()), Some(id));
    book.serials.put(serial);
    book.record(ctx, FactKind::SerialCreated, id)
}

/// The serial, or `not_found` for an unknown, malformed or foreign id.
pub(crate) fn require_serial(book: &Book, sought: &Sought<SerialId>) -> Result<Serial, Stop> {
    let id = sought.require()?;
    Ok(book.serial(id)?.ok_or_else(Rejection::not_found)?.clone())
}

/// No other piece of the item has this number.
pub(crate) fn require_free_number(book: &Book, item: ItemId, number: &str) -> Result<(), Stop> {
    let Some(other) = book.serial_by_number(item, number)? else { return Ok(()) };
    let message =
        format!("the item already has a piece with the serial number {number}: use it, or choose another number");
    let rejection = Rejection::new(Code::CodeTaken, message).at("/number").with("id", other.to_string());
    let path = format!("/inventory/serials/{other}");
    Err(rejection.offer("existing", "See the piece that has it", "GET", path).into())
}
