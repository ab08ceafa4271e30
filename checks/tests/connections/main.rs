//! How the program connects to PostgreSQL: encrypted or not, with whom, and through what stands between.

mod encryption;
mod poolers;
