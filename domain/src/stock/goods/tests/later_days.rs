//! Goods were there when they left, each lot, piece, bin and warehouse for itself, and a void returns goods to where
//! they may lie.

use super::*;
use crate::book::context::Actor;
use crate::commands::lots::create::CreateLot;
use crate::commands::lots::create::tests::tracked;
use crate::commands::serials::create::CreateSerial;
use crate::rows::{
    BinsMode, ControlFor, CostingScope, LotChange, NegativeStock, PrincipalKind, SerialChange, StockMovement, Tracking,
    WarehouseStatus,
};
use crate::stock::goods::tests::places::{bin, change, lying, refusal};
use crate::testing::{warehouse, warehouse_id};
use crate::value::Sought;
use crate::value::id::PrincipalId;
use crate::value::movement_kind::TransferMode;

fn lot(mut movement: CreateMovement, number: &str) -> CreateMovement {
    movement.new.lines[0].lot = Some(IdOrCode::Code(number.to_owned()));
    movement
}

fn piece(mut movement: CreateMovement, number: &str) -> CreateMovement {
    movement.new.lines[0].serial = Some(IdOrCode::Code(number.to_owned()));
    movement
}

fn at_bin(mut movement: CreateMovement, code: &str) -> CreateMovement {
    movement.new.lines[0].location = Some(IdOrCode::Code(code.to_owned()));
    movement
}

fn in_warehouse(mut movement: CreateMovement, code: &str) -> CreateMovement {
    movement.new.warehouse = Some(IdOrCode::Code(code.to_owned()));
    movement
}

fn receipt(sku: &str, day: i8) -> CreateMovement {
    movement(MovementKind::Receipt, day, vec![line(sku, "5", Some("10.00"))])
}

fn issue(sku: &str, day: i8) -> CreateMovement {
    movement(MovementKind::Issue, day, vec![line(sku, "2", None)])
}

/// Nothing of the second half leaves before it comes on the tenth, though the first half was there, and all of it may then.
fn assert_each_for_itself(stage: &mut Stage, made: impl Fn(CreateMovement, bool) -> CreateMovement, sku: &str) {
    run(stage, made(receipt(sku, 1), true)).expect("the first half");
    run(stage, made(receipt(sku, 10), false)).expect("the second half");
    let refused = run(stage, made(issue(sku, 5), false)).expect_err("it came later");
    assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::InsufficientStock, "/lines/0/quantity"));
    let told: Vec<_> = refused.context.iter().filter(|(name, _)| ["date", "available"].contains(name)).collect();
    assert_eq!(told.len(), 2, "{refused:?}");
    assert!(refused.detail.starts_with("on 2010-01-05 2 of item"), "{}", refused.detail);
    run(stage, made(issue(sku, 5), true)).expect("of the first half");
    run(stage, made(issue(sku, 10), false)).expect("on the day");
    // Between, as much leaves as is there until it leaves for good.
    let later = run(stage, made(issue(sku, 20), true)).expect("later");
    let early = run(stage, made(issue(sku, 12), true)).expect_err("one is left");
    let told = early.context.iter().find(|(name, _)| *name == "movementId").map(|(_, value)| value.clone());
    assert_eq!((early.code, told), (Code::WouldGoNegative, Some(later.clone().into())), "{early:?}");
    void(stage, &later).expect("voided");
    run(stage, made(issue(sku, 12), true)).expect("two are left");
    // A receipt whose goods have left since is not voided, though other goods came later.
    run(stage, made(receipt(sku, 25), true)).expect("more came");
    let first = stage.rows::<StockMovement>().into_iter().find(|one| one.kind == MovementKind::Receipt).expect("one");
    assert_eq!(void(stage, &first.id.to_string()).expect_err("four left").code, Code::WouldGoNegative);
}

#[test]
fn no_lot_leaves_before_it_came() {
    let mut stage = stage();
    let milk = tracked(&mut stage, "MILK", Tracking::Lot);
    for number in ["A", "B"] {
        let fields = LotChange { number: Some(number.to_owned()), ..LotChange::default() };
        stage.run(CreateLot { item: Sought::of(&milk), fields }).expect("lot");
    }
    assert_each_for_itself(&mut stage, |made, first| lot(made, if first { "A" } else { "B" }), "MILK");
}

