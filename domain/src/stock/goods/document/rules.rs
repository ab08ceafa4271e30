//! The rules for every movement, independent of stock, checked when it is written and again when it is posted.

use std::collections::BTreeSet;

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::items::Item;
use crate::rows::movement_drafts::{DraftLine, decode_charges};
use crate::rows::{ActiveState, CostingMethod, ReasonCode, StockMovement, Tracking, Warehouse, WarehouseStatus};
use crate::stock::goods::document::bins::{Passing, check_bin};
use crate::stock::goods::document::checking::{Purpose, at, warehouse};
use crate::stock::goods::document::held_goods;
use crate::stock::goods::document::resolve::names::with_marks;
use crate::stock::goods::document::stated_costs::{
    check_cost, check_item, check_offset, check_valued_together, until_known,
};
use crate::stock::reservations::consuming;
use crate::stock::warehouses::account_role::{Role, check_account};
use crate::stock::warehouses::contents::{grouped_by, is_of_others};
use crate::value::id::{LocationId, WarehouseId};
use crate::value::movement_kind::{MovementKind, NewGoods, OffsetAccount, TransferMode};
use crate::value::rejection::{Code, Fault, Rejection};

/// Checks a movement and its lines, whose places are filled in.
pub(crate) fn check(book: &Book, movement: &StockMovement, lines: &[DraftLine], purpose: Purpose) -> Result<(), Stop> {
    let mut faults = Vec::new();
    check_kind(movement, &mut faults);
    check_reason(book, movement, &mut faults)?;
    check_accounts(book, movement, &mut faults)?;
    let mut pieces = BTreeSet::new();
    for (index, line) in lines.iter().enumerate() {
        let item = book.item(line.item_id)?.ok_or_else(|| Stop::lost("items", line.item_id))?;
        if !movement.kind.moves_goods() {
            if has_worth_of_its_own(movement.kind, item) {
                check_tracking(index, item, movement.kind, line, &mut faults);
            } else {
                check_valued_together(index, item, movement.kind, line, &mut faults);
            }
            continue;
        }
        check_item(index, item, movement, line, &mut faults);
        check_tracking(index, item, movement.kind, line, &mut faults);
        check_cost(book, index, purpose, movement, line, &mut faults)?;
        if movement.transfer_mode == Some(TransferMode::Close) {
            continue;
        }
        let own = PlaceNamed {
            warehouse_id: line.warehouse_id,
            location_id: line.location_id,
            warehouse_at: at(index, "warehouseId"),
            location_at: at(index, "locationId"),
        };
        check_place(book, movement.kind, own, Passing::of(movement, line), &mut faults)?;
        check_goods_of_others(book, index, movement, line, &mut faults)?;
        held_goods::check(book, index, movement.kind, line, &mut faults)?;
        check_destination(book, index, movement, line, &mut faults)?;
        consuming::check_line(book, movement.kind, line, &at(index, "reservationId"), &mut faults)?;
        if line.serial_id.is_some_and(|piece| !pieces.insert(piece)) {
            let message = "the piece is also on another line of this movement: it can move only once";
            faults.push(Fault::new(at(index, "serialId"), Code::FieldsConflict, message));
        }
    }
    check_offset(book, movement, lines, &mut faults)?;
    if matches!(movement.kind, MovementKind::Assembly | MovementKind::Disassembly) {
        check_assembly(lines, &mut faults);
    }
    let wants_costs_alone = faults.iter().all(|fault| fault.code == Code::CostRequired);
    let Some(rejection) = Rejection::of_errors(faults) else { return Ok(()) };
    Err(if wants_costs_alone { until_known(rejection, movement) } else { rejection }.into())
}

/// Whether a change of an item's value must name a lot or piece.
fn has_worth_of_its_own(kind: MovementKind, item: &Item) -> bool {
    item.costing_method == CostingMethod::Specific
        && matches!(kind, MovementKind::Revaluation | MovementKind::WriteDown)
}

