//! Stock: what is kept, where it is, how it is counted and promised, what its labels say, and how it moves.
//!
//! - `goods` is the one door through which goods move; what they cost is `costing`, a floor of its own.
//! - `items`, `item_categories`, `locations`, `lots`, `serials`, `reason_codes` and `warehouses` are the rules of master data.
//! - `counts`, `reservations` and `frozen_pools` say what holds goods; `owed` is stock below zero.
//! - `effective` is which accounts value an item, `valued` and `valued_in_transit` why they do not change under goods.
//! - `labels` reads what is scanned, `picking` says from where goods are taken, `turns` how fast they sell.

pub mod counts;
pub mod effective;
pub(crate) mod frozen_pools;
pub mod goods;
pub mod item_categories;
pub mod items;
pub mod labels;
pub mod locations;
pub(crate) mod lots;
pub(crate) mod owed;
pub mod picking;
pub mod reason_codes;
pub mod reservations;
pub(crate) mod serials;
pub mod turns;
pub(crate) mod valued;
pub(crate) mod valued_in_transit;
pub mod warehouses;
