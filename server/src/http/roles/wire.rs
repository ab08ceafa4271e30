//! The input of a role.

use domain::commands::roles::update::UpdateRole;

use crate::http::input::{CodeText, List, LongText, Text};

/// Permissions by name; which there are is decided by the core.
pub type Permissions = List<Text<1, 60>, 0, 128>;

crate::fields! {
    /// A new custom role.
    pub struct RoleInput;

    /// A change of a custom role: absent fields stay.
    pub struct RolePatch keeping ["id", "isBuiltIn"] ignoring ["version", "createdAt", "updatedAt"];

    onto UpdateRole {
        /// Unique, and no built-in role's name.
        pub name: Required<CodeText<60>> = "bookkeeper" => "bookkeeper",
        pub description: Clearable<LongText<0, 500>>,
        /// You cannot grant permissions that you do not have.
        #[patch = "All permissions, to replace the present ones; you cannot add permissions that you do not have."]
        pub permissions: Required<Permissions> = ["journalEntries:read", "journalEntries:draft"],
    }
}
