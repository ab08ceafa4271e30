//! The proof of stock: stock and books, costed anew from the beginning, compared, and signed.

pub mod latest;
mod proof;
mod signed;
pub mod view;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! { proof, latest }
}
