//! Roles and memberships.

use domain::book::context::Actor;
use domain::command::Command;
use domain::commands::memberships::set::SetMembership;
use domain::commands::roles::create::CreateRole;
use domain::commands::roles::delete::DeleteRole;
use domain::commands::roles::update::UpdateRole;
use domain::commands::service_accounts::take_secret::TakeSecret;
use domain::rows::PrincipalKind;
use domain::value::id::PrincipalId;
use domain::value::permission::{BuiltInRole, Permission};
use domain::value::{Patch, Sought};

use super::{actors, id, id_text, if_match, patch};
use crate::simulate::random::Random;
use crate::simulate::world::{ADMIN, World};

/// One member of every built-in role but the administrator's.
#[must_use]
pub fn opening_members() -> Vec<SetMembership> {
    let others = BuiltInRole::ALL.iter().filter(|role| **role != BuiltInRole::Admin);
    others
        .zip(10..)
        .map(|(role, number)| member(PrincipalId([number; 16]), PrincipalKind::User, vec![role.name().to_owned()]))
        .collect()
}

fn member(principal: PrincipalId, kind: PrincipalKind, roles: Vec<String>) -> SetMembership {
    SetMembership {
        principal: Sought::Id(principal),
        kind,
        roles,
        is_active: true,
        owner: None,
        warehouses: Patch::Absent,
        name: None,
        if_match: None,
    }
}

/// Changes roles or memberships, with and without the right to.
pub fn any(random: &mut Random, world: &mut World) -> (Option<Actor>, Command) {
    let limited = random
        .maybe(15, |_| actors::scoped(&[Permission::UsersManage, Permission::RolesManage, Permission::AccountsRead]));
    let few = world.roles.len() < 20;
    let command = match random.weighed(&[50, if few { 20 } else { 0 }, 15, 10, 5]) {
        0 => membership(random, world).into(),
        1 => {
            let number = world.number();
            CreateRole {
                name: if random.chance(15) {
                    "Clerk".to_owned()
                } else {
                    format!("role {}", if random.chance(15) { 1 } else { number })
                },
                description: random.maybe(30, |_| "a role".to_owned()),
                permissions: permissions(random),
            }
            .into()
        }
        2 => UpdateRole {
            role: Sought::of(&role_id(random, world)),
            if_match: if_match(random),
            name: random.maybe(30, |random| format!("role {}", random.below(60))),
            description: patch(random, 30, |_| "changed".to_owned()),
            permissions: random.maybe(50, permissions),
        }
        .into(),
        3 => DeleteRole { role: Sought::of(&role_id(random, world)), if_match: if_match(random) }.into(),
        _ => TakeSecret { account: owner(random, world) }.into(),
    };
    (limited, command)
}

fn role_id(random: &mut Random, world: &World) -> String {
    if random.chance(8) { "admin".to_owned() } else { id_text(random, &world.roles, &world.foreign) }
}

fn permissions(random: &mut Random) -> Vec<String> {
    let mut names: Vec<String> = (0..random.below(5)).map(|_| random.one(Permission::ALL).name().to_owned()).collect();
    if random.chance(5) {
        names.push("nothing:here".to_owned());
    }
    names
}

/// Somebody to answer for a service account, mostly a user; or to take a secret of, rarely an account.
fn owner(random: &mut Random, world: &World) -> Sought<PrincipalId> {
    match random.pick(&world.members) {
        Some((principal, _)) if !random.chance(5) => Sought::Id(*principal),
        _ => Sought::of("prn_x"),
    }
}

fn membership(random: &mut Random, world: &mut World) -> SetMembership {
    if random.chance(6) {
        // The last administrator tries to go; nobody else ever becomes one.
        return member(ADMIN, PrincipalKind::User, vec!["clerk".to_owned()]);
    }
    let number = 10 + u8::try_from(random.below(25)).unwrap_or(0);
    let kind = match number {
        10..=24 => PrincipalKind::User,
        25..=30 => PrincipalKind::ServiceAccount,
        _ => PrincipalKind::Foreign,
    };
    let principal = PrincipalId([number; 16]);
    let kind = if random.chance(5) { PrincipalKind::ServiceAccount } else { kind };
    let mut roles: Vec<String> = vec![random.one(&BuiltInRole::ALL[1..]).name().to_owned()];
    roles.extend(random.maybe(40, |random| role_id(random, world)).filter(|role| role != "admin"));
    roles.extend(random.maybe(5, |_| "nobody".to_owned()));
    if !world.members.contains(&(principal, kind)) {
        world.members.push((principal, kind));
    }
    SetMembership {
        is_active: random.chance(90),
        owner: random.maybe(15, |random| owner(random, world)),
        warehouses: match random.weighed(&[75, 10, 15]) {
            0 => Patch::Absent,
            1 => Patch::Null,
            _ => Patch::Set((0..random.below(3)).map(|_| id(random, &world.warehouses, &world.foreign)).collect()),
        },
        name: random.maybe(30, |random| format!("Name {}", random.below(100))),
        if_match: if_match(random),
        ..member(principal, kind, roles)
    }
}
