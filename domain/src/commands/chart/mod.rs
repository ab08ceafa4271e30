//! Commands on the chart of accounts.

pub mod import;
