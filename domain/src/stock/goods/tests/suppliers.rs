//! Received goods are owed, invoiced at another price, sent back, and cost more than their price.

use super::*;
use crate::rows::{ControlFor, MovementLine, ReceivedLine};
use crate::stock::goods::document::new::NewCharge;
use crate::value::Sought;
use crate::value::movement_kind::SplitBy;

/// The stage with the accounts that suppliers need.
pub(super) fn stage() -> Stage {
    let mut stage = crate::stock::goods::tests::stage();
    stage
        .run(CreateAccount {
            subtype: Some(AccountSubtype::Payable),
            ..account("2000", AccountType::Liability, Some(ControlFor::Payable))
        })
        .expect("payable");
    for (code, kind, subtype) in [
        ("1170", AccountType::Asset, AccountSubtype::SupplierReturns),
        ("2015", AccountType::Liability, AccountSubtype::LandedCostClearing),
        ("7000", AccountType::Expense, AccountSubtype::FxGainLoss),
        ("2200", AccountType::Liability, AccountSubtype::Tax),
    ] {
        stage.run(CreateAccount { subtype: Some(subtype), ..account(code, kind, None) }).expect("account");
    }
    stage
}

/// The open receipts ("received, not invoiced") add up to the balance of their account.
pub(super) fn assert_open_is_in_books(stage: &Stage) {
    let is_of_receipts =
        |account: &crate::rows::Account| account.subtype == Some(AccountSubtype::GoodsReceivedNotInvoiced);
    let accounts = stage.rows::<crate::rows::Account>().into_iter().filter(is_of_receipts);
    let mut sums: BTreeMap<AccountId, i64> = accounts.map(|account| (account.id, 0)).collect();
    for line in stage.rows::<ReceivedLine>() {
        if let Some(sum) = sums.get_mut(&line.account_id) {
            *sum += line.base_amount - line.cleared_base;
        }
    }
    // An opening balance is taken over by hand.
    let owned = stage.rows::<Entry>().into_iter().filter(|entry| entry.owner_id.is_some());
    let owned: std::collections::BTreeSet<i64> = owned.filter_map(|entry| entry.sequence).collect();
    for line in stage.rows::<Line>().into_iter().filter(|line| owned.contains(&line.entry_sequence)) {
        if let Some(sum) = sums.get_mut(&line.account_id) {
            *sum += line.base_debit - line.base_credit;
        }
    }
    assert!(sums.values().all(|sum| *sum == 0), "more or less is open than in the books: {sums:?}");
}

pub(super) fn received(stage: &mut Stage, day: i8, sku: &str, quantity: &str, cost: &str) -> String {
    let mut receipt = movement(MovementKind::Receipt, day, vec![line(sku, quantity, Some(cost))]);
    receipt.new.party = Some(IdOrCode::Code("Acme".to_owned()));
    run(stage, receipt).expect("received")
}

pub(super) fn invoice(day: i8, of: &str, lines: Vec<NewMovementLine>) -> CreateMovement {
    let mut invoice = movement(MovementKind::SupplierInvoice, day, lines);
    invoice.new.warehouse = None;
    invoice.new.party = Some(IdOrCode::Code("Acme".to_owned()));
    invoice.new.of_movement = Some(Sought::of(of));
    invoice
}

pub(super) fn invoiced(quantity: Option<&str>, amount: Option<&str>) -> NewMovementLine {
    NewMovementLine { quantity: quantity.map(decimal), amount: amount.map(decimal), ..NewMovementLine::default() }
}

pub(super) fn back(day: i8, of: &str, sku: &str, quantity: &str) -> CreateMovement {
    let mut back = movement(MovementKind::SupplierReturn, day, vec![line(sku, quantity, None)]);
    back.new.of_movement = Some(Sought::of(of));
    back
}

