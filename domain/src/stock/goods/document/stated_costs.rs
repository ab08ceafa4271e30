//! Which items, costs and accounts a document may name: values without effect, or with another effect than stated, are
//! refused.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::items::Item;
use crate::rows::movement_drafts::DraftLine;
use crate::rows::{ActiveState, MovementStatus, ReceiptsWithoutCost, StockMovement, Warehouse, WarehouseKind};
use crate::stock::goods::document::approval::path;
use crate::stock::goods::document::checking::{Purpose, at, warehouse};
use crate::stock::warehouses::contents::is_of_others;
use crate::value::movement_kind::{CostSaid, MovementKind, NewGoods};
use crate::value::rejection::{Code, Fault, Rejection};

/// Whether a line states the cost of its goods.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Costs {
    /// It does.
    Needed,
    /// It may.
    Possible,
    /// Costing says it.
    Forbidden,
}

/// No new goods of an inactive item arrive; existing ones leave, move and come back.
pub(super) fn check_item(
    index: usize,
    item: &Item,
    movement: &StockMovement,
    line: &DraftLine,
    faults: &mut Vec<Fault>,
) {
    // Counted goods are there, whatever the plans for the item.
    let is_new = match movement.kind.rules().new_goods {
        NewGoods::Always => true,
        NewGoods::UnlessKnown => !is_of_known(movement, line),
        NewGoods::WhereGoodsCome => line.quantity > 0,
        NewGoods::Never => false,
    };
    if item.status == ActiveState::Inactive && is_new {
        let message = format!(
            "item {} is inactive, so goods can leave but none can come in: reactivate it or choose another",
            item.sku
        );
        faults.push(Fault::new(at(index, "itemId"), Code::ItemNotUsable, message));
    }
}

/// The line states a cost where nothing else does, and only there.
pub(super) fn check_cost(
    book: &Book,
    index: usize,
    purpose: Purpose,
    movement: &StockMovement,
    line: &DraftLine,
    faults: &mut Vec<Fault>,
) -> Result<(), Stop> {
    let costs = match movement.kind.rules().cost {
        CostSaid::Needed => Costs::Needed,
        CostSaid::UnlessKnown if !is_of_known(movement, line) => Costs::Possible,
        CostSaid::WhereGoodsCome if line.quantity > 0 => Costs::Possible,
        CostSaid::UnlessKnown | CostSaid::WhereGoodsCome | CostSaid::Never => Costs::Forbidden,
    };
    let pointer = at(index, "totalCost");
    let warehouse = warehouse(book, line.warehouse_id)?;
    if matches!(costs, Costs::Needed | Costs::Possible)
        && movement.kind != MovementKind::CountAdjustment
        && warehouse.kind == WarehouseKind::Scrap
    {
        if line.amount.is_some_and(|amount| amount != 0) {
            let message = format!(
                "goods in warehouse {}, of the kind scrap, have no value: leave totalCost out, or receive them in \
                 another warehouse and scrap them there",
                warehouse.code
            );
            faults.push(Fault::new(pointer, Code::CostNotAllowed, message));
        }
        return Ok(());
    }
    match (costs, line.amount) {
        // The person who receives the goods need not know the price: a draft waits for someone who does.
        (Costs::Needed, None) if purpose == Purpose::Keep => {}
        (Costs::Needed, None) if is_provisional(book, movement, warehouse)? => {}
        (Costs::Needed, None) => {
            let message = "incoming goods need a cost: give totalCost, the cost of all of them (0.00 if they are \
                           free), or keep a draft until the cost is known";
            faults.push(Fault::new(pointer, Code::CostRequired, message));
        }
        (Costs::Forbidden, Some(_)) => {
            let message = "its cost follows from earlier movements: leave totalCost out";
            faults.push(Fault::new(pointer, Code::CostNotAllowed, message));
        }
        _ => {}
    }
    Ok(())
}

