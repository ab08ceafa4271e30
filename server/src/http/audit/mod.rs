//! The audit of the log with its changes, and the security log.

mod changes;
mod head;
mod security_events;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! { head, changes, security_events }
}
