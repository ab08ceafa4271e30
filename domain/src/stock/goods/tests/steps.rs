//! Goods in transit between two warehouses, and goods made of goods.

use super::*;
use crate::commands::movements::close::CloseTransfer;
use crate::commands::movements::receive::{Arrived, ReceiveTransfer};
use crate::rows::ControlFor;
use crate::value::Sought;
use crate::value::movement_kind::{CostingPlace, TransferMode};

pub(super) fn stage() -> Stage {
    let mut stage = crate::stock::goods::tests::stage();
    stage.run(account("1210", AccountType::Asset, Some(ControlFor::Stock))).expect("account");
    let in_transit = Patch::Set(Sought::of(&account_id(&stage, "1210")));
    stage.run(UpdateOrganization { in_transit_account_id: in_transit, ..UpdateOrganization::default() }).expect("set");
    stage
}

pub(super) fn dispatched(stage: &mut Stage, sku: &str, quantity: &str) -> String {
    let mut transfer = movement(MovementKind::Transfer, 3, vec![line(sku, quantity, None)]);
    transfer.new.mode = Some(TransferMode::TwoStep);
    run(stage, transfer).expect("dispatched")
}

pub(super) fn receive(stage: &mut Stage, transfer: &str, day: i8, quantity: Option<&str>) -> Result<String, Rejection> {
    let quantity = quantity.map(decimal);
    let lines = quantity.map(|_| Arrived { of_line: 1, quantity, location: None }).into_iter().collect();
    let command = ReceiveTransfer {
        movement: Sought::of(transfer),
        if_match: None,
        occurred_at: Some(When::On(date(2010, 1, day))),
        costing: CostingPlace::InOrder,
        lines,
        reference: None,
        description: String::new(),
        dimensions: None,
    };
    let done = stage.run(command).map(|reply| reply.subject);
    assert_books_follow(stage);
    done
}

pub(super) fn close(stage: &mut Stage, transfer: &str, day: i8) -> Result<String, Rejection> {
    let command = CloseTransfer {
        movement: Sought::of(transfer),
        if_match: None,
        reason: "Fell off the lorry".to_owned(),
        reason_code: None,
        occurred_at: Some(When::On(date(2010, 1, day))),
        costing: CostingPlace::InOrder,
        dimensions: None,
    };
    let done = stage.run(command).map(|reply| reply.subject);
    assert_books_follow(stage);
    done
}

#[test]
fn what_is_in_transit_comes_in_parts_that_sum_to_what_left_and_the_rest_is_lost() {
    for sku in ["FIFO", "AVG"] {
        let mut stage = stage();
        run(&mut stage, movement(MovementKind::Receipt, 2, vec![line(sku, "4", Some("10.01"))])).expect("received");
        let transfer = dispatched(&mut stage, sku, "3");
        assert_eq!(balances(&stage), at(&[("1200", 250), ("1210", 751), ("2100", -1001)]));
        let first = receive(&mut stage, &transfer, 4, Some("1")).expect("came");
        assert_eq!(balances(&stage)["1210"], 501);
        let refused = receive(&mut stage, &transfer, 4, Some("3")).expect_err("two are in transit");
        assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::TakesTooMuch, "/lines/0/quantity"));
        let shop = stage.rows::<crate::rows::Warehouse>().into_iter().find(|house| house.code == "SHOP");
        let fields =
            WarehouseChange { status: Some(crate::rows::WarehouseStatus::Inactive), ..WarehouseChange::default() };
        let warehouse = shop.expect("warehouse").id.to_string();
        let deactivate = crate::commands::warehouses::update::UpdateWarehouse {
            warehouse: Sought::of(&warehouse),
            if_match: None,
            fields,
        };
        assert_eq!(stage.run(deactivate).expect_err("goods are on their way").code, Code::WarehouseNotEmpty);
        assert_eq!(void(&mut stage, &transfer).expect_err("some came").code, Code::MovementHasDependents);
        let lost = close(&mut stage, &transfer, 6).expect("closed");
        assert_eq!(balances(&stage), at(&[("1200", 500), ("2100", -1001), ("5100", 501)]));
        for again in [receive(&mut stage, &transfer, 7, None), close(&mut stage, &transfer, 7)] {
            assert_eq!(again.expect_err("nothing is in transit").code, Code::NothingInTransit);
        }
        // A cheaper receipt before all of it: each part costs its share of less.
        let late = movement(MovementKind::Receipt, 1, vec![line(sku, "4", Some("2.00"))]);
        let late = run(&mut stage, late).expect("received late");
        assert_eq!(balances(&stage).get("1210"), None, "nothing stays in transit");
        void(&mut stage, &late).expect("voided");
        void(&mut stage, &lost).expect("it is in transit again");
        assert_eq!(balances(&stage)["1210"], 501);
        receive(&mut stage, &transfer, 8, None).expect("the rest came");
        assert_eq!(balances(&stage), at(&[("1200", 1001), ("2100", -1001)]));
        void(&mut stage, &first).expect("one is in transit again, whichever came first");
        assert_eq!(balances(&stage)["1200"] + balances(&stage)["1210"], 1001);
    }
}

