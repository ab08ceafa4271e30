//! Reverses a movement's effects other than stock, costs and books: goods received and not invoiced, goods in transit,
//! write-downs, and the valuation of items.

use std::collections::BTreeSet;

use crate::book::context::Context;
use crate::book::loading::require_all;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::items::Item;
use crate::rows::valuations::Valuations;
use crate::rows::{MovementLine, Pool, ReceivedLine, StockMovement, TransitLine, ValueEntry};
use crate::stock::goods::past::specific_costing;
use crate::stock::goods::plan::claims::Claim;
use crate::stock::goods::plan::consigned::give_back;
use crate::stock::goods::posting::history::places;
use crate::value::id::{ItemId, MovementId};
use crate::value::movement_kind::{MovementKind, TransferMode};
use crate::value::rejection::{Code, Rejection};

/// The keys that [`before`] needs for a line.
pub(super) fn hint(movement: &StockMovement, line: &MovementLine, keys: &mut Vec<Key>) {
    let source = line.of_seq.zip(line.of_line);
    let own = (line.movement_seq, line.line_number);
    match (movement.kind, movement.transfer_mode) {
        (MovementKind::Receipt, _) => keys.push(Key::ReceivedLine(own.0, own.1)),
        (MovementKind::SupplierReturn | MovementKind::SupplierInvoice | MovementKind::SupplierCredit, _) => {
            keys.extend(source.map(|(seq, number)| Key::ReceivedLine(seq, number)));
        }
        (MovementKind::Transfer, Some(TransferMode::TwoStep)) => keys.push(Key::TransitLine(own.0, own.1)),
        (MovementKind::Transfer, _) => keys.extend(source.map(|(seq, number)| Key::TransitLine(seq, number))),
        (
            MovementKind::Opening
            | MovementKind::LandedCost
            | MovementKind::Issue
            | MovementKind::Adjustment
            | MovementKind::CountAdjustment
            | MovementKind::Scrap
            | MovementKind::InternalUse
            | MovementKind::Return
            | MovementKind::Revaluation
            | MovementKind::WriteDown
            | MovementKind::Assembly
            | MovementKind::Disassembly
            | MovementKind::Reclassification
            | MovementKind::CostingChange
            | MovementKind::StandardCostChange,
            _,
        ) => {}
    }
}

/// Takes it back, before costs are; refuses where others build on it.
pub(super) fn before(book: &mut Book, movement: &StockMovement, lines: &[MovementLine]) -> Result<(), Stop> {
    for line in lines {
        if movement.kind.moves_goods() {
            consigned_as_before(book, movement, line)?;
        }
        match (movement.kind, movement.transfer_mode) {
            (MovementKind::Receipt, _) => not_received(book, line)?,
            // The cost of goods of others is taken back above, and they are not in transit.
            (MovementKind::Transfer | MovementKind::SupplierReturn, _) if line.is_of_others() => {}
            (MovementKind::SupplierReturn | MovementKind::SupplierInvoice, _) => not_cleared(book, movement, line)?,
            (MovementKind::SupplierCredit, _) => not_credited(book, movement, line)?,
            (MovementKind::Transfer, Some(mode)) => in_transit_as_before(book, mode, line)?,
            (MovementKind::CostingChange, _) if line.to_method.is_none() => return Err(stays_in_scope(movement).into()),
            (MovementKind::Reclassification, _) => return Err(stays(movement).into()),
            (MovementKind::Transfer, None)
            | (
                MovementKind::Opening
                | MovementKind::LandedCost
                | MovementKind::Issue
                | MovementKind::Adjustment
                | MovementKind::CountAdjustment
                | MovementKind::Scrap
                | MovementKind::InternalUse
                | MovementKind::Return
                | MovementKind::Revaluation
                | MovementKind::WriteDown
                | MovementKind::Assembly
                | MovementKind::Disassembly
                | MovementKind::CostingChange
                | MovementKind::StandardCostChange,
                _,
            ) => {}
        }
    }
    if movement.kind == MovementKind::CostingChange { require_last(book, movement, lines) } else { Ok(()) }
}

/// A split of pools can be voided if nothing moved since: later movements are in the pools to which the goods went.
fn require_last(book: &Book, movement: &StockMovement, lines: &[MovementLine]) -> Result<(), Stop> {
    let items: BTreeSet<ItemId> = lines.iter().map(|line| line.item_id).collect();
    require_all(book, items.iter().copied().map(Key::Item).collect())?;
    let seq = movement.seq.ok_or_else(|| Stop::lost("movements", movement.id))?;
    let at = movement.occurred_at.unwrap_or(movement.created_at);
    for id in items {
        let item = book.item(id)?.ok_or_else(|| Stop::lost("items", id))?;
        if !lines.iter().any(|line| line.item_id == id && line.to_pool_id.is_some())
            && !specific_costing::is_last_change(item, seq)?
        {
            continue;
        }
        let moved =
            |pool: &Pool| pool.last_place.is_some_and(|last| last.seq != seq && (last.at, last.seq) > (at, seq));
        if !specific_costing::is_last_change(item, seq)? || book.pools_of_item(id)?.any(moved) {
            let message =
                format!("goods of item {} have moved since: change the method back with a new document", item.sku);
            return Err(Rejection::new(Code::MovementNotVoidable, message)
                .with("movementId", movement.id.to_string())
                .with("itemId", id.to_string())
                .into());
        }
    }
    Ok(())
}

