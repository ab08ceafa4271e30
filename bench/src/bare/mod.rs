//! The bare disk and databases doing what a two-line entry costs at least: the yardstick for the service.

pub mod fsync;
pub mod postgres;
pub mod sqlite;
mod workload;
