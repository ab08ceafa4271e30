//! What suppliers owe for goods that went back: what they billed for them.

use super::suppliers::{assert_open_is_in_books, back, invoice, invoiced, received, stage};
use super::*;
use crate::rows::MovementLine;
use crate::value::movement_kind::SplitBy;
use crate::value::{Rate, Sought};

/// The lines of a movement: how much moved by each.
fn moved(stage: &Stage, movement: &str) -> Vec<i64> {
    let lines = stage.rows::<MovementLine>().into_iter().filter(|line| line.movement_id.to_string() == movement);
    lines.map(|line| line.quantity).collect()
}

/// What stands on an account, in whichever currency.
fn in_currency(stage: &Stage, code: &str) -> i64 {
    let accounts = stage.rows::<crate::rows::Account>();
    let id = accounts.iter().find(|account| account.code == code).expect("an account").id;
    let lines = stage.rows::<Line>().into_iter().filter(|line| line.account_id == id);
    lines.map(|line| line.debit - line.credit).sum()
}

/// Ten pieces for 100.00 dollars, which are 80.00 pounds.
fn received_in_dollars(stage: &mut Stage) -> String {
    let mut receipt = movement(MovementKind::Receipt, 2, vec![line("FIFO", "10", Some("100.00"))]);
    receipt.new.party = Some(IdOrCode::Code("Acme".to_owned()));
    (receipt.new.currency, receipt.new.exchange_rate) = (Some("USD".to_owned()), Rate::parse("0.8").ok());
    run(stage, receipt).expect("received")
}

fn invoice_in_dollars(stage: &mut Stage, day: i8, of: &str, line: (&str, &str), rate: &str) -> String {
    let mut dollars = invoice(day, of, vec![invoiced(Some(line.0), Some(line.1))]);
    dollars.new.exchange_rate = Rate::parse(rate).ok();
    run(stage, dollars).expect("invoiced")
}

#[test]
fn a_return_of_what_was_invoiced_claims_what_was_billed() {
    for sku in ["FIFO", "AVG"] {
        let mut stage = stage();
        let receipt = received(&mut stage, 2, sku, "10", "100.00");
        let billed = run(&mut stage, invoice(5, &receipt, vec![invoiced(None, Some("120.00"))])).expect("invoiced");
        let half = run(&mut stage, back(6, &receipt, sku, "5")).expect("sent back");
        assert_eq!(balances(&stage), at(&[("1170", 6000), ("1200", 6000), ("2000", -12000)]), "{sku}");
        let rest = run(&mut stage, back(7, &receipt, sku, "5")).expect("sent back");
        assert_eq!(balances(&stage), at(&[("1170", 12000), ("2000", -12000)]), "{sku}");
        assert_eq!(void(&mut stage, &billed).expect_err("it went back").code, Code::MovementHasDependents);
        void(&mut stage, &half).expect("voided");
        assert_eq!(balances(&stage), at(&[("1170", 6000), ("1200", 6000), ("2000", -12000)]), "{sku}");
        void(&mut stage, &rest).expect("voided");
        void(&mut stage, &billed).expect("voided");
        assert_eq!(balances(&stage), at(&[("1200", 10000), ("2100", -10000)]), "{sku}");
    }
}

#[test]
fn parts_of_what_was_invoiced_at_several_prices_come_to_all_of_it() {
    let mut stage = stage();
    let receipt = received(&mut stage, 2, "FIFO", "10", "100.00");
    for (quantity, amount) in [("4", "48.00"), ("6", "66.00")] {
        run(&mut stage, invoice(5, &receipt, vec![invoiced(Some(quantity), Some(amount))])).expect("invoiced");
    }
    let mut claims = Vec::new();
    for quantity in ["3", "3", "4"] {
        let before = balances(&stage).get("1170").copied().unwrap_or_default();
        run(&mut stage, back(6, &receipt, "FIFO", quantity)).expect("sent back");
        claims.push(balances(&stage)["1170"] - before);
    }
    assert_eq!((claims, balances(&stage)), (vec![3420, 3420, 4560], at(&[("1170", 11400), ("2000", -11400)])));
}

