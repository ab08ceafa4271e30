//! Goods that are their owner's until they are used: no value before, the agreed price by then.

use super::*;
use crate::commands::warehouses::change_costing_scope::ChangeCostingScope;
use crate::commands::warehouses::update::UpdateWarehouse;
use crate::rows::{ControlFor, CostingScope, ReceivedLine, StockMovement, Warehouse, WarehouseKind};
use crate::stock::goods::tests::suppliers::{invoice, invoiced};
use crate::value::Sought;
use crate::value::movement_kind::TransferMode;

/// The stage with two warehouses for goods of others.
fn stage() -> Stage {
    let mut stage = suppliers::stage();
    for code in ["CONS", "CONS2"] {
        let (code, kind) = (Some(code.to_owned()), Some(WarehouseKind::ConsignmentIn));
        let fields = WarehouseChange { name: code.clone(), code, kind, ..Default::default() };
        stage.run(CreateWarehouse { fields }).expect("warehouse");
    }
    stage
}

/// A movement in the warehouse CONS; a transfer goes to SHOP.
fn there(kind: MovementKind, day: i8, lines: Vec<NewMovementLine>) -> CreateMovement {
    let mut command = movement(kind, day, lines);
    command.new.warehouse = Some(IdOrCode::Code("CONS".to_owned()));
    command
}

fn consigned(stage: &mut Stage, owner: &str, day: i8, sku: &str, quantity: &str, price: &str) -> String {
    let mut receipt = there(MovementKind::Receipt, day, vec![line(sku, quantity, Some(price))]);
    receipt.new.party = Some(IdOrCode::Code(owner.to_owned()));
    run(stage, receipt).expect("consigned")
}

fn to(mut transfer: CreateMovement, warehouse: &str) -> CreateMovement {
    transfer.new.to_warehouse = Some(IdOrCode::Code(warehouse.to_owned()));
    transfer
}

fn used(stage: &mut Stage, day: i8, sku: &str, quantity: &str) -> String {
    run(stage, there(MovementKind::Issue, day, vec![line(sku, quantity, None)])).expect("used")
}

fn on_hand(stage: &Stage, code: &str) -> i64 {
    let id = stage.rows::<Warehouse>().into_iter().find(|row| row.code == code).expect("warehouse").id;
    stage.rows::<StockLevel>().iter().filter(|level| level.warehouse_id == id).map(|level| level.quantity).sum()
}

#[test]
fn goods_of_others_have_no_value_and_no_entry_until_they_are_used_at_the_agreed_price() {
    for sku in ["FIFO", "AVG"] {
        let mut stage = stage();
        consigned(&mut stage, "Acme", 2, sku, "10", "33.34");
        assert_eq!((balances(&stage), stage.rows::<Entry>().len()), (BTreeMap::new(), 0));
        assert_eq!(on_hand(&stage, "CONS"), 10);
        used(&mut stage, 3, sku, "3");
        assert_eq!(balances(&stage), at(&[("2100", -1000), ("5000", 1000)]), "⌊33.34 · 3 / 10⌋");
        let owed = stage.rows::<Line>().into_iter().find(|line| line.credit == 1000 && line.party_id.is_some());
        assert!(owed.is_some(), "the owner is told on what is owed to him");
        used(&mut stage, 4, sku, "7");
        assert_eq!(balances(&stage), at(&[("2100", -3334), ("5000", 3334)]), "the last takes the rest");
        assert_eq!(on_hand(&stage, "CONS"), 0);
        let more =
            run(&mut stage, there(MovementKind::Issue, 5, vec![line(sku, "1", None)])).expect_err("none is left");
        assert_eq!(more.code, Code::InsufficientStock);
    }
}

#[test]
fn at_standard_the_gap_to_the_agreed_price_is_variance() {
    let mut stage = stage();
    consigned(&mut stage, "Acme", 2, "STD", "4", "12.00");
    used(&mut stage, 3, "STD", "2");
    assert_eq!(balances(&stage), at(&[("2100", -600), ("5000", 500), ("5900", 100)]));
}

