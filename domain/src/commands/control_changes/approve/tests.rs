//! Changes by one person, changes that take two, and who the second one may be.

use super::*;
use crate::batch::Work;
use crate::book::context::Actor;
use crate::command::Command;
use crate::commands::approval_policies::create::tests::policy;
use crate::commands::approval_policies::delete::DeleteApprovalPolicy;
use crate::commands::approval_policies::update::UpdateApprovalPolicy;
use crate::commands::control_changes::reject::RejectControlChange;
use crate::commands::control_changes::withdraw::WithdrawControlChange;
use crate::commands::memberships::set::SetMembership;
use crate::commands::organization::update::UpdateOrganization;
use crate::commands::roles::update::UpdateRole;
use crate::rows::{
    ApprovalPolicy, ControlAction, ControlChanges, ControlSubject, FactRow, Organization, PrincipalKind, Role,
};
use crate::testing::{ADMIN, Stage};
use crate::value::id::PrincipalId;
use crate::value::rejection::Value;
use crate::value::{Decimal, Patch, limits};

const ANN: PrincipalId = PrincipalId([2; 16]);

const BOB: PrincipalId = PrincipalId([3; 16]);

const SHOP: PrincipalId = PrincipalId([4; 16]);

const NEW: PrincipalId = PrincipalId([5; 16]);

fn member(principal: PrincipalId, kind: PrincipalKind, role: &str, owner: Option<PrincipalId>) -> SetMembership {
    SetMembership {
        principal: Sought::Id(principal),
        kind,
        roles: vec![role.to_owned()],
        is_active: true,
        owner: owner.map(Sought::Id),
        warehouses: Patch::Absent,
        name: None,
        if_match: None,
    }
}

fn user(principal: PrincipalId) -> Actor {
    Actor { principal, kind: PrincipalKind::User, claimed_roles: None, scope: None }
}

fn switched(to: ControlChanges) -> UpdateOrganization {
    UpdateOrganization { control_changes: Some(to), ..UpdateOrganization::default() }
}

/// Ann and Bob are controllers, the shop is a service account of Ann's; a policy is in force, and changes take two.
fn stage() -> (Stage, String) {
    let mut stage = Stage::new();
    for (principal, kind, owner) in [
        (ANN, PrincipalKind::User, None),
        (BOB, PrincipalKind::User, None),
        (SHOP, PrincipalKind::ServiceAccount, Some(ANN)),
    ] {
        stage.run(member(principal, kind, "controller", owner)).expect("member");
    }
    let id = stage.run(policy("all", "10")).expect("policy").subject;
    stage.run(switched(ControlChanges::SecondPerson)).expect("two");
    (stage, id)
}

fn off(policy: &str) -> UpdateApprovalPolicy {
    UpdateApprovalPolicy { policy: Sought::of(policy), is_active: Some(false), ..UpdateApprovalPolicy::default() }
}

fn approve(change: &str) -> ApproveControlChange {
    ApproveControlChange { change: Sought::of(change), if_match: None }
}

fn refused(stage: &mut Stage, by: Actor, command: impl Into<Command>) -> (Code, Option<Value>) {
    let rejection = stage.run_as(by, command).expect_err("refused");
    let rule = rejection.context.into_iter().find(|(name, _)| *name == "rule").map(|(_, rule)| rule);
    (rejection.code, rule)
}

fn last(stage: &Stage) -> ControlChange {
    stage.rows::<ControlChange>().pop().expect("a change")
}

#[test]
fn what_one_person_changes_is_kept_with_before_and_after() {
    let mut stage = Stage::new();
    let id = stage.run(policy("all", "10")).expect("policy").subject;
    stage.run(off(&id)).expect("off");
    stage.run(DeleteApprovalPolicy { policy: Sought::of(&id), if_match: None }).expect("deleted");
    let duties = UpdateOrganization { voider_not_poster: Some(true), ..UpdateOrganization::default() };
    stage.run(duties).expect("duties");
    stage
        .run(UpdateOrganization { name: Some("Acme".to_owned()), ..UpdateOrganization::default() })
        .expect("no control");
    let found = stage.rows::<ControlChange>();
    let told: Vec<_> = found.iter().map(|one| (one.subject_type, one.action, one.loosens)).collect();
    assert_eq!(
        told,
        [
            (ControlSubject::ApprovalPolicy, ControlAction::Create, false),
            (ControlSubject::ApprovalPolicy, ControlAction::Update, true),
            (ControlSubject::ApprovalPolicy, ControlAction::Delete, false),
            (ControlSubject::Organization, ControlAction::Update, false),
        ]
    );
    let change = &found[1];
    assert_eq!((change.subject_id.as_str(), change.proposed_by, change.decided_by), (id.as_str(), ADMIN, None));
    assert_eq!((change.status, change.made_at), (ControlChangeStatus::Made, Some(change.proposed_at)));
    let was = r#"{"appliesTo":"journalEntries","isActive":true,"journalId":null,"minAmount":"10.00","movementKind":null,"name":"all"}"#;
    assert_eq!(change.before_state.as_deref(), Some(was));
    assert_eq!(change.after_state.as_deref(), Some(was.replace("true", "false").as_str()));
}

