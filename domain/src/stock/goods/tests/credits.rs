//! Suppliers credit a part of their price, and no goods go back.

use super::suppliers::{back, invoice, invoiced, received, stage};
use super::*;
use crate::rows::MovementLine;
use crate::stock::goods::document::new::NewCharge;
use crate::value::movement_kind::SplitBy;
use crate::value::{Rate, Sought};

fn credit(day: i8, of: &str, amount: &str) -> CreateMovement {
    let mut credit = movement(MovementKind::SupplierCredit, day, Vec::new());
    (credit.new.warehouse, credit.new.of_movement) = (None, Some(Sought::of(of)));
    credit.new.party = Some(IdOrCode::Code("Acme".to_owned()));
    credit.new.amount = Some(decimal(amount));
    credit
}

fn billed(stage: &mut Stage, sku: &str, amount: &str) -> String {
    let receipt = received(stage, 2, sku, "10", "100.00");
    run(stage, invoice(3, &receipt, vec![invoiced(None, Some(amount))])).expect("invoiced");
    receipt
}

#[test]
fn a_price_that_falls_later_is_shared_by_the_goods_that_are_there() {
    for sku in ["FIFO", "AVG"] {
        let mut stage = stage();
        let receipt = billed(&mut stage, sku, "100.00");
        run(&mut stage, movement(MovementKind::Issue, 4, vec![line(sku, "5", None)])).expect("sold");
        let before = balances(&stage);
        let less = run(&mut stage, credit(5, &receipt, "20.00")).expect("credited");
        let then = at(&[("1200", 4000), ("2000", -8000), ("5000", 5000), ("5900", -1000)]);
        assert_eq!(balances(&stage), then, "{sku}");
        let owed = stage.rows::<Line>().into_iter().find(|line| line.debit == 2000).expect("credited");
        assert!(owed.party_id.is_some(), "{sku}");
        let late = movement(MovementKind::Issue, 4, vec![line(sku, "5", None)]);
        let late = run(&mut stage, late).expect("sold before the credit note");
        assert_eq!(balances(&stage), at(&[("2000", -8000), ("5000", 10000), ("5900", -2000)]), "{sku}");
        void(&mut stage, &late).expect("voided");
        assert_eq!(balances(&stage), then, "{sku}");
        void(&mut stage, &less).expect("voided");
        assert_eq!(balances(&stage), before, "{sku}");
    }
}

#[test]
fn a_bonus_on_goods_that_were_all_sold_is_on_no_goods() {
    let mut stage = stage();
    let receipt = billed(&mut stage, "FIFO", "100.00");
    run(&mut stage, movement(MovementKind::Issue, 4, vec![line("FIFO", "10", None)])).expect("sold");
    received(&mut stage, 5, "FIFO", "10", "100.00");
    let mut bonus = credit(6, &receipt, "20.00");
    bonus.new.offset_account = Some(IdOrCode::Code("1170".to_owned()));
    run(&mut stage, bonus).expect("credited");
    let then = [("1170", 2000), ("1200", 10000), ("2000", -10000), ("2100", -10000), ("5000", 10000), ("5900", -2000)];
    assert_eq!(balances(&stage), at(&then));
}

#[test]
fn what_goes_back_after_a_credit_note_claims_what_that_left_of_its_price() {
    let mut stage = stage();
    let receipt = billed(&mut stage, "FIFO", "120.00");
    let less = run(&mut stage, credit(4, &receipt, "20.00")).expect("credited");
    let sent = run(&mut stage, back(5, &receipt, "FIFO", "10")).expect("sent back");
    assert_eq!(balances(&stage), at(&[("1170", 10000), ("2000", -10000)]));
    let refused = run(&mut stage, credit(6, &receipt, "0.01")).expect_err("nothing is left of it");
    assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::AmountOutOfRange, "/amount"));
    assert_eq!(void(&mut stage, &less).expect_err("it went back").code, Code::MovementHasDependents);
    void(&mut stage, &sent).expect("voided");
    void(&mut stage, &less).expect("voided");
    assert_eq!(balances(&stage), at(&[("1200", 12000), ("2000", -12000)]));
}

#[test]
fn a_credit_note_is_at_most_what_was_invoiced_and_not_credited_or_claimed_yet() {
    let mut stage = stage();
    let receipt = received(&mut stage, 2, "FIFO", "10", "100.00");
    let refuse = |stage: &mut Stage, amount: &str, code: Code| {
        let refused = run(stage, credit(6, &receipt, amount)).expect_err("refused");
        assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (code, "/amount"), "{amount}");
    };
    refuse(&mut stage, "0.01", Code::AmountOutOfRange);
    let bill = run(&mut stage, invoice(3, &receipt, vec![invoiced(Some("5"), Some("60.00"))])).expect("invoiced");
    for amount in ["0", "-1.00", "60.01"] {
        refuse(&mut stage, amount, Code::AmountOutOfRange);
    }
    let first = run(&mut stage, credit(6, &receipt, "12.00")).expect("credited");
    run(&mut stage, back(7, &receipt, "FIFO", "7"))
        .expect("two of those that were invoiced went back, for 19.20 of 48.00");
    assert_eq!(balances(&stage)["1170"], 1920);
    refuse(&mut stage, "28.81", Code::AmountOutOfRange);
    run(&mut stage, credit(6, &receipt, "28.80")).expect("all that is left of it");
    assert_eq!(void(&mut stage, &bill).expect_err("it was credited").code, Code::MovementHasDependents);
    void(&mut stage, &first).expect("voided");
    assert_eq!(balances(&stage)["2000"], -6000 + 2880);
}