#[test]
fn nothing_leaves_a_bin_before_it_came_there() {
    let mut stage = stage();
    for code in ["A", "B"] {
        bin(&mut stage, "MAIN", code, None);
    }
    assert_each_for_itself(&mut stage, |made, first| at_bin(made, if first { "A" } else { "B" }), "AVG");
}

#[test]
fn nothing_leaves_a_warehouse_that_shares_its_costs_before_it_came_there() {
    let mut stage = stage();
    for code in ["MAIN", "SHOP"] {
        let shared = WarehouseChange { costing_scope: Some(CostingScope::Organization), ..WarehouseChange::default() };
        change(&mut stage, code, shared).expect("shared");
    }
    assert_each_for_itself(&mut stage, |made, first| in_warehouse(made, if first { "MAIN" } else { "SHOP" }), "FIFO");
}

fn with_pieces(numbers: &[&str]) -> Stage {
    let mut stage = stage();
    stage.run(account("1210", AccountType::Asset, Some(ControlFor::Stock))).expect("account");
    let in_transit = Patch::Set(Sought::of(&account_id(&stage, "1210")));
    stage.run(UpdateOrganization { in_transit_account_id: in_transit, ..UpdateOrganization::default() }).expect("set");
    let drill = tracked(&mut stage, "DRILL", Tracking::Serial);
    for number in numbers {
        let fields = SerialChange { number: Some((*number).to_owned()), ..SerialChange::default() };
        stage.run(CreateSerial { item: Sought::of(&drill), fields }).expect("piece");
    }
    stage
}

fn one(kind: MovementKind, day: i8, number: &str) -> CreateMovement {
    let cost = (kind == MovementKind::Receipt).then_some("9.00");
    piece(movement(kind, day, vec![line("DRILL", "1", cost)]), number)
}

#[test]
fn a_piece_is_in_one_place_on_every_day_and_nowhere_while_it_is_in_transit() {
    let mut stage = with_pieces(&["P-1", "P-2"]);
    run(&mut stage, one(MovementKind::Receipt, 20, "P-1")).expect("received");
    let early = run(&mut stage, one(MovementKind::Issue, 19, "P-1")).expect_err("it came on the 20th");
    assert_eq!(early.code, Code::InsufficientStock);
    run(&mut stage, one(MovementKind::Issue, 24, "P-1")).expect("sold");
    for place in ["MAIN", "SHOP"] {
        let again =
            run(&mut stage, in_warehouse(one(MovementKind::Receipt, 22, "P-1"), place)).expect_err("it was there");
        assert_eq!(again.code, Code::SerialInStock, "{again:?}");
    }
    run(&mut stage, in_warehouse(one(MovementKind::Receipt, 25, "P-1"), "SHOP")).expect("bought back");
    run(&mut stage, one(MovementKind::Receipt, 10, "P-2")).expect("received");
    let mut sent = one(MovementKind::Transfer, 12, "P-2");
    sent.new.mode = Some(TransferMode::TwoStep);
    let sent = run(&mut stage, sent).expect("dispatched");
    for kind in [MovementKind::Receipt, MovementKind::Adjustment] {
        let mut second = one(kind, 15, "P-2");
        second.new.lines[0].total_cost = Some(decimal("9.00"));
        assert_eq!(run(&mut stage, second).expect_err("it is on its way").code, Code::SerialInStock);
    }
    void(&mut stage, &sent).expect("it never left");
    run(&mut stage, one(MovementKind::Issue, 15, "P-2")).expect("it is there");
}

