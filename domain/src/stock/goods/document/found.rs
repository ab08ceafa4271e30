//! Movements as commands find them: by id, by external id, or new.

use crate::book::context::Context;
use crate::book::loading::require_all;
use crate::book::reach::Reach;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::{MovementStatus, StockMovement};
use crate::stock::goods::document::{approval, assigned};
use crate::value::id::MovementId;
use crate::value::movement_kind::{CostingPlace, MovementKind};
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};
use crate::value::{Currency, Sought};

/// The movement, or `not_found` for an unknown, malformed or foreign id.
pub(crate) fn require_movement(book: &Book, sought: &Sought<MovementId>) -> Result<StockMovement, Stop> {
    let id = sought.require()?;
    Ok(book.movement(id)?.ok_or_else(Rejection::not_found)?.clone())
}

/// Only a draft can be edited, posted or deleted.
pub(crate) fn require_draft(movement: &StockMovement) -> Result<(), Stop> {
    if movement.status == MovementStatus::Draft {
        return Ok(());
    }
    let message = match movement.status {
        MovementStatus::PendingApproval => {
            "the movement is waiting for approval: approve it, or withdraw it to make it a draft again".to_owned()
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
                .offer("approve", "Approve and post it", "POST", format!("{here}/approve"))
                .offer("withdraw", "Make it a draft again", "POST", format!("{here}/withdraw"))
                .into()
        }
        MovementStatus::Posted => {
            let path = format!("/inventory/movements/{}/void", movement.id);
            rejection.offer("void", "Void it", "POST", path).with_reason("To be posted again in another form").into()
        }
        MovementStatus::Draft | MovementStatus::Voided => rejection.into(),
    })
}

/// The permission for posting a kind of movement: sending or fetching goods, or changing stock or its value by
/// decision.
#[must_use]
pub fn needed_to_post(kind: MovementKind) -> Permission {
    kind.rules().needs
}

/// No movement in effect has this external id yet.
pub(crate) fn require_free_external_id(book: &Book, ctx: &Context, movement: &StockMovement) -> Result<(), Stop> {
    let Some(external_id) = &movement.external_id else { return Ok(()) };
    let Some(other) = book.movement_by_external(&movement.source, external_id)? else { return Ok(()) };
    let message = format!(
        "there is already a movement with the external id {external_id}: use that movement, or \
         another external id"
    );
    let rejection = Rejection::new(Code::DuplicateExternalId, message).at("/externalId");
    // Callers who may not see the other movement learn nothing about it.
    let reach = ctx.reach(book)?;
    let is_seen = match reach {
        Reach::Everywhere => true,
        Reach::Within(_) => {
            require_all(book, vec![Key::Movement(other)])?;
            book.movement(other)?.map_or(Ok(false), |found| assigned::is_seen(book, &reach, found))?
        }
    };
    if !is_seen {
        return Err(rejection.into());
    }
    Err(rejection
        .with("id", other.to_string())
        .offer("existing", "See the movement that has it", "GET", format!("/inventory/movements/{other}"))
        .into())
}

impl StockMovement {
    /// The next version, changed now by the actor.
    pub(crate) fn touched(self, ctx: &Context) -> Self {
        Self { version: self.version + 1, updated_at: ctx.at, updated_by: ctx.actor.principal, ..self }
    }
}

/// A movement of a kind that says nothing, not stored yet.
pub(crate) fn blank(ctx: &Context, kind: MovementKind, currency: Currency) -> StockMovement {
    StockMovement {
        id: ctx.ids.next(),
        kind,
        status: MovementStatus::Draft,
        seq: None,
        occurred_at: None,
        costing: CostingPlace::InOrder,
        costed_at: None,
        posting_date: None,
        currency,
        exchange_rate: None,
        party_id: None,
        reason_code_id: None,
        offset_account_id: None,
        of_movement_id: None,
        transfer_mode: None,
        due_date: None,
        split_by: None,
        allows_beyond_value: false,
        amount: None,
        to_account_id: None,
        charges: Vec::new(),
        description: String::new(),
        reference: None,
        source: String::new(),
        external_id: None,
        dimensions: String::new(),
        line_count: 0,
        draft_lines: Vec::new(),
        prepared_by: String::new(),
        key_owners: String::new(),
        submitted_at: None,
        submitted_by: None,
        approved_at: None,
        approved_by: None,
        rejected_at: None,
        rejected_by: None,
        rejection_reason: None,
        entry_id: None,
        void_entry_id: None,
        void_reason: None,
        void_date: None,
        voided_at: None,
        voided_by: None,
        posted_at: None,
        posted_by: None,
        metadata: "{}".to_owned(),
        version: 1,
        created_at: ctx.at,
        created_by: ctx.actor.principal,
        updated_at: ctx.at,
        updated_by: ctx.actor.principal,
    }
}
