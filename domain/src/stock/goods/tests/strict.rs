//! Requests that would make stock, books and documents contradict each other are refused.

use super::*;
use crate::commands::items::update::UpdateItem;
use crate::commands::reason_codes::create::CreateReasonCode;
use crate::rows::{
    ActiveState, Brought, ControlFor, CostingScope, EntryType, LotChange, ReceivedLine, Tracking, WarehouseKind,
};
use crate::stock::goods::document::new::NewCharge;
use crate::stock::goods::tests::steps::{close, dispatched, receive};
use crate::stock::goods::tests::suppliers::{invoice, invoiced};
use crate::stock::reason_codes::change::ReasonCodeChange;
use crate::testing::{line as entry_line, warehouse_id};
use crate::value::Sought;

/// The stage with the setup that suppliers and transfers need, and a warehouse for scrap.
fn stage() -> Stage {
    let mut stage = suppliers::stage();
    for (code, kind, control, subtype) in [
        ("1210", AccountType::Asset, Some(ControlFor::Stock), AccountSubtype::Other),
        ("1290", AccountType::Asset, None, AccountSubtype::StockAllowance),
        ("5300", AccountType::Expense, None, AccountSubtype::Other),
    ] {
        let subtype = Some(subtype).filter(|_| control.is_none());
        stage.run(CreateAccount { subtype, ..account(code, kind, control) }).expect("account");
    }
    let named = |code: &str| Patch::Set(Sought::of(&account_id(&stage, code)));
    let accounts = UpdateOrganization {
        in_transit_account_id: named("1210"),
        scrap_account_id: named("5300"),
        ..UpdateOrganization::default()
    };
    stage.run(accounts).expect("accounts");
    let (code, kind) = (Some("BIN".to_owned()), Some(WarehouseKind::Scrap));
    let fields = WarehouseChange { name: code.clone(), code, kind, ..Default::default() };
    stage.run(CreateWarehouse { fields }).expect("warehouse");
    stage
}

fn told(done: Result<String, Rejection>) -> (Code, String) {
    let rejection = done.expect_err("refused");
    (rejection.code, rejection.errors.first().map(|error| error.pointer.clone()).unwrap_or_default())
}

fn refused(stage: &mut Stage, command: CreateMovement, code: Code, pointer: &str) {
    assert_eq!(told(run(stage, command)), (code, pointer.to_owned()));
}

fn in_warehouse(mut command: CreateMovement, code: &str) -> CreateMovement {
    command.new.warehouse = Some(IdOrCode::Code(code.to_owned()));
    command
}

fn reason(stage: &mut Stage, code: &str, account: Option<&str>) -> Option<IdOrCode<crate::value::id::ReasonCodeId>> {
    let account = account.map_or(Patch::Absent, |code| Patch::Set(Sought::of(&account_id(stage, code))));
    let name = Some(code.to_owned());
    let fields =
        ReasonCodeChange { name: name.clone(), code: name, account_id: account, ..ReasonCodeChange::default() };
    stage.run(CreateReasonCode { fields }).expect("reason");
    Some(IdOrCode::Code(code.to_owned()))
}

fn set(stage: &mut Stage, sku: &str, fields: ItemChange) -> Result<String, Rejection> {
    let found = stage.rows::<crate::rows::items::Item>().into_iter().find(|item| item.sku == sku);
    let item = found.expect("item").id.to_string();
    stage.run(UpdateItem { item: Sought::of(&item), if_match: None, fields }).map(|reply| reply.subject)
}

