//! How the program connects to PostgreSQL: encrypted or not, with whom, and through which servers in between.

mod encryption;
mod poolers;
