//! Approval: policies that come and go, and entries that wait until someone decides.

use domain::book::context::Actor;
use domain::command::Command;
use domain::commands::approval_policies::create::CreateApprovalPolicy;
use domain::commands::approval_policies::delete::DeleteApprovalPolicy;
use domain::commands::approval_policies::update::UpdateApprovalPolicy;
use domain::commands::journal_entries::approve::ApproveEntry;
use domain::commands::journal_entries::reject::RejectEntry;
use domain::commands::journal_entries::submit::SubmitEntry;
use domain::commands::journal_entries::withdraw::WithdrawEntry;
use domain::commands::movements::approve::ApproveMovement;
use domain::commands::movements::reject::RejectMovement;
use domain::commands::movements::submit::SubmitMovement;
use domain::commands::movements::withdraw::WithdrawMovement;
use domain::rows::{ApprovalSubject, PrincipalKind};
use domain::value::Decimal;
use domain::value::id::PrincipalId;
use domain::value::movement_kind::MovementKind;

use super::entries::journal;
use super::{actors, id, if_match, patch};
use crate::simulate::random::Random;
use crate::simulate::world::World;

/// Policies that are kept at most, so that most entries need no approval.
const POLICIES: usize = 4;

/// Creates, updates or deletes a policy.
pub fn policy(random: &mut Random, world: &mut World) -> Command {
    let few = world.policies.len() < POLICIES;
    match random.weighed(&[if few { 50 } else { 5 }, 30, if few { 15 } else { 50 }]) {
        0 => CreateApprovalPolicy {
            name: name(random, world),
            applies_to: random.one(ApprovalSubject::ALL),
            journal: random.maybe(30, |random| journal(random, world)),
            movement_kind: random.maybe(20, |random| random.one(MovementKind::ALL)),
            min_amount: min_amount(random),
            is_active: random.chance(80),
        }
        .into(),
        1 => UpdateApprovalPolicy {
            policy: id(random, &world.policies, &world.foreign),
            if_match: if_match(random),
            name: random.maybe(30, |random| name(random, world)),
            journal: patch(random, 30, |random| journal(random, world)),
            movement_kind: patch(random, 20, |random| random.one(MovementKind::ALL)),
            min_amount: random.maybe(40, min_amount),
            is_active: random.maybe(30, |random| random.chance(60)),
        }
        .into(),
        _ => DeleteApprovalPolicy { policy: id(random, &world.policies, &world.foreign), if_match: if_match(random) }
            .into(),
    }
}

fn name(random: &mut Random, world: &mut World) -> String {
    if random.chance(15) { format!("policy {}", random.below(30)) } else { format!("policy {}", world.number()) }
}

/// Mostly more than an entry usually comes to.
fn min_amount(random: &mut Random) -> Decimal {
    match random.below(40) {
        0 => Decimal::from_units(12_345, 3),
        1 => Decimal::from_units(i64::MAX, 0),
        2 => Decimal::from_units(0, 0),
        _ => Decimal::from_units(random.between(350_000, 1_500_000), 2),
    }
}

/// Submits a draft, or decides on a waiting one, with the actor that it needs if that is not the usual one.
pub fn decision(random: &mut Random, world: &mut World) -> (Option<Actor>, Command) {
    let step = random.weighed(&[46, 30, 12, 12]);
    // Mostly documents in the right state; sometimes others.
    let (right, wrong) = if step == 0 { (&world.drafts, &world.pending) } else { (&world.pending, &world.drafts) };
    let known = match random.below(20) {
        0 => wrong,
        1 => &world.posted,
        _ => right,
    };
    let entry = id(random, known, &world.foreign);
    let if_match = if_match(random);
    match step {
        0 => (None, SubmitEntry { entry, if_match }.into()),
        1 => (approver(random), ApproveEntry { entry, if_match }.into()),
        2 => (None, RejectEntry { entry, reason: "no receipt".to_owned(), if_match }.into()),
        _ => (None, WithdrawEntry { entry, if_match }.into()),
    }
}

/// The controller of the opening, sometimes somebody who is no person.
fn approver(random: &mut Random) -> Option<Actor> {
    match random.below(20) {
        0..=8 => Some(actors::member(PrincipalId([10; 16]), PrincipalKind::User)),
        9 => Some(actors::system()),
        _ => None,
    }
}

/// The same of movements.
pub fn movement_decision(random: &mut Random, world: &mut World) -> (Option<Actor>, Command) {
    let step = random.weighed(&[46, 30, 12, 12]);
    // The first draft stays, so that each read has something to show.
    let (drafts, pending) = (world.movement_drafts.get(1..).unwrap_or_default(), world.pending_movements.as_slice());
    let (right, wrong) = if step == 0 { (drafts, pending) } else { (pending, drafts) };
    let known = if random.chance(8) { wrong } else { right };
    let movement = id(random, known, &world.foreign);
    let if_match = if_match(random);
    match step {
        0 => (None, SubmitMovement { movement, if_match }.into()),
        1 => (approver(random), ApproveMovement { movement, if_match }.into()),
        2 => (None, RejectMovement { movement, reason: "no receipt".to_owned(), if_match }.into()),
        _ => (None, WithdrawMovement { movement, if_match }.into()),
    }
}
