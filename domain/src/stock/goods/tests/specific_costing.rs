//! Lots get costs of their own, and lose them.

use super::*;
use crate::commands::lots::create::CreateLot;
use crate::commands::warehouses::change_costing_scope::ChangeCostingScope;
use crate::rows::{CostingScope, LotChange, Tracking, Warehouse};
use crate::value::Sought;
use crate::value::movement_kind::CostingPlace;

/// A line of a lot of the item.
fn of_lot(lot: &str, quantity: &str, cost: Option<&str>) -> NewMovementLine {
    NewMovementLine { lot: Some(IdOrCode::Code(lot.to_owned())), ..line("LOTS", quantity, cost) }
}

fn moved(kind: MovementKind, day: i8, lot: &str, quantity: &str, cost: Option<&str>) -> CreateMovement {
    movement(kind, day, vec![of_lot(lot, quantity, cost)])
}

fn to(method: CostingMethod, day: i8) -> CreateMovement {
    let line = NewMovementLine {
        item: Some(IdOrCode::Code("LOTS".to_owned())),
        to_method: Some(method),
        standard_cost: (method == CostingMethod::Standard).then(|| decimal("5")),
        ..NewMovementLine::default()
    };
    let mut change = movement(MovementKind::CostingChange, day, vec![line]);
    change.new.warehouse = None;
    change
}

fn revalued(day: i8, lot: Option<&str>, amount: &str) -> CreateMovement {
    let line = NewMovementLine {
        item: Some(IdOrCode::Code("LOTS".to_owned())),
        lot: lot.map(|lot| IdOrCode::Code(lot.to_owned())),
        amount: Some(decimal(amount)),
        ..NewMovementLine::default()
    };
    let mut movement = movement(MovementKind::Revaluation, day, vec![line]);
    movement.new.offset_account = Some(IdOrCode::Code("5100".to_owned()));
    movement
}

/// The quantities and values of the pools, by quantity.
fn pools(stage: &Stage) -> Vec<(i64, i64)> {
    let mut all: Vec<(i64, i64)> = stage.rows::<Pool>().iter().map(|pool| (pool.quantity, pool.value)).collect();
    all.retain(|(quantity, _)| *quantity != 0);
    all.sort_unstable();
    all
}

fn method(stage: &Stage) -> CostingMethod {
    stage.rows::<Item>().into_iter().find(|item| item.sku == "LOTS").expect("item").costing_method
}

/// Lot A: 3 for 10.00 on the 2nd, one issued on the 4th. Lot B: 2 for 20.00 on the 3rd.
fn two_lots(first: CostingMethod) -> (Stage, String) {
    let mut stage = suppliers::stage();
    let fields = ItemChange {
        sku: Some("LOTS".to_owned()),
        name: Some("LOTS".to_owned()),
        tracking: Some(Tracking::Lot),
        costing_method: Some(first),
        fallback_cost: Patch::Set(decimal("2.5")),
        ..ItemChange::default()
    };
    let item = stage.run(CreateItem { fields }).expect("item").subject;
    for number in ["A", "B", "C"] {
        let fields = LotChange { number: Some(number.to_owned()), ..LotChange::default() };
        stage.run(CreateLot { item: Sought::of(&item), fields }).expect("lot");
    }
    let came = run(&mut stage, moved(MovementKind::Receipt, 2, "A", "3", Some("10.00"))).expect("received");
    run(&mut stage, moved(MovementKind::Receipt, 3, "B", "2", Some("20.00"))).expect("received");
    run(&mut stage, moved(MovementKind::Issue, 4, "A", "1", None)).expect("issued");
    (stage, came)
}

