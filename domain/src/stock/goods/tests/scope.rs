//! Goods are valued together with those of others, or apart from them.

use super::*;
use crate::commands::warehouses::change_costing_scope::ChangeCostingScope;
use crate::rows::{ControlFor, CostingScope, StockMovement, Warehouse};
use crate::value::{Sought, TypedId};

fn warehouse(stage: &Stage, code: &str) -> Warehouse {
    stage.rows::<Warehouse>().into_iter().find(|row| row.code == code).expect("a warehouse")
}

fn change(stage: &mut Stage, code: &str, to: CostingScope, day: Option<i8>) -> Result<Option<String>, Rejection> {
    let command = ChangeCostingScope {
        warehouse: Sought::Id(warehouse(stage, code).id),
        if_match: None,
        to,
        occurred_at: day.map(|day| When::On(date(2010, 1, day))),
        description: String::new(),
    };
    let done = stage.run(command).map(|reply| reply.related);
    assert_books_follow(stage);
    done
}

fn join(stage: &mut Stage, code: &str, day: i8) -> Result<Option<String>, Rejection> {
    change(stage, code, CostingScope::Organization, Some(day))
}

fn in_shop(mut movement: CreateMovement) -> CreateMovement {
    movement.new.warehouse = Some(IdOrCode::Code("SHOP".to_owned()));
    movement
}

/// The quantities and values of pools, by quantity.
fn pools(stage: &Stage) -> Vec<(i64, i64)> {
    let mut all: Vec<(i64, i64)> = stage.rows::<Pool>().iter().map(|pool| (pool.quantity, pool.value)).collect();
    all.retain(|(quantity, _)| *quantity != 0);
    all.sort_unstable();
    all
}

/// 3 for 10.00 in the shop on the 5th, 2 for 20.00 in the main warehouse on the 6th, joined on the 10th.
fn joined(sku: &str) -> Stage {
    let mut stage = stage();
    run(&mut stage, in_shop(movement(MovementKind::Receipt, 5, vec![line(sku, "3", Some("10.00"))])))
        .expect("received");
    run(&mut stage, movement(MovementKind::Receipt, 6, vec![line(sku, "2", Some("20.00"))])).expect("received");
    for code in ["MAIN", "SHOP"] {
        assert!(join(&mut stage, code, 10).expect("joined").is_some());
    }
    stage
}

#[test]
fn goods_of_warehouses_that_share_costs_are_one_pool_in_the_order_of_their_receipts() {
    for (sku, first, second) in [("FIFO", 333, 667), ("AVG", 600, 1200), ("STD", 250, 500)] {
        let mut stage = joined(sku);
        let issue = run(&mut stage, movement(MovementKind::Issue, 11, vec![line(sku, "1", None)])).expect("issued");
        assert_eq!(balances(&stage)["5000"], first, "{sku}: what came first lies in the shop");
        run(&mut stage, in_shop(movement(MovementKind::Issue, 12, vec![line(sku, "2", None)]))).expect("issued");
        assert_eq!(balances(&stage)["5000"], first + second, "{sku}");
        // Goods from before the merge go with the rest, and leave again when their movement is voided.
        let late = in_shop(movement(MovementKind::Receipt, 2, vec![line(sku, "1", Some("1.00"))]));
        let late = run(&mut stage, late).expect("received late");
        match sku {
            "FIFO" => assert_eq!(balances(&stage)["5000"], 100 + 667),
            "AVG" => assert_eq!(balances(&stage)["5000"], 1550),
            _ => assert_eq!(balances(&stage)["5000"], 750),
        }
        void(&mut stage, &late).expect("voided");
        assert_eq!(balances(&stage)["5000"], first + second, "{sku}");
        void(&mut stage, &issue).expect("voided");
    }
}

#[test]
fn goods_that_are_told_apart_take_their_part_of_each_receipt_and_nothing_is_lost() {
    for (sku, wanted) in
        [("FIFO", vec![(2, 1200), (3, 1800)]), ("AVG", vec![(2, 1200), (3, 1800)]), ("STD", vec![(2, 500), (3, 750)])]
    {
        let mut stage = joined(sku);
        let moved = change(&mut stage, "SHOP", CostingScope::Warehouse, None).expect("apart").expect("a movement");
        let apart = pools(&stage);
        // Of 3 and 2, three fifths: 2 of the first, 1 of the second.
        let wanted = if sku == "FIFO" { vec![(2, 1333), (3, 1667)] } else { wanted };
        assert_eq!(apart, wanted, "{sku}");
        assert_eq!(void(&mut stage, &moved).expect_err("it stays").code, Code::MovementNotVoidable);
        let early = in_shop(movement(MovementKind::Issue, 9, vec![line(sku, "1", None)]));
        let refused = run(&mut stage, early.clone()).expect_err("how much lay there then stays");
        assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::BeforeScopeChange, "/occurredAt"));
        let mut prospective = early;
        prospective.new.costing = crate::value::movement_kind::CostingPlace::Prospective;
        run(&mut stage, prospective).expect("costed now");
        // Elsewhere the past is open: the pools are split anew.
        let late = movement(MovementKind::Receipt, 2, vec![line(sku, "5", Some("50.00"))]);
        let late = run(&mut stage, late).expect("received late");
        void(&mut stage, &late).expect("voided");
        join(&mut stage, "SHOP", 12).expect_err("goods moved after that");
        change(&mut stage, "SHOP", CostingScope::Organization, None).expect("joined again").expect("a movement");
        assert_eq!(pools(&stage).len(), 1, "{sku}");
    }
}

