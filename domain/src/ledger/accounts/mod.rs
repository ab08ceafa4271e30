//! Accounts: their rules, who uses them, and those that the books post to by themselves.

pub(crate) mod designated;
pub(crate) mod named;
pub(crate) mod rules;
pub(crate) mod usage;
pub(crate) mod usual;
