//! A supplier's number on entries: who holds it, who is refused, and who lets go of it.

use jiff::civil::date;

use super::*;
use crate::commands::journal_entries::correct::{CorrectEntry, NewReplacement};
use crate::commands::journal_entries::create::CreateEntry;
use crate::commands::journal_entries::delete::DeleteEntry;
use crate::commands::journal_entries::post::PostEntry;
use crate::commands::journal_entries::reverse::ReverseEntry;
use crate::commands::journal_entries::update::UpdateEntry;
use crate::commands::journal_entries::void::VoidEntry;
use crate::rows::AccountType;
use crate::testing::{Stage, account, line, party_line};
use crate::value::{Patch, Sought};

const SUPPLIER: &str = "Potter & Co";

fn stage() -> Stage {
    let mut stage = Stage::new();
    stage.run(account("2000", AccountType::Liability, Some(ControlFor::Payable))).expect("payables");
    stage
}

/// A purchase that is to be paid to a supplier, by the number of their invoice.
fn bought(stage: &Stage, supplier: &str, number: &str, post: bool) -> CreateEntry {
    CreateEntry {
        reference: Some(number.to_owned()),
        lines: vec![line("1000", "9", "0"), party_line("2000", "0", "9", supplier)],
        ..stage.entry(date(2010, 3, 31), &[], post)
    }
}

fn refused(stage: &mut Stage, entry: CreateEntry) -> Rejection {
    let rejection = stage.run(entry).expect_err("the number is taken");
    assert_eq!(rejection.code, Code::InvoiceNumberTaken);
    assert_eq!(rejection.errors[0].pointer, "/reference");
    rejection
}

#[test]
fn numbers_are_compared_without_regard_to_case_blanks_and_composition() {
    for same in ["INV-é7", "inv-É7", " INV-é7 ", "INV-e\u{301}7", "INV\u{200b}-é7", "ＩＮＶ-é７"] {
        assert_eq!(compared(same).as_deref(), Some("inv-é7"), "{same:?}");
    }
    for other in ["INV-e7", "INVé7", "INV-é70"] {
        assert_ne!(compared(other).as_deref(), Some("inv-é7"), "{other:?}");
    }
    assert_eq!(compared("\u{200b}"), None);
}

#[test]
fn a_number_is_refused_a_second_time_for_the_same_supplier_and_said_to_be_meant() {
    let mut stage = stage();
    let new = bought(&stage, SUPPLIER, "INV-7", true);
    let first = stage.run(new).expect("posted").subject;
    let again = bought(&stage, SUPPLIER, "inv-7", true);
    let rejection = refused(&mut stage, again.clone());
    assert_eq!(rejection.resolutions[0].path, format!("/accounting/journal-entries/{first}"));
    refused(&mut stage, CreateEntry { post: false, ..again.clone() });
    let other = bought(&stage, "Orchard", "INV-7", true);
    stage.run(other).expect("another supplier has numbers of their own");
    stage.run(CreateEntry { number_use: NumberUse::Again, ..again.clone() }).expect("it is meant");
    refused(&mut stage, again);
}

#[test]
fn a_payment_an_opening_balance_and_an_entry_without_a_number_hold_none() {
    let mut stage = stage();
    let new = bought(&stage, SUPPLIER, "INV-7", true);
    stage.run(CreateEntry { reference: None, ..new.clone() }).expect("no number");
    stage.run(CreateEntry { reference: None, ..new.clone() }).expect("no number, again");
    let first_day = jiff::civil::date(2010, 1, 1);
    let opening = CreateEntry { entry_type: EntryType::Opening, date: first_day, ..new.clone() };
    stage.run(opening).expect("opening");
    stage.run(new.clone()).expect("the first one");
    let paid = vec![party_line("2000", "9", "0", SUPPLIER), line("1000", "0", "9")];
    stage.run(CreateEntry { lines: paid, ..new.clone() }).expect("its payment names it");
    refused(&mut stage, new);
}

#[test]
fn who_is_voided_reversed_or_deleted_lets_go_of_the_number() {
    let mut stage = stage();
    let new = bought(&stage, SUPPLIER, "INV-7", true);
    let reason = || "entered twice".to_owned();
    let first = stage.run(new.clone()).expect("posted").subject;
    stage.run(VoidEntry { entry: Sought::of(&first), reason: reason(), if_match: None }).expect("voided");
    let second = stage.run(new.clone()).expect("free again").subject;
    let reverse = ReverseEntry {
        post: true,
        entry: Sought::of(&second),
        date: date(2010, 6, 1),
        reason: reason(),
        description: None,
        if_match: None,
    };
    let reversal = stage.run(reverse).expect("reversed").subject;
    let draft = CreateEntry { post: false, ..new.clone() };
    let draft = stage.run(draft).expect("free again").subject;
    refused(&mut stage, new.clone());
    stage.run(DeleteEntry { entry: Sought::of(&draft), if_match: None }).expect("deleted");
    // Whose reversal is taken back is in effect again, and so is its number.
    stage.run(VoidEntry { entry: Sought::of(&reversal), reason: reason(), if_match: None }).expect("voided");
    refused(&mut stage, new);
}

#[test]
fn an_edit_takes_the_new_number_and_lets_go_of_the_old_one() {
    let mut stage = stage();
    let new = bought(&stage, SUPPLIER, "INV-7", true);
    stage.run(new.clone()).expect("posted");
    let draft = bought(&stage, SUPPLIER, "INV-8", false);
    let draft = stage.run(draft).expect("draft").subject;
    let edit = |reference: &str| UpdateEntry {
        entry: Sought::of(&draft),
        reference: Patch::Set(reference.to_owned()),
        ..UpdateEntry::default()
    };
    assert_eq!(stage.run(edit("INV-7")).expect_err("taken").code, Code::InvoiceNumberTaken);
    stage.run(edit("INV-9")).expect("edited");
    let eight = bought(&stage, SUPPLIER, "INV-8", false);
    stage.run(eight).expect("free again");
    let nine = bought(&stage, SUPPLIER, "INV-9", false);
    refused(&mut stage, nine);
    stage.run(UpdateEntry { number_use: NumberUse::Again, ..edit("INV-7") }).expect("it is meant");
    let text = UpdateEntry { entry: Sought::of(&draft), description: Some("x".to_owned()), ..UpdateEntry::default() };
    stage.run(text).expect("what was meant stays meant");
    stage.run(PostEntry { entry: Sought::of(&draft), if_match: None }).expect("posted");
}

#[test]
fn a_correction_keeps_its_number_and_is_refused_that_of_another() {
    let mut stage = stage();
    let new = bought(&stage, SUPPLIER, "INV-7", true);
    let first = stage.run(new.clone()).expect("posted").subject;
    let other = bought(&stage, SUPPLIER, "INV-8", true);
    stage.run(other).expect("posted");
    let correct = |reference: &str| CorrectEntry {
        entry: Sought::of(&first),
        reason: "misread".to_owned(),
        if_match: None,
        replacement: NewReplacement {
            description: "a purchase".to_owned(),
            reference: Some(reference.to_owned()),
            lines: vec![line("1000", "8", "0"), party_line("2000", "0", "8", SUPPLIER)],
            metadata: "{}".to_owned(),
            ..NewReplacement::default()
        },
    };
    let rejection = stage.run(correct("INV-8")).expect_err("taken");
    assert_eq!(
        (rejection.code, rejection.errors[0].pointer.as_str()),
        (Code::InvoiceNumberTaken, "/replacement/reference")
    );
    stage.run(correct("INV-7")).expect("corrected");
    refused(&mut stage, new);
}
