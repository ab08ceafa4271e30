//! Whether the actor may act where a document moves goods, and may see the documents it refers to.
//!
//! A transfer in two steps leaves one warehouse and is received in another: each step needs access to its own warehouse
//! alone.

use crate::access::reach::{not_assigned, require_everywhere};
use crate::book::context::Context;
use crate::book::loading::require_all;
use crate::book::reach::Reach;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::movement_drafts::{DraftLine, decode_drafts};
use crate::rows::{MovementLine, StockMovement};
use crate::stock::goods::document::new::Header;
use crate::stock::reservations::consuming;
use crate::value::id::{MovementId, WarehouseId};
use crate::value::movement_kind::TransferMode;
use crate::value::rejection::{Code, Rejection};

/// Requires that the actor acts in each warehouse that the lines of a document name, and sees the movements they refer
/// to.
///
/// # Errors
/// `warehouse_not_assigned` for a warehouse in which they do not act, `unknown_reference` for a movement that they do
/// not see.
pub(crate) fn require(book: &Book, ctx: &Context, movement: &StockMovement, lines: &[DraftLine]) -> Result<(), Stop> {
    let Reach::Within(_) = ctx.reach(book)? else { return Ok(()) };
    if movement.kind.changes_valuation() {
        require_everywhere(book, ctx, "the costing method of an item")?;
    }
    // A movement that they cannot see must not name a warehouse to them either.
    require_sources(book, ctx, movement, lines)?;
    require_reservations(book, ctx, lines)?;
    let places = lines.iter().map(|line| (line.warehouse_id, line.to_warehouse_id));
    require_places(book, ctx, movement, places)
}

/// The actor acts in each warehouse in which a posted movement, which is to be taken back, moved goods.
///
/// # Errors
/// `warehouse_not_assigned`.
pub(crate) fn require_to_undo(
    book: &Book,
    ctx: &Context,
    movement: &StockMovement,
    lines: &[MovementLine],
) -> Result<(), Stop> {
    let places = lines.iter().map(|line| (line.warehouse_id, line.to_warehouse_id));
    require_places(book, ctx, movement, places)
}

/// Requires that the actor acts in the warehouses that a document names outside its lines.
///
/// # Errors
/// `warehouse_not_assigned`.
pub(super) fn require_header(
    book: &Book,
    ctx: &Context,
    header: Header,
    mode: Option<TransferMode>,
) -> Result<(), Stop> {
    let reach = ctx.reach(book)?;
    let to_warehouse = header.to_warehouse.filter(|_| mode != Some(TransferMode::TwoStep));
    for (id, pointer) in [(header.warehouse, "/warehouseId"), (to_warehouse, "/toWarehouseId")] {
        if let Some(id) = id.filter(|id| !reach.has(*id)) {
            return Err(not_assigned(book, ctx, id)?.at(pointer).into());
        }
    }
    Ok(())
}

/// Requires that the actor may see the movement ([`is_seen`]).
///
/// # Errors
/// `not_found` if they may not.
pub(crate) fn require_seen(book: &Book, ctx: &Context, movement: &StockMovement) -> Result<(), Stop> {
    if is_seen(book, &ctx.reach(book)?, movement)? { Ok(()) } else { Err(Rejection::not_found().into()) }
}

fn require_places(
    book: &Book,
    ctx: &Context,
    movement: &StockMovement,
    places: impl Iterator<Item = (WarehouseId, Option<WarehouseId>)>,
) -> Result<(), Stop> {
    let reach = ctx.reach(book)?;
    let comes_later = movement.transfer_mode == Some(TransferMode::TwoStep);
    for (index, (from, to)) in places.enumerate() {
        let named = [(Some(from), "warehouseId"), (to.filter(|_| !comes_later), "toWarehouseId")];
        for (id, field) in named {
            if let Some(id) = id.filter(|id| !reach.has(*id)) {
                return Err(not_assigned(book, ctx, id)?.at(format!("/lines/{index}/{field}")).into());
            }
        }
    }
    Ok(())
}

/// Each movement that the document is about is there for the actor.
fn require_sources(book: &Book, ctx: &Context, movement: &StockMovement, lines: &[DraftLine]) -> Result<(), Stop> {
    let own = movement.of_movement_id.map(|id| (id, "/ofMovementId".to_owned()));
    let of_line =
        |(index, line): (usize, &DraftLine)| Some((line.of_movement_id?, format!("/lines/{index}/ofMovementId")));
    let named: Vec<(MovementId, String)> =
        own.into_iter().chain(lines.iter().enumerate().filter_map(of_line)).collect();
    require_all(book, named.iter().map(|(id, _)| Key::Movement(*id)).collect())?;
    let reach = ctx.reach(book)?;
    for (id, pointer) in named {
        let found = book.movement(id)?.ok_or_else(|| Stop::lost("movements", id))?;
        if !is_seen(book, &reach, found)? {
            let message = format!("there is no movement with the id {id} here");
            return Err(Rejection::new(Code::UnknownReference, message).at(pointer).into());
        }
    }
    Ok(())
}

/// Each reservation that lines name is there for the actor.
fn require_reservations(book: &Book, ctx: &Context, lines: &[DraftLine]) -> Result<(), Stop> {
    require_all(book, lines.iter().filter_map(|line| line.reservation_id).map(Key::Reservation).collect())?;
    let reach = ctx.reach(book)?;
    for (index, line) in lines.iter().enumerate() {
        let Some(reservation) = line.reservation_id.map_or(Ok(None), |id| book.reservation(id))? else { continue };
        if !reach.has(reservation.warehouse_id) {
            let at = format!("/lines/{index}/reservationId");
            return Err(Rejection::new(Code::UnknownReference, consuming::NO_SUCH_RESERVATION).at(at).into());
        }
    }
    Ok(())
}

/// Whether somebody can see a movement: each of its lines belongs to one of their warehouses, or goes to one. A
/// document with any other line is not shown at all.
///
/// # Errors
/// `Missing` where its lines, or its goods in transit, are not loaded.
pub fn is_seen(book: &Book, reach: &Reach, movement: &StockMovement) -> Result<bool, Stop> {
    if *reach == Reach::Everywhere {
        return Ok(true);
    }
    let touches = |from: WarehouseId, to: Option<WarehouseId>| reach.has(from) || to.is_some_and(|to| reach.has(to));
    let Some(seq) = movement.seq else {
        let lines =
            decode_drafts(&movement.draft_lines).map_err(|bad| Stop::unreadable("movements", movement.id, &bad))?;
        return Ok(lines.iter().all(|line| touches(line.warehouse_id, line.to_warehouse_id)));
    };
    let lines = book.movement_lines(seq)?;
    let is_dispatch = movement.transfer_mode == Some(TransferMode::TwoStep);
    if is_dispatch {
        require_all(book, lines.iter().map(|line| Key::TransitLine(seq, line.line_number)).collect())?;
    }
    for line in &lines {
        let in_transit = match is_dispatch {
            true => book.transit_line((seq, line.line_number))?.map(|transit| transit.to_warehouse_id),
            false => None,
        };
        if !touches(line.warehouse_id, line.to_warehouse_id.or(in_transit)) {
            return Ok(false);
        }
    }
    Ok(true)
}