/// The accounts named by the document can take its postings.
fn check_accounts(book: &Book, movement: &StockMovement, faults: &mut Vec<Fault>) -> Result<(), Stop> {
    let base = book.organization()?.base_currency;
    if let Some(account) = movement.offset_account_id {
        let role = match movement.kind.rules().offset {
            OffsetAccount::OwnLines => Role::OwnLines,
            OffsetAccount::Received => Role::Received,
            OffsetAccount::OwedToSuppliers => Role::OwedToSuppliers,
            OffsetAccount::OwedOrOwnLines => Role::OwedOrOwnLines,
        };
        faults.extend(check_account(book, base, "/offsetAccountId", role, account)?);
    }
    let charges = decode_charges(&movement.charges).map_err(|bad| Stop::unreadable("movements", movement.id, &bad))?;
    for (index, charge) in charges.iter().enumerate() {
        let pointer = format!("/charges/{index}/accountId");
        faults.extend(check_account(book, base, &pointer, Role::OwnLines, charge.account_id)?);
    }
    Ok(())
}

/// Components stand before outputs, and several outputs state their shares.
fn check_assembly(lines: &[DraftLine], faults: &mut Vec<Fault>) {
    let outputs = lines.iter().filter(|line| line.quantity > 0).count();
    if outputs == 0 || outputs == lines.len() {
        let message = "give at least one line with the role component and one with the role output";
        faults.push(Fault::new("/lines", Code::MovementIncomplete, message));
        return;
    }
    let mut seen_output = false;
    for (index, line) in lines.iter().enumerate() {
        if line.quantity > 0 {
            seen_output = true;
            if outputs > 1 && line.weight.is_none() {
                let message = "several outputs share the cost: give each of them a weight";
                faults.push(Fault::new(at(index, "weight"), Code::MovementIncomplete, message));
            }
        } else if seen_output {
            let message = "components must come before outputs: move this line up";
            faults.push(Fault::new(at(index, "role"), Code::FieldsConflict, message));
        }
    }
}

fn check_kind(movement: &StockMovement, faults: &mut Vec<Fault>) {
    let kind = movement.kind;
    let is_about_another = matches!(kind, MovementKind::Return | MovementKind::SupplierReturn)
        || kind.is_of_receipts()
        || matches!(movement.transfer_mode, Some(TransferMode::Receive | TransferMode::Close));
    if movement.of_movement_id.is_some() && !is_about_another {
        let message = format!("a movement of kind {} cannot refer to another one: leave ofMovementId out", kind.name());
        faults.push(Fault::new("/ofMovementId", Code::FieldsConflict, message));
    }
    if let Some(why) = kind.rules().needs_account
        && movement.offset_account_id.is_none()
        && movement.reason_code_id.is_none()
    {
        let message = format!("{why}: give offsetAccountId, or a reason code with an account");
        faults.push(Fault::new("/offsetAccountId", Code::MovementIncomplete, message));
    }
    if kind.is_from_supplier() && movement.party_id.is_none() {
        let what = if kind == MovementKind::SupplierCredit { "a credit note" } else { "an invoice" };
        let message = format!("{what} needs a supplier: give partyId or partyName");
        faults.push(Fault::new("/partyId", Code::MovementIncomplete, message));
    }
}

fn check_reason(book: &Book, movement: &StockMovement, faults: &mut Vec<Fault>) -> Result<(), Stop> {
    let Some(id) = movement.reason_code_id else { return Ok(()) };
    let Some(reason) = book.reason_code(id)? else {
        let message = format!("reason code {id} has been deleted since: choose another");
        faults.push(Fault::new("/reasonCodeId", Code::UnknownReference, message));
        return Ok(());
    };
    let why = unusable_reason(reason, movement.kind);
    let why = why.or_else(|| {
        let is_posted_elsewhere = movement.kind == MovementKind::Opening && reason.account_id.is_some();
        is_posted_elsewhere.then(|| {
            format!(
                "reason code {} has an account, but an opening always goes to the account for opening balances: choose \
                 one without",
                reason.code
            )
        })
    });
    faults.extend(why.map(|message| Fault::new("/reasonCodeId", Code::ReasonNotUsable, message)));
    Ok(())
}

/// Why a movement of this kind cannot have the reason.
pub(crate) fn unusable_reason(reason: &ReasonCode, kind: MovementKind) -> Option<String> {
    if reason.status == ActiveState::Inactive {
        return Some(format!("reason code {} is inactive: reactivate it or choose another", reason.code));
    }
    let fits = reason.kinds.is_empty() || reason.kinds.split(' ').any(|fitting| fitting == kind.name());
    (!fits).then(|| {
        let kinds = reason.kinds.replace(' ', ", ");
        format!("reason code {} is for movements of kind {kinds}, not for {}", reason.code, kind.name())
    })
}

