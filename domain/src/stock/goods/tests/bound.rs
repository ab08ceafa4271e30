//! Members who are bound to warehouses act there alone, in whatever way they ask.

use super::*;
use crate::book::context::Actor;
use crate::commands::counts::cancel::CancelCount;
use crate::commands::counts::open::OpenCount;
use crate::commands::memberships::set::SetMembership;
use crate::commands::movements::close::CloseTransfer;
use crate::commands::movements::delete::DeleteMovement;
use crate::commands::movements::post::PostMovement;
use crate::commands::movements::receive::ReceiveTransfer;
use crate::commands::reservations::create::CreateReservation;
use crate::commands::reservations::release::ReleaseReservation;
use crate::commands::warehouses::change_costing_scope::ChangeCostingScope;
use crate::commands::warehouses::delete::DeleteWarehouse;
use crate::commands::warehouses::reclassify::ReclassifyWarehouse;
use crate::commands::warehouses::update::UpdateWarehouse;
use crate::rows::{ControlFor, CostingScope, PrincipalKind};
use crate::stock::counts::new::{NewCount, NewTolerance};
use crate::stock::reservations::new::NewReservation;
use crate::testing::{warehouse, warehouse_id};
use crate::value::Sought;
use crate::value::id::{PrincipalId, WarehouseId};
use crate::value::movement_kind::{CostingPlace, TransferMode};

/// Acts in `SHOP` as an operator, and as a manager.
const OPERATOR: PrincipalId = PrincipalId([2; 16]);

const MANAGER: PrincipalId = PrincipalId([3; 16]);

fn as_user(principal: PrincipalId) -> Actor {
    Actor { principal, kind: PrincipalKind::User, claimed_roles: None, scope: None }
}

fn member(principal: PrincipalId, role: &str, warehouses: Patch<Vec<Sought<WarehouseId>>>) -> SetMembership {
    SetMembership {
        principal: Sought::Id(principal),
        kind: PrincipalKind::User,
        roles: vec![role.to_owned()],
        is_active: true,
        owner: None,
        warehouses,
        name: None,
        if_match: None,
    }
}

/// Two warehouses with 10 of `FIFO` each, and members who act in a group `AREA` of the second and a bin store `BACK`.
fn bound() -> Stage {
    let mut stage = stage();
    stage.run(account("1210", AccountType::Asset, Some(ControlFor::Stock))).expect("account");
    let in_transit = Patch::Set(Sought::of(&account_id(&stage, "1210")));
    stage.run(UpdateOrganization { in_transit_account_id: in_transit, ..UpdateOrganization::default() }).expect("set");
    let area = warehouse(&mut stage, "AREA", None);
    warehouse(&mut stage, "BACK", Some(&area));
    let fields = WarehouseChange { parent_id: Patch::Set(Sought::of(&area)), ..WarehouseChange::default() };
    let warehouse = warehouse_id(&stage, "SHOP");
    stage.run(UpdateWarehouse { warehouse: Sought::of(&warehouse), if_match: None, fields }).expect("below it");
    for code in ["MAIN", "SHOP"] {
        let mut receipt = movement(MovementKind::Receipt, 2, vec![line("FIFO", "10", Some("10.00"))]);
        receipt.new.warehouse = Some(IdOrCode::Code(code.to_owned()));
        stage.run(receipt).expect("received");
    }
    stage.run(member(OPERATOR, "warehouseOperator", Patch::Set(vec![Sought::of(&area)]))).expect("operator");
    stage.run(member(MANAGER, "warehouseManager", Patch::Set(vec![Sought::of(&area)]))).expect("manager");
    stage
}

fn of(kind: MovementKind, from: &str, to: Option<&str>, mode: Option<TransferMode>) -> CreateMovement {
    let mut command = movement(kind, 4, vec![line("FIFO", "1", None)]);
    command.new.warehouse = Some(IdOrCode::Code(from.to_owned()));
    command.new.to_warehouse = to.map(|to| IdOrCode::Code(to.to_owned()));
    command.new.mode = mode;
    command
}

