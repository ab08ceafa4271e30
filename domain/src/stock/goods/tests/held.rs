//! Held goods: every kind of warehouse, and every way out of it and into it.

use super::places::{bin, change, lying, refusal};
use super::*;
use crate::commands::locations::create::CreateLocation;
use crate::commands::locations::update::UpdateLocation;
use crate::commands::lots::create::tests::tracked;
use crate::rows::{ActiveState, Brought, LocationKind, LotChange, Tracking, WarehouseKind};
use crate::stock::locations::change::LocationChange;
use crate::testing::warehouse_id;
use crate::value::Instant;

/// A stage with goods in a warehouse X of this kind.
fn with_goods_in(kind: WarehouseKind) -> Stage {
    let mut stage = suppliers::stage();
    let (code, kind) = (Some("X".to_owned()), Some(kind));
    stage
        .run(CreateWarehouse { fields: WarehouseChange { name: code.clone(), code, kind, ..Default::default() } })
        .expect("warehouse");
    let mut came = movement(MovementKind::Receipt, 2, vec![line("FIFO", "20", Some("20.00"))]);
    if kind == Some(WarehouseKind::ConsignmentIn) {
        came.new.party = Some(IdOrCode::Code("Acme".to_owned()));
        came.new.warehouse = in_x();
        run(&mut stage, came).expect("consigned");
        return stage;
    }
    run(&mut stage, came).expect("received");
    let mut moved = movement(MovementKind::Transfer, 3, vec![line("FIFO", "20", None)]);
    moved.new.to_warehouse = in_x();
    run(&mut stage, moved).expect("set apart");
    stage
}

fn in_x<I>() -> Option<IdOrCode<I>> {
    Some(IdOrCode::Code("X".to_owned()))
}

/// One piece leaves X by a movement of this kind.
fn out_of_x(kind: MovementKind) -> CreateMovement {
    let quantity = if kind == MovementKind::Adjustment { "-1" } else { "1" };
    let goods = NewMovementLine { warehouse: in_x(), ..line("FIFO", quantity, None) };
    let mut out = movement(kind, 10, vec![goods]);
    match kind {
        MovementKind::InternalUse => out.new.offset_account = Some(IdOrCode::Code("5100".to_owned())),
        MovementKind::Assembly | MovementKind::Disassembly => {
            out.new.lines[0].is_component = Some(true);
            out.new.lines.push(NewMovementLine { is_component: Some(false), ..line("AVG", "1", None) });
        }
        _ => {}
    }
    out
}

#[test]
fn what_is_held_is_neither_sold_nor_used_nor_built_in_and_leaves_by_every_other_way() {
    use MovementKind::{Adjustment, Assembly, Disassembly, InternalUse, Issue, Scrap, SupplierReturn, Transfer};
    for house in WarehouseKind::ALL {
        let holds = ["quarantine", "scrap", "inTransit"].contains(&house.name());
        let mut stage = with_goods_in(*house);
        for kind in [Issue, InternalUse, Assembly, Disassembly] {
            let done = refusal(run(&mut stage, out_of_x(kind)));
            let told = format!("{} from {}", kind.name(), house.name());
            if holds {
                let refused = Err((Code::StockNotAvailable, "/lines/0/warehouseCode".to_owned()));
                assert_eq!(done, refused, "{told}");
                let draft = CreateMovement { new: NewMovement { post: false, ..out_of_x(kind).new } };
                assert_eq!(refusal(run(&mut stage, draft)), refused, "a draft of {told}");
            } else {
                assert_eq!(done, Ok(()), "{told}");
            }
        }
        for kind in [Transfer, Adjustment, Scrap, SupplierReturn] {
            let done = refusal(run(&mut stage, out_of_x(kind)));
            // What goes back to a supplier names its receipt; goods of others are sent back without one.
            let is_incomplete = kind == SupplierReturn && *house != WarehouseKind::ConsignmentIn;
            match done {
                Err((code, _)) if is_incomplete => assert_ne!(code, Code::StockNotAvailable, "{}", house.name()),
                done => assert_eq!(done, Ok(()), "{} from {}", kind.name(), house.name()),
            }
        }
    }
}

#[test]
fn goods_go_back_to_their_supplier_from_where_they_are_set_apart() {
    let mut stage = suppliers::stage();
    let (code, kind) = (Some("X".to_owned()), Some(WarehouseKind::Quarantine));
    let fields = WarehouseChange { name: code.clone(), code, kind, ..Default::default() };
    stage.run(CreateWarehouse { fields }).expect("warehouse");
    let mut came = movement(MovementKind::Receipt, 2, vec![line("FIFO", "2", Some("2.00"))]);
    came.new.party = Some(IdOrCode::Code("Acme".to_owned()));
    came.new.warehouse = in_x();
    let came = run(&mut stage, came).expect("received for inspection");
    let mut back = movement(MovementKind::SupplierReturn, 3, vec![line("FIFO", "2", None)]);
    back.new.of_movement = Some(Sought::of(&came));
    back.new.warehouse = in_x();
    run(&mut stage, back).expect("sent back");
    assert_eq!(lying(&stage), BTreeMap::new());
}