#[test]
fn what_a_line_takes_back_is_the_lot_that_the_other_line_moved() {
    let mut stage = stage();
    let sku = Some("LOT".to_owned());
    let fields = ItemChange { name: sku.clone(), sku, tracking: Some(Tracking::Lot), ..ItemChange::default() };
    stage.run(CreateItem { fields }).expect("item");
    let brings = |number: &str| {
        let lot = LotChange { number: Some(number.to_owned()), ..LotChange::default() };
        NewMovementLine { brought: Some(Brought::Lot(lot)), ..line("LOT", "2", Some("2.00")) }
    };
    let receipt = movement(MovementKind::Receipt, 2, vec![brings("A"), brings("B")]);
    let receipt = run(&mut stage, receipt).expect("received");
    let of = |lot: &str| NewMovementLine { lot: Some(IdOrCode::Code(lot.to_owned())), ..line("LOT", "1", None) };
    let issue = run(&mut stage, movement(MovementKind::Issue, 3, vec![of("A")])).expect("issued");
    for (kind, about) in [(MovementKind::Return, &issue), (MovementKind::SupplierReturn, &receipt)] {
        let back = |lot: &str| {
            let mut back = movement(kind, 4, vec![NewMovementLine { of_line: Some(1), ..of(lot) }]);
            back.new.of_movement = Some(Sought::of(about));
            back
        };
        refused(&mut stage, back("B"), Code::FieldsConflict, "/lines/0/lotNumber");
        run(&mut stage, back("A")).expect("the lot that it moved");
    }
}

#[test]
fn what_comes_to_a_scrap_warehouse_is_worth_nothing_and_costs_nothing() {
    let mut stage = stage();
    for kind in [MovementKind::Opening, MovementKind::Receipt, MovementKind::Adjustment, MovementKind::Return] {
        let command = |cost| in_warehouse(movement(kind, 2, vec![line("FIFO", "1", cost)]), "BIN");
        refused(&mut stage, command(Some("1.00")), Code::CostNotAllowed, "/lines/0/totalCost");
        for cost in [Some("0.00"), None] {
            run(&mut stage, command(cost)).expect("no cost");
        }
    }
    assert_eq!((balances(&stage), stage.rows::<ReceivedLine>().len()), (BTreeMap::new(), 0));
    let elsewhere = movement(MovementKind::Receipt, 2, vec![line("FIFO", "1", None)]);
    refused(&mut stage, elsewhere, Code::CostRequired, "/lines/0/totalCost");
}

#[test]
fn an_item_at_standard_has_one_standard_cost_once_something_came() {
    let mut stage = stage();
    let costs = |cost: &str| ItemChange { fallback_cost: Patch::Set(decimal(cost)), ..ItemChange::default() };
    set(&mut stage, "STD", costs("3")).expect("nothing came yet");
    for sku in ["STD", "FIFO"] {
        run(&mut stage, movement(MovementKind::Receipt, 2, vec![line(sku, "2", Some("6.00"))])).expect("received");
    }
    set(&mut stage, "FIFO", costs("4")).expect("a guess of what is not known");
    let refused = set(&mut stage, "STD", costs("4")).expect_err("its standard");
    assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::ItemInUse, "/fallbackCost"));
    assert_eq!(refused.resolutions[0].path, "/inventory/movements");
    let none = ItemChange { fallback_cost: Patch::Null, ..ItemChange::default() };
    assert_eq!(set(&mut stage, "STD", none).expect_err("its standard").code, Code::ItemInUse);
    set(&mut stage, "STD", costs("3.00")).expect("as it is");
    let line = NewMovementLine {
        item: Some(IdOrCode::Code("STD".to_owned())),
        standard_cost: Some(decimal("4")),
        ..NewMovementLine::default()
    };
    let mut change = movement(MovementKind::StandardCostChange, 3, vec![line]);
    change.new.warehouse = None;
    run(&mut stage, change).expect("values its goods anew");
    assert_eq!(balances(&stage)["1200"], 600 + 800);
}

#[test]
fn a_return_of_what_is_known_says_no_cost_wherever_it_names_the_issue() {
    let mut stage = stage();
    run(&mut stage, movement(MovementKind::Receipt, 2, vec![line("FIFO", "2", Some("6.00"))])).expect("received");
    let issue = run(&mut stage, movement(MovementKind::Issue, 3, vec![line("FIFO", "1", None)])).expect("issued");
    let of_line = NewMovementLine { of_movement: Some(Sought::of(&issue)), ..line("FIFO", "1", Some("9.00")) };
    let back = movement(MovementKind::Return, 4, vec![of_line]);
    refused(&mut stage, back, Code::CostNotAllowed, "/lines/0/totalCost");
}

