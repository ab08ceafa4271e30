//! Posts a draft of a movement.

use super::create::needed_to_post;
use super::draft::decode_drafts;
use super::rows::{MovementStatus, StockMovement};
use super::{approval, assigned, posting};
use crate::access::Permission;
use crate::book::{Book, Key};
use crate::command::Decide;
use crate::context::Context;
use crate::fact::FactKind;
use crate::inventory::counts::overrun;
use crate::ledger::post_entry::require_version;
use crate::rejection::{Code, Rejection};
use crate::reply::Reply;
use crate::stop::Stop;
use crate::value::TypedId;
use crate::value::id::MovementId;

/// Posts a draft: goods move now, or moved when it says.
#[derive(Clone, Debug)]
pub struct PostMovement {
    /// Wire id of the draft.
    pub movement: String,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for PostMovement {
    fn permission(&self) -> Permission {
        Permission::MovementsPost
    }

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::Warehouses, Key::ItemCategories, Key::ReasonCodes, Key::Journals, Key::Periods]);
        keys.extend([Key::FiscalYears, Key::FrozenPools, Key::ApprovalPolicies]);
        let Some(id) = MovementId::parse(&self.movement) else { return };
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

/// The movement, or `not_found` for an unknown, malformed or foreign id.
pub(super) fn require_movement(book: &Book, text: &str) -> Result<StockMovement, Stop> {
    let id = MovementId::parse(text).ok_or_else(Rejection::not_found)?;
    Ok(book.movement(id)?.ok_or_else(Rejection::not_found)?.clone())
}

/// Only a draft can be edited, posted or deleted.
pub(super) fn require_draft(movement: &StockMovement) -> Result<(), Stop> {
    if movement.status == MovementStatus::Draft {
        return Ok(());
    }
    let message = match movement.status {
        MovementStatus::PendingApproval => {
            "the movement waits for approval: approve it, or withdraw it to make it a draft again".to_owned()
        }
        status @ (MovementStatus::Draft | MovementStatus::Posted | MovementStatus::Voided) => {
            format!("the movement is {}: only a draft can be edited, posted or deleted", status.name())
        }
    };
    let rejection = Rejection::new(Code::MovementNotDraft, message).with("status", movement.status.name());
    Err(match movement.status {
        MovementStatus::PendingApproval => {
            let here = approval::path(movement);
            rejection
                .offer("approve", "Approve it, which posts it", "POST", format!("{here}/approve"))
                .offer("withdraw", "Take it back to a draft", "POST", format!("{here}/withdraw"))
                .into()
        }
        MovementStatus::Posted => {
            let path = format!("/inventory/movements/{}/void", movement.id);
            rejection.offer("void", "Take it back by voiding it", "POST", path).into()
        }
        MovementStatus::Draft | MovementStatus::Voided => rejection.into(),
    })
}
