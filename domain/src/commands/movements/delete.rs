//! Deletes a draft of a movement: nothing has moved yet.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::rows::Reply;
use crate::rows::movement_drafts::decode_drafts;
use crate::stock::goods::document::found::{require_draft, require_movement};
use crate::stock::goods::document::{assigned, invoice_number};
use crate::value::Sought;
use crate::value::id::MovementId;
use crate::value::permission::Permission;

/// Deletes a draft.
#[derive(Clone, Debug)]
pub struct DeleteMovement {
    /// The draft.
    pub movement: Sought<MovementId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for DeleteMovement {
    const PERMISSION: Permission = Permission::MovementsDraft;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.extend(self.movement.id().map(Key::Movement));
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let movement = require_movement(book, &self.movement)?;
        assigned::require_seen(book, ctx, &movement)?;
        require_version(self.if_match.as_deref(), movement.version)?;
        require_draft(&movement)?;
        let lines =
            decode_drafts(&movement.draft_lines).map_err(|bad| Stop::unreadable("movements", movement.id, &bad))?;
        assigned::require(book, ctx, &movement, &lines)?;
        if let Some(external_id) = &movement.external_id {
            book.movement_by_external(&movement.source, external_id)?;
            book.movement_external_ids.set((movement.source.clone(), external_id.clone()), None);
        }
        invoice_number::release(book, &movement)?;
        book.movements.set((movement.id,), None);
        let recorded = book.record(ctx, FactKind::MovementDeleted, movement.id);
        Ok(Reply::new(movement.id, movement.version, recorded))
    }
}
