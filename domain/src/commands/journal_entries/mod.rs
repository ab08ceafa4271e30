//! Commands on journal entries.

pub mod approve;
pub mod auto_reverse;
pub mod correct;
pub mod create;
pub mod delete;
pub mod post;
pub mod reject;
pub mod reverse;
pub mod submit;
pub mod update;
pub mod void;
pub mod withdraw;
