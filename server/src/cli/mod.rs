//! The command line: one file per subcommand.

pub mod client;
pub mod demo;
pub mod import;
