//! What a caller keeps for themselves in an organization, and what waits for them there.

mod inbox;
mod preferences;
mod set_preferences;
mod wire;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! { inbox, preferences, set_preferences }
}