#[test]
fn what_is_used_is_taken_as_it_came_each_at_its_own_price_and_is_owed_to_its_own_owner() {
    let mut stage = stage();
    let acme = consigned(&mut stage, "Acme", 2, "FIFO", "5", "10.00");
    consigned(&mut stage, "Beta", 2, "FIFO", "5", "20.00");
    let issue = used(&mut stage, 3, "FIFO", "7");
    assert_eq!(balances(&stage), at(&[("2100", -1800), ("5000", 1800)]));
    let received = stage.rows::<ReceivedLine>();
    let told: Vec<(i64, i64)> = received.iter().map(|row| (row.quantity, row.amount)).collect();
    assert_eq!(told, [(5, 1000), (2, 800)]);
    assert_ne!(received[0].party_id, received[1].party_id);
    // Acme invoices its part, dearer: nothing of it is left, so the difference is no stock.
    let mut dear = invoice(5, &issue, vec![NewMovementLine { of_line: Some(1), ..invoiced(None, Some("11.00")) }]);
    dear.new.party = Some(IdOrCode::Code("Acme".to_owned()));
    let dear = run(&mut stage, dear).expect("invoiced");
    assert_eq!(balances(&stage), at(&[("2000", -1100), ("2100", -800), ("5000", 1800), ("5900", 100)]));
    let refused = void(&mut stage, &issue).expect_err("it was invoiced");
    assert_eq!(refused.code, Code::MovementHasDependents);
    assert_eq!(void(&mut stage, &acme).expect_err("it was used").code, Code::MovementHasDependents);
    void(&mut stage, &dear).expect("voided");
    void(&mut stage, &issue).expect("voided");
    assert_eq!((balances(&stage), on_hand(&stage, "CONS")), (BTreeMap::new(), 10));
    void(&mut stage, &acme).expect("voided");
    assert_eq!(on_hand(&stage, "CONS"), 5);
}

#[test]
fn what_is_used_earlier_or_not_at_all_changes_no_cost_of_what_was_used_later() {
    for sku in ["FIFO", "AVG", "STD"] {
        let mut stage = stage();
        consigned(&mut stage, "Acme", 2, sku, "4", "8.00");
        consigned(&mut stage, "Acme", 2, sku, "6", "30.00");
        used(&mut stage, 8, sku, "4");
        let entries = stage.rows::<Entry>().len();
        let before = balances(&stage);
        let early = used(&mut stage, 4, sku, "3");
        assert_eq!(stage.rows::<Entry>().len(), entries + 1, "{sku}: its own entry and no adjustment");
        assert_eq!(balances(&stage)["2100"], -800 - 1500);
        void(&mut stage, &early).expect("voided");
        assert_eq!(balances(&stage), before);
    }
}

#[test]
fn goods_of_others_become_ours_by_a_move_to_a_warehouse_of_ours_and_can_go_back_from_there() {
    let mut stage = stage();
    consigned(&mut stage, "Acme", 2, "FIFO", "5", "10.00");
    let moved = there(MovementKind::Transfer, 3, vec![line("FIFO", "2", None)]);
    let moved = run(&mut stage, moved).expect("moved");
    assert_eq!(balances(&stage), at(&[("1200", 400), ("2100", -400)]));
    assert_eq!((on_hand(&stage, "CONS"), on_hand(&stage, "SHOP")), (3, 2));
    let mut back = movement(MovementKind::SupplierReturn, 4, vec![line("FIFO", "1", None)]);
    back.new.warehouse = None;
    back.new.of_movement = Some(Sought::of(&moved));
    let back = run(&mut stage, back).expect("sent back");
    assert_eq!(balances(&stage), at(&[("1200", 200), ("2100", -200)]));
    let mut dear = invoice(5, &moved, vec![invoiced(None, Some("2.50"))]);
    dear.new.party = Some(IdOrCode::Code("Acme".to_owned()));
    let dear = run(&mut stage, dear).expect("invoiced");
    // Of two one remains, and one went back, which takes no part of the difference.
    assert_eq!(balances(&stage), at(&[("1200", 250), ("2000", -250)]));
    for gone in [&dear, &back, &moved] {
        void(&mut stage, gone).expect("voided");
    }
    assert_eq!((balances(&stage), on_hand(&stage, "CONS")), (BTreeMap::new(), 5));
}

