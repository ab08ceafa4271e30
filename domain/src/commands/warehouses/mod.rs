//! Commands on warehouses.

pub mod change_costing_scope;
pub mod create;
pub mod delete;
pub mod reclassify;
pub mod update;
