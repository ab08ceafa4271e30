//! The second step of a transfer in two steps: the lines that are in transit, and the document that takes them out of it.

use crate::book::context::Context;
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
use crate::stock::goods::document::new::When;
use crate::stock::goods::document::{assigned, dates};
use crate::stock::goods::posting::{self, refusals};
use crate::value::Sought;
use crate::value::id::{LocationId, MovementId, WarehouseId};
use crate::value::movement_kind::{CostingPlace, MovementKind, TransferMode};
use crate::value::rejection::{Code, Rejection};

pub(crate) fn hint(book: &Book, transfer: &Sought<MovementId>, keys: &mut Vec<Key>) {
    keys.push(Key::FrozenPools);
    keys.extend([Key::Warehouses, Key::ItemCategories, Key::Journals, Key::Periods, Key::FiscalYears]);
    let Some(id) = transfer.id() else { return };
    keys.push(Key::Movement(id));
    let Ok(Some(movement)) = book.movement(id) else { return };
    let Some(seq) = movement.seq else { return };
    keys.push(Key::MovementLines(seq));
    for line in book.movement_lines(seq).unwrap_or_default() {
        keys.extend([Key::Item(line.item_id), Key::TransitLine(seq, line.line_number)]);
    }
}

/// The transfer, and its goods in transit.
pub(crate) fn open_lines(
    book: &Book,
    ctx: &Context,
    sought: &Sought<MovementId>,
    if_match: Option<&[i64]>,
) -> Result<(StockMovement, Vec<TransitLine>), Stop> {
    let transfer = require_movement(book, sought)?;
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

pub(crate) fn drafted(
    line: &TransitLine,
    quantity: i64,
    warehouse_id: WarehouseId,
    location_id: Option<LocationId>,
) -> DraftLine {
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
pub(crate) fn with_entered(book: &Book, mut lines: Vec<DraftLine>) -> Result<Vec<DraftLine>, Stop> {
    for line in &mut lines {
        let item: &Item = book.item(line.item_id)?.ok_or_else(|| Stop::lost("items", line.item_id))?;
        line.entered = format!("{} {}", refusals::quantity(item, line.quantity), item.unit_code);
    }
    Ok(lines)
}

/// How the caller wants the second document to be posted.
pub(crate) struct Said<'a> {
    pub occurred_at: Option<When>,
    pub costing: CostingPlace,
    /// Those of the transfer, where none are given.
    pub dimensions: Option<&'a str>,
}

/// The second document of a transfer.
pub(crate) fn second(
    book: &Book,
    ctx: &Context,
    transfer: &StockMovement,
    mode: TransferMode,
    said: &Said<'_>,
) -> Result<StockMovement, Stop> {
    let mut faults = Vec::new();
    subledger::require_known_dimensions(book, said.dimensions.unwrap_or_default(), &mut faults)?;
    if let Some(rejection) = Rejection::of_errors(faults) {
        return Err(rejection.into());
    }
    let base = book.organization()?.base_currency;
    Ok(StockMovement {
        occurred_at: Some(dates::instant(book, ctx, MovementKind::Transfer, said.occurred_at)?),
        costing: said.costing,
        of_movement_id: Some(transfer.id),
        transfer_mode: Some(mode),
        dimensions: said.dimensions.unwrap_or(&transfer.dimensions).to_owned(),
        ..blank(ctx, MovementKind::Transfer, base)
    })
}

pub(crate) fn post(
    book: &mut Book,
    ctx: &Context,
    movement: StockMovement,
    lines: &[DraftLine],
) -> Result<Reply, Stop> {
    let transfer = movement.of_movement_id;
    let posted = posting::post(book, ctx, movement, lines, None)?;
    let recorded = overrun::record(book, ctx, FactKind::MovementPosted, posted.id)?;
    let reply = Reply::new(posted.id, posted.version, recorded);
    Ok(match transfer {
        Some(transfer) => reply.with_related(transfer),
        None => reply,
    })
}