#[test]
fn a_credit_note_of_several_receipts_is_spread_to_the_cent_and_has_its_tax_beside() {
    let mut stage = stage();
    let lines = vec![line("FIFO", "3", Some("10.00")), line("AVG", "3", Some("20.00"))];
    let mut receipt = movement(MovementKind::Receipt, 2, lines);
    receipt.new.party = Some(IdOrCode::Code("Acme".to_owned()));
    let receipt = run(&mut stage, receipt).expect("received");
    run(&mut stage, invoice(3, &receipt, Vec::new())).expect("invoiced");
    let mut less = credit(4, &receipt, "10.00");
    less.new.due_date = Some(date(2010, 2, 4));
    let account = IdOrCode::Code("2200".to_owned());
    less.new.charges = vec![NewCharge { account, amount: decimal("2.00"), description: None }];
    let less = run(&mut stage, less).expect("credited");
    assert_eq!(balances(&stage), at(&[("1200", 2000), ("2000", -1800), ("2200", -200)]));
    let owed = stage.rows::<Line>().into_iter().find(|line| line.debit == 1200).expect("one open item");
    assert_eq!((owed.due_date, owed.party_id.is_some()), (Some(date(2010, 2, 4)), true));
    let lines = stage.rows::<MovementLine>().into_iter().filter(|line| line.movement_id.to_string() == less);
    assert_eq!(lines.filter_map(|line| line.amount).collect::<Vec<_>>(), [333, 667]);
    let mut by_hand = credit(5, &receipt, "1.00");
    let of_line = |number, amount: &str| NewMovementLine { of_line: Some(number), ..invoiced(None, Some(amount)) };
    by_hand.new.lines = vec![of_line(1, "0.30"), of_line(2, "0.05")];
    (by_hand.new.amount, by_hand.new.split_by) = (None, Some(SplitBy::Hand));
    run(&mut stage, by_hand).expect("credited");
    assert_eq!(balances(&stage)["1200"], 1965);
    let mut nothing = credit(5, &receipt, "1.00");
    (nothing.new.lines, nothing.new.amount) = (vec![of_line(1, "0.00")], None);
    let refused = run(&mut stage, nothing).expect_err("it credits nothing");
    assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::AmountOutOfRange, "/lines/0/amount"));
}

#[test]
fn a_credit_note_in_another_currency_takes_its_own_rate_and_a_return_the_rest() {
    let mut stage = stage();
    let mut receipt = movement(MovementKind::Receipt, 2, vec![line("FIFO", "10", Some("100.00"))]);
    receipt.new.party = Some(IdOrCode::Code("Acme".to_owned()));
    (receipt.new.currency, receipt.new.exchange_rate) = (Some("USD".to_owned()), Rate::parse("0.8").ok());
    let receipt = run(&mut stage, receipt).expect("received");
    let mut dearer = invoice(3, &receipt, vec![invoiced(None, Some("110.00"))]);
    dearer.new.exchange_rate = Rate::parse("0.9").ok();
    run(&mut stage, dearer).expect("invoiced");
    let before = balances(&stage);
    let mut less = credit(4, &receipt, "20.00");
    less.new.exchange_rate = Rate::parse("1").ok();
    let less = run(&mut stage, less).expect("credited");
    assert_eq!(balances(&stage), at(&[("1200", 6900), ("2000", -7900), ("7000", 1000)]));
    // 90.00 dollars at the invoice's 0.9; the goods bore 69.00 of them.
    let sent = run(&mut stage, back(5, &receipt, "FIFO", "10")).expect("sent back");
    assert_eq!(balances(&stage), at(&[("1170", 8100), ("2000", -7900), ("7000", -200)]));
    void(&mut stage, &sent).expect("voided");
    void(&mut stage, &less).expect("voided");
    assert_eq!(balances(&stage), before);
    let mut pounds = credit(4, &receipt, "20.00");
    pounds.new.currency = Some("GBP".to_owned());
    let refused = run(&mut stage, pounds).expect_err("the receipt is in dollars");
    assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::FieldsConflict, "/currency"));
}

#[test]
fn a_credit_note_has_a_supplier_and_a_number_of_its_own_and_follows_its_receipt() {
    let mut stage = stage();
    let receipt = billed(&mut stage, "FIFO", "100.00");
    let mut first = credit(4, &receipt, "1.00");
    first.new.reference = Some("CN-1".to_owned());
    run(&mut stage, first).expect("credited");
    let mut again = credit(5, &receipt, "1.00");
    again.new.reference = Some("cn-1".to_owned());
    assert_eq!(run(&mut stage, again).expect_err("it was entered").code, Code::InvoiceNumberTaken);
    for (party, code, pointer) in [
        (None, Code::MovementIncomplete, "/partyId"),
        (Some(IdOrCode::Code("Other".to_owned())), Code::FieldsConflict, "/ofMovementId"),
    ] {
        let mut wrong = credit(5, &receipt, "1.00");
        wrong.new.party = party;
        let refused = run(&mut stage, wrong).expect_err("another supplier, or none");
        assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (code, pointer));
    }
    assert_eq!(run(&mut stage, credit(1, &receipt, "1.00")).expect_err("before it").code, Code::BeforeItsSource);
    let mut stocked = credit(5, &receipt, "1.00");
    stocked.new.offset_account = Some(IdOrCode::Code("1200".to_owned()));
    assert_eq!(run(&mut stage, stocked).expect_err("only goods post there").code, Code::AccountNotUsable);
}