#[test]
fn each_lot_takes_its_part_of_what_all_cost_and_the_last_one_what_is_left() {
    for (first, wanted, after) in [
        (CostingMethod::Fifo, [(2, 1333), (2, 1334)], [(1, 1000), (2, 1334)]),
        (CostingMethod::Average, [(2, 1200), (2, 1200)], [(1, 600), (2, 1200)]),
        (CostingMethod::Standard, [(2, 500), (2, 500)], [(1, 250), (2, 500)]),
    ] {
        let (mut stage, came) = two_lots(first);
        let before = balances(&stage);
        assert_eq!(
            run(&mut stage, to(CostingMethod::Specific, 3)).expect_err("moved after").code,
            Code::BeforeScopeChange
        );
        let change = run(&mut stage, to(CostingMethod::Specific, 5)).expect("told apart");
        assert_eq!((pools(&stage), method(&stage)), (wanted.to_vec(), CostingMethod::Specific), "{first:?}");
        assert_eq!(balances(&stage), before, "{first:?}: nothing is won or lost");
        // Nothing moved since: it may be taken back, and done again.
        void(&mut stage, &change).expect("voided");
        assert_eq!((pools(&stage).len(), method(&stage)), (1, first));
        let change = run(&mut stage, to(CostingMethod::Specific, 5)).expect("told apart again");
        run(&mut stage, moved(MovementKind::Issue, 7, "B", "1", None)).expect("issued");
        assert_eq!(pools(&stage), after, "{first:?}: each lot at its own cost");
        assert_eq!(void(&mut stage, &change).expect_err("moved since").code, Code::MovementNotVoidable);

        // The quantity of each lot stays; its value follows the past.
        for early in
            [moved(MovementKind::Receipt, 4, "C", "1", Some("1.00")), moved(MovementKind::Issue, 4, "A", "1", None)]
        {
            assert_eq!(run(&mut stage, early.clone()).expect_err("too early").code, Code::BeforeScopeChange);
            let mut late = early;
            late.new.costing = CostingPlace::Prospective;
            let late = run(&mut stage, late).expect("costed now");
            void(&mut stage, &late).expect("voided");
        }
        assert_eq!(void(&mut stage, &came).expect_err("told apart since").code, Code::BeforeScopeChange);
        if first != CostingMethod::Standard {
            let more = run(&mut stage, revalued(4, Some("A"), "4.00")).expect("revalued before");
            assert!(pools(&stage).iter().map(|(_, value)| value).sum::<i64>() > after[0].1 + after[1].1);
            void(&mut stage, &more).expect("voided");
        }
        assert_eq!(pools(&stage), after, "{first:?}: as if nothing had been");
    }
}

#[test]
fn lots_are_joined_at_what_they_cost_and_what_came_late_goes_with_them() {
    for (then, wanted) in [(CostingMethod::Fifo, 3000), (CostingMethod::Average, 3000), (CostingMethod::Standard, 2000)]
    {
        let (mut stage, _) = two_lots(CostingMethod::Specific);
        let before: i64 = pools(&stage).iter().map(|(_, value)| value).sum();
        assert_eq!((pools(&stage), before), (vec![(2, 667), (2, 2000)], 2667));
        let change = run(&mut stage, to(then, 6)).expect("joined");
        let joined = if then == CostingMethod::Standard { wanted } else { before };
        assert_eq!((pools(&stage), method(&stage)), (vec![(4, joined)], then));
        assert_eq!(balances(&stage).get("5100").copied().unwrap_or(0), before - joined, "{then:?}");
        void(&mut stage, &change).expect("voided");
        assert_eq!((pools(&stage), method(&stage)), (vec![(2, 667), (2, 2000)], CostingMethod::Specific));
        run(&mut stage, to(then, 6)).expect("joined again");

        // For lots that were there: late goods go with them, and can be voided.
        let late = run(&mut stage, moved(MovementKind::Receipt, 5, "A", "2", Some("1.00"))).expect("received late");
        assert_eq!(pools(&stage), [(6, if then == CostingMethod::Standard { 3000 } else { before + 100 })]);
        run(&mut stage, moved(MovementKind::Issue, 7, "B", "1", None)).expect("issued");
        let cost = match then {
            CostingMethod::Fifo => 333,
            CostingMethod::Average => 461,
            _ => 500,
        };
        assert_eq!(balances(&stage)["5000"], 333 + cost, "{then:?}");
        void(&mut stage, &late).expect("voided");
        let unknown = moved(MovementKind::Receipt, 5, "C", "2", Some("1.00"));
        assert_eq!(run(&mut stage, unknown).expect_err("no such pool then").code, Code::BeforeScopeChange);
        assert_eq!(
            run(&mut stage, to(CostingMethod::Specific, 5)).expect_err("before it").code,
            Code::BeforeScopeChange
        );
        // And back again: each lot has its pool still.
        run(&mut stage, to(CostingMethod::Specific, 8)).expect("told apart");
        assert_eq!(pools(&stage).len(), 2);
        run(&mut stage, moved(MovementKind::Receipt, 9, "C", "1", Some("7.00"))).expect("a new lot");
        run(&mut stage, to(CostingMethod::Average, 9)).expect("joined");
        assert_eq!(pools(&stage).len(), 1);
    }
}

#[test]
fn goods_of_lots_change_the_scope_of_their_costs_after_they_were_joined_or_told_apart() {
    for (first, second) in
        [(CostingMethod::Specific, CostingMethod::Fifo), (CostingMethod::Average, CostingMethod::Specific)]
    {
        let (mut stage, _) = two_lots(first);
        let before: i64 = pools(&stage).iter().map(|(_, value)| value).sum();
        run(&mut stage, to(second, 6)).expect("changed");
        for scope in [CostingScope::Organization, CostingScope::Warehouse] {
            for code in ["MAIN", "SHOP"] {
                let house = stage.rows::<Warehouse>().into_iter().find(|row| row.code == code).expect("a warehouse");
                let command = ChangeCostingScope {
                    warehouse: Sought::Id(house.id),
                    if_match: None,
                    to: scope,
                    occurred_at: None,
                    description: String::new(),
                };
                stage.run(command).expect("another scope");
                assert_books_follow(&stage);
            }
            assert_eq!(pools(&stage).iter().map(|(_, value)| value).sum::<i64>(), before, "{first:?} {scope:?}");
            assert_eq!(pools(&stage).len(), if second == CostingMethod::Specific { 2 } else { 1 });
        }
    }
}

