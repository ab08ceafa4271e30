//! Who may do what: permissions, roles, memberships.

pub mod permission;

pub use permission::{BuiltInRole, Permission, PermissionSet};
