//! The input of a user.

use domain::value::id::WarehouseId;
use domain::value::{Patch, Sought};

use crate::http::auth::new_password::NewPassword;
use crate::http::input::{Change, CodeText, List, Name, Text};
use crate::http::problem::Problem;

/// Roles: names of built-in ones, and ids or names of custom ones.
pub type Roles = List<CodeText<60>, 0, 50>;
/// The warehouses to which a member is bound.
pub type Warehouses = List<Sought<WarehouseId>, 0, 1_000>;

crate::input! {
    /// A new user of the organization.
    pub struct UserInput {
        /// Letters, digits, dots, hyphens, underscores, plus and at signs; compared in lower case.
        pub username: Text<1, 60> = "grace",
        /// The display name of the user; the username if absent.
        pub display_name: Option<Name<120>> = "Grace Hopper",
        /// At least 10 characters.
        pub password: NewPassword = "four quiet harbours",
        /// Always true: users must change a password that somebody else chose before they can do anything else.
        pub must_change_password: Option<bool>,
        /// Names of built-in roles, and ids or names of custom ones.
        pub roles: Roles = ["accountant"],
        /// The warehouses assigned to the user, including all below; all if absent or null, none if empty.
        pub warehouse_ids: Option<Warehouses>,
    }

    /// A change of a user: absent fields stay.
    pub struct UserPatch keeping ["id", "kind", "username"] ignoring ["version", "createdAt", "updatedAt"] {
        pub display_name: Change<Name<120>> = "Grace Hopper",
        /// All roles, to replace the present ones.
        pub roles: Change<Roles> = ["accountant"],
        /// The warehouses assigned to the user, including all below, to replace the present ones; null is all.
        pub warehouse_ids: Patch<Warehouses>,
        /// Whether the user is active in this organization.
        pub is_active: Change<bool>,
        /// A new password; ends every sign-in of the user.
        pub password: Change<NewPassword>,
        /// Always true with a password: the user must change the password that you chose before anything else. Without
        /// a password it can be sent back unchanged.
        pub must_change_password: Change<bool>,
    }
}

/// A password chosen by an administrator is known to two people: its owner must change it first, and nobody can waive
/// that.
pub fn require_change(must_change: Option<bool>) -> Result<(), Problem> {
    if must_change.unwrap_or(true) {
        return Ok(());
    }
    let message = "the user must change a password that you chose at the first sign-in: leave this out, or send true";
    Err(Problem::violation("/mustChangePassword", "must_be_true", message))
}

/// The texts of a list.
pub fn texts(list: Roles) -> Vec<String> {
    list.0.into_iter().map(|text| text.0).collect()
}

/// The ids of a list of warehouses.
pub fn ids(list: Warehouses) -> Vec<Sought<WarehouseId>> {
    list.0
}
