//! Goods are valued as their item was on their day, in whatever order documents are entered.

use super::*;
use crate::costing::tests::dice::Dice;
use crate::rows::{MovementLine, StockMovement};
use crate::testing::warehouse;

fn stage() -> Stage {
    let mut stage = crate::stock::goods::tests::stage();
    warehouse(&mut stage, "YARD", None);
    stage
}

fn in_warehouse(code: &str, mut command: CreateMovement) -> CreateMovement {
    command.new.warehouse = Some(IdOrCode::Code(code.to_owned()));
    command
}

fn received(day: i8, code: &str, sku: &str, quantity: &str, cost: &str) -> CreateMovement {
    in_warehouse(code, movement(MovementKind::Receipt, day, vec![line(sku, quantity, Some(cost))]))
}

fn issued(day: i8, code: &str, sku: &str, quantity: &str) -> CreateMovement {
    in_warehouse(code, movement(MovementKind::Issue, day, vec![line(sku, quantity, None)]))
}

/// A change of method, or of the standard cost alone.
fn valued(day: i8, sku: &str, method: Option<CostingMethod>, cost: Option<&str>) -> CreateMovement {
    let kind = if method.is_some() { MovementKind::CostingChange } else { MovementKind::StandardCostChange };
    let item = Some(IdOrCode::Code(sku.to_owned()));
    let line = NewMovementLine { item, to_method: method, standard_cost: cost.map(decimal), ..Default::default() };
    let mut change = movement(kind, day, vec![line]);
    change.new.warehouse = None;
    change
}

fn lines_of(stage: &Stage, movement: &str) -> (usize, i64) {
    let document =
        stage.rows::<StockMovement>().into_iter().find(|row| row.id.to_string() == movement).expect("movement");
    let lines = stage.rows::<MovementLine>().into_iter().filter(|line| Some(line.movement_seq) == document.seq);
    (lines.count(), document.line_count)
}

#[test]
fn goods_that_come_elsewhere_before_a_change_of_standard_cost_are_valued_as_on_their_day_and_anew_by_that_change() {
    let mut stage = stage();
    run(&mut stage, received(2, "MAIN", "STD", "10", "25.00")).expect("received");
    let change = run(&mut stage, valued(10, "STD", None, Some("3.125"))).expect("changed");
    assert_eq!(balances(&stage), at(&[("1200", 3125), ("2100", -2500), ("5100", -625)]));
    let late = run(&mut stage, received(5, "SHOP", "STD", "4", "10.40")).expect("received before it, entered after it");
    // 4 at 2.50 and a price of 0.40 above that; then 4 × 0.625 by the change.
    let all = at(&[("1200", 4375), ("2100", -3540), ("5100", -875), ("5900", 40)]);
    assert_eq!(balances(&stage), all);
    assert_eq!(lines_of(&stage, &change), (2, 2), "the change has a line for the pool that it did not know");
    let issue = run(&mut stage, issued(7, "SHOP", "STD", "1")).expect("issued at the cost of then");
    assert_eq!(balances(&stage)["5000"], 250);
    void(&mut stage, &issue).expect("voided");
    void(&mut stage, &late).expect("voided");
    assert_eq!(balances(&stage), at(&[("1200", 3125), ("2100", -2500), ("5100", -625)]));
    run(&mut stage, received(5, "SHOP", "STD", "4", "10.40")).expect("and again");
    assert_eq!((balances(&stage), lines_of(&stage, &change)), (all, (2, 2)));
    void(&mut stage, &change).expect("voided in all pools");
    assert_eq!(balances(&stage), at(&[("1200", 3500), ("2100", -3540), ("5900", 40)]));
}

#[test]
fn differences_of_such_goods_are_posted_on_the_day_of_the_change() {
    let mut stage = stage();
    run(&mut stage, received(2, "MAIN", "STD", "10", "25.00")).expect("received");
    run(&mut stage, valued(10, "STD", None, Some("3.125"))).expect("changed");
    run(&mut stage, received(5, "SHOP", "STD", "4", "10.00")).expect("received");
    let days: Vec<(Date, i64)> = stage
        .rows::<PoolDay>()
        .into_iter()
        .map(|day| (day.date, day.value))
        .filter(|(_, value)| *value == 1000 || *value == 250)
        .collect();
    assert_eq!(days, [(date(2010, 1, 5), 1000), (date(2010, 1, 10), 250)]);
}

#[test]
fn a_pool_that_is_known_begins_earlier_where_goods_came_to_it_before() {
    let mut stage = stage();
    run(&mut stage, received(2, "MAIN", "STD", "10", "25.00")).expect("received");
    run(&mut stage, valued(10, "STD", None, Some("3.125"))).expect("changed");
    run(&mut stage, received(12, "SHOP", "STD", "4", "12.50")).expect("the shop begins with the later cost");
    run(&mut stage, received(5, "SHOP", "STD", "2", "5.00")).expect("and earlier than that with the one before");
    assert_eq!(balances(&stage), at(&[("1200", 5000), ("2100", -4250), ("5100", -750)]));
}

