//! Posts a draft of a movement.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::rows::Reply;
use crate::rows::movement_drafts::decode_drafts;
use crate::stock::counts::overrun;
use crate::stock::goods::document::found::{needed_to_post, require_draft, require_movement};
use crate::stock::goods::document::{approval, assigned};
use crate::stock::goods::posting;
use crate::value::Sought;
use crate::value::id::MovementId;
use crate::value::permission::Permission;

/// Posts a draft: goods move now, or moved when it says.
#[derive(Clone, Debug)]
pub struct PostMovement {
    /// The draft.
    pub movement: Sought<MovementId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for PostMovement {
    const PERMISSION: Permission = Permission::MovementsPost;

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::Warehouses, Key::ItemCategories, Key::ReasonCodes, Key::Journals, Key::Periods]);
        keys.extend([Key::FiscalYears, Key::FrozenPools, Key::ApprovalPolicies]);
        let Some(id) = self.movement.id() else { return };
        keys.push(Key::Movement(id));
        if let Ok(Some(movement)) = book.movement(id) {
            let lines = decode_drafts(&movement.draft_lines).unwrap_or_default();
            for line in &lines {
                keys.push(Key::Item(line.item_id));
                if let Some(brought) = &line.brought {
                    brought.hint(book, line.item_id, keys);
                }
            }
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let mut movement = require_movement(book, &self.movement)?;
        assigned::require_seen(book, ctx, &movement)?;
        require_version(self.if_match.as_deref(), movement.version)?;
        require_draft(&movement)?;
        ctx.require(book, needed_to_post(movement.kind))?;
        let lines =
            decode_drafts(&movement.draft_lines).map_err(|bad| Stop::unreadable("movements", movement.id, &bad))?;
        movement.version += 1;
        let posted = posting::post(book, ctx, movement, &lines, None)?;
        approval::require_unneeded(book, ctx, &posted, true)?;
        let recorded = overrun::record(book, ctx, FactKind::MovementPosted, posted.id)?;
        Ok(Reply::new(posted.id, posted.version, recorded))
    }
}
