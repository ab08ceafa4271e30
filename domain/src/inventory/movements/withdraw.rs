//! Withdraws a movement that waits for approval: who prepared it has it back as a draft.

use super::post::require_movement;
use super::{approval, assigned};
use crate::access::Permission;
use crate::book::{Book, Key};
use crate::command::Decide;
use crate::context::Context;
use crate::fact::FactKind;
use crate::ledger::duties;
use crate::ledger::post_entry::require_version;
use crate::reply::Reply;
use crate::stop::Stop;
use crate::value::TypedId;
use crate::value::id::MovementId;

/// Withdraws a submitted movement.
#[derive(Clone, Debug)]
pub struct WithdrawMovement {
    /// Wire id of the movement.
    pub movement: String,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for WithdrawMovement {
    fn permission(&self) -> Permission {
        Permission::MovementsDraft
    }

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        let Some(id) = MovementId::parse(&self.movement) else { return };
        keys.push(Key::Movement(id));
        if let Ok(Some(movement)) = book.movement(id) {
            duties::hint_preparers(&approval::prepared(movement), keys);
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let mut movement = require_movement(book, &self.movement)?;
        assigned::require_seen(book, ctx, &movement)?;
        duties::require_preparer(book, ctx, &approval::prepared(&movement))?;
        require_version(self.if_match.as_deref(), movement.version)?;
        approval::require_pending(&movement)?;
        approval::end_submission(&mut movement);
        let movement = movement.touched(ctx);
        let (id, version) = (movement.id, movement.version);
        book.movements.put(movement);
        let recorded = book.record(ctx, FactKind::MovementWithdrawn, id);
        Ok(Reply::new(id, version, recorded))
    }
}
