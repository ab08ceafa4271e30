//! The number of a supplier's invoice or credit note, which a movement holds from its draft until it is voided.

use std::collections::BTreeSet;

use crate::book::context::Context;
use crate::book::loading::require_all;
use crate::book::reach::Reach;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::ledger::invoice_numbers::{self, Holder, Name, NumberUse};
use crate::rows::StockMovement;
use crate::stock::goods::document::assigned;

/// Makes a movement the holder of its number, in place of the one that it had as it was before.
///
/// # Errors
/// `invoice_number_taken` where another document has a number that is new to it.
pub(crate) fn take(
    book: &mut Book,
    ctx: &Context,
    before: Option<&StockMovement>,
    after: &StockMovement,
    number_use: NumberUse,
) -> Result<(), Stop> {
    let (old, new) = (before.map(numbers).unwrap_or_default(), numbers(after));
    let holder = Holder::Movement(after.id);
    if number_use == NumberUse::Once
        && let Some(other) = invoice_numbers::other_holder(book, holder, new.difference(&old))?
    {
        let seen = if is_seen(book, ctx, other)? { Some(other) } else { None };
        return Err(invoice_numbers::taken(after.reference.as_deref(), seen).into());
    }
    invoice_numbers::release(book, holder, old.difference(&new))?;
    invoice_numbers::hold(book, holder, new.difference(&old).cloned());
    Ok(())
}

/// Lets go of the number, since the movement is no longer in effect.
pub(crate) fn release(book: &mut Book, movement: &StockMovement) -> Result<(), Stop> {
    invoice_numbers::release(book, Holder::Movement(movement.id), &numbers(movement))?;
    Ok(())
}

fn numbers(movement: &StockMovement) -> BTreeSet<Name> {
    if !movement.kind.is_from_supplier() {
        return BTreeSet::new();
    }
    invoice_numbers::of_document(movement.party_id, movement.reference.as_deref())
}

/// Callers who may not see the other document learn nothing about it.
fn is_seen(book: &Book, ctx: &Context, other: Holder) -> Result<bool, Stop> {
    let reach = ctx.reach(book)?;
    match (&reach, other) {
        (Reach::Everywhere, _) => Ok(true),
        (Reach::Within(_), Holder::Entry(_)) => Ok(false),
        (Reach::Within(_), Holder::Movement(id)) => {
            require_all(book, vec![Key::Movement(id)])?;
            book.movement(id)?.map_or(Ok(false), |found| assigned::is_seen(book, &reach, found))
        }
    }
}
