//! Who asks: mostly the administrator, else anybody down to strangers.

use domain::book::context::Actor;
use domain::rows::PrincipalKind;
use domain::value::id::PrincipalId;
use domain::value::permission::{BuiltInRole, Permission, PermissionSet};

use crate::simulate::random::Random;
use crate::simulate::world::{ADMIN, World};

/// A member with their rights as they are stored.
#[must_use]
pub fn member(principal: PrincipalId, kind: PrincipalKind) -> Actor {
    Actor { principal, kind, claimed_roles: None, scope: None }
}

/// The service itself.
#[must_use]
pub fn system() -> Actor {
    member(ADMIN, PrincipalKind::System)
}

/// The administrator with a token for these rights alone.
#[must_use]
pub fn scoped(rights: &[Permission]) -> Actor {
    Actor { scope: Some(PermissionSet::of(rights)), ..member(ADMIN, PrincipalKind::User) }
}

/// Anybody.
pub fn any(random: &mut Random, world: &World) -> Actor {
    match random.weighed(&[82, 9, 4, 3, 1, 1]) {
        0 => member(ADMIN, PrincipalKind::User),
        1 => match random.pick(&world.members) {
            Some((principal, kind)) => member(*principal, *kind),
            None => member(ADMIN, PrincipalKind::User),
        },
        2 => {
            let roles = vec![random.one(BuiltInRole::ALL), BuiltInRole::Accountant];
            Actor { claimed_roles: Some(roles), ..member(PrincipalId([200; 16]), PrincipalKind::Foreign) }
        }
        3 => scoped(&[Permission::JournalEntriesDraft, Permission::JournalEntriesPost, Permission::WarehousesUpdate]),
        4 => member(PrincipalId([201; 16]), PrincipalKind::User),
        _ => system(),
    }
}