/// Voids a line of consigned goods: those it brought are no longer there, and those it took are available again. Refused
/// if some of the goods it brought were taken, or if its purchase was invoiced.
fn consigned_as_before(book: &mut Book, movement: &StockMovement, line: &MovementLine) -> Result<(), Stop> {
    if line.is_bought() {
        not_received(book, line)?;
    }
    if line.is_of_others() {
        give_back(book, line)?;
    }
    let brings =
        matches!(movement.kind, MovementKind::Receipt | MovementKind::CountAdjustment | MovementKind::Transfer);
    if !brings || line.quantity == 0 || line.pool_id.is_some() || line.to_pool_id.is_some() {
        return Ok(());
    }
    let key = (line.movement_seq, line.line_number);
    let Some(row) = book.consigned_line(key)? else { return Ok(()) };
    if row.taken_quantity > 0 {
        let message = "some of it has been used, moved on or returned: void those documents first, beginning with the \
             last";
        return Err(needed(message, line.movement_id, row.last_movement_id).into());
    }
    book.consigned_lines.set(key, None);
    Ok(())
}

fn not_received(book: &mut Book, line: &MovementLine) -> Result<(), Stop> {
    let key = (line.movement_seq, line.line_number);
    let Some(row) = book.received_line(key)? else { return Ok(()) };
    if row.cleared_quantity > 0 {
        let message = "some of it has been invoiced or returned: void those documents first, beginning with the last";
        return Err(needed(message, line.movement_id, row.last_movement_id).into());
    }
    book.received_lines.set(key, None);
    Ok(())
}

fn not_cleared(book: &mut Book, movement: &StockMovement, line: &MovementLine) -> Result<(), Stop> {
    let (Some(seq), Some(number)) = (line.of_seq, line.of_line) else { return Ok(()) };
    let row = book.received_line((seq, number))?.ok_or_else(|| Stop::lost_at("received_lines", (seq, number)))?.clone();
    // A later write-down no longer builds on the voided one; the document before that is not stored.
    let last_movement_id = row.last_movement_id.filter(|last| *last != movement.id);
    let claimable = Claim::left(&row).plus(Claim::of(line).unwrap_or_default().taken());
    let (Some(amount), Some(base)) = (line.cleared_amount, line.cleared_base) else {
        // A line returned after its invoice, the only one without a share here: the supplier no longer owes it.
        let invoiced_returned = row.invoiced_returned + line.quantity;
        book.received_lines.put(claimable.left_of(ReceivedLine { invoiced_returned, last_movement_id, ..row }));
        return Ok(());
    };
    let is_invoice = movement.kind == MovementKind::SupplierInvoice;
    let quantity = if is_invoice { line.of_quantity.unwrap_or_default() } else { -line.quantity };
    if is_invoice && !covers(row.invoiced_quantity - quantity - row.invoiced_returned, claimable) {
        let message = "some of what it invoiced has been returned or credited since: void that document first";
        let last = last_movement_id.map_or(Ok(None), |id| book.movement(id))?;
        let is_claim =
            |last: &&StockMovement| matches!(last.kind, MovementKind::SupplierReturn | MovementKind::SupplierCredit);
        let last = last.filter(is_claim).map(|last| last.id);
        return Err(needed(message, row.movement_id, last).into());
    }
    let reordered = if is_invoice { 0 } else { reordered(book, movement, line)? };
    book.received_lines.put(claimable.left_of(ReceivedLine {
        cleared_quantity: row.cleared_quantity - quantity,
        cleared_amount: row.cleared_amount - amount,
        cleared_base: row.cleared_base - base - reordered,
        reordered_base: row.reordered_base - reordered,
        invoiced_quantity: row.invoiced_quantity - if is_invoice { quantity } else { 0 },
        last_movement_id,
        ..row
    }));
    Ok(())
}

