//! Goods are worth more or less, and are valued in another way or on another account.

use super::*;
use crate::commands::warehouses::reclassify::ReclassifyWarehouse;
use crate::rows::{ControlFor, Warehouse};
use crate::testing::{warehouse, warehouse_id};
use crate::value::Sought;

fn stage() -> Stage {
    let mut stage = crate::stock::goods::tests::stage();
    let allowance = account("1290", AccountType::Asset, None);
    stage.run(CreateAccount { subtype: Some(AccountSubtype::StockAllowance), ..allowance }).expect("account");
    stage.run(account("1250", AccountType::Asset, Some(ControlFor::Stock))).expect("account");
    stage
}

fn worth(kind: MovementKind, day: i8, sku: &str, amount: &str) -> CreateMovement {
    let line = NewMovementLine {
        item: Some(IdOrCode::Code(sku.to_owned())),
        amount: Some(decimal(amount)),
        ..NewMovementLine::default()
    };
    let mut movement = movement(kind, day, vec![line]);
    movement.new.offset_account = Some(IdOrCode::Code("5100".to_owned()));
    movement
}

fn said(sku: &str) -> NewMovementLine {
    NewMovementLine { item: Some(IdOrCode::Code(sku.to_owned())), ..NewMovementLine::default() }
}

fn method_of(stage: &Stage, sku: &str) -> (CostingMethod, Option<i64>) {
    let item = stage.rows::<Item>().into_iter().find(|item| item.sku == sku).expect("item");
    (item.costing_method, item.fallback_cost)
}

#[test]
fn stock_is_revalued_by_what_it_was_worth_at_that_time_and_never_below_nothing() {
    for sku in ["FIFO", "AVG"] {
        let mut stage = stage();
        run(&mut stage, movement(MovementKind::Receipt, 2, vec![line(sku, "4", Some("10.00"))])).expect("received");
        run(&mut stage, movement(MovementKind::Issue, 6, vec![line(sku, "2", None)])).expect("issued");
        let up = run(&mut stage, worth(MovementKind::Revaluation, 4, sku, "2.00")).expect("revalued");
        assert_eq!(balances(&stage), at(&[("1200", 600), ("2100", -1000), ("5000", 600), ("5100", -200)]));
        let refused = run(&mut stage, worth(MovementKind::Revaluation, 7, sku, "-6.01")).expect_err("worth 6.00");
        assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::AmountOutOfRange, "/lines/0/amount"));
        run(&mut stage, worth(MovementKind::Revaluation, 7, sku, "-6.00")).expect("to nothing");
        void(&mut stage, &up).expect("voided, and the other posts what is left to post");
        assert_eq!(balances(&stage).get("1200"), None);
    }
    let mut stage = stage();
    run(&mut stage, movement(MovementKind::Receipt, 2, vec![line("STD", "4", Some("10.00"))])).expect("received");
    let refused = run(&mut stage, worth(MovementKind::Revaluation, 7, "STD", "1.00")).expect_err("at standard");
    assert_eq!(refused.code, Code::FieldsConflict);
    let refused = run(&mut stage, worth(MovementKind::Revaluation, 7, "AVG", "1.00")).expect_err("none ever came");
    assert_eq!(refused.code, Code::NothingToValue);
}

