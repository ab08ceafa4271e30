//! Goods: what they are, how they move, and what they cost.

pub mod costing;
