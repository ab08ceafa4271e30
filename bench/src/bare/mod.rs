//! The bare disk and databases at the least work of a two-line entry: the yardstick for the service.

pub mod fsync;
pub mod postgres;
pub mod sqlite;
mod workload;