/// The supplier no longer credits it.
fn not_credited(book: &mut Book, movement: &StockMovement, line: &MovementLine) -> Result<(), Stop> {
    let (Some(seq), Some(number), Some(claim)) = (line.of_seq, line.of_line, Claim::of(line)) else { return Ok(()) };
    let row = book.received_line((seq, number))?.ok_or_else(|| Stop::lost_at("received_lines", (seq, number)))?.clone();
    let claimable = Claim::left(&row).plus(claim.taken());
    if claimable.amount != 0 && row.invoiced_quantity == row.invoiced_returned {
        let message = "the goods have been returned to the supplier since, for what the credit note left of their price: \
             void that return first";
        let last = row.last_movement_id.filter(|last| *last != movement.id);
        return Err(needed(message, row.movement_id, last).into());
    }
    let last_movement_id = row.last_movement_id.filter(|last| *last != movement.id);
    book.received_lines.put(claimable.left_of(ReceivedLine { last_movement_id, ..row }));
    Ok(())
}

/// Whether the invoices that stay cover what went back since, and was claimed: with so many goods and so much left to claim.
fn covers(quantity: i64, claimable: Claim) -> bool {
    if quantity == 0 { claimable == Claim::default() } else { quantity > 0 && claimable.amount >= 0 }
}

/// Changes by other documents to the amount that a line took off "received, not invoiced".
fn reordered(book: &Book, movement: &StockMovement, line: &MovementLine) -> Result<i64, Stop> {
    let mut sum = 0;
    for (pool, place) in places(movement, line)? {
        let later = book.value_entries(pool, place, place)?.filter(|entry| entry.cause_seq != line.movement_seq);
        sum += later.map(ValueEntry::counter_amount).sum::<i64>();
    }
    Ok(sum)
}

fn in_transit_as_before(book: &mut Book, mode: TransferMode, line: &MovementLine) -> Result<(), Stop> {
    match mode {
        TransferMode::Direct => {}
        TransferMode::TwoStep => {
            let key = (line.movement_seq, line.line_number);
            let row = book.transit_line(key)?.ok_or_else(|| Stop::lost_at("transit_lines", key))?.clone();
            if row.received != 0 || row.lost != 0 {
                let message = "some of it has arrived or was closed: void those documents first, beginning with the \
                     last";
                return Err(needed(message, line.movement_id, None).into());
            }
            book.transit_lines.put(TransitLine { is_open: false, ..row });
        }
        TransferMode::Receive | TransferMode::Close => {
            let (Some(seq), Some(number)) = (line.of_seq, line.of_line) else { return Ok(()) };
            let row =
                book.transit_line((seq, number))?.ok_or_else(|| Stop::lost_at("transit_lines", (seq, number)))?.clone();
            let received = row.received - if mode == TransferMode::Receive { line.quantity } else { 0 };
            let lost = row.lost - line.of_quantity.unwrap_or_default();
            book.transit_lines.put(TransitLine { received, lost, ..row }.told());
        }
    }
    Ok(())
}

fn needed(message: &str, of: MovementId, by: Option<MovementId>) -> Rejection {
    let all = format!("/inventory/movements?ofMovementId={of}&status=posted");
    let rejection = Rejection::new(Code::MovementHasDependents, message).with("movementId", of.to_string()).offer(
        "dependents",
        "See the documents that depend on it",
        "GET",
        all,
    );
    match by {
        Some(by) => rejection
            .with("movementIds", vec![by.to_string()])
            .offer("void-dependent", "Void the last of them", "POST", format!("/inventory/movements/{by}/void"))
            .with_reason("Voided before the movement that it depends on"),
        None => rejection,
    }
}

fn stays(movement: &StockMovement) -> Rejection {
    let message = "the warehouse now values its goods on that account: reclassify them back instead of voiding";
    Rejection::new(Code::MovementNotVoidable, message).with("movementId", movement.id.to_string())
}

fn stays_in_scope(movement: &StockMovement) -> Rejection {
    let message = "goods that came since are valued in the new scope: change the scope back instead of voiding";
    Rejection::new(Code::MovementNotVoidable, message).with("movementId", movement.id.to_string())
}

/// Takes back how items are valued, once their pools are as they were.
pub(super) fn after(
    book: &mut Book,
    ctx: &Context,
    movement: &StockMovement,
    lines: &[MovementLine],
) -> Result<(), Stop> {
    if !movement.kind.changes_valuation() {
        return Ok(());
    }
    let items: BTreeSet<ItemId> = lines.iter().map(|line| line.item_id).collect();
    require_all(book, items.iter().copied().map(Key::Item).collect())?;
    let seq = movement.seq.ok_or_else(|| Stop::lost("movements", movement.id))?;
    for id in items {
        let item = book.item(id)?.ok_or_else(|| Stop::lost("items", id))?.clone();
        let without = Valuations::of(&item)?.without(seq);
        let (version, by) = (item.version + 1, ctx.actor.principal);
        book.items.put(Item { version, updated_at: ctx.at, updated_by: by, ..without.written(item) });
    }
    Ok(())
}
