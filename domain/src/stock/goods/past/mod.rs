//! The past as a change of it needs it: how items and warehouses were valued then.
//!
//! - `valuations` is the valuation of an item at a time, `scopes` the warehouses with which one shared its costs.
//! - `specific_costing` tells whether lots and pieces had costs of their own, `earlier_pools` lets a pool begin before
//!   changes that it then takes part in, `empty_pools` lets empty pools follow the present settings.

pub(crate) mod earlier_pools;
pub(crate) mod empty_pools;
pub(crate) mod scopes;
pub(crate) mod specific_costing;
mod valuations;
