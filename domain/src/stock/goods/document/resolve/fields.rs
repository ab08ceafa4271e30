//! The fields that each kind of movement has: a field without effect is refused.

use crate::ledger::invoice_numbers::NumberUse;
use crate::stock::goods::document::new::{NewMovement, NewMovementLine};
use crate::stock::goods::document::resolve::line::Resolving;
use crate::value::movement_kind::{CostingPlace, MovementKind, SplitBy};
use crate::value::rejection::{Code, Fault};

/// Fields of the document; `by_hand` is whether its lines say amounts.
pub(super) fn check_header(new: &NewMovement, by_hand: bool, faults: &mut Vec<Fault>) {
    let kind = new.kind;
    let (is_spread, is_from_supplier) = (kind.spreads_amount(), kind.is_from_supplier());
    for (field, is_sent, has_it) in [
        ("/mode", new.mode.is_some(), kind == MovementKind::Transfer),
        ("/dueDate", new.due_date.is_some(), is_from_supplier),
        ("/charges", !new.charges.is_empty(), is_from_supplier),
        ("/splitBy", new.split_by.is_some(), is_spread),
        ("/amount", new.amount.is_some(), is_spread || is_assembly(kind)),
        ("/allowBeyondValue", new.allow_beyond_value, kind == MovementKind::LandedCost),
        ("/allowDuplicateReference", new.number_use == NumberUse::Again, is_from_supplier),
    ] {
        if is_sent && !has_it {
            faults.push(Fault::new(field, Code::FieldsConflict, no_field(kind, field)));
        }
    }
    let is_change = kind.changes_valuation();
    if new.costing == CostingPlace::Prospective && is_change {
        let message = "the change takes effect at occurredAt: give a later one, or leave both out";
        faults.push(Fault::new("/costing", Code::FieldsConflict, message));
    }
    if !is_spread {
        return;
    }
    let fault = match (new.amount, by_hand) {
        (Some(_), true) => {
            Some((Code::FieldsConflict, "give the amount once for all lines, or on each line, not both"))
        }
        (None, false) => {
            Some((Code::MovementIncomplete, "the amount to spread is missing: give amount, or amount on each line"))
        }
        (Some(_), false) if new.split_by == Some(SplitBy::Hand) => {
            Some((Code::FieldsConflict, "with splitBy hand, each line has its own amount: leave this one out"))
        }
        (None, true) if new.split_by.is_some_and(|by| by != SplitBy::Hand) => {
            Some((Code::FieldsConflict, "the lines have their own amounts: use splitBy hand, or give one amount here"))
        }
        _ => None,
    };
    faults.extend(fault.map(|(code, message)| Fault::new("/amount", code, message)));
}

/// Only a movement with amounts has a currency.
pub(super) fn check_currency(kind: MovementKind, is_foreign: bool, faults: &mut Vec<Fault>) {
    if is_foreign && !kind.rules().says_amounts {
        faults.push(Fault::new("/currency", Code::FieldsConflict, no_field(kind, "currency")));
    }
}

/// Fields of a line.
pub(super) fn check_line(at: &Resolving<'_>, line: &NewMovementLine, faults: &mut Vec<Fault>) {
    let kind = at.kind;
    let goods = kind.moves_goods();
    let takes_back = matches!(kind, MovementKind::Return | MovementKind::SupplierReturn) || kind.is_of_receipts();
    let changes_worth = matches!(kind, MovementKind::Revaluation | MovementKind::WriteDown);
    let is_assembly = is_assembly(kind);
    let changes_method = kind == MovementKind::CostingChange;
    let is_invoice = kind == MovementKind::SupplierInvoice;
    for (field, is_sent, has_it) in [
        ("quantity", line.quantity.is_some(), goods || is_invoice),
        ("unitCode", line.unit.is_some(), goods || is_invoice),
        ("warehouseId", line.warehouse.is_some(), kind.has_place()),
        ("locationId", line.location.is_some(), goods),
        ("totalCost", line.total_cost.is_some(), goods),
        ("amount", line.amount.is_some(), changes_worth || kind.is_of_receipts()),
        ("ofMovementId", line.of_movement.is_some(), takes_back),
        ("ofLine", line.of_line.is_some(), takes_back),
        ("role", line.is_component.is_some(), is_assembly),
        ("weight", line.weight.is_some(), is_assembly),
        ("standardCost", line.standard_cost.is_some(), changes_method || kind == MovementKind::StandardCostChange),
        ("costingMethod", line.to_method.is_some(), changes_method),
    ] {
        if is_sent && !has_it {
            faults.push(Fault::new(at.at(field), Code::FieldsConflict, no_field(kind, field)));
        }
    }
    for (field, is_missing, needs_it) in [
        ("amount", line.amount.is_none_or(|amount| amount.unscaled == 0), changes_worth),
        ("role", line.is_component.is_none(), is_assembly),
        ("costingMethod", line.to_method.is_none(), changes_method),
    ] {
        if needs_it && is_missing {
            let message = format!("a movement of kind {} needs {field} on each line", kind.name());
            faults.push(Fault::new(at.at(field), Code::MovementIncomplete, message));
        }
    }
    if line.weight.is_some() && line.is_component == Some(true) {
        let message = "only outputs have a weight: leave it out on components";
        faults.push(Fault::new(at.at("weight"), Code::FieldsConflict, message));
    }
}

fn is_assembly(kind: MovementKind) -> bool {
    matches!(kind, MovementKind::Assembly | MovementKind::Disassembly)
}

fn no_field(kind: MovementKind, field: &str) -> String {
    let field = field.trim_start_matches('/');
    format!("a movement of kind {} has no {field}: leave it out", kind.name())
}