#[test]
fn a_change_is_entered_before_pools_came_to_be_and_a_later_one_stays_theirs() {
    let mut stage = stage();
    run(&mut stage, received(2, "MAIN", "STD", "10", "25.00")).expect("received");
    run(&mut stage, received(2, "MAIN", "FIFO", "10", "25.00")).expect("received");
    let later = run(&mut stage, valued(10, "STD", None, Some("3.125"))).expect("changed");
    run(&mut stage, valued(10, "FIFO", Some(CostingMethod::Standard), Some("3"))).expect("changed");
    for sku in ["STD", "FIFO"] {
        run(&mut stage, received(12, "SHOP", sku, "1", "5.00")).expect("received");
    }
    let before = balances(&stage);
    run(&mut stage, valued(5, "STD", None, Some("2"))).expect("also for the shop, which had nothing then");
    run(&mut stage, valued(5, "FIFO", Some(CostingMethod::Average), None)).expect("likewise");
    assert_eq!(balances(&stage), before);
    void(&mut stage, &later).expect("from the shop, too");
    assert_eq!(balances(&stage)["1200"], 2000 + 200 + 3000 + 300);
    assert_eq!(stage.rows::<Item>().into_iter().find(|item| item.sku == "STD").unwrap().fallback_cost, Some(2_000_000));
}

#[test]
fn goods_come_elsewhere_before_a_change_of_method() {
    let mut stage = stage();
    run(&mut stage, received(2, "MAIN", "FIFO", "1", "1.00")).expect("received");
    let change = run(&mut stage, valued(10, "FIFO", Some(CostingMethod::Average), None)).expect("changed");
    run(&mut stage, received(3, "SHOP", "FIFO", "1", "1.00")).expect("received");
    run(&mut stage, received(4, "SHOP", "FIFO", "1", "2.00")).expect("received");
    run(&mut stage, received(5, "SHOP", "FIFO", "1", "3.00")).expect("received");
    run(&mut stage, issued(6, "SHOP", "FIFO", "1")).expect("the first one");
    run(&mut stage, issued(12, "SHOP", "FIFO", "1")).expect("one of two at their average");
    assert_eq!(balances(&stage)["5000"], 100 + 250);
    void(&mut stage, &change).expect("voided");
    assert_eq!(balances(&stage)["5000"], 100 + 200);
}

/// Something that may be entered, on some day, at some place.
fn anything(dice: &mut Dice) -> CreateMovement {
    let day = i8::try_from(dice.between(3, 28)).unwrap();
    let code = dice.pick(&["MAIN", "SHOP", "YARD"]).unwrap();
    let sku = dice.pick(&["STD", "FIFO"]).unwrap();
    let cost = dice.pick(&["2", "3.125", "0.333333", "7"]).unwrap();
    let quantity = dice.between(1, 9).to_string();
    match dice.between(1, 10) {
        1..=4 => received(day, code, sku, &quantity, "10.01"),
        5..=6 => issued(day, code, sku, &quantity),
        7 => {
            let mut moved =
                in_warehouse("YARD", movement(MovementKind::Transfer, day, vec![line(sku, &quantity, None)]));
            moved.new.to_warehouse = Some(IdOrCode::Code(dice.pick(&["MAIN", "SHOP"]).unwrap().to_owned()));
            moved
        }
        8 => valued(day, sku, None, Some(cost)),
        _ => match dice.pick(&[CostingMethod::Fifo, CostingMethod::Average, CostingMethod::Standard]).unwrap() {
            CostingMethod::Standard => valued(day, sku, Some(CostingMethod::Standard), Some(cost)),
            other => valued(day, sku, Some(other), None),
        },
    }
}

