//! The second step of a transfer in two steps: goods in transit come, or the rest of them is lost.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::ledger::subledger;
use crate::rows::items::Item;
use crate::rows::movement_drafts::DraftLine;
use crate::rows::{MovementStatus, Reply, StockMovement, TransitLine};
use crate::stock::counts::overrun;
use crate::stock::goods::document::found::{blank, require_movement};
use crate::stock::goods::document::new::{Ref, When};
use crate::stock::goods::document::{assigned, dates, resolve};
use crate::stock::goods::posting;
use crate::stock::goods::posting::refusals;
use crate::stock::items::quantity;
use crate::value::id::{LocationId, MovementId, WarehouseId};
use crate::value::movement_kind::{CostingPlace, MovementKind, TransferMode};
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Fault, Rejection};
use crate::value::{Decimal, TypedId};

/// Goods in transit come, all of them or some: a document of its own, which can be repeated until all have come.
#[derive(Clone, Debug)]
pub struct ReceiveTransfer {
    /// Wire id of the transfer.
    pub movement: String,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
    /// When they came; `None` is now.
    pub occurred_at: Option<When>,
    /// Where it stands in the order of costs.
    pub costing: CostingPlace,
    /// What came; all that is in transit where empty.
    pub lines: Vec<Arrived>,
    pub reference: Option<String>,
    pub description: String,
    /// Values by dimension for the lines of its entry, canonical JSON; `None` are the transfer's.
    pub dimensions: Option<String>,
}

/// What came of a line of a transfer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrived {
    /// The line of the transfer.
    pub of_line: i64,
    /// In the item's base unit; `None` is all that is in transit of it.
    pub quantity: Option<Decimal>,
    /// The bin that it came to; `None` is the one that the transfer says.
    pub location: Option<Ref>,
}

/// What is still in transit is lost: nothing of the transfer is open any more.
#[derive(Clone, Debug)]
pub struct CloseTransfer {
    /// Wire id of the transfer.
    pub movement: String,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
    /// Why, trimmed.
    pub reason: String,
    /// A reason code, whose account takes the loss.
    pub reason_code: Option<Ref>,
    /// When it was lost; `None` is now.
    pub occurred_at: Option<When>,
    /// Where it stands in the order of costs.
    pub costing: CostingPlace,
    /// Values by dimension for the lines of its entry, canonical JSON; `None` are the transfer's.
    pub dimensions: Option<String>,
}

impl Decide for ReceiveTransfer {
    fn permission(&self) -> Permission {
        Permission::MovementsPost
    }

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        hint(book, &self.movement, keys);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let (transfer, open) = open_lines(book, ctx, &self.movement, self.if_match.as_deref())?;
        let mut faults = Vec::new();
        let mut lines = Vec::new();
        if self.lines.is_empty() {
            lines.extend(open.iter().map(|line| drafted(line, line.left(), line.to_warehouse_id, line.to_location_id)));
        }
        for (index, arrived) in self.lines.iter().enumerate() {
            lines.extend(came(book, (index, arrived), &open, &mut faults)?);
        }
        if let Some(rejection) = Rejection::of_errors(faults) {
            return Err(rejection.into());
        }
        let movement = StockMovement {
            reference: self.reference.clone().or_else(|| transfer.reference.clone()),
            description: self.description.clone(),
            ..second(
                book,
                ctx,
                &transfer,
                TransferMode::Receive,
                (self.occurred_at, self.costing, self.dimensions.as_deref()),
            )?
        };
        post(book, ctx, movement, &with_entered(book, lines)?)
    }
}

impl Decide for CloseTransfer {
    fn permission(&self) -> Permission {
        Permission::MovementsAdjust
    }

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        keys.push(Key::ReasonCodes);
        hint(book, &self.movement, keys);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let (transfer, open) = open_lines(book, ctx, &self.movement, self.if_match.as_deref())?;
        let mut faults = Vec::new();
        let reason_code_id = resolve::reason_named(book, self.reason_code.as_ref(), "", &mut faults)?;
        if let Some(rejection) = Rejection::of_errors(faults) {
            return Err(rejection.into());
        }
        let lines = open.iter().map(|line| drafted(line, line.left(), line.warehouse_id, None)).collect();
        let movement = StockMovement {
            description: self.reason.clone(),
            reference: transfer.reference.clone(),
            reason_code_id,
            ..second(
                book,
                ctx,
                &transfer,
                TransferMode::Close,
                (self.occurred_at, self.costing, self.dimensions.as_deref()),
            )?
        };
        post(book, ctx, movement, &with_entered(book, lines)?)
    }
}

fn hint(book: &Book, transfer: &str, keys: &mut Vec<Key>) {
    keys.push(Key::FrozenPools);
    keys.extend([Key::Warehouses, Key::ItemCategories, Key::Journals, Key::Periods, Key::FiscalYears]);
    let Some(id) = MovementId::parse(transfer) else { return };
    keys.push(Key::Movement(id));
    let Ok(Some(movement)) = book.movement(id) else { return };
    let Some(seq) = movement.seq else { return };
    keys.push(Key::MovementLines(seq));
    for line in book.movement_lines(seq).unwrap_or_default() {
        keys.extend([Key::Item(line.item_id), Key::TransitLine(seq, line.line_number)]);
    }
}