#[test]
fn what_goods_were_worth_before_goes_to_the_account_of_opening_balances_alone() {
    let mut stage = stage();
    let opening = || movement(MovementKind::Opening, 1, vec![line("FIFO", "1", Some("5.00"))]);
    let mut named = opening();
    named.new.offset_account = Some(IdOrCode::Code("5100".to_owned()));
    refused(&mut stage, named, Code::FieldsConflict, "/offsetAccountCode");
    let mut because = opening();
    because.new.reason = reason(&mut stage, "ELSEWHERE", Some("5100"));
    refused(&mut stage, because, Code::ReasonNotUsable, "/reasonCode");
    let mut plain = opening();
    plain.new.reason = reason(&mut stage, "PLAIN", None);
    run(&mut stage, plain).expect("opened");
    assert_eq!(balances(&stage), at(&[("1200", 500), ("3900", -500)]));
}

#[test]
fn only_goods_post_to_what_was_received_and_not_invoiced() {
    let mut stage = stage();
    let receipt = movement(MovementKind::Receipt, 2, vec![line("FIFO", "1", Some("5.00"))]);
    let mut named = receipt.clone();
    named.new.offset_account = Some(IdOrCode::Code("2100".to_owned()));
    let receipt = run(&mut stage, receipt).expect("received");
    run(&mut stage, named).expect("a receipt may name it");
    let mut adjusted = movement(MovementKind::Adjustment, 3, vec![line("FIFO", "-1", None)]);
    adjusted.new.offset_account = Some(IdOrCode::Code("2100".to_owned()));
    refused(&mut stage, adjusted, Code::AccountNotUsable, "/offsetAccountCode");
    let mut charged = invoice(4, &receipt, vec![invoiced(None, None)]);
    let account = IdOrCode::Code("2100".to_owned());
    charged.new.charges = vec![NewCharge { account, amount: decimal("1.00"), description: None }];
    refused(&mut stage, charged, Code::AccountNotUsable, "/charges/0/accountCode");
    let (code, name) = (Some("R".to_owned()), Some("R".to_owned()));
    let account = Patch::Set(Sought::of(&account_id(&stage, "2100")));
    let fields = ReasonCodeChange { code, name, account_id: account, ..ReasonCodeChange::default() };
    assert_eq!(stage.run(CreateReasonCode { fields }).expect_err("no reason").code, Code::AccountNotUsable);
    let entry = |stage: &Stage, entry_type| {
        let mut entry = stage.entry(date(2010, 1, 5), &[], true);
        entry.lines = vec![entry_line("2100", "5.00", "0"), entry_line("1000", "0", "5.00")];
        crate::commands::journal_entries::create::CreateEntry { entry_type, ..entry }
    };
    for entry_type in [EntryType::Standard, EntryType::Adjusting] {
        let by_hand = entry(&stage, entry_type);
        let refused = stage.run(by_hand).expect_err("by hand");
        assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::ControlAccount, "/lines/0/accountCode"));
    }
    let before = entry(&stage, EntryType::Opening);
    let before = crate::commands::journal_entries::create::CreateEntry { date: date(2010, 1, 1), ..before };
    stage.run(before).expect("what other books had of it");
    run(&mut stage, invoice(6, &receipt, vec![invoiced(None, Some("0.00"))])).expect("never to be paid");
}

