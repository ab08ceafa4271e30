//! Rejects a movement that waits for approval: it is a draft again, and shows why.

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

/// Rejects a submitted movement.
#[derive(Clone, Debug)]
pub struct RejectMovement {
    pub movement: Sought<MovementId>,
    /// Why, trimmed.
    pub reason: String,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for RejectMovement {
    const PERMISSION: Permission = Permission::MovementsApprove;

    fn reason(&self) -> Option<&str> {
        Some(&self.reason)
    }

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.extend(self.movement.id().map(Key::Movement));
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let mut movement = require_movement(book, &self.movement)?;
        assigned::require_seen(book, ctx, &movement)?;
        require_version(self.if_match.as_deref(), movement.version)?;
        approval::require_pending(&movement)?;
        assigned::require(book, ctx, &movement, &approval::decode(&movement)?)?;
        approval::end_submission(&mut movement);
        movement.rejected_at = Some(ctx.at);
        movement.rejected_by = Some(ctx.actor.principal);
        movement.rejection_reason = Some(self.reason.clone());
        let movement = movement.touched(ctx);
        let (id, version) = (movement.id, movement.version);
        book.movements.put(movement);
        let recorded = book.record(ctx, FactKind::MovementRejected, id);
        Ok(Reply::new(id, version, recorded))
    }
}
