//! What a change of the past must know: how items and warehouses were valued then.
//!
//! - `valuations` is how an item was valued when, `scopes` with which others a warehouse shared its costs.
//! - `specific_costing` is whether lots and pieces had costs of their own, `earlier_pools` has a pool begin before changes that
//!   it came to be after, `empty_pools` has empty pools follow the present settings.

pub(crate) mod earlier_pools;
pub(crate) mod empty_pools;
pub(crate) mod scopes;
pub(crate) mod specific_costing;
mod valuations;
