//! Proof: pools proved from their rows, costs traced from them, and the age of goods.

pub mod ageing;
pub mod proving;
pub mod tracing;
