//! Journal entries: from a caller's input to lines of the books, and back by void, reversal or correction.
//!
//! - `draft` reads a caller's lines, `conversion` finds their amounts in base currency, `rules` are shared by the
//!   commands on entries, `approval` decides which entries wait.
//! - `voidable` decides which entries can be taken back; `voiding` and `reversing` do it.
//! - `difference` and `replacement` are the posting of a correction in a closed period, and its record.

pub(crate) mod approval;
pub(crate) mod conversion;
pub(crate) mod difference;
pub mod draft;
pub(crate) mod replacement;
pub(crate) mod reversing;
pub(crate) mod rules;
pub(crate) mod voidable;
pub(crate) mod voiding;
