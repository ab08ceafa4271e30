//! Held goods in a document: nobody sells, uses or builds them in, and nothing is received straight into goods in transit.

use crate::book::Book;
use crate::book::days::local_day_of;
use crate::book::stop::Stop;
use crate::rows::movement_drafts::DraftLine;
use crate::stock::goods::document::checking::{at, warehouse};
use crate::stock::held::{self, Held};
use crate::value::Instant;
use crate::value::movement_kind::MovementKind;
use crate::value::rejection::{Code, Fault, Rejection};

/// Checks what holds whenever the goods of a line move: the kinds of warehouses, and the status of their lot or piece.
pub(super) fn check(
    book: &Book,
    index: usize,
    kind: MovementKind,
    line: &DraftLine,
    faults: &mut Vec<Fault>,
) -> Result<(), Stop> {
    let here = warehouse(book, line.warehouse_id)?;
    if !held::may_come_to(here.kind, kind, line.quantity) {
        let message = format!(
            "warehouse {} is of the kind inTransit, for goods between two of your warehouses: choose the one to which they \
             come",
            here.code
        );
        faults.push(Fault::new(at(index, "warehouseId"), Code::WarehouseNotUsable, message));
    }
    faults.extend(found(book, index, kind, line, None)?);
    Ok(())
}

/// Refuses goods of a lot that had expired when they left, whatever its status: the day counts in the time zone of their
/// warehouse.
///
/// # Errors
/// `stock_not_available`.
pub(crate) fn check_expiry(
    book: &Book,
    kind: MovementKind,
    lines: &[DraftLine],
    occurred_at: Instant,
) -> Result<(), Stop> {
    let mut faults = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        faults.extend(found(book, index, kind, line, Some(occurred_at))?);
    }
    Rejection::of_errors(faults).map_or(Ok(()), |rejection| Err(rejection.into()))
}

/// Why the goods of a line may not leave; where the instant is not known yet, without what depends on the day.
fn found(
    book: &Book,
    index: usize,
    kind: MovementKind,
    line: &DraftLine,
    left_at: Option<Instant>,
) -> Result<Vec<Fault>, Stop> {
    if !held::is_taken_for_use(kind, line.quantity) {
        return Ok(Vec::new());
    }
    let here = warehouse(book, line.warehouse_id)?;
    let lot = line.lot_id.map(|id| book.lot(id)).transpose()?.flatten();
    let serial = line.serial_id.map(|id| book.serial(id)).transpose()?.flatten();
    let day = left_at.map(|at| local_day_of(book, here, at)).transpose()?;
    let fault = |why| {
        let (field, message) = match why {
            Held::InWarehouse(kind) => {
                let message = format!(
                    "goods in warehouse {}, which is of the kind {}, are held: transfer them to another first, or \
                     scrap, send back or adjust them",
                    here.code,
                    kind.name()
                );
                ("warehouseId", message)
            }
            Held::WithStatus(status) => {
                let field = if lot.is_some() { "lotId" } else { "serialId" };
                (field, format!("it has the status {}: release it first, or take another", status.name()))
            }
            Held::Expired(last) => {
                let number = lot.map_or("", |lot| &lot.number);
                let message = format!(
                    "lot {number} expired on {last}: take another, scrap it, or correct its expiresOn if it is wrong"
                );
                ("lotId", message)
            }
        };
        Fault::new(at(index, field), Code::StockNotAvailable, message)
    };
    Ok(held::reasons(here.kind, lot, serial, day).map(fault).collect())
}