#[test]
fn an_invoice_as_received_clears_what_was_received_and_not_invoiced() {
    let mut stage = stage();
    let receipt = received(&mut stage, 2, "FIFO", "3", "10.00");
    let mut whole = invoice(5, &receipt, Vec::new());
    whole.new.due_date = Some(date(2010, 2, 4));
    let charge = |code: &str, amount: &str| NewCharge {
        account: IdOrCode::Code(code.to_owned()),
        amount: decimal(amount),
        description: None,
    };
    whole.new.charges = vec![charge("2200", "2.00"), charge("5100", "-0.50")];
    let whole = run(&mut stage, whole).expect("invoiced");
    assert_eq!(balances(&stage), at(&[("1200", 1000), ("2000", -1150), ("2200", 200), ("5100", -50)]));
    let owed = stage.rows::<Line>().into_iter().find(|line| line.credit == 1150).expect("owed");
    assert_eq!((owed.due_date, owed.party_id.is_some()), (Some(date(2010, 2, 4)), true));
    let again = run(&mut stage, invoice(6, &receipt, Vec::new())).expect_err("nothing is open");
    assert_eq!(again.code, Code::TakesTooMuch);
    assert_eq!(void(&mut stage, &receipt).expect_err("it was invoiced").code, Code::MovementHasDependents);
    void(&mut stage, &whole).expect("voided");
    void(&mut stage, &receipt).expect("voided");
    assert_eq!(balances(&stage), BTreeMap::new());
}

#[test]
fn a_difference_of_price_is_kept_by_what_remains_and_the_rest_is_variance() {
    let mut stage = stage();
    let receipt = received(&mut stage, 2, "FIFO", "4", "10.00");
    run(&mut stage, movement(MovementKind::Issue, 3, vec![line("FIFO", "1", None)])).expect("issued");
    let dearer = run(&mut stage, invoice(5, &receipt, vec![invoiced(Some("2"), Some("9.00"))])).expect("invoiced");
    // 4.00 more for two of four, of which three remain: 3.00 are kept.
    let then = at(&[("1200", 1050), ("2000", -900), ("2100", -500), ("5000", 250), ("5900", 100)]);
    assert_eq!(balances(&stage), then);
    let late = movement(MovementKind::Issue, 4, vec![line("FIFO", "3", None)]);
    let late = run(&mut stage, late).expect("issued before the invoice");
    let gone = at(&[("2000", -900), ("2100", -500), ("5000", 1000), ("5900", 400)]);
    assert_eq!(balances(&stage), gone, "nothing remained when it was invoiced");
    void(&mut stage, &late).expect("voided");
    assert_eq!(balances(&stage), then);
    let rest = run(&mut stage, invoice(6, &receipt, vec![invoiced(None, Some("4.50"))])).expect("the rest");
    assert_eq!(balances(&stage)["2000"], -1350);
    assert_eq!(balances(&stage).get("2100"), None, "nothing is open");
    void(&mut stage, &rest).expect("voided");
    void(&mut stage, &dearer).expect("voided");
    assert_eq!(balances(&stage), at(&[("1200", 750), ("2100", -1000), ("5000", 250)]));
}

#[test]
fn a_difference_of_rates_is_a_gain_or_loss_of_exchange_and_no_cost_of_goods() {
    let mut stage = stage();
    let mut receipt = movement(MovementKind::Receipt, 2, vec![line("AVG", "10", Some("100.00"))]);
    (receipt.new.currency, receipt.new.exchange_rate) = (Some("USD".to_owned()), crate::value::Rate::parse("0.8").ok());
    let receipt = run(&mut stage, receipt).expect("received");
    let mut dearer = invoice(5, &receipt, vec![invoiced(None, Some("110.00"))]);
    dearer.new.exchange_rate = crate::value::Rate::parse("0.9").ok();
    let dearer = run(&mut stage, dearer).expect("invoiced");
    // Owed 99.00; received for 80.00; the price rose by 10.00 USD, which are 9.00; the rest is the rate's.
    assert_eq!(balances(&stage), at(&[("1200", 8900), ("2000", -9900), ("7000", 1000)]));
    void(&mut stage, &dearer).expect("voided");
    assert_eq!(balances(&stage), at(&[("1200", 8000), ("2100", -8000)]));
    let mut other = invoice(5, &receipt, Vec::new());
    other.new.currency = Some("EUR".to_owned());
    other.new.exchange_rate = crate::value::Rate::parse("1.1").ok();
    let refused = run(&mut stage, other).expect_err("another currency");
    assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::FieldsConflict, "/currency"));
}

