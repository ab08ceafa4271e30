//! Movements that wait for a second person: who submits them, who decides, and who never may.

use super::*;
use crate::book::context::Actor;
use crate::commands::approval_policies::create::CreateApprovalPolicy;
use crate::commands::memberships::set::SetMembership;
use crate::commands::movements::approve::ApproveMovement;
use crate::commands::movements::delete::DeleteMovement;
use crate::commands::movements::post::PostMovement;
use crate::commands::movements::reject::RejectMovement;
use crate::commands::movements::submit::SubmitMovement;
use crate::commands::movements::withdraw::WithdrawMovement;
use crate::rows::{ApprovalSubject, MovementStatus, PrincipalKind, StockMovement};
use crate::testing::ADMIN;
use crate::value::Sought;
use crate::value::id::PrincipalId;

const BOB: PrincipalId = PrincipalId([61; 16]);

const SHOP: PrincipalId = PrincipalId([62; 16]);

/// Bob is a person, and answers for the account of the shop.
fn staffed() -> Stage {
    let mut stage = stage();
    for (principal, kind, owner) in [(BOB, PrincipalKind::User, None), (SHOP, PrincipalKind::ServiceAccount, Some(BOB))]
    {
        let member = SetMembership {
            principal: Sought::Id(principal),
            kind,
            roles: vec!["warehouseManager".to_owned()],
            is_active: true,
            owner: owner.map(Sought::Id),
            warehouses: Patch::Absent,
            name: None,
            if_match: None,
        };
        stage.run(member).expect("member");
    }
    stage
}

fn acting(principal: PrincipalId) -> Actor {
    let kind = if principal == SHOP { PrincipalKind::ServiceAccount } else { PrincipalKind::User };
    Actor { principal, kind, claimed_roles: None, scope: None }
}

fn policy(stage: &mut Stage, kind: Option<MovementKind>, min_amount: &str) {
    let command = CreateApprovalPolicy {
        name: format!("{kind:?} from {min_amount}"),
        applies_to: ApprovalSubject::Movements,
        journal: None,
        movement_kind: kind,
        min_amount: decimal(min_amount),
        is_active: true,
    };
    stage.run(command).expect("policy");
}

fn draft(stage: &mut Stage, by: PrincipalId, mut command: CreateMovement) -> String {
    command.new.post = false;
    stage.run_as(acting(by), command).expect("draft").subject
}

fn submit(stage: &mut Stage, by: PrincipalId, id: &str) -> Result<i64, Rejection> {
    let command = SubmitMovement { movement: Sought::of(id), if_match: None };
    stage.run_as(acting(by), command).map(|reply| reply.version)
}

fn approve(stage: &mut Stage, by: PrincipalId, id: &str) -> Result<i64, Rejection> {
    let command = ApproveMovement { movement: Sought::of(id), if_match: None };
    let done = stage.run_as(acting(by), command).map(|reply| reply.version);
    assert_books_follow(stage);
    done
}

fn receipt(quantity: &str, cost: &str) -> CreateMovement {
    movement(MovementKind::Receipt, 2, vec![line("FIFO", quantity, Some(cost))])
}

fn stored(stage: &Stage, id: &str) -> StockMovement {
    stage.rows::<StockMovement>().into_iter().find(|movement| movement.id.to_string() == id).expect("stored")
}

#[test]
fn a_movement_is_asked_about_by_its_kind_and_by_what_its_entry_comes_to() {
    let mut stage = staffed();
    policy(&mut stage, Some(MovementKind::Receipt), "10.00");
    policy(&mut stage, Some(MovementKind::Issue), "3.00");
    run(&mut stage, receipt("10", "9.99")).expect("less than the policy asks about");
    let refused = run(&mut stage, receipt("1", "10.00")).expect_err("large");
    assert_eq!((refused.code, refused.resolutions[0].path.as_str()), (Code::ApprovalRequired, "/inventory/movements"));
    // The amount of an issue is its cost: three apples cost 3.00, two cost 2.00.
    let issue = |quantity| movement(MovementKind::Issue, 3, vec![line("FIFO", quantity, None)]);
    run(&mut stage, issue("2")).expect("small");
    assert_eq!(run(&mut stage, issue("4")).expect_err("large").code, Code::ApprovalRequired);
    run(&mut stage, movement(MovementKind::Transfer, 3, vec![line("FIFO", "4", None)])).expect("another kind");
    policy(&mut stage, Some(MovementKind::Transfer), "0");
    let transfer = movement(MovementKind::Transfer, 3, vec![line("FIFO", "1", None)]);
    assert_eq!(run(&mut stage, transfer).expect_err("every transfer").code, Code::ApprovalRequired);
}