fn outcome<T>(done: Result<T, Rejection>) -> Result<(), (Code, String)> {
    let pointer = |why: &Rejection| why.errors.first().map(|error| error.pointer.clone()).unwrap_or_default();
    done.map(drop).map_err(|why| (why.code, pointer(&why)))
}

#[test]
fn who_is_bound_moves_goods_in_his_warehouses_alone_and_a_transfer_needs_both_or_where_it_begins() {
    let mut stage = bound();
    let refused = |pointer: &str| Err((Code::WarehouseNotAssigned, pointer.to_owned()));
    let two_step = Some(TransferMode::TwoStep);
    let transfer = MovementKind::Transfer;
    for (tried, wanted) in [
        (of(MovementKind::Issue, "SHOP", None, None), Ok(())),
        (of(MovementKind::Issue, "MAIN", None, None), refused("/warehouseCode")),
        (of(transfer, "SHOP", Some("BACK"), None), Ok(())),
        (of(transfer, "SHOP", Some("MAIN"), None), refused("/toWarehouseCode")),
        (of(transfer, "MAIN", Some("SHOP"), None), refused("/warehouseCode")),
        (of(transfer, "SHOP", Some("MAIN"), two_step), Ok(())),
        (of(transfer, "MAIN", Some("SHOP"), two_step), refused("/warehouseCode")),
    ] {
        for post in [true, false] {
            let mut tried = tried.clone();
            tried.new.post = post;
            assert_eq!(outcome(stage.run_as(as_user(OPERATOR), tried)), wanted);
        }
    }
    // A line may name another warehouse than the document, or none is named and the default one is meant.
    let mut by_line = of(MovementKind::Issue, "SHOP", None, None);
    by_line.new.lines[0].warehouse = Some(IdOrCode::Code("MAIN".to_owned()));
    assert_eq!(outcome(stage.run_as(as_user(OPERATOR), by_line)), refused("/lines/0/warehouseCode"));
    let mut unsaid = of(MovementKind::Issue, "SHOP", None, None);
    unsaid.new.warehouse = None;
    assert_eq!(outcome(stage.run_as(as_user(OPERATOR), unsaid)), refused("/lines/0/warehouseId"));
    assert_books_follow(&stage);
}

#[test]
fn a_refusal_says_which_warehouses_are_assigned_and_nothing_of_documents_elsewhere() {
    let mut stage = bound();
    let refused = stage.run_as(as_user(OPERATOR), of(MovementKind::Issue, "MAIN", None, None)).expect_err("elsewhere");
    let assigned = refused.context.iter().find(|(name, _)| *name == "assignedWarehouseIds").expect("told");
    let ids = assigned.1.to_json().to_string();
    for (code, is_there) in [("SHOP", true), ("MAIN", false)] {
        assert_eq!(ids.contains(&warehouse_id(&stage, code)), is_there, "{ids}");
    }
    let known_as = |from: &str, id: &str| {
        let mut command = of(MovementKind::Issue, from, None, None);
        command.new.external_id = Some(id.to_owned());
        command
    };
    stage.run(known_as("MAIN", "M")).expect("issued");
    stage.run(known_as("SHOP", "S")).expect("issued");
    let told = |stage: &mut Stage, id| {
        let refused = stage.run_as(as_user(OPERATOR), known_as("SHOP", id)).expect_err("recorded already");
        (refused.code, refused.context.len(), refused.resolutions.len())
    };
    assert_eq!(told(&mut stage, "S"), (Code::DuplicateExternalId, 1, 1));
    assert_eq!(told(&mut stage, "M"), (Code::DuplicateExternalId, 0, 0));
}

