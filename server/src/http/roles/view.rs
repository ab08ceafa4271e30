//! A role as it is answered.

use domain::rows::Role;
use domain::value::permission::{BuiltInRole, Permission};

use crate::http::output::{At, Named};

crate::output! {
    /// A named set of permissions.
    pub struct RoleView {
        /// `role_…`; for a built-in role, its name.
        pub id: String,
        pub name: String,
        pub description: Option<String>,
        pub permissions: Vec<Named<Permission>>,
        /// Whether it is built in: every organization has it and nobody can change it.
        pub is_built_in: bool,
        /// 0 for a built-in role.
        pub version: i64,
        pub created_at: Option<At>,
        pub updated_at: Option<At>,
    }
}

impl RoleView {
    /// The view of a custom role.
    #[must_use]
    pub fn of(role: Role) -> Self {
        // A permission that this program does not know grants nothing.
        let known = role.permissions.split_whitespace().filter_map(Permission::parse).map(Named).collect();
        Self {
            id: role.id.to_string(),
            name: role.name,
            description: role.description,
            permissions: known,
            is_built_in: false,
            version: role.version,
            created_at: Some(At(role.created_at)),
            updated_at: Some(At(role.updated_at)),
        }
    }

    /// The view of a built-in role.
    #[must_use]
    pub fn built_in(role: BuiltInRole) -> Self {
        Self {
            id: role.name().to_owned(),
            name: role.name().to_owned(),
            description: None,
            permissions: role.permissions().iter().map(Named).collect(),
            is_built_in: true,
            version: 0,
            created_at: None,
            updated_at: None,
        }
    }
}
