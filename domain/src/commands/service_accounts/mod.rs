//! Commands on service accounts.

pub mod take_secret;
