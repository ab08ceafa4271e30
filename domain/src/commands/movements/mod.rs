//! Commands on movements.

pub mod approve;
pub mod create;
pub mod delete;
pub mod post;
pub mod reject;
pub mod submit;
pub mod transit;
pub mod update;
pub mod void;
pub mod withdraw;
