//! Movements of goods: documents whose lines change what is in stock, each with its journal entry in the same commit.
//!
//! - `document` leads from a caller's input to checked lines of a draft.
//! - `plan` is the effect of each line: its pool, cost, place and account.
//! - `posting` is the one door: it gets the plan, has it costed, and writes stock, costs and books together.
//! - `past` is the valuation of items and warehouses at a place of the past, and the consequences of changing it.
//! - `new_lots` creates the lots and pieces that lines bring by number.
//! - `warnings` tells what there is to know about dates of goods that may move.
//! - `undo` voids a movement; `proof` proves pools from their rows and traces costs.

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
pub mod warnings;
