//! Movements of goods: documents whose lines change what is in stock, each with its journal entry in the same commit.
//!
//! - `document` leads from what a caller says to checked lines of a draft.
//! - `plan` is what each line does: to which pool, at what cost, in which place, on which account.
//! - `posting` is the one door: it asks for the plan, has it costed, and writes stock, costs and books together.
//! - `past` is how items and warehouses were valued at a place of the past, and what changes when that changes.
//! - `new_lots` makes the lots and pieces that lines bring by their number.
//! - `undo` takes a movement back; `proof` proves pools from their rows and traces costs.

pub mod document;
pub(crate) mod new_lots;
pub(crate) mod past;
pub(crate) mod plan;
pub(crate) mod posting;
pub mod proof;
pub(crate) mod second_step;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod undo;