/// The transfer, and what is in transit of it.
fn open_lines(
    book: &Book,
    ctx: &Context,
    id: &str,
    if_match: Option<&[i64]>,
) -> Result<(StockMovement, Vec<TransitLine>), Stop> {
    let transfer = require_movement(book, id)?;
    assigned::require_seen(book, ctx, &transfer)?;
    require_version(if_match, transfer.version)?;
    if transfer.transfer_mode != Some(TransferMode::TwoStep) {
        let message = "only a two-step transfer (mode twoStep) has goods in transit: choose one";
        return Err(Rejection::new(Code::NothingInTransit, message).into());
    }
    let Some(seq) = transfer.seq.filter(|_| transfer.status == MovementStatus::Posted) else {
        let message = format!("the transfer is {}, so it has no goods in transit", transfer.status.name());
        return Err(Rejection::new(Code::NothingInTransit, message).with("status", transfer.status.name()).into());
    };
    let mut open = Vec::new();
    for line in book.movement_lines(seq)? {
        let transit = book
            .transit_line((seq, line.line_number))?
            .ok_or_else(|| Stop::lost_at("transit_lines", (seq, line.line_number)))?;
        if transit.is_open {
            open.push(transit.clone());
        }
    }
    if open.is_empty() {
        let message = "everything has arrived or was closed: the transfer has no goods in transit";
        return Err(Rejection::new(Code::NothingInTransit, message).into());
    }
    Ok((transfer, open))
}

/// What came of one line, with its references resolved.
fn came(
    book: &Book,
    (index, arrived): (usize, &Arrived),
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
                faults.push(Fault::new(resolve::named(&at("locationId"), sent), Code::UnknownReference, message));
                return Ok(None);
            }
        },
    };
    Ok(Some(drafted(line, quantity, line.to_warehouse_id, location)))
}

fn location(book: &Book, warehouse: WarehouseId, named: &Ref) -> Result<Option<LocationId>, Stop> {
    let id = match named {
        Ref::Id(text) => LocationId::parse(text),
        Ref::Code(code) => book.location_by_code(warehouse, &code.to_ascii_uppercase())?,
    };
    let Some(id) = id else { return Ok(None) };
    Ok(book.location(id)?.filter(|location| location.warehouse_id == warehouse).map(|location| location.id))
}

fn drafted(line: &TransitLine, quantity: i64, warehouse_id: WarehouseId, location_id: Option<LocationId>) -> DraftLine {
    DraftLine {
        location_id,
        lot_id: line.lot_id,
        serial_id: line.serial_id,
        of_movement_id: Some(line.movement_id),
        of_line: Some(line.line_number),
        ..DraftLine::of(line.item_id, quantity, warehouse_id)
    }
}

/// Lines with their quantities as they would be written.
fn with_entered(book: &Book, mut lines: Vec<DraftLine>) -> Result<Vec<DraftLine>, Stop> {
    for line in &mut lines {
        let item: &Item = book.item(line.item_id)?.ok_or_else(|| Stop::lost("items", line.item_id))?;
        line.entered = format!("{} {}", refusals::quantity(item, line.quantity), item.unit_code);
    }
    Ok(lines)
}

/// The second document of a transfer.
fn second(
    book: &Book,
    ctx: &Context,
    transfer: &StockMovement,
    mode: TransferMode,
    (when, costing, dimensions): (Option<When>, CostingPlace, Option<&str>),
) -> Result<StockMovement, Stop> {
    let mut faults = Vec::new();
    subledger::require_known_dimensions(book, dimensions.unwrap_or_default(), &mut faults)?;
    if let Some(rejection) = Rejection::of_errors(faults) {
        return Err(rejection.into());
    }
    let base = book.organization()?.base_currency;
    Ok(StockMovement {
        occurred_at: Some(dates::instant(book, ctx, MovementKind::Transfer, when)?),
        costing,
        of_movement_id: Some(transfer.id),
        transfer_mode: Some(mode),
        dimensions: dimensions.unwrap_or(&transfer.dimensions).to_owned(),
        ..blank(ctx, MovementKind::Transfer, base)
    })
}

fn post(book: &mut Book, ctx: &Context, movement: StockMovement, lines: &[DraftLine]) -> Result<Reply, Stop> {
    let transfer = movement.of_movement_id;
    let posted = posting::post(book, ctx, movement, lines, None)?;
    let recorded = overrun::record(book, ctx, FactKind::MovementPosted, posted.id)?;
    let reply = Reply::new(posted.id, posted.version, recorded);
    Ok(match transfer {
        Some(transfer) => reply.with_related(transfer),
        None => reply,
    })
}
