//! What clients send as a service account.

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
        /// The warehouses in which it acts, with all below them; all where absent or null, none where empty.
        pub warehouse_ids: Option<Warehouses>,
        /// The person who answers for it and never approves what it prepared; you, where absent.
        pub owner_id: Option<Sought<PrincipalId>>,
    }

    /// A change of a service account: what is absent stays.
    pub struct ServiceAccountPatch keeping ["id", "clientId"] ignoring [
        "clientSecret", "secrets", "heldBy", "ownerActive", "version", "createdAt", "updatedAt",
    ] {
        pub name: Change<Name<120>> = "Web shop",
        /// All roles anew.
        pub roles: Change<Roles> = ["clerk"],
        /// The warehouses in which it acts, with all below them, all anew; null is all of them.
        pub warehouse_ids: Patch<Warehouses>,
        /// The person who answers for it. Whoever did before still approves nothing that it prepares.
        pub owner_id: Change<Sought<PrincipalId>>,
        /// Whether it may act; false disables it at once.
        pub is_active: Change<bool>,
    }

    /// How a secret is replaced.
    pub struct RotateSecret {
        /// Leaves the earlier secrets working until they are revoked one by one.
        pub keep_previous: Option<bool> = true,
    }
}
