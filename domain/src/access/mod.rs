//! Access: rules of custom roles, reach over warehouses, and the separation of duties.

pub(crate) mod duties;
pub(crate) mod reach;
pub(crate) mod role_rules;