#[test]
fn goods_of_unknown_cost_are_drafted_and_submitted_but_neither_posted_nor_approved() {
    let mut stage = staffed();
    let unknown = || movement(MovementKind::Receipt, 2, vec![line("FIFO", "10", None)]);
    let told = |refused: Rejection, ways: &[&str]| {
        assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::CostRequired, "/lines/0/totalCost"));
        assert_eq!(refused.resolutions.iter().map(|way| way.rel).collect::<Vec<_>>(), ways);
    };
    told(run(&mut stage, unknown()).expect_err("posted at once"), &["draft"]);
    let id = draft(&mut stage, BOB, unknown());
    let post = PostMovement { movement: Sought::of(&id), if_match: None };
    told(stage.run_as(acting(BOB), post).expect_err("posted"), &["submit", "costs"]);
    submit(&mut stage, BOB, &id).expect("somebody else knows it");
    told(approve(&mut stage, ADMIN, &id).expect_err("approved"), &["movement", "costs"]);
    assert_eq!(stored(&stage, &id).status, MovementStatus::PendingApproval);
}

#[test]
fn what_is_submitted_moves_nothing_until_somebody_approves_it_and_then_in_the_same_commit() {
    let mut stage = staffed();
    policy(&mut stage, None, "0");
    let id = draft(&mut stage, BOB, receipt("10", "10.00"));
    let post = PostMovement { movement: Sought::of(&id), if_match: None };
    let refused = stage.run(post.clone()).expect_err("asked for");
    assert_eq!(
        (refused.code, refused.resolutions[0].path.clone()),
        (Code::ApprovalRequired, format!("/inventory/movements/{id}/submit"))
    );
    assert_eq!(approve(&mut stage, ADMIN, &id).expect_err("a draft").code, Code::MovementNotPending);
    assert_eq!(submit(&mut stage, BOB, &id), Ok(2));
    assert_eq!(stage.rows::<StockLevel>().len(), 0);
    let waiting = stage.run(post).expect_err("waits");
    assert_eq!((waiting.code, waiting.resolutions[0].rel), (Code::MovementNotDraft, "approve"));
    let delete = DeleteMovement { movement: Sought::of(&id), if_match: None };
    assert_eq!(stage.run(delete).expect_err("waits").code, Code::MovementNotDraft);
    let stale = ApproveMovement { movement: Sought::of(&id), if_match: Some(vec![1]) };
    assert_eq!(stage.run(stale).expect_err("another version").code, Code::VersionMismatch);
    assert_eq!(approve(&mut stage, ADMIN, &id), Ok(3));
    let posted = stored(&stage, &id);
    assert_eq!(
        (posted.status, posted.approved_by, posted.posted_by),
        (MovementStatus::Posted, Some(ADMIN), Some(ADMIN))
    );
    assert_eq!(balances(&stage), at(&[("1200", 1000), ("2100", -1000)]));
    assert_eq!(approve(&mut stage, ADMIN, &id).expect_err("posted").code, Code::MovementNotPending);
}

#[test]
fn a_rejected_movement_is_a_draft_that_says_why_and_a_withdrawn_one_is_its_preparers_again() {
    let mut stage = staffed();
    let id = draft(&mut stage, BOB, receipt("10", "10.00"));
    submit(&mut stage, BOB, &id).expect("submitted, though nothing asks for it");
    let withdraw = WithdrawMovement { movement: Sought::of(&id), if_match: None };
    let refused = stage.run(withdraw.clone()).expect_err("not his");
    assert_eq!((refused.code, refused.resolutions[0].rel), (Code::Forbidden, "reject"));
    stage.run_as(acting(SHOP), withdraw.clone()).expect("a key of the one who prepared it");
    assert_eq!(stage.run_as(acting(BOB), withdraw).expect_err("a draft").code, Code::MovementNotPending);
    submit(&mut stage, BOB, &id).expect("again");
    let reject = RejectMovement { movement: Sought::of(&id), reason: "no order".to_owned(), if_match: None };
    stage.run(reject).expect("rejected");
    let row = stored(&stage, &id);
    assert_eq!((row.status, row.submitted_by, row.rejected_by), (MovementStatus::Draft, None, Some(ADMIN)));
    assert_eq!(row.rejection_reason.as_deref(), Some("no order"));
    stage.run(PostMovement { movement: Sought::of(&id), if_match: None }).expect("no policy asks for approval");
}

#[test]
fn a_service_account_never_approves_and_nobody_what_a_key_of_his_prepared() {
    let mut stage = staffed();
    let id = draft(&mut stage, SHOP, receipt("10", "10.00"));
    submit(&mut stage, ADMIN, &id).expect("submitted");
    assert_eq!(approve(&mut stage, SHOP, &id).expect_err("no person").code, Code::PersonRequired);
    let own = approve(&mut stage, BOB, &id).expect_err("his key");
    assert_eq!((own.code, own.resolutions[0].rel), (Code::SeparationOfDuties, "withdraw"));
    let apart = UpdateOrganization { approver_not_preparer: Some(true), ..UpdateOrganization::default() };
    stage.run(apart).expect("settings");
    assert_eq!(approve(&mut stage, ADMIN, &id).expect_err("he submitted it").code, Code::SeparationOfDuties);
}