#[test]
fn goods_come_to_every_kind_of_warehouse_but_straight_into_transit_only_from_another_place() {
    use MovementKind::{Adjustment, Assembly, Disassembly, Opening, Receipt, Return};
    for house in WarehouseKind::ALL.iter().filter(|house| **house != WarehouseKind::ConsignmentIn) {
        let mut stage = with_goods_in(*house);
        run(&mut stage, movement(Receipt, 4, vec![line("FIFO", "9", Some("9.00"))])).expect("components");
        // Goods that come to scrap have no cost.
        let cost = (*house != WarehouseKind::Scrap).then_some("1.00");
        for kind in [Receipt, Opening, Return, Adjustment, Assembly, Disassembly] {
            let mut lines = vec![NewMovementLine { warehouse: in_x(), ..line("AVG", "1", cost) }];
            if matches!(kind, Assembly | Disassembly) {
                lines[0].total_cost = None;
                lines[0].is_component = Some(false);
                lines.insert(0, NewMovementLine { is_component: Some(true), ..line("FIFO", "1", None) });
            }
            let at = lines.len() - 1;
            let done = refusal(run(&mut stage, movement(kind, 10, lines)));
            // What is made has a cost, and goods in scrap have none.
            let is_refused = match house {
                WarehouseKind::InTransit => !matches!(kind, Opening | Adjustment),
                WarehouseKind::Scrap => matches!(kind, Assembly | Disassembly),
                _ => false,
            };
            let refused = Err((Code::WarehouseNotUsable, format!("/lines/{at}/warehouseCode")));
            let wanted = if is_refused { refused } else { Ok(()) };
            assert_eq!(done, wanted, "{} into {}", kind.name(), house.name());
        }
    }
}

#[test]
fn the_last_day_of_a_lot_ends_where_its_warehouse_is() {
    // 2010-01-10T11:30Z, and an hour and a half before.
    let (noon, before) = (Instant(1_263_123_000_000_000), Instant(1_263_117_600_000_000));
    for (zone, at_ten, at_half_past_eleven) in [
        (Patch::Absent, true, true),
        (Patch::Set("Pacific/Kiritimati".to_owned()), false, false),
        (Patch::Set("Pacific/Pago_Pago".to_owned()), true, true),
        (Patch::Set("Pacific/Auckland".to_owned()), true, false),
    ] {
        let mut stage = stage();
        tracked(&mut stage, "LOT", Tracking::Lot);
        change(&mut stage, "MAIN", WarehouseChange { timezone: zone.clone(), ..Default::default() }).expect("set");
        let expires_on = Patch::Set(date(2010, 1, 10));
        let lot = LotChange { number: Some("L".to_owned()), expires_on, ..LotChange::default() };
        let brought = NewMovementLine { brought: Some(Brought::Lot(lot)), ..line("LOT", "9", Some("9.00")) };
        run(&mut stage, movement(MovementKind::Receipt, 2, vec![brought])).expect("received");
        for (at, may_leave) in [(before, at_ten), (noon, at_half_past_eleven)] {
            let lot = Some(IdOrCode::Code("L".to_owned()));
            let mut issue = movement(MovementKind::Issue, 10, vec![NewMovementLine { lot, ..line("LOT", "1", None) }]);
            issue.new.occurred_at = Some(When::At(at));
            let refused = Err((Code::StockNotAvailable, "/lines/0/lotNumber".to_owned()));
            let wanted = if may_leave { Ok(()) } else { refused };
            assert_eq!(refusal(run(&mut stage, issue)), wanted, "{zone:?} {at}");
        }
    }
}

#[test]
fn a_zone_that_is_given_up_takes_nothing_in_at_its_bins() {
    let mut stage = stage();
    let shelf = bin(&mut stage, "MAIN", "SHELF", None);
    let warehouse = warehouse_id(&stage, "MAIN");
    let mut above = None;
    for code in ["HALL", "COLD"] {
        let fields = LocationChange {
            code: Some(code.to_owned()),
            kind: Some(LocationKind::Zone),
            parent_id: above.as_deref().map_or(Patch::Absent, |id| Patch::Set(Sought::of(id))),
            ..LocationChange::default()
        };
        above = Some(stage.run(CreateLocation { warehouse: Sought::of(&warehouse), fields }).expect("zone").subject);
    }
    let hall = stage.rows::<crate::rows::Location>().into_iter().find(|one| one.code == "HALL").expect("zone");
    let update = |stage: &mut Stage, location: &str, fields| {
        let (warehouse, location) = (Sought::of(&warehouse), Sought::of(location));
        stage.run(UpdateLocation { warehouse, location, if_match: None, fields }).expect("changed");
    };
    let cold = above.expect("a zone");
    let below = LocationChange { parent_id: Patch::Set(Sought::of(&cold)), ..LocationChange::default() };
    update(&mut stage, &shelf, below);
    let on_shelf = |kind, cost: Option<&str>| {
        let location = Some(IdOrCode::Code("SHELF".to_owned()));
        movement(kind, 3, vec![NewMovementLine { location, ..line("FIFO", "2", cost) }])
    };
    run(&mut stage, on_shelf(MovementKind::Receipt, Some("2.00"))).expect("received");
    let status = |status| LocationChange { status: Some(status), ..LocationChange::default() };
    update(&mut stage, &hall.id.to_string(), status(ActiveState::Inactive));
    let refused = run(&mut stage, on_shelf(MovementKind::Receipt, Some("2.00"))).expect_err("given up");
    assert_eq!(refused.errors[0].pointer, "/lines/0/locationCode");
    assert!(refused.detail.contains("SHELF") && refused.detail.contains("zone HALL"), "{}", refused.detail);
    run(&mut stage, on_shelf(MovementKind::Issue, None)).expect("goods leave it");
    update(&mut stage, &hall.id.to_string(), status(ActiveState::Active));
    run(&mut stage, on_shelf(MovementKind::Receipt, Some("2.00"))).expect("taken up again");
}
