//! Creates a movement: a draft, or posted in the same call.

use super::as_sent::as_sent_anew;
use super::draft::DraftLine;
use super::levels::require_all;
use super::new::NewMovement;
use super::rows::StockMovement;
use super::{approval, assigned, brought, hints, posting, resolve};
use crate::access::{Permission, Reach};
use crate::book::{Book, Key};
use crate::command::Decide;
use crate::context::Context;
use crate::fact::FactKind;
use crate::inventory::counts::overrun;
use crate::inventory::movement_kind::MovementKind;
use crate::rejection::{Code, Rejection};
use crate::reply::{ItemShown, Reply, Shown};
use crate::stop::Stop;
use crate::value::id::ItemId;

/// A new movement.
#[derive(Clone, Debug)]
pub struct CreateMovement {
    pub new: NewMovement,
}

impl Decide for CreateMovement {
    fn permission(&self) -> Permission {
        if self.new.post { needed_to_post(self.new.kind) } else { Permission::MovementsDraft }
    }

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        hints::hint(book, &self.new, keys);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        self.create(book, ctx).map_err(|stop| as_sent_anew(&self.new, stop))
    }
}

impl CreateMovement {
    fn create(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        require_own(self.new.kind)?;
        if self.new.post {
            brought::make_new(book, ctx, &self.new)?;
        }
        let resolved = resolve::resolve(book, ctx, &self.new)?;
        require_free_external_id(book, ctx, &resolved.movement)?;
        let id = resolved.movement.id;
        let shown = shown(book, ctx, &resolved.lines)?;
        if let Some(external_id) = &resolved.movement.external_id {
            book.movement_external_ids.set((resolved.movement.source.clone(), external_id.clone()), Some(id));
        }
        let kind = if self.new.post {
            let posted = posting::post(book, ctx, resolved.movement, &resolved.lines, self.new.posting_date)?;
            approval::require_unneeded(book, ctx, &posted, false)?;
            FactKind::MovementPosted
        } else {
            let mut movement = resolved.movement;
            approval::note_preparer(book, ctx, &mut movement)?;
            book.movements.put(movement);
            FactKind::MovementDrafted
        };
        let recorded = overrun::record(book, ctx, kind, id)?;
        Ok(Reply::new(id, 1, recorded).showing(shown))
    }
}

/// What the answer shows beside the movement's rows.
fn shown(book: &Book, ctx: &Context, lines: &[DraftLine]) -> Result<Shown, Stop> {
    let mut ids: Vec<ItemId> = lines.iter().map(|line| line.item_id).collect();
    ids.sort_unstable();
    ids.dedup();
    let mut items = Vec::with_capacity(ids.len());
    for id in ids {
        let item = book.item(id)?.ok_or_else(|| Stop::lost("items", id))?;
        items.push(ItemShown { id, sku: item.sku.clone(), quantity_decimals: item.quantity_decimals });
    }
    Ok(Shown { rights: ctx.rights(book)?, base: book.organization()?.base_currency, items })
}

/// What posting a movement of a kind needs: what others send or fetch, or what changes stock or its worth by decision.
#[must_use]
pub fn needed_to_post(kind: MovementKind) -> Permission {
    kind.rules().needs
}

/// The kinds that nothing else records.
fn require_own(kind: MovementKind) -> Result<(), Stop> {
    let Some(message) = kind.rules().recorded_elsewhere else { return Ok(()) };
    Err(Rejection::new(Code::MovementIncomplete, message).at("/kind").into())
}

/// No movement in effect has this external id yet.
pub(super) fn require_free_external_id(book: &Book, ctx: &Context, movement: &StockMovement) -> Result<(), Stop> {
    let Some(external_id) = &movement.external_id else { return Ok(()) };
    let Some(other) = book.movement_by_external(&movement.source, external_id)? else { return Ok(()) };
    let message = format!("another movement has the external id {external_id}: it was recorded already");
    let rejection = Rejection::new(Code::DuplicateExternalId, message).at("/externalId");
    // Who may not see the other one is told nothing of it.
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
        .offer("existing", "Look at the movement that has it", "GET", format!("/inventory/movements/{other}"))
        .into())
}
