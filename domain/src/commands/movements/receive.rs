//! Receives the goods of a transfer in two steps that are in transit.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::movement_drafts::DraftLine;
use crate::rows::{Reply, StockMovement, TransitLine};
use crate::stock::goods::document::new::When;
use crate::stock::goods::document::resolve::names;
use crate::stock::goods::second_step::{self, Said};
use crate::stock::items::quantity;
use crate::value::id::{LocationId, MovementId, WarehouseId};
use crate::value::movement_kind::{CostingPlace, TransferMode};
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Fault, Rejection};
use crate::value::{Decimal, IdOrCode, Sought};

/// Goods in transit come, all of them or some: a document of its own, which can be repeated until all have come.
#[derive(Clone, Debug)]
pub struct ReceiveTransfer {
    /// The transfer.
    pub movement: Sought<MovementId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
    /// When they came; `None` is now.
    pub occurred_at: Option<When>,
    /// Where it stands in the order of costs.
    pub costing: CostingPlace,
    /// The goods that came; everything in transit if empty.
    pub lines: Vec<Arrived>,
    pub reference: Option<String>,
    pub description: String,
    /// Values by dimension for the lines of its entry, canonical JSON; `None` are the transfer's.
    pub dimensions: Option<String>,
}

/// The goods that came of a line of a transfer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrived {
    /// The line of the transfer.
    pub of_line: i64,
    /// In the item's base unit; `None` is all that is in transit of it.
    pub quantity: Option<Decimal>,
    /// The bin that it came to; `None` is the one that the transfer says.
    pub location: Option<IdOrCode<LocationId>>,
}

impl Decide for ReceiveTransfer {
    const PERMISSION: Permission = Permission::MovementsPost;

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        second_step::hint(book, &self.movement, keys);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let (transfer, open) = second_step::open_lines(book, ctx, &self.movement, self.if_match.as_deref())?;
        let mut faults = Vec::new();
        let mut lines = Vec::new();
        if self.lines.is_empty() {
            lines.extend(
                open.iter()
                    .map(|line| second_step::drafted(line, line.left(), line.to_warehouse_id, line.to_location_id)),
            );
        }
        for (index, arrived) in self.lines.iter().enumerate() {
            lines.extend(came(book, index, arrived, &open, &mut faults)?);
        }
        if let Some(rejection) = Rejection::of_errors(faults) {
            return Err(rejection.into());
        }
        let movement = StockMovement {
            reference: self.reference.clone().or_else(|| transfer.reference.clone()),
            description: self.description.clone(),
            ..second_step::second(
                book,
                ctx,
                &transfer,
                TransferMode::Receive,
                &Said { occurred_at: self.occurred_at, costing: self.costing, dimensions: self.dimensions.as_deref() },
            )?
        };
        second_step::post(book, ctx, movement, &second_step::with_entered(book, lines)?)
    }
}

/// The goods that came of one line, with its references resolved.
fn came(
    book: &Book,
    index: usize,
    arrived: &Arrived,
    open: &[TransitLine],
    faults: &mut Vec<Fault>,
) -> Result<Option<DraftLine>, Stop> {
    let at = |field: &str| format!("/lines/{index}/{field}");
    let Some(line) = open.iter().find(|line| line.line_number == arrived.of_line) else {
        let message = format!("line {} of the transfer has no goods in transit: leave it out", arrived.of_line);
        faults.push(Fault::new(at("ofLine"), Code::TakesTooMuch, message));
        return Ok(None);
    };
    let item = book.item(line.item_id)?.ok_or_else(|| Stop::lost("items", line.item_id))?;
    let quantity = match arrived.quantity {
        None => line.left(),
        Some(written) => match quantity::exact_for(item, written, &at("quantity")) {
            Ok(quantity) if quantity > 0 => quantity,
            Ok(_) => {
                let message = "the quantity must be above 0: leave the line out if nothing arrived";
                faults.push(Fault::new(at("quantity"), Code::QuantityNotUsable, message));
                return Ok(None);
            }
            Err(fault) => {
                faults.push(fault);
                return Ok(None);
            }
        },
    };
    let location = match &arrived.location {
        None => line.to_location_id,
        Some(sent) => match location(book, line.to_warehouse_id, sent)? {
            Some(id) => Some(id),
            None => {
                let message = "the destination warehouse has no such location: choose one of its own";
                faults.push(Fault::new(names::named(&at("locationId"), sent), Code::UnknownReference, message));
                return Ok(None);
            }
        },
    };
    Ok(Some(second_step::drafted(line, quantity, line.to_warehouse_id, location)))
}

fn location(book: &Book, warehouse: WarehouseId, named: &IdOrCode<LocationId>) -> Result<Option<LocationId>, Stop> {
    let id = named.id_or(|code| book.location_by_code(warehouse, &code.to_ascii_uppercase()))?;
    let Some(id) = id else { return Ok(None) };
    Ok(book.location(id)?.filter(|location| location.warehouse_id == warehouse).map(|location| location.id))
}