#[test]
fn a_claim_is_in_the_invoices_currency_at_its_rate_and_rates_make_no_variance() {
    let mut stage = stage();
    let receipt = received_in_dollars(&mut stage);
    let billed = invoice_in_dollars(&mut stage, 5, &receipt, ("10", "110.00"), "0.9");
    // 99.00 are owed: the goods bear 80.00 and the 9.00 by which they became dearer; 10.00 are the rate's.
    let before = balances(&stage);
    assert_eq!(before, at(&[("1200", 8900), ("2000", -9900), ("7000", 1000)]));
    let half = run(&mut stage, back(6, &receipt, "FIFO", "5")).expect("sent back");
    assert_eq!(balances(&stage), at(&[("1170", 4950), ("1200", 4450), ("2000", -9900), ("7000", 500)]));
    assert_eq!(in_currency(&stage, "1170"), 5500);
    let rest = run(&mut stage, back(7, &receipt, "FIFO", "5")).expect("sent back");
    assert_eq!(balances(&stage), at(&[("1170", 9900), ("2000", -9900)]));
    assert_eq!(in_currency(&stage, "1170"), 11000);
    void(&mut stage, &rest).expect("voided");
    void(&mut stage, &half).expect("voided");
    assert_eq!(balances(&stage), before);
    void(&mut stage, &billed).expect("voided");
    assert_eq!(balances(&stage), at(&[("1200", 8000), ("2100", -8000)]));
}

#[test]
fn a_claim_of_what_was_invoiced_at_several_rates_is_a_share_of_all_of_it() {
    let mut stage = stage();
    let receipt = received_in_dollars(&mut stage);
    invoice_in_dollars(&mut stage, 5, &receipt, ("4", "40.00"), "0.9");
    invoice_in_dollars(&mut stage, 6, &receipt, ("6", "60.00"), "1");
    assert_eq!(balances(&stage), at(&[("1200", 8000), ("2000", -9600), ("7000", 1600)]));
    run(&mut stage, back(7, &receipt, "FIFO", "5")).expect("sent back");
    assert_eq!(balances(&stage), at(&[("1170", 4800), ("1200", 4000), ("2000", -9600), ("7000", 800)]));
    run(&mut stage, back(8, &receipt, "FIFO", "5")).expect("sent back");
    assert_eq!(balances(&stage), at(&[("1170", 9600), ("2000", -9600)]));
    assert_eq!(in_currency(&stage, "1170"), 10000);
}

#[test]
fn what_goes_back_before_its_invoice_keeps_its_receipts_price() {
    let mut stage = stage();
    let receipt = received(&mut stage, 2, "FIFO", "10", "100.00");
    run(&mut stage, back(3, &receipt, "FIFO", "4")).expect("sent back");
    run(&mut stage, invoice(5, &receipt, vec![invoiced(None, Some("72.00"))])).expect("the rest is invoiced");
    assert_eq!(balances(&stage), at(&[("1200", 7200), ("2000", -7200)]));
    run(&mut stage, back(6, &receipt, "FIFO", "6")).expect("sent back");
    assert_eq!(balances(&stage), at(&[("1170", 7200), ("2000", -7200)]));
}

#[test]
fn a_cost_that_is_known_later_does_not_change_what_was_claimed() {
    for day in [6, 9] {
        let mut stage = stage();
        let receipt = received(&mut stage, 2, "FIFO", "10", "100.00");
        run(&mut stage, invoice(5, &receipt, vec![invoiced(None, Some("120.00"))])).expect("invoiced");
        run(&mut stage, back(8, &receipt, "FIFO", "10")).expect("sent back");
        let mut freight = movement(MovementKind::LandedCost, day, Vec::new());
        (freight.new.warehouse, freight.new.of_movement) = (None, Some(Sought::of(&receipt)));
        (freight.new.amount, freight.new.split_by) = (Some(decimal("10.00")), Some(SplitBy::Quantity));
        let freight = run(&mut stage, freight).expect("spread");
        let then = at(&[("1170", 12000), ("2000", -12000), ("2015", -1000), ("5900", 1000)]);
        assert_eq!(balances(&stage), then, "{day}");
        void(&mut stage, &freight).expect("voided");
        assert_eq!(balances(&stage), at(&[("1170", 12000), ("2000", -12000)]), "{day}");
    }
}

