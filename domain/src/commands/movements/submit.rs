//! Submits a draft of a movement for approval: it waits, and nothing moves yet.
//!
//! Everybody who may draft may ask for approval, even if no policy does.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::rows::{MovementStatus, Reply};
use crate::stock::goods::document::found::{require_draft, require_movement};
use crate::stock::goods::document::{approval, assigned};
use crate::value::Sought;
use crate::value::id::MovementId;
use crate::value::permission::Permission;

/// Submits a draft for approval.
#[derive(Clone, Debug)]
pub struct SubmitMovement {
    /// The draft.
    pub movement: Sought<MovementId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for SubmitMovement {
    const PERMISSION: Permission = Permission::MovementsDraft;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::Warehouses, Key::ItemCategories, Key::ReasonCodes, Key::Periods, Key::FiscalYears]);
        keys.extend(self.movement.id().map(Key::Movement));
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let mut movement = require_movement(book, &self.movement)?;
        assigned::require_seen(book, ctx, &movement)?;
        require_version(self.if_match.as_deref(), movement.version)?;
        require_draft(&movement)?;
        approval::require_ready(book, ctx, &movement)?;
        movement.status = MovementStatus::PendingApproval;
        movement.submitted_at = Some(ctx.at);
        movement.submitted_by = Some(ctx.actor.principal);
        approval::note_preparer(book, ctx, &mut movement)?;
        let movement = movement.touched(ctx);
        let (id, version) = (movement.id, movement.version);
        book.movements.put(movement);
        let recorded = book.record(ctx, FactKind::MovementSubmitted, id);
        Ok(Reply::new(id, version, recorded))
    }
}
