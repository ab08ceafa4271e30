//! Frozen goods do not move, all others do, and a pool that is still broken is not released.

use crate::commands::frozen_pools::freeze::FreezePool;
use crate::commands::frozen_pools::release::{Finding, ReleasePool};
use crate::rows::items::Item;
use crate::rows::{FrozenPool, FrozenPoolStatus, Warehouse};
use crate::stock::goods::tests::{assert_books_follow, line, movement, stage, void};
use crate::testing::Stage;
use crate::value::id::{ItemId, WarehouseId};
use crate::value::limits;
use crate::value::movement_kind::MovementKind;
use crate::value::rejection::{Code, Rejection};
use crate::value::{IdOrCode, Sought};

fn item(stage: &Stage, sku: &str) -> ItemId {
    stage.rows::<Item>().into_iter().find(|item| item.sku == sku).expect("item").id
}

fn warehouse(stage: &Stage, code: &str) -> WarehouseId {
    stage.rows::<Warehouse>().into_iter().find(|warehouse| warehouse.code == code).expect("warehouse").id
}

fn freeze(stage: &mut Stage, item: Option<ItemId>, warehouse: Option<WarehouseId>) -> Result<String, Rejection> {
    let command = FreezePool {
        item: item.map(Sought::Id),
        warehouse: warehouse.map(Sought::Id),
        invariant: Some("stock.pools".to_owned()),
        reason: "its value in the books is 7 instead of 6".to_owned(),
    };
    stage.run(command).map(|reply| reply.subject)
}

fn release(stage: &mut Stage, id: &str, found: Vec<Finding>) -> Result<i64, Rejection> {
    let reason = "rebuilt".to_owned();
    let command = ReleasePool { frozen_pool: Sought::of(id), reason, found, if_match: None };
    stage.run(command).map(|reply| reply.version)
}

fn finding(item: Option<ItemId>, warehouse: Option<WarehouseId>) -> Finding {
    Finding { item, warehouse, invariant: "stock.pools".to_owned() }
}

/// A stage on which each item has been received in both warehouses.
fn stocked() -> (Stage, String) {
    let mut stage = stage();
    let mut first = None;
    for sku in ["FIFO", "AVG"] {
        let receipt = movement(MovementKind::Receipt, 2, vec![line(sku, "10", Some("10.00"))]);
        let made = stage.run(receipt).expect("received").subject;
        first.get_or_insert(made);
        stage.run(movement(MovementKind::Transfer, 3, vec![line(sku, "4", None)])).expect("moved");
    }
    (stage, first.expect("a receipt"))
}

#[test]
fn frozen_goods_neither_move_nor_change_their_worth_and_all_else_does() {
    let (mut stage, receipt) = stocked();
    let (fifo, main) = (item(&stage, "FIFO"), warehouse(&stage, "MAIN"));
    let id = freeze(&mut stage, Some(fifo), Some(main)).expect("frozen");
    let mut worth = movement(MovementKind::Revaluation, 5, vec![line("FIFO", "0", None)]);
    worth.new.lines[0].quantity = None;
    worth.new.lines[0].amount = crate::value::Decimal::parse("1.00").ok();
    worth.new.offset_account = Some(IdOrCode::Code("5100".to_owned()));
    let mut back = movement(MovementKind::Transfer, 5, vec![line("FIFO", "1", None)]);
    std::mem::swap(&mut back.new.warehouse, &mut back.new.to_warehouse);
    for (case, command) in [
        ("issue", movement(MovementKind::Issue, 5, vec![line("FIFO", "1", None)])),
        ("receipt", movement(MovementKind::Receipt, 5, vec![line("FIFO", "1", Some("1.00"))])),
        ("with others", movement(MovementKind::Issue, 5, vec![line("AVG", "1", None), line("FIFO", "1", None)])),
        ("away", movement(MovementKind::Transfer, 5, vec![line("FIFO", "1", None)])),
        ("here", back),
        ("its worth", worth),
    ] {
        let refused = stage.run(command).expect_err(case);
        assert_eq!(refused.code, Code::PoolFrozen, "{case}: {refused:?}");
        assert!(refused.context.iter().any(|(name, value)| *name == "frozenPoolId" && *value == id.as_str().into()));
    }
    assert_eq!(void(&mut stage, &receipt).expect_err("frozen").code, Code::PoolFrozen);
    stage.run(movement(MovementKind::Issue, 5, vec![line("AVG", "1", None)])).expect("another item moves");
    let mut elsewhere = movement(MovementKind::Issue, 5, vec![line("FIFO", "1", None)]);
    elsewhere.new.warehouse = elsewhere.new.warehouse.map(|_| crate::value::IdOrCode::Code("SHOP".into()));
    stage.run(elsewhere).expect("another warehouse moves");
    let mut draft = movement(MovementKind::Issue, 5, vec![line("FIFO", "1", None)]);
    draft.new.post = false;
    stage.run(draft).expect("a draft moves nothing");
    assert_eq!(release(&mut stage, &id, Vec::new()), Ok(2));
    stage.run(movement(MovementKind::Issue, 5, vec![line("FIFO", "1", None)])).expect("it moves again");
    assert_books_follow(&stage);
}

