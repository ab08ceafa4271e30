//! Approves a waiting movement: the submitted version is posted in the same commit.
//!
//! Only a person approves, and never a movement that a service account of their own prepared.

use crate::access::duties;
use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::rows::Reply;
use crate::stock::counts::overrun;
use crate::stock::goods::document::found::require_movement;
use crate::stock::goods::document::{approval, assigned};
use crate::stock::goods::posting;
use crate::value::Sought;
use crate::value::id::MovementId;
use crate::value::permission::Permission;

/// Approves a submitted movement, which posts it.
#[derive(Clone, Debug)]
pub struct ApproveMovement {
    pub movement: Sought<MovementId>,
    /// Versions of which one must be the present one (`If-Match`): the approval is valid only for the version that was
    /// read.
    pub if_match: Option<Vec<i64>>,
}

impl Decide for ApproveMovement {
    const PERMISSION: Permission = Permission::MovementsApprove;

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::Warehouses, Key::ItemCategories, Key::ReasonCodes, Key::Journals, Key::Periods]);
        keys.extend([Key::FiscalYears, Key::FrozenPools]);
        let Some(id) = self.movement.id() else { return };
        keys.push(Key::Movement(id));
        if let Ok(Some(movement)) = book.movement(id) {
            duties::hint_preparers(&approval::prepared(movement), keys);
            let lines = approval::decode(movement).unwrap_or_default();
            keys.extend(lines.iter().map(|line| Key::Item(line.item_id)));
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let mut movement = require_movement(book, &self.movement)?;
        assigned::require_seen(book, ctx, &movement)?;
        duties::require_person(ctx)?;
        require_version(self.if_match.as_deref(), movement.version)?;
        approval::require_pending(&movement)?;
        duties::require_other_approver(book, ctx, &approval::prepared(&movement))?;
        let lines = approval::decode(&movement)?;
        movement.approved_at = Some(ctx.at);
        movement.approved_by = Some(ctx.actor.principal);
        movement.version += 1;
        let posted = posting::post(book, ctx, movement, &lines, None)?;
        let recorded = overrun::record(book, ctx, FactKind::MovementPosted, posted.id)?;
        Ok(Reply::new(posted.id, posted.version, recorded))
    }
}