#[test]
fn documents_elsewhere_are_not_there_for_who_is_bound_and_those_that_reach_out_stay_as_they_are() {
    let mut stage = bound();
    let draft = |stage: &mut Stage, from: &str, to: Option<&str>| {
        let mut command = of(if to.is_some() { MovementKind::Transfer } else { MovementKind::Issue }, from, to, None);
        command.new.post = false;
        stage.run(command).expect("drafted").subject
    };
    let post = |id: &str| PostMovement { movement: Sought::of(id), if_match: None };
    let delete = |id: &str| DeleteMovement { movement: Sought::of(id), if_match: None };
    let void = |id: &str| VoidMovement {
        movement: Sought::of(id),
        reason: "typed twice".to_owned(),
        reservations: Default::default(),
        if_match: None,
    };
    let there = draft(&mut stage, "MAIN", None);
    for done in [stage.run_as(as_user(MANAGER), post(&there)), stage.run_as(as_user(MANAGER), delete(&there))] {
        assert_eq!(done.expect_err("elsewhere").code, Code::NotFound);
    }
    let both = draft(&mut stage, "MAIN", Some("SHOP"));
    for done in [stage.run_as(as_user(MANAGER), post(&both)), stage.run_as(as_user(MANAGER), delete(&both))] {
        assert_eq!(done.expect_err("reaches out").code, Code::WarehouseNotAssigned);
    }
    let own = draft(&mut stage, "SHOP", None);
    stage.run_as(as_user(MANAGER), post(&own)).expect("his own");
    for (id, code) in [(&there, Code::NotFound), (&both, Code::WarehouseNotAssigned)] {
        stage.run(post(id)).expect("posted by the administrator");
        assert_eq!(stage.run_as(as_user(MANAGER), void(id)).expect_err("not his").code, code);
    }
    stage.run_as(as_user(MANAGER), void(&own)).expect("his own");
    // No document of theirs refers to one that they may not see.
    let mut back = of(MovementKind::Return, "SHOP", None, None);
    back.new.of_movement = Some(Sought::of(&there));
    let refused = (Code::UnknownReference, "/ofMovementId".to_owned());
    assert_eq!(outcome(stage.run_as(as_user(MANAGER), back)), Err(refused));
    assert_books_follow(&stage);
}

#[test]
fn a_transfer_is_received_where_it_goes_and_closed_where_it_began() {
    let mut stage = bound();
    let receive = |id: &str| ReceiveTransfer {
        movement: Sought::of(id),
        if_match: None,
        occurred_at: None,
        costing: CostingPlace::InOrder,
        lines: Vec::new(),
        reference: None,
        description: String::new(),
        dimensions: None,
    };
    let close = |id: &str| CloseTransfer {
        movement: Sought::of(id),
        if_match: None,
        reason: "lost".to_owned(),
        reason_code: None,
        occurred_at: None,
        costing: CostingPlace::InOrder,
        dimensions: None,
    };
    let mut sent = |from: &str, to: &str| {
        let command = of(MovementKind::Transfer, from, Some(to), Some(TransferMode::TwoStep));
        stage.run(command).expect("sent").subject
    };
    let (coming, going) = (sent("MAIN", "SHOP"), sent("SHOP", "MAIN"));
    let refused = Err((Code::WarehouseNotAssigned, "/lines/0/warehouseId".to_owned()));
    assert_eq!(outcome(stage.run_as(as_user(OPERATOR), receive(&going))), refused);
    assert_eq!(outcome(stage.run_as(as_user(MANAGER), close(&coming))), refused);
    stage.run_as(as_user(OPERATOR), receive(&coming)).expect("received");
    stage.run_as(as_user(MANAGER), close(&going)).expect("closed");
    assert_books_follow(&stage);
}

