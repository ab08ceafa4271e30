//! Members, their roles and their names.

use crate::value::Instant;
use crate::value::id::{PrincipalId, RoleId};
use crate::value::permission::BuiltInRole;
use crate::{named_enum, rows};

named_enum! {
    /// The kind of the acting principal.
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
}

rows! {
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
}

rows! {
    /// The name of a principal, erasable.
    PrincipalName in "principal_names" (12 v 1, Personal) key { principal_id: PrincipalId } {
        /// Display name.
        name: String,
    }
}

impl Membership {
    /// Whether a person administers the organization with it: active, with the role, and in all warehouses. A person
    /// bound to some can neither unbind themselves nor make another administrator, and a program asks nobody for a
    /// password.
    #[must_use]
    pub fn administers(&self) -> bool {
        self.is_active
            && matches!(self.kind, PrincipalKind::User | PrincipalKind::Foreign)
            && self.warehouse_ids.is_none()
            && self.roles.split_whitespace().any(|role| role == BuiltInRole::Admin.name())
    }
}