#[test]
fn what_a_change_of_the_past_leads_to_is_refused_where_it_reaches_frozen_goods() {
    let (mut stage, _) = stocked();
    let (fifo, shop) = (item(&stage, "FIFO"), warehouse(&stage, "SHOP"));
    freeze(&mut stage, Some(fifo), Some(shop)).expect("frozen");
    // Before the transfer: the goods that came to the shop would change their cost.
    let earlier = movement(MovementKind::Receipt, 1, vec![line("FIFO", "10", Some("99.00"))]);
    assert_eq!(stage.run(earlier).expect_err("reaches the shop").code, Code::PoolFrozen);
    let later = movement(MovementKind::Receipt, 4, vec![line("FIFO", "10", Some("99.00"))]);
    stage.run(later).expect("the shop does not learn of it");
}

#[test]
fn nothing_is_released_while_a_proof_finds_something_that_may_be_about_it() {
    let (mut stage, _) = stocked();
    let (fifo, avg) = (item(&stage, "FIFO"), item(&stage, "AVG"));
    let (main, shop) = (warehouse(&stage, "MAIN"), warehouse(&stage, "SHOP"));
    let id = freeze(&mut stage, Some(fifo), Some(main)).expect("frozen");
    for found in [finding(Some(fifo), Some(main)), finding(Some(fifo), None), finding(None, None)] {
        assert_eq!(release(&mut stage, &id, vec![found]).expect_err("broken").code, Code::InvariantBroken);
    }
    let elsewhere = vec![finding(Some(avg), Some(main)), finding(Some(fifo), Some(shop))];
    assert_eq!(release(&mut stage, &id, elsewhere), Ok(2));
    assert_eq!(release(&mut stage, &id, Vec::new()).expect_err("released").code, Code::PoolNotFrozen);
    assert_eq!(release(&mut stage, "frz_x", Vec::new()).expect_err("unknown").code, Code::NotFound);
    let stored = stage.rows::<FrozenPool>().remove(0);
    assert_eq!((stored.status, stored.release_reason.as_deref()), (FrozenPoolStatus::Released, Some("rebuilt")));
}

#[test]
fn goods_that_are_frozen_stay_frozen_as_they_are_and_very_many_are_all() {
    let (mut stage, _) = stocked();
    let fifo = item(&stage, "FIFO");
    let id = freeze(&mut stage, Some(fifo), None).expect("frozen");
    let main = warehouse(&stage, "MAIN");
    assert_eq!(freeze(&mut stage, Some(fifo), Some(main)), Ok(id));
    assert_eq!(stage.rows::<FrozenPool>().len(), 1);
    let mut rows = Vec::new();
    for number in 1..limits::FROZEN_POOLS {
        let fields = crate::stock::items::change::ItemChange {
            sku: Some(format!("S{number}")),
            name: Some("Thing".to_owned()),
            ..Default::default()
        };
        let made = stage.run(crate::commands::items::create::CreateItem { fields }).expect("item").subject;
        rows.push(made);
    }
    for made in rows {
        let id = <ItemId as crate::value::TypedId>::parse(&made);
        freeze(&mut stage, id, Some(main)).expect("frozen");
    }
    let avg = item(&stage, "AVG");
    freeze(&mut stage, Some(avg), Some(main)).expect("frozen");
    assert_eq!(stage.rows::<FrozenPool>().iter().filter(|frozen| frozen.item_id.is_none()).count(), 1);
    let mut elsewhere = movement(MovementKind::Issue, 5, vec![line("AVG", "1", None)]);
    elsewhere.new.warehouse = elsewhere.new.warehouse.map(|_| crate::value::IdOrCode::Code("SHOP".into()));
    assert_eq!(stage.run(elsewhere).expect_err("all goods are frozen").code, Code::PoolFrozen);
}

#[test]
fn what_is_found_of_goods_that_somebody_froze_is_noted_with_them_once() {
    let (mut stage, _) = stocked();
    let (fifo, main) = (item(&stage, "FIFO"), warehouse(&stage, "MAIN"));
    let by_hand = FreezePool {
        item: Some(Sought::Id(fifo)),
        warehouse: None,
        invariant: None,
        reason: "a leak in the roof".to_owned(),
    };
    let id = stage.run(by_hand.clone()).expect("frozen").subject;
    let found = FreezePool {
        warehouse: Some(Sought::Id(main)),
        invariant: Some("stock.pools".to_owned()),
        reason: "its value in the books is 7 instead of 6".to_owned(),
        ..by_hand.clone()
    };
    for (case, command, version, is_written) in
        [("by hand again", by_hand, 1, false), ("found", found.clone(), 2, true), ("found again", found, 2, false)]
    {
        let reply = stage.run(command).expect(case);
        assert_eq!((&reply.subject, reply.version, reply.facts.is_some()), (&id, version, is_written), "{case}");
    }
    let stored = stage.rows::<FrozenPool>();
    assert_eq!(stored.len(), 1);
    assert_eq!(
        (stored[0].invariant.as_deref(), stored[0].reason.as_str()),
        (Some("stock.pools"), "a leak in the roof")
    );
}

#[test]
fn goods_that_do_not_exist_are_refused_with_their_place() {
    let mut stage = stage();
    let main = warehouse(&stage, "MAIN").to_string();
    for (item, warehouse, code, pointer) in [
        (Some("item_x"), None, Code::UnknownReference, "/itemId"),
        (None, Some(main.as_str()), Code::FieldsConflict, "/warehouseId"),
    ] {
        let command = FreezePool {
            item: item.map(Sought::of),
            warehouse: warehouse.map(Sought::of),
            invariant: None,
            reason: "a leak".to_owned(),
        };
        let refused = stage.run(command).expect_err("refused");
        assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (code, pointer));
    }
}
