//! Reads: one file per list, screen or report, each a function of a snapshot.

pub mod auto_reversals;
mod conditions;
pub mod dimensions;
pub mod entries;
pub mod events;
pub mod heads;
pub mod parties;
pub mod posted_pages;
pub mod recurring;
pub mod statement;
pub mod trial_balance;

pub use conditions::Conditions;
