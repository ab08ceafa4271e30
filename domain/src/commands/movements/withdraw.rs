//! Withdraws a movement that waits for approval: who prepared it has it back as a draft.

use crate::access::duties;
use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::rows::Reply;
use crate::stock::goods::document::found::require_movement;
use crate::stock::goods::document::{approval, assigned};
use crate::value::Sought;
use crate::value::id::MovementId;
use crate::value::permission::Permission;

/// Withdraws a submitted movement.
#[derive(Clone, Debug)]
pub struct WithdrawMovement {
    pub movement: Sought<MovementId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for WithdrawMovement {
    const PERMISSION: Permission = Permission::MovementsDraft;

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        let Some(id) = self.movement.id() else { return };
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
