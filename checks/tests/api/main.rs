//! The API as clients see it, on both databases.

mod voiding;