#[test]
fn goods_go_back_to_the_supplier_at_their_receipts_price_out_of_that_receipt_first() {
    let mut stage = stage();
    received(&mut stage, 1, "FIFO", "3", "3.00");
    let receipt = received(&mut stage, 2, "FIFO", "3", "10.00");
    let first = run(&mut stage, back(3, &receipt, "FIFO", "1")).expect("sent back");
    assert_eq!(balances(&stage), at(&[("1200", 967), ("2100", -967)]));
    run(&mut stage, movement(MovementKind::Issue, 4, vec![line("FIFO", "4", None)])).expect("issued");
    // One of its own is left, which goes first.
    let last = run(&mut stage, back(5, &receipt, "FIFO", "1")).expect("sent back");
    assert_eq!(balances(&stage)["2100"], -634);
    let refused = run(&mut stage, back(6, &receipt, "FIFO", "2")).expect_err("one is left of it");
    assert_eq!(refused.code, Code::TakesTooMuch);
    void(&mut stage, &last).expect("voided");
    void(&mut stage, &first).expect("voided");
    let whole = invoice(7, &receipt, Vec::new());
    run(&mut stage, whole).expect("invoiced");
    run(&mut stage, back(8, &receipt, "FIFO", "2")).expect("sent back after it was invoiced");
    assert_eq!(balances(&stage).get("1170"), Some(&667), "the supplier owes for what was invoiced");
}

#[test]
fn an_invoice_stays_while_goods_that_it_paid_for_went_back() {
    let mut stage = stage();
    let receipt = received(&mut stage, 2, "FIFO", "3", "10.00");
    let first = run(&mut stage, invoice(3, &receipt, vec![invoiced(Some("1"), None)])).expect("invoiced");
    let rest = run(&mut stage, invoice(4, &receipt, Vec::new())).expect("invoiced");
    let sent = run(&mut stage, back(5, &receipt, "FIFO", "2")).expect("sent back");
    let before = balances(&stage);
    let refused = void(&mut stage, &rest).expect_err("the supplier owes for it");
    assert_eq!(refused.code, Code::MovementHasDependents);
    assert_eq!(balances(&stage), before);
    void(&mut stage, &first).expect("two were invoiced yet, and two went back");
    assert_eq!(void(&mut stage, &rest).expect_err("for both").code, Code::MovementHasDependents);
    void(&mut stage, &sent).expect("voided");
    void(&mut stage, &rest).expect("voided");
    assert_eq!(balances(&stage), at(&[("1200", 1000), ("2100", -1000)]), "all is owed for what is there");
}

#[test]
fn what_was_invoiced_and_goes_back_in_parts_comes_to_its_price_in_its_currency() {
    let mut stage = stage();
    let mut receipt = movement(MovementKind::Receipt, 2, vec![line("FIFO", "3", Some("100.00"))]);
    receipt.new.party = Some(IdOrCode::Code("Acme".to_owned()));
    (receipt.new.currency, receipt.new.exchange_rate) = (Some("USD".to_owned()), crate::value::Rate::parse("0.8").ok());
    let receipt = run(&mut stage, receipt).expect("received");
    let mut whole = invoice(5, &receipt, Vec::new());
    whole.new.exchange_rate = crate::value::Rate::parse("0.8").ok();
    run(&mut stage, whole).expect("invoiced");
    for day in 6..=8 {
        run(&mut stage, back(day, &receipt, "FIFO", "1")).expect("sent back");
    }
    let accounts = stage.rows::<crate::rows::Account>();
    let owed = accounts.iter().find(|account| account.code == "1170").expect("an account").id;
    let lines = stage.rows::<Line>().into_iter().filter(|line| line.account_id == owed);
    assert_eq!(lines.map(|line| line.debit).collect::<Vec<i64>>(), [3333, 3334, 3333]);
}

