//! Rows that movements name stay, and the answer is the same however requests are put into commits.

use super::*;
use crate::batch::{Outcome, Work};
use crate::book::context::Actor;
use crate::command::Command;
use crate::commands::accounts::update::UpdateAccount;
use crate::commands::movements::delete::DeleteMovement;
use crate::commands::movements::receive::ReceiveTransfer;
use crate::commands::reason_codes::create::CreateReasonCode;
use crate::commands::reason_codes::delete::DeleteReasonCode;
use crate::commands::warehouses::delete::DeleteWarehouse;
use crate::commands::warehouses::update::UpdateWarehouse;
use crate::rows::{ControlFor, PrincipalKind, TransitLine, WarehouseStatus};
use crate::stock::reason_codes::change::ReasonCodeChange;
use crate::testing::{ADMIN, warehouse, warehouse_id};
use crate::value::Sought;
use crate::value::movement_kind::{CostingPlace, TransferMode};

/// Commits both together; `None` where the second one was done, else why not.
fn together(stage: &mut Stage, commands: [Command; 2]) -> Option<Code> {
    let admin = Actor { principal: ADMIN, kind: PrincipalKind::User, claimed_roles: None, scope: None };
    let envelopes = commands.map(|command| stage.envelope(admin.clone(), Work::One(Box::new(command))));
    match stage.model.commit(&envelopes, true).expect("a commit").pop() {
        Some(Outcome::Done { .. }) => None,
        Some(Outcome::Rejected(rejection)) => Some(rejection.code),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_warehouse_that_goods_were_sent_to_stays_also_once_the_transfer_is_voided() {
    let mut stage = stage();
    stage.run(account("1210", AccountType::Asset, Some(ControlFor::Stock))).expect("account");
    let in_transit = Patch::Set(Sought::of(&account_id(&stage, "1210")));
    stage.run(UpdateOrganization { in_transit_account_id: in_transit, ..UpdateOrganization::default() }).expect("set");
    run(&mut stage, movement(MovementKind::Receipt, 2, vec![line("FIFO", "4", Some("10.01"))])).expect("received");
    let yard = warehouse(&mut stage, "YARD", None);
    let mut transfer = movement(MovementKind::Transfer, 3, vec![line("FIFO", "3", None)]);
    (transfer.new.mode, transfer.new.to_warehouse) =
        (Some(TransferMode::TwoStep), Some(IdOrCode::Id(Sought::of(&yard))));
    let transfer = run(&mut stage, transfer).expect("dispatched");

    let delete = DeleteWarehouse { warehouse: Sought::of(&yard), if_match: None };
    let void = VoidMovement {
        movement: Sought::of(&transfer),
        reason: "a mistake".to_owned(),
        reservations: Default::default(),
        if_match: None,
    };
    assert_eq!(together(&mut stage, [void.into(), delete.clone().into()]), Some(Code::WarehouseInUse));
    assert_eq!(stage.run(delete).expect_err("named").code, Code::WarehouseInUse);
    let row = stage.rows::<TransitLine>().pop().expect("where it was to go");
    assert_eq!((row.to_warehouse_id.to_string(), row.is_open, row.received, row.lost), (yard, false, 0, 0));
}

#[test]
fn a_reason_goes_in_the_commit_that_deletes_the_only_draft_with_it() {
    for drafts in [1, 2] {
        let mut stage = stage();
        let fields = ReasonCodeChange {
            code: Some("FOUND".to_owned()),
            name: Some("Found".to_owned()),
            kinds: Patch::Set(vec![MovementKind::Adjustment]),
            ..ReasonCodeChange::default()
        };
        let reason = stage.run(CreateReasonCode { fields }).expect("reason").subject;
        let mut kept = Vec::new();
        for _ in 0..drafts {
            let mut found = movement(MovementKind::Adjustment, 2, vec![line("FIFO", "2", Some("2.00"))]);
            (found.new.reason, found.new.post) = (Some(IdOrCode::Id(Sought::of(&reason))), false);
            kept.push(run(&mut stage, found).expect("a draft"));
        }
        let delete = DeleteMovement { movement: Sought::of(&kept[0]), if_match: None };
        let refused = together(
            &mut stage,
            [delete.into(), DeleteReasonCode { reason: Sought::of(&reason), if_match: None }.into()],
        );
        assert_eq!(refused, (drafts == 2).then_some(Code::ReasonCodeInUse), "{drafts} drafts");
    }
}

#[test]
fn goods_in_transit_beyond_the_first_are_found_in_the_commit_that_receives_those() {
    for holds_account in [true, false] {
        let mut stage = stage();
        stage.run(account("1210", AccountType::Asset, Some(ControlFor::Stock))).expect("account");
        let in_transit = Patch::Set(Sought::of(&account_id(&stage, "1210")));
        stage
            .run(UpdateOrganization { in_transit_account_id: in_transit, ..UpdateOrganization::default() })
            .expect("set");
        let in_shop = || Some(IdOrCode::Code("SHOP".to_owned()));
        let mut receipt = movement(MovementKind::Receipt, 2, vec![line("FIFO", "21", Some("21.00"))]);
        receipt.new.warehouse = in_shop();
        run(&mut stage, receipt).expect("received");
        let mut sent = Vec::new();
        for lines in [crate::value::limits::LISTED, 1] {
            let mut transfer = movement(MovementKind::Transfer, 3, vec![line("FIFO", "1", None); lines]);
            transfer.new.mode = Some(TransferMode::TwoStep);
            (transfer.new.to_warehouse, transfer.new.warehouse) = (Some(IdOrCode::Code("MAIN".to_owned())), in_shop());
            sent.push(run(&mut stage, transfer).expect("dispatched"));
        }
        let first = ReceiveTransfer {
            movement: Sought::of(&sent.remove(0)),
            if_match: None,
            occurred_at: Some(When::On(date(2010, 1, 4))),
            costing: CostingPlace::InOrder,
            lines: Vec::new(),
            reference: None,
            description: String::new(),
            dimensions: None,
        };
        let (end, code): (Command, _) = if holds_account {
            let account = account_id(&stage, "1210");
            let end =
                UpdateAccount { account: Sought::of(&account), is_active: Some(false), ..UpdateAccount::default() };
            (end.into(), Code::ValuationAccountInUse)
        } else {
            let fields = WarehouseChange { status: Some(WarehouseStatus::Inactive), ..WarehouseChange::default() };
            let warehouse = warehouse_id(&stage, "SHOP");
            let end = UpdateWarehouse { warehouse: Sought::of(&warehouse), if_match: None, fields };
            (end.into(), Code::WarehouseHasOpenWork)
        };
        assert_eq!(together(&mut stage, [first.into(), end]), Some(code));
        assert_books_follow(&stage);
    }
}

#[test]
fn goods_beyond_the_first_are_found_in_the_commit_that_takes_those_away() {
    let mut stage = stage();
    let skus: Vec<String> = (0..=crate::value::limits::LISTED).map(|number| format!("GOODS-{number}")).collect();
    for sku in &skus {
        let fields = ItemChange { sku: Some(sku.clone()), name: Some(sku.clone()), ..ItemChange::default() };
        stage.run(CreateItem { fields }).expect("item");
    }
    let lines = |cost: Option<&str>| skus.iter().map(|sku| line(sku, "1", cost)).collect::<Vec<_>>();
    run(&mut stage, movement(MovementKind::Receipt, 2, lines(Some("1.00")))).expect("received");
    let mut taken = lines(None);
    taken.pop();
    let fields = WarehouseChange { bins_mode: Some(crate::rows::BinsMode::Required), ..WarehouseChange::default() };
    let warehouse = warehouse_id(&stage, "MAIN");
    let in_bins = UpdateWarehouse { warehouse: Sought::of(&warehouse), if_match: None, fields };
    let commands = [movement(MovementKind::Issue, 3, taken).into(), in_bins.clone().into()];
    assert_eq!(together(&mut stage, commands), Some(Code::WarehouseNotEmpty), "one lies there still");
    let last = movement(MovementKind::Issue, 3, vec![line(&skus[skus.len() - 1], "1", None)]);
    assert_eq!(together(&mut stage, [last.into(), in_bins.into()]), None);
}