#[test]
fn accounts_in_base_currency_take_no_line_in_another_one() {
    let mut stage = stage();
    let mut received = stage.rows::<crate::rows::Account>().into_iter().find(|row| row.code == "2100").expect("it");
    received.currency = Some(stage.rows::<crate::rows::Organization>()[0].base_currency);
    stage.model.put(&received);
    let mut receipt = movement(MovementKind::Receipt, 2, vec![line("FIFO", "1", Some("5.00"))]);
    run(&mut stage, receipt.clone()).expect("in base currency");
    (receipt.new.currency, receipt.new.exchange_rate) = (Some("USD".to_owned()), crate::value::Rate::parse("0.8").ok());
    refused(&mut stage, receipt.clone(), Code::CurrencyNotUsable, "/currency");
    receipt.new.currency = Some("PTS".to_owned());
    receipt.new.lines[0].total_cost = Some(decimal("5.005"));
    let refused = run(&mut stage, receipt).expect_err("no such currency");
    let told: Vec<&str> = refused.errors.iter().map(|error| error.pointer.as_str()).collect();
    assert_eq!((refused.code, told), (Code::CurrencyNotUsable, vec!["/currency"]), "and nothing untrue beside it");
}

#[test]
fn goods_are_written_down_by_what_they_are_worth_at_that_time() {
    let mut stage = stage();
    run(&mut stage, movement(MovementKind::Receipt, 4, vec![line("FIFO", "4", Some("10.00"))])).expect("received");
    run(&mut stage, movement(MovementKind::Receipt, 4, vec![line("AVG", "4", Some("10.00"))])).expect("received");
    let worth = |day, sku: &str, amount: &str| {
        let item = Some(IdOrCode::Code(sku.to_owned()));
        let line = NewMovementLine { item, amount: Some(decimal(amount)), ..NewMovementLine::default() };
        let mut movement = movement(MovementKind::WriteDown, day, vec![line]);
        movement.new.offset_account = Some(IdOrCode::Code("5100".to_owned()));
        movement
    };
    refused(&mut stage, worth(3, "FIFO", "1.00"), Code::AmountOutOfRange, "/lines/0/amount");
    let down = run(&mut stage, worth(8, "FIFO", "5.00")).expect("written down");
    refused(&mut stage, worth(7, "FIFO", "-1.00"), Code::AmountOutOfRange, "/lines/0/amount");
    refused(&mut stage, worth(7, "FIFO", "10.01"), Code::AmountOutOfRange, "/lines/0/amount");
    run(&mut stage, worth(7, "AVG", "1.00")).expect("other goods");
    run(&mut stage, worth(7, "FIFO", "6.00")).expect("before that, and there is less left for the other");
    let allowance = |stage: &Stage| balances(stage).get("1290").copied();
    assert_eq!(allowance(&stage), Some(-1_100));
    void(&mut stage, &down).expect("voided");
    assert_eq!(allowance(&stage), Some(-700));
}

#[test]
fn what_is_there_of_an_inactive_item_leaves_and_arrives_and_nothing_new_comes() {
    let mut stage = stage();
    let receipt = movement(MovementKind::Receipt, 2, vec![line("FIFO", "20", Some("20.00"))]);
    let receipt = run(&mut stage, receipt).expect("received");
    let transfers = [dispatched(&mut stage, "FIFO", "1"), dispatched(&mut stage, "FIFO", "1")];
    set(&mut stage, "FIFO", ItemChange { status: Some(ActiveState::Inactive), ..ItemChange::default() })
        .expect("retired");
    receive(&mut stage, &transfers[0], 4, None).expect("it arrives");
    close(&mut stage, &transfers[1], 4).expect("it does not");
    let mut issue = String::new();
    for kind in [MovementKind::Transfer, MovementKind::Scrap, MovementKind::InternalUse, MovementKind::Issue] {
        let mut leaves = movement(kind, 5, vec![line("FIFO", "1", None)]);
        let named = Some(IdOrCode::Code("5100".to_owned()));
        leaves.new.offset_account = named.filter(|_| kind == MovementKind::InternalUse);
        issue = run(&mut stage, leaves).expect("it leaves");
    }
    run(&mut stage, movement(MovementKind::Adjustment, 5, vec![line("FIFO", "-1", None)])).expect("it leaves");
    for (kind, of) in [(MovementKind::Return, &issue), (MovementKind::SupplierReturn, &receipt)] {
        let mut back = movement(kind, 6, vec![line("FIFO", "1", None)]);
        back.new.of_movement = Some(Sought::of(of));
        run(&mut stage, back).expect("back where it came from");
    }
    for kind in [MovementKind::Opening, MovementKind::Receipt, MovementKind::Return, MovementKind::Adjustment] {
        let comes = movement(kind, 6, vec![line("FIFO", "1", Some("1.00"))]);
        refused(&mut stage, comes, Code::ItemNotUsable, "/lines/0/sku");
    }
}