#[test]
fn roles_and_places_are_kept_and_say_whether_they_give() {
    let mut stage = Stage::new();
    stage.run(member(ANN, PrincipalKind::User, "clerk", None)).expect("made");
    let renamed = SetMembership { name: Some("Ann".to_owned()), ..member(ANN, PrincipalKind::User, "clerk", None) };
    stage.run(renamed).expect("a name is no right");
    let gone = SetMembership { is_active: false, ..member(ANN, PrincipalKind::User, "clerk", None) };
    stage.run(gone).expect("inactive");
    stage.run(member(ANN, PrincipalKind::User, "clerk", None)).expect("active again");
    let role = crate::commands::roles::create::CreateRole {
        name: "closer".to_owned(),
        description: None,
        permissions: vec!["periods:close".to_owned()],
    };
    let role = stage.run(role).expect("role").subject;
    let less = UpdateRole { role: Sought::of(&role), permissions: Some(Vec::new()), ..UpdateRole::default() };
    stage.run(less).expect("narrowed");
    let loosens: Vec<bool> = stage.rows::<ControlChange>().iter().map(|one| one.loosens).collect();
    assert_eq!(loosens, [true, false, true, true, false]);
    assert_eq!(stage.rows::<Role>()[0].version, 2);
}

#[test]
fn with_a_second_person_a_change_is_proposed_and_made_when_another_one_approves_it() {
    let (mut stage, id) = stage();
    let proposed = stage.run_as(user(ANN), off(&id)).expect("proposed");
    assert_eq!(stage.run(stage.sale("20", true)).expect_err("in force").code, Code::ApprovalRequired);
    let facts = stage.rows::<FactRow>();
    assert_eq!(facts.last().map(|fact| fact.kind.as_str()), Some("controlChange.proposed"));
    let approved = stage.run_as(user(BOB), approve(&proposed.subject)).expect("approved");
    assert_eq!((approved.version, approved.related.as_deref()), (2, Some(id.as_str())));
    let change = last(&stage);
    assert_eq!((change.status, change.proposed_by, change.decided_by), (ControlChangeStatus::Made, ANN, Some(BOB)));
    let stored = stage.rows::<ApprovalPolicy>().remove(0);
    assert_eq!((stored.is_active, stored.version, stored.updated_by), (false, 2, ANN));
    let fact = stage.rows::<FactRow>().pop().expect("a fact");
    assert_eq!((fact.kind.as_str(), fact.actor), ("controlChange.approved", BOB), "one fact has both rows");
    stage.run(stage.sale("20", true)).expect("off");
    assert_eq!(refused(&mut stage, user(BOB), approve(&change.id.to_string())).0, Code::ControlChangeNotOpen);
}

#[test]
fn a_policy_is_created_and_deleted_and_duties_are_changed_by_two() {
    let (mut stage, id) = stage();
    let made = stage.run_as(user(ANN), policy("large", "5")).expect("proposed").subject;
    let named = last(&stage).subject_id;
    stage.run_as(user(BOB), approve(&made)).expect("approved");
    let stored = stage.rows::<ApprovalPolicy>().pop().expect("made");
    assert_eq!((stored.id.to_string(), stored.name.as_str(), stored.created_by), (named, "large", ANN));
    let delete = DeleteApprovalPolicy { policy: Sought::of(&id), if_match: None };
    let gone = stage.run_as(user(BOB), delete).expect("proposed").subject;
    stage.run_as(user(ANN), approve(&gone)).expect("approved");
    assert_eq!(stage.rows::<ApprovalPolicy>().len(), 1);
    let duties = UpdateOrganization { approver_not_preparer: Some(true), ..UpdateOrganization::default() };
    let change = stage.run(duties).expect("proposed").subject;
    assert!(!stage.rows::<Organization>()[0].approver_not_preparer);
    stage.run_as(user(ANN), approve(&change)).expect("a controller approves what an administrator proposes");
    assert!(stage.rows::<Organization>()[0].approver_not_preparer);
    let alone = stage.run(switched(ControlChanges::Alone)).expect("proposed").subject;
    stage.run_as(user(BOB), approve(&alone)).expect("approved");
    let settings = stage.rows::<Organization>().remove(0);
    assert_eq!((settings.control_changes, settings.second_person_since), (ControlChanges::Alone, None));
}

