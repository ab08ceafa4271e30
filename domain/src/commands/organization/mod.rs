//! Commands on the organization's settings.

pub mod update;
