//! The store: SQL on SQLite and PostgreSQL for the rows of the books; no HTTP, no rules.
//!
//! In reading order: the values that cross the border ([`value`], [`sql`], [`fault`], [`damage`]), the tables
//! ([`tables`], [`migrate`]), the texts of statements ([`statement`]), the two engines ([`sqlite`], [`postgres`]), and
//! the [`database`] that hides which one is in use.

// As in the core: a new variant must be handled everywhere.
#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]

pub mod damage;
pub mod fault;
pub mod sql;
pub mod value;

pub mod migrate;
pub mod private;
pub mod statement;
pub mod tables;

pub mod postgres;
pub mod sqlite;

pub mod database;
pub mod snapshot;

pub mod audit;
pub mod operational;
pub mod read;

pub use database::Database;
pub use fault::Fault;
pub use snapshot::Snapshot;

/// Names in log filters of libraries below, each with the level at which it says enough: the migrations are news to
/// nobody, and PostgreSQL's client tells the parameters of every statement, hashes of secrets and names of people.
pub const QUIET_LOGS: [(&str, &str); 2] =
    [("refinery", "refinery_core=warn"), ("tokio_postgres", "tokio_postgres=info")];
