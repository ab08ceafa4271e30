//! The world around the core: HTTP, time, secrets and tasks.

pub mod http;
