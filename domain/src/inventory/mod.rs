//! Inventory: what is kept in stock, how it is counted, what its labels say, how it moves, and what it costs.

pub mod categories;
pub mod costing;
pub mod counts;
pub mod effective;
pub mod frozen_pools;
pub mod gs1;
pub mod items;
pub mod locations;
pub mod lots;
pub mod movement_kind;
pub mod movements;
pub(crate) mod owed;
pub mod picking;
pub mod reason_codes;
pub mod reservations;
pub mod serials;
pub mod turns;
pub mod units;
pub(crate) mod valued;
pub(crate) mod valued_in_transit;
