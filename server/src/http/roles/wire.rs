//! The input of a role.

use domain::value::Patch;

use crate::http::input::{Change, CodeText, List, LongText, Text};

/// Permissions by name; which there are is decided by the core.
pub type Permissions = List<Text<1, 60>, 0, 128>;

crate::input! {
    /// A new custom role.
    pub struct RoleInput {
        /// Unique, and no built-in role's name.
        pub name: CodeText<60> = "bookkeeper",
        pub description: Option<LongText<0, 500>>,
        /// You cannot grant permissions that you do not have.
        pub permissions: Permissions = ["journalEntries:read", "journalEntries:draft"],
    }

    /// A change of a custom role: absent fields stay.
    pub struct RolePatch keeping ["id", "isBuiltIn"] ignoring [
        "version", "createdAt", "updatedAt",
    ] {
        pub name: Change<CodeText<60>> = "bookkeeper",
        pub description: Patch<LongText<0, 500>>,
        /// All permissions, to replace the present ones; you cannot add permissions that you do not have.
        pub permissions: Change<Permissions>,
    }
}

/// The names of a list.
pub fn names(list: Permissions) -> Vec<String> {
    list.0.into_iter().map(|name| name.0).collect()
}
