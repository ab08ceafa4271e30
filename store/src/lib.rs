//! The store: SQL on SQLite and PostgreSQL for the rows of the books; no HTTP, no rules.
//!
//! In reading order: what crosses the border ([`value`], [`sql`], [`fault`]), the tables
//! ([`tables`], [`migrate`]), the texts of statements ([`statement`]), the two engines
//! ([`sqlite`], [`postgres`]), and the [`database`] that hides which of them it is.

pub mod fault;
pub mod sql;
pub mod value;

pub mod migrate;
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