#[test]
fn a_write_down_goes_to_the_allowance_and_is_taken_back_up_to_what_was_written_down() {
    let mut stage = stage();
    run(&mut stage, movement(MovementKind::Receipt, 2, vec![line("FIFO", "4", Some("10.00"))])).expect("received");
    let down = run(&mut stage, worth(MovementKind::WriteDown, 3, "FIFO", "7.00")).expect("written down");
    assert_eq!(balances(&stage), at(&[("1200", 1000), ("1290", -700), ("2100", -1000), ("5100", 700)]));
    for (amount, why) in [("3.01", "more than the rest"), ("-7.01", "more than was written down")] {
        let refused = run(&mut stage, worth(MovementKind::WriteDown, 4, "FIFO", amount)).expect_err(why);
        assert_eq!(refused.code, Code::AmountOutOfRange, "{why}");
    }
    let up = run(&mut stage, worth(MovementKind::WriteDown, 4, "FIFO", "-2.00")).expect("taken back");
    run(&mut stage, movement(MovementKind::Issue, 6, vec![line("FIFO", "2", None)])).expect("issued");
    // Half of the goods take half of the allowance with them: 5.00 cost 2.50.
    let sold = at(&[("1200", 500), ("1290", -250), ("2100", -1000), ("5000", 250), ("5100", 500)]);
    assert_eq!(balances(&stage), sold);
    void(&mut stage, &up).expect("voided");
    let sold = at(&[("1200", 500), ("1290", -350), ("2100", -1000), ("5000", 150), ("5100", 700)]);
    assert_eq!(balances(&stage), sold, "less was taken back");
    void(&mut stage, &down).expect("voided");
    assert_eq!(balances(&stage), at(&[("1200", 500), ("2100", -1000), ("5000", 500)]));
}

#[test]
fn what_is_made_of_written_down_goods_costs_what_those_were_carried_at() {
    let mut stage = stage();
    run(&mut stage, movement(MovementKind::Receipt, 2, vec![line("AVG", "10", Some("100.00"))])).expect("received");
    run(&mut stage, worth(MovementKind::WriteDown, 3, "AVG", "40.00")).expect("written down");
    let component = NewMovementLine { is_component: Some(true), ..line("AVG", "5", None) };
    let output = NewMovementLine { is_component: Some(false), ..line("FIFO", "1", None) };
    let mut made = movement(MovementKind::Assembly, 4, vec![component, output]);
    made.new.amount = Some(decimal("7.00"));
    made.new.offset_account = Some(IdOrCode::Code("5100".to_owned()));
    run(&mut stage, made).expect("made");
    // Half of the goods cost 50.00, of which 20.00 were expensed before, and 7.00 are absorbed.
    let values: Vec<i64> = stage.rows::<Pool>().iter().map(|pool| pool.value).collect();
    assert_eq!(values.iter().sum::<i64>(), 5_000 + 3_700, "{values:?}");
    assert_eq!(balances(&stage), at(&[("1200", 8_700), ("1290", -2_000), ("2100", -10_000), ("5100", 4_000 - 700)]));
}

#[test]
fn another_standard_cost_values_all_of_an_item_from_then_on() {
    let mut stage = stage();
    run(&mut stage, movement(MovementKind::Receipt, 2, vec![line("STD", "10", Some("25.00"))])).expect("received");
    run(&mut stage, movement(MovementKind::Transfer, 3, vec![line("STD", "4", None)])).expect("moved");
    run(&mut stage, movement(MovementKind::Issue, 6, vec![line("STD", "2", None)])).expect("issued");
    let line = NewMovementLine { standard_cost: Some(decimal("3.125")), ..said("STD") };
    let mut change = movement(MovementKind::StandardCostChange, 5, vec![line]);
    change.new.warehouse = None;
    let change = run(&mut stage, change).expect("changed");
    // 4 × 3.125 and 4 × 3.125 are there, two were issued at 18.75 − 12.50.
    assert_eq!(balances(&stage), at(&[("1200", 2500), ("2100", -2500), ("5000", 625), ("5100", -625)]));
    assert_eq!(method_of(&stage, "STD"), (CostingMethod::Standard, Some(3_125_000)));
    void(&mut stage, &change).expect("voided");
    assert_eq!(balances(&stage), at(&[("1200", 2000), ("2100", -2500), ("5000", 500)]));
    assert_eq!(method_of(&stage, "STD"), (CostingMethod::Standard, Some(2_500_000)));
}