/// The line names the lot or piece that its item is traced by, and no other.
pub(crate) fn check_tracking(index: usize, item: &Item, kind: MovementKind, line: &DraftLine, faults: &mut Vec<Fault>) {
    let mut fault = |field: &str, code, message: String| {
        let fault = Fault::new(at(index, field), code, message);
        faults.push(if code == Code::MovementIncomplete { with_marks(fault, item) } else { fault });
    };
    let sku = &item.sku;
    match item.tracking {
        Tracking::None | Tracking::Serial if line.lot_id.is_some() => {
            fault("lotId", Code::ItemNotTracked, format!("item {sku} is not tracked by lot: leave the lot out"));
        }
        Tracking::None | Tracking::Lot if line.serial_id.is_some() => {
            fault("serialId", Code::ItemNotTracked, format!("item {sku} is not tracked by serial: leave it out"));
        }
        Tracking::Lot if line.lot_id.is_none() && line.brought.is_none() => {
            let message = format!("item {sku} is tracked by lot: give the lot{}", or_new("lot", kind, line));
            fault("lotId", Code::MovementIncomplete, message);
        }
        Tracking::Serial if line.serial_id.is_none() && line.brought.is_none() => {
            let or_new = or_new("serial", kind, line);
            let message = format!("item {sku} is tracked by serial: give the piece, one on each line{or_new}");
            fault("serialId", Code::MovementIncomplete, message);
        }
        Tracking::Serial if kind.moves_goods() && line.quantity.abs() != 1 => {
            fault(
                "quantity",
                Code::QuantityNotUsable,
                "a piece with a serial number has the quantity 1: use a line for each".into(),
            );
        }
        Tracking::None | Tracking::Lot | Tracking::Serial => {}
    }
}

/// How a line says a lot or piece that is new, where one can come by it.
fn or_new(what: &str, kind: MovementKind, line: &DraftLine) -> String {
    match kind.rules().new_goods {
        NewGoods::Always | NewGoods::WhereGoodsCome if line.quantity > 0 => {
            format!(", or create one as {what}: {{\"number\": …}}")
        }
        NewGoods::Always | NewGoods::WhereGoodsCome | NewGoods::UnlessKnown | NewGoods::Never => String::new(),
    }
}

/// The rules for goods of others, and for our own goods: each warehouse holds one or the other.
fn check_goods_of_others(
    book: &Book,
    index: usize,
    movement: &StockMovement,
    line: &DraftLine,
    faults: &mut Vec<Fault>,
) -> Result<(), Stop> {
    #[allow(clippy::enum_glob_use, reason = "every kind is named below")]
    use MovementKind::*;
    let here = warehouse(book, line.warehouse_id)?;
    let to = line.to_warehouse_id.map(|id| warehouse(book, id)).transpose()?;
    let code = &here.code;
    let mut refuse = |field: &str, message: String| {
        faults.push(Fault::new(at(index, field), Code::WarehouseNotUsable, message));
    };
    if !is_of_others(here) {
        if let Some(to) = to.filter(|to| is_of_others(to)) {
            let message = format!("warehouse {} holds only goods of others: move your own elsewhere", to.code);
            refuse("toWarehouseId", message);
        }
        return Ok(());
    }
    let message = match movement.kind {
        Receipt if movement.party_id.is_none() => {
            let message = format!("goods in warehouse {code} need an owner: give partyId or partyName");
            faults.push(Fault::new("/partyId", Code::MovementIncomplete, message));
            return Ok(());
        }
        Opening => format!("goods of others in warehouse {code} have no opening value: record a receipt instead"),
        Adjustment if line.quantity > 0 => {
            format!("goods found in warehouse {code} belong to somebody: record a receipt from the owner instead")
        }
        Return | Assembly | Disassembly if line.quantity > 0 => {
            format!("the goods are your own, and warehouse {code} holds only goods of others: choose another")
        }
        Transfer if movement.transfer_mode == Some(TransferMode::Receive) => {
            format!("the goods are your own, and warehouse {code} holds only goods of others: choose another")
        }
        Transfer if movement.transfer_mode == Some(TransferMode::TwoStep) && to.is_some_and(is_of_others) => {
            let message = "goods of others cannot be in transit: move them in one step, with mode direct";
            faults.push(Fault::new("/mode", Code::FieldsConflict, message));
            return Ok(());
        }
        Receipt | SupplierInvoice | SupplierCredit | LandedCost | Issue | Transfer | Adjustment | CountAdjustment
        | Scrap | InternalUse | Return | SupplierReturn | Revaluation | WriteDown | Assembly | Disassembly
        | Reclassification | CostingChange | StandardCostChange => return Ok(()),
    };
    refuse("warehouseId", message);
    Ok(())
}

