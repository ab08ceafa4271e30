//! Warehouses: their rules, the accounts in effect, and the obstacles to a change.

pub(crate) mod account_role;
pub mod change;
pub(crate) mod contents;
pub mod deactivation;
pub(crate) mod default_locations;
pub mod effective;
pub(crate) mod found;
pub(crate) mod reclassification;
pub(crate) mod rules;
pub(crate) mod shared_costs;