/// A refusal for want of a cost, with the way on for somebody who does not know it: another person completes the draft.
pub(crate) fn until_known(rejection: Rejection, movement: &StockMovement) -> Rejection {
    let path = path(movement);
    let costs = format!("{path}/costs");
    let rejection = match movement.status {
        MovementStatus::Draft if movement.prepared_by.is_empty() => rejection
            .offer("draft", "Keep it as a draft until the cost is known", "POST", "/inventory/movements")
            .repeating(vec![("status", MovementStatus::Draft.name().into())]),
        MovementStatus::Draft => {
            rejection.offer("submit", "Submit it for somebody who knows the cost", "POST", format!("{path}/submit"))
        }
        MovementStatus::PendingApproval | MovementStatus::Posted | MovementStatus::Voided => {
            rejection.offer("movement", "See the movement, whose lines need a cost", "GET", path)
        }
    };
    let is_open = matches!(movement.status, MovementStatus::Draft | MovementStatus::PendingApproval);
    if movement.kind == MovementKind::Receipt && is_open && !movement.prepared_by.is_empty() {
        rejection.offer("costs", "State its costs", "PUT", costs)
    } else {
        rejection
    }
}

/// An account of the other side is named where something is posted to it.
pub(super) fn check_offset(
    book: &Book,
    movement: &StockMovement,
    lines: &[DraftLine],
    faults: &mut Vec<Fault>,
) -> Result<(), Stop> {
    let why = match movement.kind {
        _ if movement.offset_account_id.is_none() => return Ok(()),
        MovementKind::Opening => "an opening always goes to the account for opening balances",
        MovementKind::Return if lines.iter().all(|line| is_of_known(movement, line)) => {
            "a return always uses the account of the original movement"
        }
        MovementKind::Transfer => {
            for to in lines.iter().filter_map(|line| line.to_warehouse_id) {
                if warehouse(book, to)?.kind == WarehouseKind::Scrap {
                    return Ok(());
                }
            }
            "a transfer uses another account only if it goes to a warehouse of the kind scrap"
        }
        MovementKind::Receipt
        | MovementKind::SupplierInvoice
        | MovementKind::SupplierCredit
        | MovementKind::LandedCost
        | MovementKind::Issue
        | MovementKind::Adjustment
        | MovementKind::CountAdjustment
        | MovementKind::Scrap
        | MovementKind::InternalUse
        | MovementKind::Return
        | MovementKind::SupplierReturn
        | MovementKind::Revaluation
        | MovementKind::WriteDown
        | MovementKind::Assembly
        | MovementKind::Disassembly
        | MovementKind::Reclassification
        | MovementKind::CostingChange
        | MovementKind::StandardCostChange => return Ok(()),
    };
    let message = format!("{why}: leave offsetAccountId out");
    faults.push(Fault::new("/offsetAccountId", Code::FieldsConflict, message));
    Ok(())
}

/// Lots and pieces that share the value of all goods of their item are not revalued one by one.
pub(super) fn check_valued_together(
    index: usize,
    item: &Item,
    kind: MovementKind,
    line: &DraftLine,
    faults: &mut Vec<Fault>,
) {
    if !matches!(kind, MovementKind::Revaluation | MovementKind::WriteDown | MovementKind::StandardCostChange) {
        return;
    }
    for (field, is_named) in [("lotId", line.lot_id.is_some()), ("serialId", line.serial_id.is_some())] {
        if is_named {
            let message = format!("item {} is valued as a whole, not by lot or piece: leave it out", item.sku);
            faults.push(Fault::new(at(index, field), Code::FieldsConflict, message));
        }
    }
}

/// Whether the organization posts such goods at a provisional cost. Those of others have the price that was agreed with them.
fn is_provisional(book: &Book, movement: &StockMovement, warehouse: &Warehouse) -> Result<bool, Stop> {
    let setting = book.organization()?.receipts_without_cost;
    let is_ours = movement.kind == MovementKind::Receipt && !is_of_others(warehouse);
    Ok(is_ours && setting == ReceiptsWithoutCost::Provisional)
}

/// Whether a line takes back goods of a movement that it names.
fn is_of_known(movement: &StockMovement, line: &DraftLine) -> bool {
    line.of_movement_id.or(movement.of_movement_id).is_some()
}
