//! Tests of costing as a whole: a world in memory, the traps that costing is known for, and random histories.

mod corners;
pub(crate) mod dice;
mod from_scratch;
mod judge;
mod judged;
mod later_costs;
mod met;
mod properties;
mod rules;
mod scenario;
mod textbook;
mod tracing;
mod traps;
pub(crate) mod world;
mod written_down;