fn standard_from(day: i8, cost: &str) -> CreateMovement {
    let line = NewMovementLine { standard_cost: Some(decimal(cost)), ..said("STD") };
    let mut change = movement(MovementKind::StandardCostChange, day, vec![line]);
    change.new.warehouse = None;
    change
}

fn method_from(day: i8, method: CostingMethod, cost: Option<&str>) -> CreateMovement {
    let line = NewMovementLine { to_method: Some(method), standard_cost: cost.map(decimal), ..said("FIFO") };
    let mut change = movement(MovementKind::CostingChange, day, vec![line]);
    change.new.warehouse = None;
    change
}

#[test]
fn an_earlier_change_of_how_an_item_is_valued_leaves_it_as_a_later_one_made_it() {
    let mut stage = stage();
    run(&mut stage, movement(MovementKind::Receipt, 2, vec![line("STD", "10", Some("25.00"))])).expect("received");
    let late = run(&mut stage, standard_from(10, "3.125")).expect("changed");
    run(&mut stage, standard_from(5, "2")).expect("changed before that");
    assert_eq!(balances(&stage), at(&[("1200", 3125), ("2100", -2500), ("5100", -625)]));
    assert_eq!(method_of(&stage, "STD"), (CostingMethod::Standard, Some(3_125_000)));
    void(&mut stage, &late).expect("voided");
    assert_eq!(method_of(&stage, "STD"), (CostingMethod::Standard, Some(2_000_000)));

    run(&mut stage, movement(MovementKind::Receipt, 2, vec![line("FIFO", "10", Some("25.00"))])).expect("received");
    let late = run(&mut stage, method_from(10, CostingMethod::Standard, Some("3"))).expect("changed");
    run(&mut stage, method_from(5, CostingMethod::Average, None)).expect("changed before that");
    assert_eq!(method_of(&stage, "FIFO"), (CostingMethod::Standard, Some(3_000_000)));
    void(&mut stage, &late).expect("voided");
    assert_eq!(method_of(&stage, "FIFO").0, CostingMethod::Average);
}

#[test]
fn another_method_values_all_of_an_item_from_then_on() {
    let mut stage = stage();
    run(&mut stage, movement(MovementKind::Receipt, 2, vec![line("FIFO", "1", Some("1.00"))])).expect("received");
    run(&mut stage, movement(MovementKind::Receipt, 3, vec![line("FIFO", "1", Some("2.00"))])).expect("received");
    run(&mut stage, movement(MovementKind::Issue, 6, vec![line("FIFO", "1", None)])).expect("issued");
    let to = |method, cost: Option<&str>| {
        let line = NewMovementLine { to_method: Some(method), standard_cost: cost.map(decimal), ..said("FIFO") };
        let mut change = movement(MovementKind::CostingChange, 5, vec![line]);
        change.new.warehouse = None;
        change
    };
    let average = run(&mut stage, to(CostingMethod::Average, None)).expect("changed");
    assert_eq!(balances(&stage)["5000"], 150);
    assert_eq!(method_of(&stage, "FIFO").0, CostingMethod::Average);
    assert_eq!(
        run(&mut stage, to(CostingMethod::Average, None)).expect_err("no such change").code,
        Code::FieldsConflict
    );
    assert_eq!(run(&mut stage, to(CostingMethod::Standard, None)).expect_err("no cost").code, Code::MovementIncomplete);
    let standard = run(&mut stage, to(CostingMethod::Standard, Some("1.20"))).expect("changed");
    assert_eq!((balances(&stage)["1200"], balances(&stage)["5000"]), (120, 120));
    run(&mut stage, movement(MovementKind::Transfer, 7, vec![line("FIFO", "1", None)]))
        .expect("a pool that began at standard");
    void(&mut stage, &average).expect("all are at standard, from whatever it was before");
    assert_eq!(method_of(&stage, "FIFO"), (CostingMethod::Standard, Some(1_200_000)));
    void(&mut stage, &standard).expect("also in the pool that came to be after it");
    assert_eq!(method_of(&stage, "FIFO").0, CostingMethod::Fifo);
    assert_eq!(balances(&stage), at(&[("1200", 200), ("2100", -300), ("5000", 100)]));
}

