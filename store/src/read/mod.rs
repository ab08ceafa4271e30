//! Reads: one file per list, screen or report, each a function of a snapshot.

pub mod ageing;
pub mod auto_reversals;
pub mod availability;
pub mod changes;
mod conditions;
pub mod cost_trace;
pub mod counted;
pub mod dimensions;
pub mod entries;
pub mod events;
pub mod expiring;
pub mod figures;
pub mod goods_moved;
pub mod heads;
pub mod items;
pub mod journal;
pub mod known;
pub mod matches;
pub mod movements;
pub mod open_items;
pub mod parties;
mod parts;
pub mod posted;
pub mod posted_pages;
pub mod recurring;
pub mod statement;
pub mod stock;
pub mod trail;
pub mod trial_balance;
pub mod turns;
pub mod undone;
pub mod valuation;

pub use conditions::Conditions;