#[test]
fn all_of_a_receipt_that_goes_back_leaves_nothing_open_to_the_cent() {
    let mut stage = stage();
    let receipt = received(&mut stage, 2, "FIFO", "3", "10.00");
    let mut part = invoice(3, &receipt, vec![invoiced(Some("1"), None)]);
    part.new.offset_account = Some(IdOrCode::Code("2000".to_owned()));
    run(&mut stage, part).expect("invoiced");
    for quantity in ["2", "3"] {
        let rest = run(&mut stage, back(4, &receipt, "FIFO", quantity)).expect("sent back");
        assert_eq!(balances(&stage).get("2100"), None);
        void(&mut stage, &rest).expect("voided");
    }
    let rest = run(&mut stage, back(4, &receipt, "FIFO", "2")).expect("sent back");
    void(&mut stage, &rest).expect("voided");
    assert_eq!(balances(&stage)["2100"], -667);
}

#[test]
fn landed_cost_is_spread_to_the_cent_and_what_is_gone_takes_its_part_as_variance() {
    let mut stage = stage();
    let lines = vec![line("FIFO", "3", Some("10.00")), line("AVG", "3", Some("20.00")), line("STD", "2", Some("5.00"))];
    let receipt = run(&mut stage, movement(MovementKind::Receipt, 2, lines)).expect("received");
    run(&mut stage, movement(MovementKind::Issue, 3, vec![line("FIFO", "1", None)])).expect("issued");
    let before = balances(&stage);
    let mut freight = movement(MovementKind::LandedCost, 4, Vec::new());
    freight.new.warehouse = None;
    freight.new.of_movement = Some(Sought::of(&receipt));
    freight.new.amount = Some(decimal("10.01"));
    let freight = run(&mut stage, freight).expect("spread");
    // 2.86, 5.72, 1.43 by value: two thirds of the first stay, all of the second, none at standard. Two thirds of 12.86 are 8.57.
    let after = balances(&stage);
    assert_eq!((after["2015"], after["1200"] - before["1200"], after["5900"]), (-1001, 190 + 572, 96 + 143));
    let lines: Vec<Option<i64>> = stage
        .rows::<MovementLine>()
        .into_iter()
        .filter(|line| line.movement_id.to_string() == freight)
        .map(|line| line.base_amount)
        .collect();
    assert_eq!(lines, [Some(286), Some(572), Some(143)]);
    void(&mut stage, &freight).expect("voided");
    assert_eq!(balances(&stage), before);
    let mut by_weight = movement(MovementKind::LandedCost, 4, Vec::new());
    by_weight.new.of_movement = Some(Sought::of(&receipt));
    (by_weight.new.amount, by_weight.new.split_by) = (Some(decimal("1.00")), Some(SplitBy::Weight));
    by_weight.new.warehouse = None;
    let refused = run(&mut stage, by_weight).expect_err("no item has a weight");
    assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::MovementIncomplete, "/splitBy"));
    let by_hand = |amount: &str, of_line| NewMovementLine {
        amount: Some(decimal(amount)),
        of_movement: Some(Sought::of(&receipt)),
        of_line: Some(of_line),
        ..NewMovementLine::default()
    };
    let mut duty = movement(MovementKind::LandedCost, 4, vec![by_hand("0.30", 1), by_hand("0.05", 2)]);
    duty.new.warehouse = None;
    run(&mut stage, duty).expect("by hand");
    assert_eq!(balances(&stage)["2015"], -35);
    let other = received(&mut stage, 5, "AVG", "1", "1.00");
    let about = NewMovementLine { of_movement: Some(Sought::of(&other)), ..by_hand("0.10", 1) };
    let mut duty = movement(MovementKind::LandedCost, 5, vec![about]);
    duty.new.warehouse = None;
    run(&mut stage, duty).expect("by hand");
    assert_eq!(void(&mut stage, &other).expect_err("it has a landed cost").code, Code::MovementHasDependents);
    let mut early = movement(MovementKind::LandedCost, 1, vec![by_hand("0.30", 1)]);
    early.new.warehouse = None;
    assert_eq!(run(&mut stage, early).expect_err("before the receipt").code, Code::BeforeItsSource);
}

