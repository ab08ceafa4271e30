//! Late movements are costed as of their recording, if somebody who may post late wants it so.

use super::*;
use crate::book::context::Actor;
use crate::rows::{PrincipalKind, StockMovement};
use crate::testing::ADMIN;
use crate::value::Sought;
use crate::value::movement_kind::CostingPlace;
use crate::value::permission::BuiltInRole;

fn late(kind: MovementKind, day: i8, line: NewMovementLine) -> CreateMovement {
    let mut late = movement(kind, day, vec![line]);
    late.new.costing = CostingPlace::Prospective;
    late
}

#[test]
fn what_is_costed_prospectively_moved_when_it_moved_and_costs_what_such_goods_cost_now() {
    for sku in ["FIFO", "AVG", "STD"] {
        let mut stage = stage();
        run(&mut stage, movement(MovementKind::Receipt, 5, vec![line(sku, "10", Some("20.00"))])).expect("received");
        run(&mut stage, movement(MovementKind::Issue, 6, vec![line(sku, "5", None)])).expect("issued");
        let (before, entries) = (balances(&stage).get("5000").copied(), stage.rows::<Entry>().len());
        let came = late(MovementKind::Receipt, 3, line(sku, "10", Some("100.00")));
        let came = run(&mut stage, came).expect("received late");
        assert_eq!(stage.rows::<Entry>().len(), entries + 1, "{sku}: nothing is costed anew");
        assert_eq!(balances(&stage).get("5000").copied(), before);
        let row = stage.rows::<StockMovement>().into_iter().find(|row| row.id.to_string() == came).expect("a movement");
        assert_eq!(row.posting_date, Some(date(2010, 12, 1)));
        assert!(row.costed_at > row.occurred_at, "{row:?}");
        run(&mut stage, late(MovementKind::Issue, 4, line(sku, "6", None))).expect("issued late");
        let cost = balances(&stage)["5000"] - before.unwrap_or(0);
        // Five at 2.00 and one at 10.00; six of fifteen for 110.00; six at 2.50.
        let wanted = match sku {
            "FIFO" => 2000,
            "AVG" => 4400,
            _ => 1500,
        };
        assert_eq!(cost, wanted, "{sku}");
        let refused = void(&mut stage, &came).expect_err("it was issued before others came");
        assert_eq!(refused.code, Code::WouldGoNegative);
    }
}

#[test]
fn what_left_before_it_came_is_refused_whenever_it_is_costed() {
    let mut stage = stage();
    run(&mut stage, movement(MovementKind::Receipt, 10, vec![line("FIFO", "10", Some("20.00"))])).expect("received");
    let refused = run(&mut stage, late(MovementKind::Issue, 9, line("FIFO", "1", None))).expect_err("not there yet");
    assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::InsufficientStock, "/lines/0/quantity"));
    run(&mut stage, late(MovementKind::Issue, 11, line("FIFO", "8", None))).expect("issued late");
    // By its costs there are ten on the 12th, by its goods two.
    let refused = run(&mut stage, movement(MovementKind::Issue, 12, vec![line("FIFO", "3", None)]));
    assert_eq!(refused.expect_err("two are left").code, Code::WouldGoNegative);
    run(&mut stage, movement(MovementKind::Issue, 12, vec![line("FIFO", "2", None)])).expect("the last two");
}

#[test]
fn who_may_not_be_late_has_nothing_costed_later_and_a_draft_keeps_what_was_chosen() {
    let mut stage = stage();
    run(&mut stage, movement(MovementKind::Receipt, 5, vec![line("FIFO", "10", Some("20.00"))])).expect("received");
    let poster = Actor {
        principal: ADMIN,
        kind: PrincipalKind::Foreign,
        claimed_roles: Some(vec![BuiltInRole::WarehouseOperator]),
        scope: Some(BuiltInRole::WarehouseOperator.permissions()),
    };
    let refused = stage.run_as(poster, late(MovementKind::Issue, 6, line("FIFO", "1", None))).expect_err("not late");
    assert_eq!(refused.code, Code::Forbidden);
    let mut draft = late(MovementKind::Issue, 6, line("FIFO", "1", None));
    draft.new.post = false;
    let draft = run(&mut stage, draft).expect("drafted");
    stage
        .run(crate::commands::movements::post::PostMovement { movement: Sought::of(&draft), if_match: None })
        .expect("posted");
    assert_books_follow(&stage);
    let row = stage.rows::<StockMovement>().into_iter().find(|row| row.id.to_string() == draft).expect("a movement");
    assert_eq!((row.costing, row.posting_date), (CostingPlace::Prospective, Some(date(2010, 12, 1))));
    let mut change =
        late(MovementKind::CostingChange, 7, NewMovementLine { quantity: None, ..line("FIFO", "1", None) });
    change.new.lines[0].to_method = Some(CostingMethod::Average);
    let refused = run(&mut stage, change).expect_err("a change of valuation is no late entry");
    assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::FieldsConflict, "/costing"));
}