#[test]
fn what_cannot_be_valued_together_is_refused_and_says_why() {
    let mut stage = joined("FIFO");
    let refused = join(&mut stage, "SHOP", 11).expect_err("it is so already");
    assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::FieldsConflict, "/costingScope"));
    let dated = change(&mut stage, "SHOP", CostingScope::Warehouse, Some(11)).expect_err("as they lie now");
    assert_eq!((dated.code, dated.errors[0].pointer.as_str()), (Code::FieldsConflict, "/occurredAt"));

    let mut stage = crate::stock::goods::tests::stage();
    stage.run(account("1250", AccountType::Asset, Some(ControlFor::Stock))).expect("account");
    run(&mut stage, in_shop(movement(MovementKind::Receipt, 5, vec![line("FIFO", "3", Some("10.00"))])))
        .expect("received");
    assert_eq!(join(&mut stage, "SHOP", 4).expect_err("goods came after that").code, Code::BeforeScopeChange);
    join(&mut stage, "MAIN", 6).expect("nothing lies there");
    let other = account_id(&stage, "1250");
    let shop = Warehouse { valuation_account_id: TypedId::parse(&other), ..warehouse(&stage, "MAIN") };
    stage.model.put(&shop);
    let refused = join(&mut stage, "SHOP", 6).expect_err("on two accounts");
    assert_eq!((refused.code, refused.resolutions[0].rel), (Code::AccountNotUsable, "reclassify"));
}

#[test]
fn costs_that_come_later_and_goods_that_go_back_find_their_receipt_where_it_went() {
    let mut stage = joined("FIFO");
    for (code, kind, subtype) in [
        ("2015", AccountType::Liability, AccountSubtype::LandedCostClearing),
        ("1170", AccountType::Asset, AccountSubtype::SupplierReturns),
    ] {
        stage.run(CreateAccount { subtype: Some(subtype), ..account(code, kind, None) }).expect("account");
    }
    let receipts = stage.rows::<StockMovement>().into_iter().filter(|row| row.kind == MovementKind::Receipt);
    let receipt = receipts.min_by_key(|row| row.occurred_at).expect("a receipt").id.to_string();
    let mut freight = movement(MovementKind::LandedCost, 12, Vec::new());
    (freight.new.warehouse, freight.new.of_movement) = (None, Some(Sought::of(&receipt)));
    freight.new.amount = Some(decimal("3.00"));
    run(&mut stage, freight).expect("freight");
    assert_eq!(balances(&stage)["1200"], 3300, "all of the receipt is there");
    let mut back = in_shop(movement(MovementKind::SupplierReturn, 13, vec![line("FIFO", "3", None)]));
    back.new.of_movement = Some(Sought::of(&receipt));
    run(&mut stage, back).expect("sent back");
    assert_eq!(pools(&stage), [(2, 2000)]);
}

#[test]
fn costs_that_come_later_follow_the_goods_of_a_receipt_where_a_part_of_them_went() {
    for (of_shop, wanted) in [(true, [(2, 1433), (3, 1867)]), (false, [(2, 1433), (3, 1867)])] {
        let mut stage = joined("FIFO");
        let clearing = AccountSubtype::LandedCostClearing;
        let clearing = CreateAccount { subtype: Some(clearing), ..account("2015", AccountType::Liability, None) };
        stage.run(clearing).expect("account");
        let mut receipts = stage.rows::<StockMovement>();
        receipts.retain(|row| row.kind == MovementKind::Receipt);
        receipts.sort_by_key(|row| row.occurred_at);
        let leaves = if of_shop { "SHOP" } else { "MAIN" };
        let lies_apart = change(&mut stage, leaves, CostingScope::Warehouse, None).expect("apart");
        assert!(lies_apart.is_some());
        let mut freight = movement(MovementKind::LandedCost, 12, Vec::new());
        (freight.new.warehouse, freight.new.of_movement) = (None, Some(Sought::Id(receipts[0].id)));
        freight.new.amount = Some(decimal("3.00"));
        freight.new.occurred_at = None;
        let freight = run(&mut stage, freight).expect("freight");
        assert_eq!(balances(&stage)["1200"], 3300, "all of the receipt is there");
        assert_eq!(pools(&stage), wanted, "{leaves} leaves");
        void(&mut stage, &freight).expect("voided");
        assert_eq!(balances(&stage)["1200"], 3000);
    }
}

#[test]
fn a_warehouse_that_only_a_change_of_shared_costs_names_is_not_deleted() {
    use crate::commands::warehouses::delete::DeleteWarehouse;
    use crate::commands::warehouses::reclassify::ReclassifyWarehouse;
    use crate::rows::ControlFor;
    let mut stage = joined("FIFO");
    stage.run(account("1260", AccountType::Asset, Some(ControlFor::Stock))).expect("account");
    let fields = WarehouseChange {
        code: Some("ZERO".to_owned()),
        name: Some("Nothing ever lay here".to_owned()),
        costing_scope: Some(CostingScope::Organization),
        ..WarehouseChange::default()
    };
    let zero = stage.run(CreateWarehouse { fields }).expect("warehouse").subject;
    let (to_account, description) = (IdOrCode::Code("1260".to_owned()), String::new());
    let warehouse = zero.clone();
    let all = ReclassifyWarehouse {
        warehouse: Sought::of(&warehouse),
        if_match: None,
        to_account,
        occurred_at: None,
        description,
    };
    stage.run(all).expect("reclassified");
    assert_books_follow(&stage);
    let refused =
        stage.run(DeleteWarehouse { warehouse: Sought::of(&zero), if_match: None }).expect_err("a line names it");
    assert_eq!((refused.code, refused.resolutions[0].rel), (Code::WarehouseInUse, "deactivate"));
}
