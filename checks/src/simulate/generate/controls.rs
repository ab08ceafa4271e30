//! Changes of policies and duties that take two persons: switched on for a while, proposed, decided, and switched off.

use domain::book::context::Actor;
use domain::command::Command;
use domain::commands::control_changes::approve::ApproveControlChange;
use domain::commands::control_changes::reject::RejectControlChange;
use domain::commands::control_changes::withdraw::WithdrawControlChange;
use domain::commands::organization::update::UpdateOrganization;
use domain::rows::{ControlChange, ControlChangeStatus, ControlChanges, Organization, PrincipalKind};
use domain::value::id::PrincipalId;

use super::{actors, approvals, id, if_match};
use crate::simulate::random::Random;
use crate::simulate::world::{ADMIN, World};

/// Proposals that wait at most before something is decided.
const WAITING: usize = 3;

/// How many it takes from now on.
pub fn switched(to: ControlChanges) -> UpdateOrganization {
    UpdateOrganization { control_changes: Some(to), ..UpdateOrganization::default() }
}

/// Switches the second person on, proposes, decides, or switches it off again; with the actor that it needs.
pub fn any(random: &mut Random, world: &mut World) -> (Option<Actor>, Command) {
    let takes_two = world.rows::<Organization>().iter().any(|row| row.control_changes == ControlChanges::SecondPerson);
    let changes = world.rows::<ControlChange>();
    let (open, over): (Vec<&ControlChange>, Vec<&ControlChange>) =
        changes.iter().partition(|change| change.status == ControlChangeStatus::Proposed);
    if !takes_two && (open.is_empty() || random.chance(50)) {
        return (Some(administrator()), switched(ControlChanges::SecondPerson).into());
    }
    if takes_two && random.chance(8) {
        // People who gave each other rights cannot decide together: the operator is the way out.
        return (Some(actors::system()), switched(ControlChanges::Alone).into());
    }
    if takes_two && (open.is_empty() || open.len() < WAITING && random.chance(50)) {
        return (random.maybe(80, one_of_two), proposal(random, world));
    }
    let known = if random.chance(12) { &over } else { &open };
    let picked = random.pick(known).copied();
    let known: Vec<String> = picked.iter().map(|change| change.id.to_string()).collect();
    let change = id(random, &known, &world.foreign);
    let if_match = if_match(random);
    let proposer = picked.map_or(ADMIN, |change| change.proposed_by);
    // Mostly the right person: the other one decides, and the proposer takes it back.
    let (own, other) =
        if proposer == ADMIN { (administrator(), controller()) } else { (controller(), administrator()) };
    match random.weighed(&[70, 15, 15]) {
        0 => (Some(if random.chance(85) { other } else { own }), ApproveControlChange { change, if_match }.into()),
        1 => {
            let reason = "not needed".to_owned();
            (Some(other), RejectControlChange { change, reason, if_match }.into())
        }
        _ => (Some(if random.chance(80) { own } else { other }), WithdrawControlChange { change, if_match }.into()),
    }
}

fn administrator() -> Actor {
    actors::member(ADMIN, PrincipalKind::User)
}

/// The controller of the opening.
fn controller() -> Actor {
    actors::member(PrincipalId([10; 16]), PrincipalKind::User)
}

fn one_of_two(random: &mut Random) -> Actor {
    if random.chance(50) { administrator() } else { controller() }
}

fn proposal(random: &mut Random, world: &mut World) -> Command {
    match random.weighed(&[50, 35, 15]) {
        0 => approvals::policy(random, world),
        1 => UpdateOrganization {
            approver_not_preparer: Some(random.chance(50)),
            voider_not_poster: Some(random.chance(15)),
            ..UpdateOrganization::default()
        }
        .into(),
        _ => switched(ControlChanges::Alone).into(),
    }
}