#[test]
fn who_proposed_it_whose_account_did_and_no_person_never_approve() {
    let (mut stage, id) = stage();
    let own = stage.run_as(user(ANN), off(&id)).expect("proposed").subject;
    let rule = |rule: &str| (Code::SeparationOfDuties, Some(Value::from(rule)));
    assert_eq!(refused(&mut stage, user(ANN), approve(&own)), rule("proposerNotApprover"));
    let shop = Actor { kind: PrincipalKind::ServiceAccount, ..user(SHOP) };
    assert_eq!(refused(&mut stage, shop.clone(), approve(&own)).0, Code::PersonRequired);
    let by_shop = stage.run_as(shop, off(&id)).expect("proposed").subject;
    assert_eq!(refused(&mut stage, user(ANN), approve(&by_shop)), rule("ownServiceAccount"));
    // The person who made the account holds its secret, too.
    assert_eq!(refused(&mut stage, user(ADMIN), approve(&by_shop)), rule("ownServiceAccount"));
    let clerk = member(NEW, PrincipalKind::User, "clerk", None);
    stage.run(clerk).expect("member");
    assert_eq!(refused(&mut stage, user(NEW), approve(&own)).0, Code::Forbidden);
    stage.run_as(user(BOB), approve(&by_shop)).expect("a third one");
}

#[test]
fn nobody_makes_a_second_person_up() {
    let (mut stage, id) = stage();
    stage.run(member(NEW, PrincipalKind::User, "controller", None)).expect("made by the administrator");
    let rule = (Code::SeparationOfDuties, Some(Value::from("rightsGiven")));
    let of_admin = stage.run(off(&id)).expect("proposed").subject;
    assert_eq!(refused(&mut stage, user(NEW), approve(&of_admin)), rule);
    let of_new = stage.run_as(user(NEW), off(&id)).expect("proposed").subject;
    assert_eq!(refused(&mut stage, user(ADMIN), approve(&of_new)), rule, "nor the other way round");
    stage.run_as(user(BOB), approve(&of_new)).expect("whom neither of them made");
}

#[test]
fn a_custom_role_that_the_proposer_widened_makes_no_second_person() {
    let (mut stage, id) = stage();
    let empty = crate::commands::roles::create::CreateRole {
        name: "reader".to_owned(),
        description: None,
        permissions: vec!["accounts:read".to_owned()],
    };
    let role = stage.run(empty).expect("role").subject;
    let system = Actor { kind: PrincipalKind::System, ..user(BOB) };
    stage.run_as(system, member(NEW, PrincipalKind::User, &role, None)).expect("by the operator");
    let permissions = Some(vec!["accounts:read".to_owned(), "controlChanges:approve".to_owned()]);
    stage.run(UpdateRole { role: Sought::of(&role), permissions, ..UpdateRole::default() }).expect("widened");
    let change = stage.run(off(&id)).expect("proposed").subject;
    let rule = (Code::SeparationOfDuties, Some(Value::from("rightsGiven")));
    assert_eq!(refused(&mut stage, user(NEW), approve(&change)), rule);
}

#[test]
fn it_is_decided_on_the_books_of_then() {
    let (mut stage, id) = stage();
    let first = stage.run_as(user(ANN), off(&id)).expect("proposed").subject;
    let lower = Decimal::parse("1").ok();
    let other = UpdateApprovalPolicy { min_amount: lower, ..off(&id) };
    let second = stage.run_as(user(ANN), other).expect("proposed").subject;
    stage.run_as(user(BOB), approve(&first)).expect("approved");
    assert_eq!(refused(&mut stage, user(BOB), approve(&second)).0, Code::ControlChangeOutdated);
    let name = stage.run_as(user(ANN), policy("new", "1")).expect("proposed").subject;
    let same = stage.run_as(user(ANN), policy("new", "2")).expect("proposed").subject;
    stage.run_as(user(BOB), approve(&name)).expect("approved");
    assert_eq!(refused(&mut stage, user(BOB), approve(&same)).0, Code::CodeTaken);
    let third = stage.run_as(user(ANN), policy("third", "2")).expect("proposed").subject;
    let stale = ApproveControlChange { if_match: Some(vec![2]), ..approve(&third) };
    assert_eq!(refused(&mut stage, user(BOB), stale).0, Code::VersionMismatch);
    stage.run(member(ANN, PrincipalKind::User, "clerk", None)).expect("demoted");
    assert_eq!(refused(&mut stage, user(BOB), approve(&third)).0, Code::ControlChangeOutdated);
}