#[test]
fn reservations_counts_and_warehouses_follow_the_same_rule() {
    let mut stage = bound();
    let reserve = |code: &str| CreateReservation {
        new: NewReservation {
            item: IdOrCode::Code("FIFO".to_owned()),
            quantity: decimal("1"),
            unit: None,
            warehouse: Some(IdOrCode::Code(code.to_owned())),
            lot: None,
            serial: None,
            expires_at: None,
            reference: None,
            source: String::new(),
            external_id: None,
            metadata: "{}".to_owned(),
        },
    };
    let count = |code: &str| OpenCount {
        new: NewCount {
            warehouse: Some(IdOrCode::Code(code.to_owned())),
            occurred_at: None,
            locations: Vec::new(),
            items: Vec::new(),
            categories: Vec::new(),
            is_blind: false,
            tolerance: NewTolerance::default(),
            reason: None,
            description: String::new(),
            reference: None,
            metadata: "{}".to_owned(),
        },
    };
    let refused = |pointer: &str| Err((Code::WarehouseNotAssigned, pointer.to_owned()));
    assert_eq!(outcome(stage.run_as(as_user(OPERATOR), reserve("MAIN"))), refused("/warehouseCode"));
    assert_eq!(outcome(stage.run_as(as_user(OPERATOR), count("MAIN"))), refused("/warehouseCode"));
    stage.run_as(as_user(OPERATOR), reserve("SHOP")).expect("reserved");
    stage.run_as(as_user(OPERATOR), count("SHOP")).expect("opened");
    let reservation = stage.run(reserve("MAIN")).expect("reserved").subject;
    let release = ReleaseReservation { reservation: Sought::of(&reservation), reason: None, if_match: None };
    assert_eq!(stage.run_as(as_user(OPERATOR), release).expect_err("elsewhere").code, Code::NotFound);
    let opened = stage.run(count("MAIN")).expect("opened").subject;
    let cancel = CancelCount { count: Sought::of(&opened), reason: "later".to_owned(), if_match: None };
    assert_eq!(stage.run_as(as_user(MANAGER), cancel).expect_err("elsewhere").code, Code::NotFound);

    let (main, shop) = (warehouse_id(&stage, "MAIN"), warehouse_id(&stage, "SHOP"));
    let rename = |id: &str| UpdateWarehouse {
        warehouse: Sought::of(id),
        if_match: None,
        fields: WarehouseChange { name: Some("Renamed".to_owned()), ..WarehouseChange::default() },
    };
    assert_eq!(outcome(stage.run_as(as_user(MANAGER), rename(&main))), refused(""));
    stage.run_as(as_user(MANAGER), rename(&shop)).expect("his own");
    let create = |parent: Option<&str>| CreateWarehouse {
        fields: WarehouseChange {
            code: Some(if parent.is_some() { "NEW" } else { "FREE" }.to_owned()),
            name: Some("New".to_owned()),
            parent_id: parent.map_or(Patch::Absent, |id| Patch::Set(Sought::of(id))),
            ..WarehouseChange::default()
        },
    };
    assert_eq!(outcome(stage.run_as(as_user(MANAGER), create(None))), refused(""));
    assert_eq!(outcome(stage.run_as(as_user(MANAGER), create(Some(&main)))), refused("/parentId"));
    let back = warehouse_id(&stage, "BACK");
    stage.run_as(as_user(MANAGER), create(Some(&back))).expect("below his own");
    let elsewhere = ReclassifyWarehouse {
        warehouse: Sought::of(&main),
        if_match: None,
        to_account: IdOrCode::Code("1210".to_owned()),
        occurred_at: None,
        description: String::new(),
    };
    assert_eq!(outcome(stage.run_as(as_user(MANAGER), elsewhere)), refused(""));
    // How an item is valued concerns all warehouses.
    let mut cost = movement(MovementKind::StandardCostChange, 5, vec![line("STD", "1", None)]);
    cost.new.warehouse = None;
    (cost.new.lines[0].quantity, cost.new.lines[0].standard_cost) = (None, Some(decimal("3")));
    assert_eq!(stage.run_as(as_user(MANAGER), cost).expect_err("all").code, Code::WarehouseNotAssigned);
    let gone = DeleteWarehouse { warehouse: Sought::of(&warehouse_id(&stage, "NEW")), if_match: None };
    stage.run(member(OPERATOR, "warehouseOperator", Patch::Set(vec![gone.warehouse.clone()]))).expect("bound");
    assert_eq!(stage.run(gone).expect_err("somebody is bound to it").code, Code::WarehouseInUse);
}

