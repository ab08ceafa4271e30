//! The input of a service account.

use domain::value::id::PrincipalId;
use domain::value::{Patch, Sought};

use crate::http::input::{Change, Name};
use crate::http::users::wire::{Roles, Warehouses};

crate::input! {
    /// A new service account.
    pub struct ServiceAccountInput {
        pub name: Name<120> = "Web shop",
        /// Names of built-in roles, and ids or names of custom ones.
        pub roles: Roles = ["clerk"],
        /// The warehouses assigned to it, including all below; all if absent or null, none if empty.
        pub warehouse_ids: Option<Warehouses>,
        /// The person responsible for it, who can never approve what it prepared; you if absent.
        pub owner_id: Option<Sought<PrincipalId>>,
    }

    /// A change of a service account: absent fields stay.
    pub struct ServiceAccountPatch keeping ["id", "clientId"] ignoring [
        "clientSecret", "secrets", "heldBy", "ownerActive", "version", "createdAt", "updatedAt",
    ] {
        pub name: Change<Name<120>> = "Web shop",
        /// All roles, to replace the present ones.
        pub roles: Change<Roles> = ["clerk"],
        /// The warehouses assigned to it, including all below, to replace the present ones; null is all.
        pub warehouse_ids: Patch<Warehouses>,
        /// The person responsible for it. Earlier owners still cannot approve what it prepares.
        pub owner_id: Change<Sought<PrincipalId>>,
        /// Whether it is active; false disables it at once.
        pub is_active: Change<bool>,
    }

    /// How a secret is replaced.
    pub struct RotateSecret {
        /// Keeps the earlier secrets valid until they are revoked one by one.
        pub keep_previous: Option<bool> = true,
    }
}