#[test]
fn goods_of_others_move_among_their_warehouses_and_back_to_their_owner_without_an_entry() {
    let mut stage = stage();
    let receipt = consigned(&mut stage, "Acme", 2, "FIFO", "5", "10.01");
    let moved = to(there(MovementKind::Transfer, 3, vec![line("FIFO", "2", None)]), "CONS2");
    let moved = run(&mut stage, moved).expect("moved");
    let mut back = movement(MovementKind::SupplierReturn, 4, vec![line("FIFO", "1", None)]);
    back.new.of_movement = Some(Sought::of(&receipt));
    let refused = run(&mut stage, back.clone()).expect_err("it lies elsewhere");
    assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::FieldsConflict, "/warehouseCode"));
    // Without a warehouse it is the receipt's.
    back.new.warehouse = None;
    let back = run(&mut stage, back).expect("back");
    assert_eq!((on_hand(&stage, "CONS"), on_hand(&stage, "CONS2")), (2, 2));
    assert_eq!(stage.rows::<Entry>().len(), 0);
    let mut issue = there(MovementKind::Issue, 5, vec![line("FIFO", "2", None)]);
    issue.new.warehouse = Some(IdOrCode::Code("CONS2".to_owned()));
    let issue = run(&mut stage, issue).expect("used");
    assert_eq!(balances(&stage), at(&[("2100", -400), ("5000", 400)]), "⌊10.01 · 2 / 5⌋ went on");
    assert_eq!(void(&mut stage, &moved).expect_err("it was used").code, Code::MovementHasDependents);
    used(&mut stage, 6, "FIFO", "2");
    assert_eq!(balances(&stage)["2100"], -400 - 401, "of 6.01 a third went back, the rest is the last's");
    void(&mut stage, &issue).expect("voided");
    void(&mut stage, &moved).expect("voided");
    void(&mut stage, &back).expect("voided");
    assert_eq!((on_hand(&stage, "CONS"), on_hand(&stage, "CONS2")), (3, 0));
    assert_eq!(void(&mut stage, &receipt).expect_err("some is used").code, Code::MovementHasDependents);
}

#[test]
fn every_way_of_using_goods_of_others_buys_them() {
    let mut stage = stage();
    consigned(&mut stage, "Acme", 2, "FIFO", "20", "20.00");
    let mut own = there(MovementKind::InternalUse, 3, vec![line("FIFO", "1", None)]);
    own.new.offset_account = Some(IdOrCode::Code("5000".to_owned()));
    run(&mut stage, own).expect("used inside");
    run(&mut stage, there(MovementKind::Scrap, 3, vec![line("FIFO", "2", None)])).expect("scrapped");
    run(&mut stage, there(MovementKind::Adjustment, 3, vec![line("FIFO", "-3", None)])).expect("lost");
    assert_eq!(balances(&stage), at(&[("2100", -600), ("5000", 100), ("5100", 500)]));
    let mut made = there(MovementKind::Assembly, 4, Vec::new());
    let component = NewMovementLine { is_component: Some(true), ..line("FIFO", "4", None) };
    let output = NewMovementLine {
        warehouse: Some(IdOrCode::Code("MAIN".to_owned())),
        is_component: Some(false),
        ..line("AVG", "1", None)
    };
    made.new.lines = vec![component, output];
    run(&mut stage, made).expect("made");
    assert_eq!(balances(&stage), at(&[("1200", 400), ("2100", -1000), ("5000", 100), ("5100", 500)]));
    stage.run(account("1210", AccountType::Asset, Some(ControlFor::Stock))).expect("account");
    let in_transit = Patch::Set(Sought::of(&account_id(&stage, "1210")));
    stage.run(UpdateOrganization { in_transit_account_id: in_transit, ..UpdateOrganization::default() }).expect("set");
    let mut sent = there(MovementKind::Transfer, 5, vec![line("FIFO", "5", None)]);
    sent.new.mode = Some(TransferMode::TwoStep);
    let sent = run(&mut stage, sent).expect("dispatched");
    assert_eq!(balances(&stage)["1210"], 500);
    void(&mut stage, &sent).expect("voided");
    assert_eq!((balances(&stage).get("1210"), on_hand(&stage, "CONS")), (None, 10));
}