#[test]
fn who_is_bound_puts_warehouses_below_his_own_alone_and_changes_for_none_with_which_others_it_shares_costs() {
    let mut stage = bound();
    let (main, area, back) = (warehouse_id(&stage, "MAIN"), warehouse_id(&stage, "AREA"), warehouse_id(&stage, "BACK"));
    let below = warehouse(&mut stage, "BELOW", Some(&back));
    let elsewhere = warehouse(&mut stage, "EMPTY", None);
    let put = |id: &str, parent: Patch<Sought<WarehouseId>>| UpdateWarehouse {
        warehouse: Sought::of(id),
        if_match: None,
        fields: WarehouseChange { parent_id: parent, ..WarehouseChange::default() },
    };
    // Those who act in MAIN would act in it, too; and those who act in AREA would not any more.
    for (parent, pointer) in [(Patch::Set(Sought::of(&main)), "/parentId"), (Patch::Null, "")] {
        let refused = Err((Code::WarehouseNotAssigned, pointer.to_owned()));
        assert_eq!(outcome(stage.run_as(as_user(MANAGER), put(&back, parent))), refused);
    }
    stage.run_as(as_user(MANAGER), put(&below, Patch::Set(Sought::of(&area)))).expect("within his own");
    // Nothing lies in them, and nothing moves by it.
    for warehouse in [elsewhere, below] {
        let to = CostingScope::Organization;
        let shared = ChangeCostingScope {
            warehouse: Sought::of(&warehouse),
            if_match: None,
            to,
            occurred_at: None,
            description: String::new(),
        };
        let refused = Err((Code::WarehouseNotAssigned, String::new()));
        assert_eq!(outcome(stage.run_as(as_user(MANAGER), shared.clone())), refused);
        stage.run(shared).expect("by who acts in all");
    }
}

#[test]
fn a_binding_stays_until_it_is_changed_and_nobody_assigns_what_is_not_his() {
    let mut stage = bound();
    let (main, shop) = (warehouse_id(&stage, "MAIN"), warehouse_id(&stage, "SHOP"));
    let issue = || of(MovementKind::Issue, "MAIN", None, None);
    stage.run(member(OPERATOR, "warehouseManager", Patch::Absent)).expect("another role");
    assert_eq!(stage.run_as(as_user(OPERATOR), issue()).expect_err("bound still").code, Code::WarehouseNotAssigned);
    stage.run(member(OPERATOR, "warehouseManager", Patch::Set(Vec::new()))).expect("to none");
    let own = of(MovementKind::Issue, "SHOP", None, None);
    assert_eq!(stage.run_as(as_user(OPERATOR), own).expect_err("nowhere").code, Code::WarehouseNotAssigned);
    let unknown = member(OPERATOR, "warehouseManager", Patch::Set(vec![Sought::of(&shop), Sought::of("wh_x")]));
    let refused = (Code::UnknownReference, "/warehouseIds/1".to_owned());
    assert_eq!(outcome(stage.run(unknown)), Err(refused));

    stage.run(member(MANAGER, "admin", Patch::Absent)).expect("an administrator of one warehouse");
    for (warehouses, may) in [
        (Patch::Null, false),
        (Patch::Set(vec![Sought::of(&main)]), false),
        (Patch::Set(vec![Sought::of(&shop)]), true),
    ] {
        let done = stage.run_as(as_user(MANAGER), member(OPERATOR, "warehouseManager", warehouses));
        assert_eq!(done.map(drop).map_err(|why| why.code), if may { Ok(()) } else { Err(Code::GrantExceedsRights) });
    }
    // Nor do they give rights to somebody who has rights elsewhere, too.
    let free = PrincipalId([4; 16]);
    stage.run(member(free, "auditor", Patch::Null)).expect("acts everywhere");
    let more = stage.run_as(as_user(MANAGER), member(free, "warehouseManager", Patch::Absent));
    assert_eq!(more.expect_err("everywhere").code, Code::GrantExceedsRights);
    let own = stage.run_as(as_user(MANAGER), member(MANAGER, "admin", Patch::Null));
    assert_eq!(own.expect_err("himself").code, Code::GrantExceedsRights);
    stage.run(member(OPERATOR, "warehouseManager", Patch::Null)).expect("everywhere");
    stage.run_as(as_user(OPERATOR), issue()).expect("everywhere");
}
