//! Commands on recurring entries.

pub mod create;
pub mod delete;
pub mod note_failed_run;
pub mod run;
pub mod skip;
pub mod update;
