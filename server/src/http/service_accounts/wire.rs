//! The input of a service account.

use domain::value::Sought;
use domain::value::id::PrincipalId;

use crate::http::input::Name;
use crate::http::users::wire::{Roles, Warehouses};

crate::fields! {
    /// A new service account.
    pub struct ServiceAccountInput;

    /// A change of a service account: absent fields stay.
    pub struct ServiceAccountPatch
        keeping ["id", "clientId"]
        ignoring ["clientSecret", "secrets", "heldBy", "ownerActive", "version", "createdAt", "updatedAt"];

    {
        pub name: Required<Name<120>> = "Web shop" => "Web shop",
        /// Names of built-in roles, and ids or names of custom ones.
        #[patch = "All roles, to replace the present ones."]
        pub roles: Required<Roles> = ["clerk"] => ["clerk"],
        /// The warehouses assigned to it, including all below; all if absent or null, none if empty.
        #[patch = "The warehouses assigned to it, including all below, to replace the present ones; null is all."]
        pub warehouse_ids: Clearable<Warehouses>,
        /// The person responsible for it, who can never approve what it prepared; you if absent.
        #[patch = "The person responsible for it. Earlier owners still cannot approve what it prepares."]
        pub owner_id: Optional<Sought<PrincipalId>>,
        /// Whether it is active; false disables it at once.
        pub is_active: Later<bool>,
    }
}

crate::input! {
    /// How a secret is replaced.
    pub struct RotateSecret {
        /// Keeps the earlier secrets valid until they are revoked one by one.
        pub keep_previous: Option<bool> = true,
    }
}