#[test]
fn a_warehouse_shares_costs_on_the_account_of_the_others_or_not_at_all() {
    let mut stage = stage();
    let new = |stage: &Stage, code: &str, valued: Option<&str>, scope| {
        let (code, costing_scope) = (Some(code.to_owned()), Some(scope));
        let valuation_account = valued.map_or(Patch::Absent, |code| Patch::Set(Sought::of(&account_id(stage, code))));
        let fields = WarehouseChange {
            name: code.clone(),
            code,
            costing_scope,
            valuation_account_id: valuation_account,
            ..Default::default()
        };
        CreateWarehouse { fields }
    };
    let shared = new(&stage, "ONE", None, CostingScope::Organization);
    stage.run(shared).expect("nothing is shared yet");
    let receipt = movement(MovementKind::Receipt, 2, vec![line("FIFO", "1", Some("5.00"))]);
    run(&mut stage, in_warehouse(receipt, "ONE")).expect("received");
    let apart = new(&stage, "TWO", Some("1210"), CostingScope::Organization);
    let refused = stage.run(apart).expect_err("on another account");
    assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::AccountNotUsable, "/costingScope"));
    let own = new(&stage, "TWO", Some("1210"), CostingScope::Warehouse);
    stage.run(own).expect("its own costs");
    let fields = WarehouseChange { costing_scope: Some(CostingScope::Organization), ..Default::default() };
    let warehouse = warehouse_id(&stage, "TWO");
    let joins = crate::commands::warehouses::update::UpdateWarehouse {
        warehouse: Sought::of(&warehouse),
        if_match: None,
        fields,
    };
    let refused = stage.run(joins).expect_err("on another account");
    assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::AccountNotUsable, "/costingScope"));
    let same = new(&stage, "THREE", Some("1200"), CostingScope::Organization);
    stage.run(same).expect("on the same account");
}

#[test]
fn an_unknown_reason_of_a_loss_is_told_where_it_was_named() {
    let mut stage = stage();
    run(&mut stage, movement(MovementKind::Receipt, 2, vec![line("FIFO", "2", Some("2.00"))])).expect("received");
    let transfer = dispatched(&mut stage, "FIFO", "1");
    for (named, pointer) in
        [(IdOrCode::Id(Sought::of("rsn_x")), "/reasonCodeId"), (IdOrCode::Code("X".to_owned()), "/reasonCode")]
    {
        let command = crate::commands::movements::close::CloseTransfer {
            movement: Sought::of(&transfer),
            if_match: None,
            reason: "Fell off the lorry".to_owned(),
            reason_code: Some(named),
            occurred_at: None,
            costing: crate::value::movement_kind::CostingPlace::InOrder,
            dimensions: None,
        };
        let refused = stage.run(command).expect_err("unknown");
        assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::UnknownReference, pointer));
    }
}

#[test]
fn what_goes_to_a_scrap_warehouse_is_scrapped() {
    let mut stage = stage();
    run(&mut stage, movement(MovementKind::Receipt, 2, vec![line("FIFO", "2", Some("2.00"))])).expect("received");
    let mut moved = movement(MovementKind::Transfer, 3, vec![line("FIFO", "1", None)]);
    moved.new.to_warehouse = Some(IdOrCode::Code("BIN".to_owned()));
    run(&mut stage, moved).expect("thrown away");
    assert_eq!(balances(&stage), at(&[("1200", 100), ("2100", -200), ("5300", 100)]));
}

