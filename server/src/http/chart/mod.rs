//! The chart of accounts as a whole: templates to start from, import and export.

mod export;
mod import;
mod template;
mod templates;
pub mod wire;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! { export, import, templates, template }
}

#[cfg(test)]
mod tests;