#[test]
fn a_price_in_another_currency_becomes_ours_at_the_rate_of_the_day_of_use() {
    use crate::commands::exchange_rates::create::tests::rate;
    let mut stage = stage();
    let mut receipt = there(MovementKind::Receipt, 2, vec![line("FIFO", "10", Some("100.00"))]);
    receipt.new.party = Some(IdOrCode::Code("Acme".to_owned()));
    receipt.new.currency = Some("USD".to_owned());
    run(&mut stage, receipt).expect("no rate is needed yet");
    let refused = run(&mut stage, there(MovementKind::Issue, 3, vec![line("FIFO", "1", None)])).expect_err("no rate");
    assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::RateMissing, "/lines/0/quantity"));
    // An issue has no rate of its own: the way out is to record one.
    assert!(refused.detail.ends_with("for 2010-01-03: record the rate first"), "{}", refused.detail);
    let way = &refused.resolutions[0];
    assert_eq!((way.rel, way.method, way.path.as_str()), ("create-rate", "POST", "/accounting/exchange-rates"));
    let body = way.body.as_ref().expect("the pair and the day").to_json().to_string();
    assert!(body.contains("\"fromCurrency\":\"USD\"") && body.contains("\"validFrom\":\"2010-01-03\""), "{body}");
    stage.run(rate("USD", "GBP", "0.8", date(2010, 1, 3))).expect("rate");
    stage.run(rate("USD", "GBP", "0.9", date(2010, 1, 5))).expect("rate");
    let issue = used(&mut stage, 4, "FIFO", "1");
    used(&mut stage, 6, "FIFO", "1");
    assert_eq!(balances(&stage), at(&[("2100", -1700), ("5000", 1700)]));
    let in_dollars = stage.rows::<Line>().into_iter().filter(|line| line.credit == 1000).count();
    assert_eq!(in_dollars, 2, "what is owed is owed in dollars");
    let mut invoice = invoice(7, &issue, Vec::new());
    invoice.new.exchange_rate = crate::value::Rate::parse("0.8").ok();
    run(&mut stage, invoice).expect("invoiced in the currency of the price");
    assert_eq!(balances(&stage), at(&[("2000", -800), ("2100", -900), ("5000", 1700)]));
}

#[test]
fn ours_and_others_goods_never_lie_in_one_warehouse() {
    let mut stage = stage();
    let owned =
        run(&mut stage, movement(MovementKind::Receipt, 2, vec![line("FIFO", "9", Some("9.00"))])).expect("ours");
    let sold = run(&mut stage, movement(MovementKind::Issue, 3, vec![line("FIFO", "1", None)])).expect("sold");
    consigned(&mut stage, "Acme", 2, "FIFO", "5", "10.00");
    let mut refused = |command: CreateMovement| {
        let refused = run(&mut stage, command).expect_err("refused");
        (refused.code, refused.errors[0].pointer.clone())
    };
    let receipt = there(MovementKind::Receipt, 2, vec![line("FIFO", "1", Some("1.00"))]);
    assert_eq!(refused(receipt), (Code::MovementIncomplete, "/partyId".to_owned()));
    let opening = there(MovementKind::Opening, 1, vec![line("FIFO", "1", Some("1.00"))]);
    assert_eq!(refused(opening).0, Code::WarehouseNotUsable);
    let mut back = there(MovementKind::Return, 4, vec![line("FIFO", "1", None)]);
    back.new.of_movement = Some(Sought::of(&sold));
    assert_eq!(refused(back).0, Code::WarehouseNotUsable);
    assert_eq!(refused(there(MovementKind::Adjustment, 4, vec![line("FIFO", "1", None)])).0, Code::WarehouseNotUsable);
    let ours = to(movement(MovementKind::Transfer, 4, vec![line("FIFO", "1", None)]), "CONS");
    assert_eq!(refused(ours), (Code::WarehouseNotUsable, "/toWarehouseCode".to_owned()));
    let mut slow = to(there(MovementKind::Transfer, 4, vec![line("FIFO", "1", None)]), "CONS2");
    slow.new.mode = Some(TransferMode::TwoStep);
    assert_eq!(refused(slow), (Code::FieldsConflict, "/mode".to_owned()));
    let mut wrong = there(MovementKind::SupplierReturn, 4, vec![line("FIFO", "1", None)]);
    wrong.new.of_movement = Some(Sought::of(&owned));
    assert_eq!(run(&mut stage, wrong).expect_err("it came elsewhere").code, Code::InsufficientStock);
}