#[test]
fn a_landed_cost_below_zero_takes_no_more_than_goods_are_worth_unless_that_is_meant() {
    let mut stage = stage();
    let receipts: Vec<String> =
        ["FIFO", "AVG", "STD"].iter().map(|sku| received(&mut stage, 2, sku, "4", "14.01")).collect();
    let before = balances(&stage);
    let rebate = |receipt: &str, amount: &str| {
        let mut rebate = movement(MovementKind::LandedCost, 4, Vec::new());
        rebate.new.warehouse = None;
        rebate.new.of_movement = Some(Sought::of(receipt));
        rebate.new.amount = Some(decimal(amount));
        rebate
    };
    for receipt in &receipts[..2] {
        let slip = run(&mut stage, rebate(receipt, "-400.00")).expect_err("they cost 14.01");
        assert_eq!((slip.code, slip.errors[0].pointer.as_str()), (Code::AmountOutOfRange, "/amount"));
        let told = &slip.errors[0].message;
        assert!(told.contains("can lose no more than 14.01") && told.contains("allowBeyondValue"), "{slip:?}");
    }
    assert_eq!(balances(&stage), before);
    run(&mut stage, rebate(&receipts[0], "-14.01")).expect("all of it");
    run(&mut stage, rebate(&receipts[2], "-400.00")).expect("goods at standard keep nothing of it");
    let mut meant = rebate(&receipts[1], "-400.00");
    meant.new.allow_beyond_value = true;
    run(&mut stage, meant).expect("it is meant");
    let mut receipt = movement(MovementKind::Receipt, 5, vec![line("FIFO", "1", Some("1.00"))]);
    receipt.new.allow_beyond_value = true;
    let refused = run(&mut stage, receipt).expect_err("a receipt has no such field");
    assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::FieldsConflict, "/allowBeyondValue"));
}

#[test]
fn landed_cost_is_spread_by_weight_and_by_volume_of_what_came() {
    let mut stage = stage();
    for (sku, weight, volume) in [("FIFO", "2", "0.001"), ("AVG", "0.5", "0.004")] {
        let found = stage.rows::<crate::rows::items::Item>().into_iter().find(|item| item.sku == sku).expect("item");
        let (weight_kg, volume_m3) = (Patch::Set(decimal(weight)), Patch::Set(decimal(volume)));
        let fields = ItemChange { weight_kg, volume_m3, ..ItemChange::default() };
        let item = found.id.to_string();
        stage
            .run(crate::commands::items::update::UpdateItem { item: Sought::of(&item), if_match: None, fields })
            .expect("measured");
    }
    let lines = vec![line("FIFO", "3", Some("10.00")), line("AVG", "4", Some("20.00"))];
    let receipt = run(&mut stage, movement(MovementKind::Receipt, 2, lines)).expect("received");
    // 3 × 2 kg and 4 × 0.5 kg; 3 × 1 l and 4 × 4 l: of 10.01.
    for (split_by, parts) in [(SplitBy::Weight, [751, 250]), (SplitBy::Volume, [158, 843])] {
        let mut freight = movement(MovementKind::LandedCost, 4, Vec::new());
        freight.new.warehouse = None;
        freight.new.of_movement = Some(Sought::of(&receipt));
        (freight.new.amount, freight.new.split_by) = (Some(decimal("10.01")), Some(split_by));
        let freight = run(&mut stage, freight).expect("spread");
        let lines = stage.rows::<MovementLine>().into_iter().filter(|line| line.movement_id.to_string() == freight);
        let amounts: Vec<i64> = lines.filter_map(|line| line.base_amount).collect();
        assert_eq!(amounts, parts, "{split_by:?}");
        void(&mut stage, &freight).expect("voided");
    }
}

