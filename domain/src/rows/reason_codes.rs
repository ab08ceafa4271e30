//! Reason codes: why goods moved, and the account that takes the other side of such a movement.

use crate::rows;
use crate::rows::ActiveState;
use crate::value::Instant;
use crate::value::id::{AccountId, PrincipalId, ReasonCodeId};

rows! {
    /// A reason for movements.
    ReasonCode in "reason_codes" (86 v 1, Books) key { id: ReasonCodeId } {
        /// Stored in upper case, unique per organization.
        code: String,
        name: String,
        /// Takes the other side instead of the account that is usual for the movement.
        account_id: Option<AccountId>,
        /// Names of the kinds of movements that may have it, separated by blanks, in their order; empty is all.
        kinds: String,
        /// An inactive reason is on no new movement.
        status: ActiveState,
        version: i64,
        created_at: Instant,
        created_by: PrincipalId,
        updated_at: Instant,
        updated_by: PrincipalId,
    }
}