#[test]
fn a_warehouse_of_others_goods_shares_its_costs_with_none() {
    let mut stage = stage();
    let id = stage.rows::<Warehouse>().into_iter().find(|row| row.code == "CONS").expect("there").id.to_string();
    let fields = WarehouseChange { costing_scope: Some(CostingScope::Organization), ..WarehouseChange::default() };
    let put = UpdateWarehouse { warehouse: Sought::of(&id), if_match: None, fields };
    let refused = stage.run(put).expect_err("own prices");
    assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::FieldsConflict, "/costingScope"));
    let change = ChangeCostingScope {
        warehouse: Sought::of(&id),
        to: CostingScope::Organization,
        occurred_at: None,
        description: String::new(),
        if_match: None,
    };
    let refused = stage.run(change).expect_err("own prices");
    assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::FieldsConflict, "/costingScope"));
}

#[test]
fn goods_of_others_are_used_after_the_account_of_their_warehouse_changed() {
    let mut stage = stage();
    stage.run(account("1260", AccountType::Asset, Some(ControlFor::Stock))).expect("account");
    consigned(&mut stage, "Acme", 2, "FIFO", "10", "10.00");
    used(&mut stage, 3, "FIFO", "3");
    let fields = WarehouseChange {
        valuation_account_id: Patch::Set(Sought::of(&account_id(&stage, "1260"))),
        ..WarehouseChange::default()
    };
    let warehouse = crate::testing::warehouse_id(&stage, "CONS");
    stage
        .run(UpdateWarehouse { warehouse: Sought::of(&warehouse), if_match: None, fields })
        .expect("nothing is ours there");
    let movements = stage.rows::<StockMovement>().len();
    consigned(&mut stage, "Acme", 4, "FIFO", "1", "1.00");
    assert_eq!(stage.rows::<StockMovement>().len(), movements + 1, "what is theirs is on no account of ours");
    used(&mut stage, 5, "FIFO", "2");
    assert_eq!(balances(&stage), at(&[("2100", -500), ("5000", 500)]));
}

#[test]
fn an_invoice_of_a_use_from_two_owners_is_about_the_goods_of_its_party() {
    let mut stage = stage();
    consigned(&mut stage, "Acme", 2, "FIFO", "2", "2.00");
    consigned(&mut stage, "Bolt", 2, "FIFO", "3", "6.00");
    let use_of_both = used(&mut stage, 3, "FIFO", "5");
    let by = |party: &str, lines: Vec<NewMovementLine>| {
        let mut invoice = movement(MovementKind::SupplierInvoice, 4, lines);
        invoice.new.warehouse = None;
        invoice.new.of_movement = Some(Sought::of(&use_of_both));
        invoice.new.party = Some(IdOrCode::Code(party.to_owned()));
        invoice
    };
    let of_bolt = NewMovementLine { amount: Some(decimal("6.30")), ..line("FIFO", "3", None) };
    run(&mut stage, by("Bolt", vec![of_bolt])).expect("the line of Bolt");
    run(&mut stage, by("Acme", Vec::new())).expect("all that came from Acme");
    let open: i64 = stage.rows::<ReceivedLine>().iter().map(ReceivedLine::open).sum();
    assert_eq!(open, 0);
    suppliers::assert_open_is_in_books(&stage);
}
