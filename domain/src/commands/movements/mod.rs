//! Commands on movements.

pub mod approve;
pub mod close;
pub mod cost;
pub mod create;
pub mod delete;
pub mod post;
pub mod receive;
pub mod reject;
pub mod submit;
pub mod update;
pub mod void;
pub mod withdraw;
