//! Creates a movement: a draft, or posted in the same call.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::movement_drafts::DraftLine;
use crate::rows::{ItemShown, Reply, Shown};
use crate::stock::counts::overrun;
use crate::stock::goods::document::found::{needed_to_post, require_free_external_id};
use crate::stock::goods::document::new::NewMovement;
use crate::stock::goods::document::pointers::as_sent_anew;
use crate::stock::goods::document::{approval, hints, invoice_number, resolve};
use crate::stock::goods::{new_lots, posting};
use crate::value::id::ItemId;
use crate::value::movement_kind::MovementKind;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};

/// A new movement.
#[derive(Clone, Debug)]
pub struct CreateMovement {
    pub new: NewMovement,
}

impl Decide for CreateMovement {
    const PERMISSION: Permission = Permission::MovementsDraft;

    fn permission(&self) -> Permission {
        Self::needed(self.new.post, self.new.kind)
    }

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        hints::hint(book, &self.new, keys);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        self.create(book, ctx).map_err(|stop| as_sent_anew(&self.new, stop))
    }
}

impl CreateMovement {
    /// The permission to record a movement of this kind, as a draft or posted at once.
    #[must_use]
    pub fn needed(post: bool, kind: MovementKind) -> Permission {
        if post { needed_to_post(kind) } else { Self::PERMISSION }
    }

    fn create(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        require_own(self.new.kind)?;
        if self.new.post {
            new_lots::make_new(book, ctx, &self.new)?;
        }
        let resolved = resolve::resolve(book, ctx, &self.new)?;
        require_free_external_id(book, ctx, &resolved.movement)?;
        invoice_number::take(book, ctx, None, &resolved.movement, self.new.number_use)?;
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

/// Values of the answer that are not in the movement's rows.
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

/// The kinds that nothing else records.
fn require_own(kind: MovementKind) -> Result<(), Stop> {
    let Some(message) = kind.rules().recorded_elsewhere else { return Ok(()) };
    Err(Rejection::new(Code::MovementIncomplete, message).at("/kind").into())
}
