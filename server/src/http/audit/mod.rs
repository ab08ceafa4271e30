//! The audit of the log, and the security log.

mod head;
mod security_events;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! { head, security_events }
}
