//! Stock: the goods, where they are, how they are counted and promised, the contents of their labels, and their
//! movements.
//!
//! - `goods` is the one door through which goods move; their costs are `costing`, a floor of its own.
//! - `items`, `item_categories`, `locations`, `lots`, `serials`, `reason_codes` and `warehouses` are the rules of
//!   master data.
//! - `held` says which goods may not be sold or used, and by which movements they may leave all the same.
//! - `counts`, `reservations` and `frozen_pools` are the ways to keep goods back; `owed` is stock below zero.
//! - `default_accounts` are those that the organization names, `effective` finds the accounts that value an item, `valued` and `valued_in_transit` keep them from changing under
//!   goods.
//! - `labels` reads scanned labels, `picking` suggests from where to take goods, `turns` tells how fast they sell.

pub mod counts;
pub mod default_accounts;
pub mod effective;
pub(crate) mod frozen_pools;
pub mod goods;
pub mod held;
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
