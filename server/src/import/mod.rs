//! Import of files from outside: read and checked as a whole, then posted through the API like anybody's entries.

pub mod fields;
pub mod retail;
