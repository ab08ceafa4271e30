//! What a caller says about the stock itself, in place of a movement.

pub mod set;