#[test]
fn what_has_no_lots_cannot_be_told_apart() {
    let mut stage = stage();
    run(&mut stage, movement(MovementKind::Receipt, 2, vec![line("FIFO", "3", Some("10.00"))])).expect("received");
    let mut change = to(CostingMethod::Specific, 5);
    change.new.lines[0].item = Some(IdOrCode::Code("FIFO".to_owned()));
    let refused = run(&mut stage, change).expect_err("no lots");
    assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::FieldsConflict, "/lines/0/costingMethod"));
    let (mut stage, _) = two_lots(CostingMethod::Average);
    run(&mut stage, moved(MovementKind::Issue, 5, "A", "2", None)).expect("issued");
    run(&mut stage, moved(MovementKind::Issue, 5, "B", "2", None)).expect("issued");
    let change = run(&mut stage, to(CostingMethod::Specific, 6)).expect("nothing is there");
    assert_eq!((pools(&stage), method(&stage)), (vec![], CostingMethod::Specific));
    void(&mut stage, &change).expect("voided");
    assert_eq!(method(&stage), CostingMethod::Average);
}

/// Freight of a receipt, on a day.
fn freight(of: &str, day: i8) -> CreateMovement {
    let mut freight = movement(MovementKind::LandedCost, day, Vec::new());
    (freight.new.warehouse, freight.new.of_movement) = (None, Some(Sought::of(of)));
    freight.new.amount = Some(decimal("3.00"));
    freight
}

#[test]
fn a_cost_that_comes_later_follows_the_goods_of_its_receipt_into_every_lot() {
    let (mut stage, came) = two_lots(CostingMethod::Fifo);
    run(&mut stage, to(CostingMethod::Specific, 5)).expect("told apart");
    assert_eq!(pools(&stage), [(2, 1333), (2, 1334)]);
    // Of the three that came one was issued; of the two that remain each lot has one.
    let late = run(&mut stage, freight(&came, 7)).expect("freight");
    assert_eq!(pools(&stage), [(2, 1433), (2, 1434)]);
    assert_eq!((balances(&stage)["2015"], balances(&stage)["5900"]), (-300, 100));

    // An issue that comes to light before it leaves less of the receipt in its own lot; the cost of the issued goods
    // goes to variance.
    let issue = run(&mut stage, moved(MovementKind::Issue, 6, "A", "1", None)).expect("issued before it");
    let found = (pools(&stage), balances(&stage));
    assert_eq!(found.1["5900"], 200, "of lot B all is kept");
    void(&mut stage, &late).expect("voided");
    assert_eq!(pools(&stage).iter().map(|(quantity, _)| quantity).sum::<i64>(), 3);
    let late = run(&mut stage, freight(&came, 7)).expect("freight after the issue");
    assert_eq!((pools(&stage), balances(&stage)), found, "in whatever order they are entered");
    void(&mut stage, &issue).expect("voided");
    assert_eq!((pools(&stage), balances(&stage)["5900"]), (vec![(2, 1433), (2, 1434)], 100));
    void(&mut stage, &late).expect("voided");
    assert_eq!(pools(&stage), [(2, 1333), (2, 1334)]);
}

#[test]
fn another_price_follows_the_goods_of_its_receipt_into_every_lot_and_clears_it_once() {
    let (mut stage, came) = two_lots(CostingMethod::Fifo);
    run(&mut stage, to(CostingMethod::Specific, 5)).expect("told apart");
    let dearer = suppliers::invoice(7, &came, vec![suppliers::invoiced(None, Some("13.00"))]);
    let dearer = run(&mut stage, dearer).expect("invoiced");
    suppliers::assert_open_is_in_books(&stage);
    assert_eq!(pools(&stage), [(2, 1433), (2, 1434)]);
    assert_eq!((balances(&stage)["2000"], balances(&stage)["2100"], balances(&stage)["5900"]), (-1300, -2000, 100));
    let again = suppliers::invoice(8, &came, Vec::new());
    assert_eq!(run(&mut stage, again).expect_err("nothing is open").code, Code::TakesTooMuch);
    void(&mut stage, &dearer).expect("voided");
    suppliers::assert_open_is_in_books(&stage);
    assert_eq!((pools(&stage), balances(&stage)["2100"]), (vec![(2, 1333), (2, 1334)], -3000));
}