#[test]
fn what_was_not_invoiced_goes_back_first_and_the_rest_is_claimed_on_a_line_of_its_own() {
    let mut stage = stage();
    let receipt = received(&mut stage, 2, "FIFO", "10", "100.00");
    run(&mut stage, invoice(3, &receipt, vec![invoiced(Some("4"), Some("48.00"))])).expect("invoiced");
    let before = balances(&stage);
    assert_eq!(before, at(&[("1200", 10800), ("2000", -4800), ("2100", -6000)]));
    let refused = run(&mut stage, back(4, &receipt, "FIFO", "11")).expect_err("ten came");
    assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::TakesTooMuch, "/lines/0/quantity"));
    let sent = run(&mut stage, back(4, &receipt, "FIFO", "8")).expect("sent back");
    assert_eq!(moved(&stage, &sent), [-6, -2]);
    // 60.00 that are not owed any more, and 24.00 of 48.00 that the supplier owes, for goods that cost 86.40 of 108.00.
    assert_eq!(balances(&stage), at(&[("1170", 2400), ("1200", 2160), ("2000", -4800), ("5900", 240)]));
    assert_open_is_in_books(&stage);
    let refused = run(&mut stage, back(5, &receipt, "FIFO", "3")).expect_err("two are left");
    assert_eq!(refused.code, Code::TakesTooMuch);
    void(&mut stage, &sent).expect("voided");
    assert_eq!(balances(&stage), before);
    assert_open_is_in_books(&stage);
}

#[test]
fn a_refusal_of_a_line_that_becomes_two_points_at_the_one_that_was_written() {
    let mut stage = stage();
    let receipt = received(&mut stage, 2, "FIFO", "10", "100.00");
    run(&mut stage, invoice(3, &receipt, vec![invoiced(Some("4"), None)])).expect("invoiced");
    run(&mut stage, movement(MovementKind::Issue, 4, vec![line("FIFO", "3", None)])).expect("issued");
    received(&mut stage, 9, "FIFO", "5", "50.00");
    let refused = run(&mut stage, back(5, &receipt, "FIFO", "8")).expect_err("seven were there");
    let pointer = refused.errors[0].pointer.as_str();
    assert_eq!((refused.code, pointer), (Code::InsufficientStock, "/lines/0/quantity"));
}

#[test]
fn an_invoice_stays_while_more_was_claimed_than_the_others_billed() {
    let mut stage = stage();
    let receipt = received(&mut stage, 2, "FIFO", "6", "60.00");
    let dear = run(&mut stage, invoice(3, &receipt, vec![invoiced(Some("1"), Some("100.00"))])).expect("invoiced");
    let cheap = run(&mut stage, invoice(4, &receipt, vec![invoiced(Some("5"), Some("5.00"))])).expect("invoiced");
    let sent = run(&mut stage, back(5, &receipt, "FIFO", "4")).expect("sent back");
    assert_eq!(balances(&stage)["1170"], 7000);
    for one in [&dear, &cheap] {
        assert_eq!(void(&mut stage, one).expect_err("it was claimed").code, Code::MovementHasDependents);
    }
    void(&mut stage, &sent).expect("voided");
    void(&mut stage, &dear).expect("voided");
    run(&mut stage, back(5, &receipt, "FIFO", "6")).expect("one was not invoiced");
    assert_eq!(balances(&stage), at(&[("1170", 500), ("2000", -500)]));
}
