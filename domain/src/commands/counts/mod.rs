//! Commands on counts.

pub mod acknowledge_overruns;
pub mod approve;
pub mod cancel;
pub mod open;
pub mod post;
pub mod record;
pub mod send_back;
pub mod submit;