#[test]
fn where_stock_may_be_negative_only_what_leaves_for_good_goes_below_in_any_place() {
    let mut stage = stage();
    for code in ["X", "Y"] {
        bin(&mut stage, "MAIN", code, None);
    }
    let allow = WarehouseChange { negative_stock: Some(NegativeStock::Allow), ..WarehouseChange::default() };
    change(&mut stage, "MAIN", allow).expect("allowed");
    run(&mut stage, at_bin(receipt("FIFO", 1), "Y")).expect("five lie elsewhere");
    let put = NewMovementLine { to_location: Some(IdOrCode::Code("Y".to_owned())), ..line("FIFO", "2", None) };
    let mut inside = at_bin(movement(MovementKind::Transfer, 3, vec![put]), "X");
    inside.new.to_warehouse = None;
    let below = Err((Code::InsufficientStock, "/lines/0/quantity".to_owned()));
    assert_eq!(refusal(run(&mut stage, inside)), below);
    let mut used = at_bin(movement(MovementKind::InternalUse, 3, vec![line("FIFO", "2", None)]), "X");
    used.new.offset_account = Some(IdOrCode::Code("5000".to_owned()));
    assert_eq!(refusal(run(&mut stage, used)), below);
    let away = at_bin(movement(MovementKind::Transfer, 3, vec![line("FIFO", "2", None)]), "X");
    assert_eq!(refusal(run(&mut stage, away)), below);
    run(&mut stage, at_bin(issue("FIFO", 3), "X")).expect("owed");
    assert_eq!(lying(&stage).into_iter().collect::<Vec<_>>(), [("X".to_owned(), -2), ("Y".to_owned(), 5)]);
}

#[test]
fn nothing_is_taken_back_to_where_goods_may_not_lie() {
    let mut stage = stage();
    run(&mut stage, receipt("FIFO", 1)).expect("received");
    let sold = run(&mut stage, movement(MovementKind::Issue, 2, vec![line("FIFO", "5", None)])).expect("sold");
    let status = |status| WarehouseChange { status: Some(status), ..WarehouseChange::default() };
    for (code, put_by) in
        [("SHOP", None), ("MAIN", Some(WarehouseStatus::Inactive)), ("MAIN", Some(WarehouseStatus::Frozen))]
    {
        let Some(put_by) = put_by else {
            change(&mut stage, code, WarehouseChange { is_default: Some(true), ..WarehouseChange::default() })
                .expect("set");
            continue;
        };
        change(&mut stage, code, status(put_by)).expect("set");
        let refused = void(&mut stage, &sold).expect_err("it takes nothing");
        assert_eq!((refused.code, refused.errors.len()), (Code::WarehouseNotUsable, 0));
        change(&mut stage, code, status(WarehouseStatus::Active)).expect("in use again");
    }
    let main = warehouse_id(&stage, "MAIN");
    warehouse(&mut stage, "BELOW", Some(&main));
    let refused = void(&mut stage, &sold).expect_err("it groups others");
    assert!(refused.detail.contains("groups others"), "{}", refused.detail);
    bin(&mut stage, "SHOP", "A", None);
    run(&mut stage, in_warehouse(at_bin(receipt("AVG", 1), "A"), "SHOP")).expect("received");
    let all = movement(MovementKind::Issue, 2, vec![line("AVG", "5", None)]);
    let sold = run(&mut stage, in_warehouse(at_bin(all, "A"), "SHOP")).expect("sold");
    let none = WarehouseChange { bins_mode: Some(BinsMode::None), ..WarehouseChange::default() };
    change(&mut stage, "SHOP", none).expect("no bins any more");
    assert_eq!(void(&mut stage, &sold).expect_err("it keeps no bins").code, Code::LocationNotUsable);
    let optional = WarehouseChange { bins_mode: Some(BinsMode::Optional), ..WarehouseChange::default() };
    change(&mut stage, "SHOP", optional).expect("bins again");
    void(&mut stage, &sold).expect("taken back");
}

#[test]
fn who_posted_a_movement_does_not_void_it_where_the_organization_wants_another_person() {
    let mut stage = stage();
    let came = run(&mut stage, receipt("FIFO", 1)).expect("received");
    let other = UpdateOrganization { voider_not_poster: Some(true), ..UpdateOrganization::default() };
    stage.run(other).expect("set");
    assert_eq!(void(&mut stage, &came).expect_err("the same person").code, Code::SeparationOfDuties);
    let system =
        Actor { principal: PrincipalId([7; 16]), kind: PrincipalKind::System, claimed_roles: None, scope: None };
    let command = VoidMovement {
        movement: Sought::of(&came),
        reason: "never came".to_owned(),
        reservations: Default::default(),
        if_match: None,
    };
    stage.run_as(system, command).expect("somebody else");
}