#[test]
fn a_transfer_in_one_step_has_nothing_in_transit() {
    let mut stage = stage();
    run(&mut stage, movement(MovementKind::Receipt, 2, vec![line("FIFO", "4", Some("10.00"))])).expect("received");
    let direct = run(&mut stage, movement(MovementKind::Transfer, 3, vec![line("FIFO", "1", None)])).expect("moved");
    assert_eq!(receive(&mut stage, &direct, 4, None).expect_err("it came").code, Code::NothingInTransit);
    let transfer = dispatched(&mut stage, "FIFO", "1");
    void(&mut stage, &transfer).expect("voided");
    assert_eq!(close(&mut stage, &transfer, 4).expect_err("it was voided").code, Code::NothingInTransit);
    let mut within = movement(MovementKind::Transfer, 3, vec![line("FIFO", "1", None)]);
    (within.new.mode, within.new.to_warehouse) = (Some(TransferMode::TwoStep), within.new.warehouse.clone());
    assert_eq!(run(&mut stage, within).expect_err("it stays").code, Code::TransferToItself);
}

fn part(sku: &str, quantity: &str, is_component: bool, weight: Option<i64>) -> NewMovementLine {
    NewMovementLine { is_component: Some(is_component), weight, ..line(sku, quantity, None) }
}

#[test]
fn goods_made_of_goods_cost_what_went_into_them_and_what_was_absorbed() {
    let mut stage = stage();
    let lines = vec![line("FIFO", "3", Some("10.00")), line("AVG", "2", Some("5.00"))];
    run(&mut stage, movement(MovementKind::Receipt, 2, lines)).expect("received");
    let lines = vec![part("FIFO", "2", true, None), part("STD", "1", false, Some(1)), part("AVG", "1", false, Some(2))];
    let mut made = movement(MovementKind::Assembly, 4, lines.clone());
    made.new.amount = Some(decimal("1.00"));
    let refused = run(&mut stage, made.clone()).expect_err("absorbed from where");
    assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::MovementIncomplete, "/offsetAccountId"));
    made.new.offset_account = Some(IdOrCode::Code("5100".to_owned()));
    let made = run(&mut stage, made).expect("made");
    // 6.67 and 1.00 make 7.67: 2.56 of it for one at standard 2.50, 5.11 for the other.
    assert_eq!(balances(&stage), at(&[("1200", 1594), ("2100", -1500), ("5100", -100), ("5900", 6)]));
    let late = movement(MovementKind::Receipt, 1, vec![line("FIFO", "3", Some("1.00"))]);
    let late = run(&mut stage, late).expect("received late");
    // The components cost 0.67 now: 1.67, of which 0.56 and 1.11.
    assert_eq!(balances(&stage), at(&[("1200", 1894), ("2100", -1600), ("5100", -100), ("5900", -194)]));
    void(&mut stage, &late).expect("voided");
    void(&mut stage, &made).expect("voided");
    assert_eq!(balances(&stage), at(&[("1200", 1500), ("2100", -1500)]));
    let apart = vec![part("FIFO", "1", true, None), part("AVG", "2", false, None)];
    run(&mut stage, movement(MovementKind::Disassembly, 5, apart)).expect("taken apart");
    assert_eq!(balances(&stage), at(&[("1200", 1500), ("2100", -1500)]));
}

#[test]
fn an_assembly_that_does_not_say_what_becomes_of_what_is_refused() {
    let mut stage = stage();
    run(&mut stage, movement(MovementKind::Receipt, 2, vec![line("FIFO", "3", Some("10.00"))])).expect("received");
    for (lines, pointer) in [
        (vec![part("FIFO", "1", true, None)], "/lines"),
        (vec![part("AVG", "1", false, None), part("FIFO", "1", true, None)], "/lines/1/role"),
        (vec![line("FIFO", "1", None), part("AVG", "1", false, None)], "/lines/0/role"),
        (vec![part("FIFO", "1", true, Some(1)), part("AVG", "1", false, None)], "/lines/0/weight"),
        (
            vec![part("FIFO", "1", true, None), part("AVG", "1", false, None), part("STD", "1", false, None)],
            "/lines/1/weight",
        ),
    ] {
        let refused = run(&mut stage, movement(MovementKind::Assembly, 4, lines)).expect_err(pointer);
        assert_eq!(refused.errors[0].pointer, pointer);
    }
}

#[test]
fn what_is_lost_in_transit_goes_to_the_account_of_the_reason_that_the_close_gives() {
    use crate::commands::reason_codes::create::CreateReasonCode;
    use crate::stock::reason_codes::change::ReasonCodeChange;
    let mut stage = stage();
    stage.run(account("5150", AccountType::Expense, None)).expect("account");
    let fields = ReasonCodeChange {
        code: Some("LOST".to_owned()),
        name: Some("Lost on the way".to_owned()),
        account_id: Patch::Set(Sought::of(&account_id(&stage, "5150"))),
        ..ReasonCodeChange::default()
    };
    stage.run(CreateReasonCode { fields }).expect("reason");
    run(&mut stage, movement(MovementKind::Receipt, 2, vec![line("FIFO", "4", Some("10.01"))])).expect("received");
    let transfer = dispatched(&mut stage, "FIFO", "4");
    receive(&mut stage, &transfer, 4, Some("3")).expect("three came");
    let command = CloseTransfer {
        movement: Sought::of(&transfer),
        if_match: None,
        reason: "Fell off the lorry".to_owned(),
        reason_code: Some(IdOrCode::Code("lost".to_owned())),
        occurred_at: Some(When::On(date(2010, 1, 5))),
        costing: CostingPlace::InOrder,
        dimensions: None,
    };
    stage.run(command).expect("closed");
    assert_books_follow(&stage);
    assert_eq!(balances(&stage), at(&[("1200", 750), ("2100", -1001), ("5150", 251)]));
}
