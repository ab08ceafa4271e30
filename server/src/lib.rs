//! The world around the books: HTTP, time, secrets and tasks.

pub mod auth;