#[test]
fn a_proposal_is_rejected_withdrawn_or_over_and_then_nothing_is_left() {
    let (mut stage, id) = stage();
    let reject =
        |change: &str| RejectControlChange { change: Sought::of(change), reason: "not now".to_owned(), if_match: None };
    let withdraw = |change: &str| WithdrawControlChange { change: Sought::of(change), if_match: None };
    let one = stage.run_as(user(ANN), off(&id)).expect("proposed").subject;
    assert_eq!(refused(&mut stage, user(ANN), reject(&one)).0, Code::SeparationOfDuties);
    assert_eq!(refused(&mut stage, user(BOB), withdraw(&one)).0, Code::Forbidden);
    stage.run_as(user(BOB), reject(&one)).expect("rejected");
    assert_eq!(last(&stage).reason.as_deref(), Some("not now"));
    let shop = Actor { kind: PrincipalKind::ServiceAccount, ..user(SHOP) };
    let two = stage.run_as(shop, off(&id)).expect("proposed").subject;
    stage.run_as(user(ANN), withdraw(&two)).expect("who is behind the account takes it back");
    for over in [&one, &two] {
        assert_eq!(refused(&mut stage, user(BOB), approve(over)).0, Code::ControlChangeNotOpen);
        assert_eq!(refused(&mut stage, user(BOB), reject(over)).0, Code::ControlChangeNotOpen);
        assert_eq!(refused(&mut stage, user(ANN), withdraw(over)).0, Code::ControlChangeNotOpen);
    }
    for command in [Command::from(approve("ccg_x")), reject("ccg_x").into(), withdraw("ccg_x").into()] {
        assert_eq!(refused(&mut stage, user(BOB), command).0, Code::NotFound);
    }
}

#[test]
fn so_many_wait_and_what_is_over_makes_room() {
    let (mut stage, id) = stage();
    let mut first = String::new();
    for number in 0..limits::OPEN_CONTROL_CHANGES {
        let change = stage.run_as(user(ANN), policy(&format!("policy {number}"), "1")).expect("proposed").subject;
        first = if number == 0 { change } else { first };
    }
    assert_eq!(refused(&mut stage, user(ANN), off(&id)).0, Code::LimitReached);
    let mut later = stage.envelope(user(BOB), Work::One(Box::new(approve(&first).into())));
    later.clock.0 += limits::CONTROL_CHANGE_DAYS * 86_400_000_000;
    let outcome = format!("{:?}", stage.model.clone().commit(&[later.clone()], true));
    assert!(outcome.contains("ControlChangeNotOpen"), "{outcome}");
    later.work = Work::One(Box::new(off(&id).into()));
    stage.model.commit(&[later], true).expect("proposed");
    let expired = |one: &&ControlChange| one.status == ControlChangeStatus::Expired;
    assert!(stage.rows::<ControlChange>().iter().filter(expired).count() >= limits::OPEN_CONTROL_CHANGES - 1);
}

#[test]
fn it_takes_two_who_can_decide_before_it_is_switched_on_and_the_operator_switches_it_off() {
    let mut stage = Stage::new();
    let on = || switched(ControlChanges::SecondPerson);
    assert_eq!(stage.run(on()).expect_err("alone").code, Code::SecondPersonNeeded);
    stage.run(member(ANN, PrincipalKind::User, "controller", None)).expect("member");
    stage
        .run(SetMembership { is_active: false, ..member(ANN, PrincipalKind::User, "controller", None) })
        .expect("gone");
    stage.run(member(SHOP, PrincipalKind::ServiceAccount, "admin", None)).expect("no person");
    assert_eq!(stage.run(on()).expect_err("still alone").code, Code::SecondPersonNeeded);
    stage.run(member(BOB, PrincipalKind::User, "controller", None)).expect("member");
    stage.run(on()).expect("two");
    assert!(stage.rows::<Organization>()[0].second_person_since.is_some());
    let mixed = UpdateOrganization { name: Some("Acme".to_owned()), ..switched(ControlChanges::Alone) };
    assert_eq!(stage.run(mixed).expect_err("mixed").code, Code::FieldsConflict);
    stage.run(UpdateOrganization { name: Some("Acme".to_owned()), ..on() }).expect("no control changes");
    let system = Actor { kind: PrincipalKind::System, ..user(PrincipalId([0; 16])) };
    stage.run_as(system, switched(ControlChanges::Alone)).expect("by the operator");
    let facts = stage.rows::<FactRow>();
    assert_eq!(facts.last().map(|fact| fact.kind.as_str()), Some("organization.secondPersonLifted"));
    assert!(last(&stage).loosens);
}