#[test]
fn freight_by_weight_is_spread_in_proportion_also_of_what_weighs_less_than_a_milligram() {
    let mut stage = stage();
    for sku in ["DUST", "POLLEN"] {
        let weight_kg = Patch::Set(decimal(if sku == "DUST" { "0.000003" } else { "0.000001" }));
        let (sku, name) = (Some(sku.to_owned()), Some(sku.to_owned()));
        let fields = ItemChange { sku, name, weight_kg, quantity_decimals: Some(2), ..ItemChange::default() };
        stage.run(CreateItem { fields }).expect("item");
    }
    // 0.1 of a piece of 3 mg and 0.1 of a piece of 1 mg: 3 to 1.
    let lines = vec![line("DUST", "0.1", Some("1.00")), line("POLLEN", "0.1", Some("1.00"))];
    let receipt = run(&mut stage, movement(MovementKind::Receipt, 2, lines)).expect("received");
    let mut freight = movement(MovementKind::LandedCost, 4, Vec::new());
    (freight.new.warehouse, freight.new.of_movement) = (None, Some(Sought::of(&receipt)));
    (freight.new.amount, freight.new.split_by) = (Some(decimal("4.00")), Some(SplitBy::Weight));
    let freight = run(&mut stage, freight).expect("spread");
    let lines = stage.rows::<MovementLine>().into_iter().filter(|line| line.movement_id.to_string() == freight);
    assert_eq!(lines.filter_map(|line| line.base_amount).collect::<Vec<_>>(), [300, 100]);
}

#[test]
fn what_is_open_of_a_receipt_follows_when_goods_go_back_before_others_or_did_not_go_back() {
    // Of 10.00 for three, the first two that go back take 3.33 each and the last one 3.34.
    let mut stage = stage();
    let receipt = received(&mut stage, 2, "FIFO", "3", "10.00");
    run(&mut stage, back(10, &receipt, "FIFO", "1")).expect("sent back");
    assert_eq!(balances(&stage)["2100"], -667);
    let early = run(&mut stage, back(5, &receipt, "FIFO", "2")).expect("sent back before that");
    assert_eq!(balances(&stage), BTreeMap::new(), "all of it went back");
    void(&mut stage, &early).expect("voided");
    run(&mut stage, invoice(12, &receipt, Vec::new())).expect("invoiced");
    assert_eq!(balances(&stage), at(&[("1200", 667), ("2000", -667)]), "nothing is open");

    let mut stage = crate::stock::goods::tests::suppliers::stage();
    let receipt = received(&mut stage, 2, "FIFO", "3", "10.00");
    let sent: Vec<String> =
        (3..=5).map(|day| run(&mut stage, back(day, &receipt, "FIFO", "1")).expect("sent back")).collect();
    assert_eq!(balances(&stage), BTreeMap::new(), "all of it went back");
    void(&mut stage, &sent[0]).expect("voided");
    run(&mut stage, invoice(7, &receipt, Vec::new())).expect("invoiced");
    assert_eq!(balances(&stage).get("2100"), None, "nothing is open");
    void(&mut stage, &sent[2]).expect("voided");
    assert_eq!(balances(&stage)["2100"], -333, "one is open again");
}