#[test]
fn warehouses_below_one_are_valued_with_it_where_they_name_no_account() {
    use crate::commands::warehouses::update::UpdateWarehouse;
    let mut stage = stage();
    let group = warehouse(&mut stage, "ALL", None);
    for code in ["MAIN", "SHOP"] {
        let fields = WarehouseChange { parent_id: Patch::Set(Sought::of(&group)), ..WarehouseChange::default() };
        let warehouse = warehouse_id(&stage, code);
        let below = UpdateWarehouse { warehouse: Sought::of(&warehouse), if_match: None, fields };
        stage.run(below).expect("below it");
    }
    run(&mut stage, movement(MovementKind::Receipt, 2, vec![line("FIFO", "4", Some("10.00"))])).expect("received");
    run(&mut stage, movement(MovementKind::Transfer, 3, vec![line("FIFO", "1", None)])).expect("moved");
    let to_account = IdOrCode::Code("1250".to_owned());
    let description = String::new();
    let command = ReclassifyWarehouse {
        warehouse: Sought::of(&group),
        if_match: None,
        to_account,
        occurred_at: None,
        description,
    };
    stage.run(command).expect("reclassified");
    assert_books_follow(&stage);
    assert_eq!(balances(&stage), at(&[("1250", 1000), ("2100", -1000)]));
}

#[test]
fn a_warehouse_is_valued_on_another_account_in_the_same_commit_also_in_the_past() {
    let mut stage = stage();
    run(
        &mut stage,
        movement(MovementKind::Receipt, 2, vec![line("FIFO", "4", Some("10.00")), line("AVG", "1", Some("3.00"))]),
    )
    .expect("received");
    run(&mut stage, movement(MovementKind::Issue, 6, vec![line("FIFO", "2", None)])).expect("issued");
    let main = stage.rows::<Warehouse>().into_iter().find(|house| house.code == "MAIN").expect("warehouse");
    let reclassify = |code: &str, day| ReclassifyWarehouse {
        warehouse: Sought::Id(main.id),
        if_match: None,
        to_account: IdOrCode::Code(code.to_owned()),
        occurred_at: Some(When::On(date(2010, 1, day))),
        description: String::new(),
    };
    let done = stage.run(reclassify("1250", 4)).expect("reclassified");
    assert_books_follow(&stage);
    assert_eq!(balances(&stage), at(&[("1250", 800), ("2100", -1300), ("5000", 500)]));
    let made = done.related.expect("a movement");
    assert_eq!(void(&mut stage, &made).expect_err("it stays").code, Code::MovementNotVoidable);
    run(&mut stage, movement(MovementKind::Issue, 7, vec![line("FIFO", "1", None)])).expect("issued from there");
    let late = movement(MovementKind::Receipt, 3, vec![line("AVG", "1", Some("1.00"))]);
    run(&mut stage, late).expect("received before it, valued there since");
    assert_eq!(balances(&stage)["1250"], 650);
    assert_eq!(balances(&stage).get("1200"), None);
    let refused = stage.run(reclassify("5100", 8)).expect_err("no account of stock");
    assert_eq!(refused.code, Code::AccountNotUsable);
    stage.run(reclassify("1200", 8)).expect("and back");
    assert_books_follow(&stage);
    assert_eq!(balances(&stage).get("1250"), None);
    assert!(stage.run(reclassify("1200", 9)).expect("nothing to do").related.is_none());
    let by_hand = movement(MovementKind::Reclassification, 9, vec![said("FIFO")]);
    assert_eq!(run(&mut stage, by_hand).expect_err("a warehouse does that").code, Code::MovementIncomplete);
}
