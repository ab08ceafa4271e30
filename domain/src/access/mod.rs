//! Who may do what: permissions, roles, memberships.

pub mod create_role;
pub mod delete_role;
pub mod permission;
pub mod reach;
pub mod set_membership;
pub mod take_secret;
pub mod update_role;

pub use permission::{BuiltInRole, Permission, PermissionSet};
pub use reach::Reach;

use crate::controls::{self, ControlSubject, Intended};
use crate::value::{
    Instant,
    id::{PrincipalId, RoleId},
};
use crate::{named_enum, rows};

named_enum! {
    /// What kind of principal acts.
    PrincipalKind {
        /// A person with a login.
        User = "user",
        /// A program with a client secret.
        ServiceAccount = "serviceAccount",
        /// A subject of a trusted foreign issuer.
        Foreign = "foreign",
        /// The service itself.
        System = "system",
    }
}

rows! {
    /// A principal's place in the organization.
    Membership in "memberships" (10 v 1, Books) key { principal_id: PrincipalId } {
        kind: PrincipalKind,
        /// Names of built-in roles and ids of custom ones, separated by blanks, sorted.
        roles: String,
        /// A membership that is not active grants nothing.
        is_active: bool,
        /// The person who answers for a service account; `None` for everybody else.
        owner_id: Option<PrincipalId>,
        /// Everybody who made a service account, ever answered for it or took a secret of it, separated by blanks; empty for
        /// persons.
        held_by: String,
        /// Wire ids of the warehouses to which it is bound, with all below them, separated by blanks, sorted. `None` is
        /// all warehouses, empty is none.
        warehouse_ids: Option<String>,
        version: i64,
        created_at: Instant,
        created_by: PrincipalId,
        updated_at: Instant,
        updated_by: PrincipalId,
    }

    /// A custom set of permissions.
    Role in "roles" (11 v 1, Books) key { id: RoleId } {
        name: String,
        description: Option<String>,
        /// Permission names separated by blanks, in their order.
        permissions: String,
        version: i64,
        created_at: Instant,
        created_by: PrincipalId,
        updated_at: Instant,
        updated_by: PrincipalId,
    }

    /// The name of a principal, erasable.
    PrincipalName in "principal_names" (12 v 1, Personal) key { principal_id: PrincipalId } {
        /// Display name.
        name: String,
    }
}

/// A change of a custom role, as controls keep it.
fn intended_role(before: Option<&Role>, after: Option<&Role>) -> Intended {
    let has = |role: Option<&Role>, right: &str| {
        role.is_some_and(|role| role.permissions.split_whitespace().any(|one| one == right))
    };
    let after_rights = after.map_or("", |role| role.permissions.as_str());
    Intended {
        subject: ControlSubject::Role,
        id: before.or(after).map(|role| role.id.to_string()).unwrap_or_default(),
        before: before.map(controls::of_role),
        after: after.map(controls::of_role),
        loosens: after_rights.split_whitespace().any(|right| !has(before, right)),
    }
}

/// A change of somebody's place, as controls keep it; `None` where what he may do stays as it was.
fn intended_place(before: Option<&Membership>, after: &Membership) -> Option<Intended> {
    let (was, is) = (before.map(controls::of_membership), controls::of_membership(after));
    if was.as_ref() == Some(&is) {
        return None;
    }
    let held = before.filter(|before| before.is_active);
    let had = |role: &str| held.is_some_and(|held| held.roles.split_whitespace().any(|one| one == role));
    let acted = |place: &str| match held.map(|held| &held.warehouse_ids) {
        Some(Some(ids)) => ids.split_whitespace().any(|one| one == place),
        Some(None) => true,
        None => false,
    };
    let reaches_further = match &after.warehouse_ids {
        Some(ids) => ids.split_whitespace().any(|place| !acted(place)),
        None => held.is_none_or(|held| held.warehouse_ids.is_some()),
    };
    Some(Intended {
        subject: ControlSubject::Membership,
        id: after.principal_id.to_string(),
        before: was,
        after: Some(is),
        loosens: after.is_active && (after.roles.split_whitespace().any(|role| !had(role)) || reaches_further),
    })
}

impl Membership {
    /// Whether a person administers the organization with it: active, with the role, and in all warehouses. Whoever is
    /// bound to some can neither unbind themselves nor make another administrator, and a program asks nobody for a password.
    #[must_use]
    pub fn administers(&self) -> bool {
        self.is_active
            && matches!(self.kind, PrincipalKind::User | PrincipalKind::Foreign)
            && self.warehouse_ids.is_none()
            && self.roles.split_whitespace().any(|role| role == BuiltInRole::Admin.name())
    }
}
