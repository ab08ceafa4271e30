//! Journal entries: from a caller's input to lines of the books, and back by void, reversal or correction.
//!
//! - `new` writes what a caller sends, `found` finds an entry, `header` checks its fields, `draft` reads a caller's lines, `conversion` finds their amounts in base
//!   currency, `ready` checks a draft for posting, `rules` are the other rules that commands on entries share, `approval` is
//!   which entries wait.
//! - `voidable` says what can be taken back; `voiding` and `reversing` do it.
//! - `difference` and `replacement` are what a correction in a closed period posts and keeps.

pub(crate) mod approval;
pub(crate) mod conversion;
pub(crate) mod difference;
pub mod draft;
pub(crate) mod found;
pub(crate) mod header;
pub mod new;
pub(crate) mod ready;
pub(crate) mod replacement;
pub(crate) mod reversing;
pub(crate) mod rules;
pub(crate) mod voidable;
pub(crate) mod voiding;
