//! The number of a supplier's invoice of goods: entered once, unless it is meant.

use super::suppliers::{invoice, invoiced, stage};
use super::*;
use crate::commands::movements::delete::DeleteMovement;
use crate::commands::movements::update::UpdateMovement;
use crate::ledger::invoice_numbers::NumberUse;
use crate::value::Patch;
use crate::value::rejection::Rejection;

fn received(stage: &mut Stage) -> String {
    let mut receipt = movement(MovementKind::Receipt, 2, vec![line("FIFO", "9", Some("90.00"))]);
    receipt.new.party = Some(IdOrCode::Code("Acme".to_owned()));
    run(stage, receipt).expect("received")
}

/// An invoice of one of the nine pieces.
fn numbered(receipt: &str, number: &str) -> CreateMovement {
    let mut invoice = invoice(5, receipt, vec![invoiced(Some("1"), None)]);
    invoice.new.reference = Some(number.to_owned());
    invoice
}

fn refused(stage: &mut Stage, invoice: CreateMovement) -> Rejection {
    let rejection = stage.run(invoice).expect_err("the number is taken");
    assert_eq!((rejection.code, rejection.errors[0].pointer.as_str()), (Code::InvoiceNumberTaken, "/reference"));
    rejection
}

#[test]
fn an_invoice_of_the_same_supplier_is_entered_once_unless_it_is_meant() {
    let mut stage = stage();
    let (one, other) = (received(&mut stage), received(&mut stage));
    let first = run(&mut stage, numbered(&one, "p1")).expect("invoiced");
    let rejection = refused(&mut stage, numbered(&other, "P1 "));
    assert_eq!(rejection.resolutions[0].path, format!("/inventory/movements/{first}"));
    let mut draft = numbered(&other, "p1");
    draft.new.post = false;
    refused(&mut stage, draft.clone());
    draft.new.number_use = NumberUse::Again;
    let draft = stage.run(draft).expect("it is meant").subject;
    stage.run(DeleteMovement { movement: Sought::of(&draft), if_match: None }).expect("deleted");
    void(&mut stage, &first).expect("voided");
    run(&mut stage, numbered(&other, "p1")).expect("free again");
    // Other kinds of documents have numbers of their own.
    let mut receipt = movement(MovementKind::Receipt, 2, vec![line("FIFO", "1", Some("1.00"))]);
    receipt.new.party = Some(IdOrCode::Code("Acme".to_owned()));
    receipt.new.reference = Some("p1".to_owned());
    run(&mut stage, receipt.clone()).expect("a delivery note");
    receipt.new.number_use = NumberUse::Again;
    assert_eq!(stage.run(receipt).expect_err("no field of it").code, Code::FieldsConflict);
}

#[test]
fn a_draft_takes_its_number_by_an_edit_and_lets_go_of_the_old_one() {
    let mut stage = stage();
    let receipt = received(&mut stage);
    run(&mut stage, numbered(&receipt, "p1")).expect("invoiced");
    let mut draft = numbered(&receipt, "p2");
    draft.new.post = false;
    let draft = stage.run(draft).expect("draft").subject;
    let edit = |number: &str| UpdateMovement {
        movement: Sought::of(&draft),
        reference: Patch::Set(number.to_owned()),
        ..UpdateMovement::default()
    };
    assert_eq!(stage.run(edit("p1")).expect_err("taken").code, Code::InvoiceNumberTaken);
    stage.run(edit("p3")).expect("edited");
    refused(&mut stage, numbered(&receipt, "p3"));
    run(&mut stage, numbered(&receipt, "p2")).expect("free again");
    stage.run(UpdateMovement { number_use: NumberUse::Again, ..edit("p1") }).expect("it is meant");
}