#[test]
fn an_invoice_stands_after_its_receipt_whatever_its_price() {
    let mut stage = stage();
    let receipt = movement(MovementKind::Receipt, 4, vec![line("FIFO", "1", Some("5.00"))]);
    let receipt = run(&mut stage, receipt).expect("received");
    for price in ["5.00", "6.00"] {
        let early = invoice(3, &receipt, vec![invoiced(None, Some(price))]);
        refused(&mut stage, early, Code::BeforeItsSource, "/occurredAt");
    }
    run(&mut stage, invoice(4, &receipt, vec![invoiced(None, Some("5.00"))])).expect("on its day");
}

#[test]
fn fields_that_would_have_no_effect_are_refused() {
    let mut stage = stage();
    run(&mut stage, movement(MovementKind::Receipt, 2, vec![line("FIFO", "4", Some("4.00"))])).expect("received");
    let issue = || movement(MovementKind::Issue, 3, vec![line("FIFO", "1", None)]);
    let mut foreign = issue();
    (foreign.new.currency, foreign.new.exchange_rate) = (Some("USD".to_owned()), crate::value::Rate::parse("0.8").ok());
    refused(&mut stage, foreign, Code::FieldsConflict, "/currency");
    let issue = run(&mut stage, issue()).expect("issued");
    let offset = Some(IdOrCode::Code("5100".to_owned()));
    let mut back = movement(MovementKind::Return, 4, vec![line("FIFO", "1", None)]);
    (back.new.of_movement, back.new.offset_account) = (Some(Sought::of(&issue)), offset.clone());
    refused(&mut stage, back, Code::FieldsConflict, "/offsetAccountCode");
    let mut moved = movement(MovementKind::Transfer, 4, vec![line("FIFO", "1", None)]);
    moved.new.offset_account = offset.clone();
    refused(&mut stage, moved.clone(), Code::FieldsConflict, "/offsetAccountCode");
    moved.new.to_warehouse = Some(IdOrCode::Code("BIN".to_owned()));
    run(&mut stage, moved).expect("scrapped to it");
    let sku = Some("LOT".to_owned());
    let fields = ItemChange { name: sku.clone(), sku, tracking: Some(Tracking::Lot), ..ItemChange::default() };
    stage.run(CreateItem { fields }).expect("item");
    let lot = LotChange { number: Some("A".to_owned()), ..LotChange::default() };
    let brings = NewMovementLine { brought: Some(Brought::Lot(lot)), ..line("LOT", "2", Some("2.00")) };
    run(&mut stage, movement(MovementKind::Receipt, 2, vec![brings])).expect("received");
    let worth = NewMovementLine {
        item: Some(IdOrCode::Code("LOT".to_owned())),
        lot: Some(IdOrCode::Code("A".to_owned())),
        amount: Some(decimal("1.00")),
        ..NewMovementLine::default()
    };
    let mut worth = movement(MovementKind::Revaluation, 4, vec![worth]);
    worth.new.offset_account = offset;
    refused(&mut stage, worth, Code::FieldsConflict, "/lines/0/lotNumber");
}

#[test]
fn what_cannot_be_absorbed_is_said_as_money() {
    let mut stage = stage();
    run(&mut stage, movement(MovementKind::Receipt, 2, vec![line("FIFO", "2", Some("2.00"))])).expect("received");
    let part = |sku: &str, is_component| NewMovementLine { is_component: Some(is_component), ..line(sku, "1", None) };
    let mut made = movement(MovementKind::Assembly, 3, vec![part("FIFO", true), part("AVG", false)]);
    made.new.amount = Some(decimal("-9.00"));
    made.new.offset_account = Some(IdOrCode::Code("5100".to_owned()));
    let refused = run(&mut stage, made).expect_err("below nothing");
    assert!(refused.errors[0].message.starts_with("-9.00 "), "{}", refused.errors[0].message);
}