/// A place of a line, and where the request names it.
struct PlaceNamed {
    warehouse_id: WarehouseId,
    location_id: Option<LocationId>,
    warehouse_at: String,
    location_at: String,
}

/// The warehouse takes movements, and the location is a bin of it in use.
fn check_place(
    book: &Book,
    kind: MovementKind,
    place: PlaceNamed,
    passing: Passing,
    faults: &mut Vec<Fault>,
) -> Result<(), Stop> {
    let warehouse = warehouse(book, place.warehouse_id)?;
    check_warehouse(book, kind, warehouse, place.warehouse_at, passing, faults)?;
    // A count finds goods where they lie; places that are new to it are checked when they are recorded.
    if kind == MovementKind::CountAdjustment {
        return Ok(());
    }
    check_bin(book, warehouse, place.location_id, place.location_at, passing, faults)
}

/// The warehouse takes movements, as far as they are not of counts, and goods in, where they come.
pub(crate) fn check_warehouse(
    book: &Book,
    kind: MovementKind,
    warehouse: &Warehouse,
    pointer: String,
    passing: Passing,
    faults: &mut Vec<Fault>,
) -> Result<(), Stop> {
    let is_count = kind == MovementKind::CountAdjustment;
    let takes_it = match warehouse.status {
        WarehouseStatus::Active => true,
        WarehouseStatus::Frozen => is_count,
        WarehouseStatus::Inactive => false,
    };
    if !takes_it {
        let state = warehouse.status.name();
        let message = format!("warehouse {} is {state}: activate it or choose another", warehouse.code);
        faults.push(Fault::new(pointer.clone(), Code::WarehouseNotUsable, message));
    }
    if passing.comes
        && !is_count
        && let Some(below) = grouped_by(book, warehouse)?
    {
        let message = format!(
            "warehouse {} groups others and accepts no goods: choose one of them, such as {below}",
            warehouse.code
        );
        faults.push(Fault::new(pointer, Code::WarehouseNotUsable, message));
    }
    Ok(())
}

fn check_destination(
    book: &Book,
    index: usize,
    movement: &StockMovement,
    line: &DraftLine,
    faults: &mut Vec<Fault>,
) -> Result<(), Stop> {
    let is_transfer = matches!(movement.transfer_mode, Some(TransferMode::Direct | TransferMode::TwoStep));
    let Some(to) = line.to_warehouse_id else {
        if is_transfer {
            let message = "the destination is missing: give toWarehouseId, or toLocationId within the warehouse";
            faults.push(Fault::new(at(index, "toWarehouseId"), Code::MovementIncomplete, message));
        }
        return Ok(());
    };
    if !is_transfer {
        let message = format!("a movement of kind {} has no destination: leave it out", movement.kind.name());
        faults.push(Fault::new(at(index, "toWarehouseId"), Code::FieldsConflict, message));
        return Ok(());
    }
    if (to, line.to_location_id) == (line.warehouse_id, line.location_id) {
        let message = "the goods would stay where they are: choose another warehouse or location";
        faults.push(Fault::new(at(index, "toWarehouseId"), Code::TransferToItself, message));
    }
    let destination = PlaceNamed {
        warehouse_id: to,
        location_id: line.to_location_id,
        warehouse_at: at(index, "toWarehouseId"),
        location_at: at(index, "toLocationId"),
    };
    check_place(book, movement.kind, destination, Passing::MOVED_IN, faults)
}
