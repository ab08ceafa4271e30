//! What a caller keeps for themselves in an organization.

mod preferences;
mod set_preferences;
mod wire;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! { preferences, set_preferences }
}