#[test]
fn whatever_is_entered_and_voided_in_whatever_order_goods_are_valued_as_their_item_was_on_their_day() {
    let (mut changed, mut caught_up, mut taken_back) = (0, 0, 0);
    for seed in 0..40 {
        let mut dice = Dice(seed);
        let mut stage = stage();
        let mut posted: Vec<(String, MovementKind)> = Vec::new();
        for sku in ["STD", "FIFO"] {
            run(&mut stage, received(2, "MAIN", sku, "5", "10.00")).expect("received");
        }
        for _ in 0..30 {
            if dice.one_in(5)
                && let Some((id, kind)) = dice.pick(&posted)
            {
                if void(&mut stage, &id).is_ok() {
                    posted.retain(|(known, _)| *known != id);
                    taken_back += usize::from(kind.changes_valuation());
                }
                continue;
            }
            let command = anything(&mut dice);
            let kind = command.new.kind;
            let lines = |stage: &Stage| {
                let changes = stage.rows::<StockMovement>().into_iter().filter(|row| row.kind.changes_valuation());
                changes.map(|row| row.line_count).sum::<i64>()
            };
            let before = lines(&stage);
            if let Ok(id) = run(&mut stage, command) {
                caught_up += usize::from(!kind.changes_valuation() && lines(&stage) > before);
                changed += usize::from(kind.changes_valuation());
                posted.push((id, kind));
            }
        }
    }
    assert!(changed > 100 && caught_up > 30 && taken_back > 10, "{changed} {caught_up} {taken_back}");
}

#[test]
fn what_goods_cost_where_nothing_is_known_is_what_the_item_said_before_it_was_at_standard() {
    use crate::rows::NegativeStock;
    let costs = |change_first: bool| {
        let mut stage = stage();
        let fields = WarehouseChange {
            code: Some("OWES".to_owned()),
            name: Some("Owes".to_owned()),
            negative_stock: Some(NegativeStock::Allow),
            ..WarehouseChange::default()
        };
        stage.run(CreateWarehouse { fields }).expect("warehouse");
        let (sku, name) = (Some("SEVEN".to_owned()), Some("Seven".to_owned()));
        let fields = ItemChange {
            sku,
            name,
            costing_method: Some(CostingMethod::Fifo),
            fallback_cost: Patch::Set(decimal("7")),
            ..ItemChange::default()
        };
        stage.run(CreateItem { fields }).expect("item");
        let fallback = |stage: &Stage| {
            stage.rows::<Item>().into_iter().find(|item| item.sku == "SEVEN").expect("item").fallback_cost
        };
        run(&mut stage, received(2, "MAIN", "SEVEN", "4", "20.00")).expect("received");
        let issue = issued(5, "OWES", "SEVEN", "2");
        let change = valued(10, "SEVEN", Some(CostingMethod::Standard), Some("0.50"));
        let change = if change_first {
            let change = run(&mut stage, change).expect("changed");
            run(&mut stage, issue).expect("owed");
            change
        } else {
            run(&mut stage, issue).expect("owed");
            run(&mut stage, change).expect("changed")
        };
        let books = balances(&stage);
        assert_eq!(fallback(&stage), Some(500_000));
        void(&mut stage, &change).expect("voided");
        assert_eq!(fallback(&stage), Some(7_000_000), "as if it had never been at standard");
        books
    };
    assert_eq!(costs(true), costs(false));
    assert_eq!(costs(true)["5000"], 1400);
}

#[test]
fn goods_are_revalued_by_the_method_of_their_day() {
    let revalued = |day: i8| {
        let line = NewMovementLine {
            item: Some(IdOrCode::Code("FIFO".to_owned())),
            amount: Some(decimal("1.00")),
            ..NewMovementLine::default()
        };
        let mut movement = movement(MovementKind::Revaluation, day, vec![line]);
        movement.new.offset_account = Some(IdOrCode::Code("5100".to_owned()));
        movement
    };
    let mut stage = stage();
    run(&mut stage, received(2, "MAIN", "FIFO", "4", "10.00")).expect("received");
    run(&mut stage, valued(10, "FIFO", Some(CostingMethod::Standard), Some("3"))).expect("changed");
    run(&mut stage, revalued(5)).expect("it was by layers then");
    assert_eq!(run(&mut stage, revalued(11)).expect_err("at standard").code, Code::FieldsConflict);
    run(&mut stage, valued(20, "FIFO", Some(CostingMethod::Fifo), None)).expect("changed");
    assert_eq!(run(&mut stage, revalued(12)).expect_err("at standard then").code, Code::FieldsConflict);
    assert_eq!(balances(&stage)["1200"], 1200);
}

#[test]
fn a_void_that_would_leave_later_movements_without_goods_names_the_first_of_them() {
    let mut stage = stage();
    let came = run(&mut stage, received(2, "MAIN", "FIFO", "10", "10.00")).expect("received");
    run(&mut stage, received(3, "MAIN", "FIFO", "5", "5.00")).expect("received");
    let issues: Vec<String> =
        (4..7).map(|day| run(&mut stage, issued(day, "MAIN", "FIFO", "4")).expect("issued")).collect();
    let refused = void(&mut stage, &came).expect_err("two of three would lack goods");
    assert_eq!(refused.code, Code::WouldGoNegative);
    let way = refused.resolutions.iter().find(|way| way.rel == "later").expect("a way");
    assert_eq!(way.path, format!("/inventory/movements/{}", issues[1]));
}
