//! Voids a posted movement: goods, cost and books are then as if it had never been.

use crate::access::duties;
use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::ledger::subledger;
use crate::rows::{MovementStatus, Reply, StockMovement};
use crate::stock::counts::overrun;
use crate::stock::goods::document::assigned;
use crate::stock::goods::document::found::require_movement;
use crate::stock::goods::undo;
use crate::stock::reservations::consuming::TakenReservations;
use crate::value::Sought;
use crate::value::id::MovementId;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};

/// Voids a posted movement.
#[derive(Clone, Debug)]
pub struct VoidMovement {
    pub movement: Sought<MovementId>,
    /// Why, trimmed.
    pub reason: String,
    /// What becomes of the reservations that it took from.
    pub reservations: TakenReservations,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for VoidMovement {
    const PERMISSION: Permission = Permission::MovementsVoid;

    fn reason(&self) -> Option<&str> {
        Some(&self.reason)
    }

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        keys.push(Key::FrozenPools);
        keys.extend([Key::Warehouses, Key::ItemCategories, Key::Journals, Key::Periods, Key::FiscalYears]);
        let Some(id) = self.movement.id() else { return };
        keys.push(Key::Movement(id));
        let Ok(Some(movement)) = book.movement(id) else { return };
        duties::hint_other_than(book, movement.posted_by, keys);
        keys.extend(movement.seq.map(Key::MovementLines));
        if let Some(entry) = movement.entry_id {
            subledger::hint_taking_back(book, entry, keys);
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let movement = require_movement(book, &self.movement)?;
        assigned::require_seen(book, ctx, &movement)?;
        require_version(self.if_match.as_deref(), movement.version)?;
        require_posted(&movement)?;
        duties::require_other_than(book, ctx, movement.posted_by, "the movement")?;
        let voided = undo::undo(book, ctx, movement, &self.reason, self.reservations).map_err(without_pointers)?;
        let recorded = overrun::record(book, ctx, FactKind::MovementVoided, voided.id)?;
        let reply = Reply::new(voided.id, voided.version, recorded);
        Ok(match voided.void_entry_id {
            Some(mirror) => reply.with_related(mirror),
            None => reply,
        })
    }
}

/// The request names nothing but a reason: no field of it is at fault.
fn without_pointers(stop: Stop) -> Stop {
    let Stop::Rejected(mut rejection) = stop else { return stop };
    rejection.errors.clear();
    Stop::Rejected(rejection)
}

fn require_posted(movement: &StockMovement) -> Result<(), Stop> {
    let here = format!("/inventory/movements/{}", movement.id);
    match movement.status {
        MovementStatus::Posted => Ok(()),
        MovementStatus::Draft | MovementStatus::PendingApproval => {
            let message = "the movement is a draft and has moved nothing: delete it instead";
            let rejection = Rejection::new(Code::MovementNotPosted, message);
            Err(rejection.offer("delete", "Delete the draft", "DELETE", here).into())
        }
        MovementStatus::Voided => {
            let message = "the movement has already been voided: nothing is left to do";
            Err(Rejection::new(Code::MovementAlreadyVoided, message)
                .with("voidedAt", movement.voided_at)
                .with("voidedBy", movement.voided_by.map(|by| by.to_string()))
                .with("voidReason", movement.void_reason.clone())
                .into())
        }
    }
}
