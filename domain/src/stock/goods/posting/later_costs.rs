//! Parts of costs that came later: lines of their documents for goods of the receipt that are elsewhere than it came to.
//!
//! Costing finds where they are (`costing/replay/later_costs.rs`). What goes from place to place later, or is told later to have
//! gone before, makes a document get another line, which has no amount of its own: it keeps what the first one does not.

use crate::book::Book;
use crate::book::context::Context;
use crate::book::stop::Stop;
use crate::costing::{Kind, Movement, Outcome};
use crate::rows::pool_names::NONE;
use crate::rows::{MovementLine, StockMovement};
use crate::stock::goods::plan::Plan;
use crate::stock::goods::plan::pools::lot_and_piece;
use crate::stock::goods::posting::accounts::Accounts;
use crate::stock::goods::posting::cost_rows::{self, Caused};
use crate::stock::goods::posting::history::{line_at, pool_of};

/// Adds the parts of a new document to what it does.
pub(super) fn add_own(
    book: &mut Book,
    accounts: &Accounts,
    plan: &mut Plan,
    outcome: &Outcome,
    seq: i64,
) -> Result<(), Stop> {
    for part in outcome.parts.iter().filter(|part| part.place.seq == seq) {
        let line = line_of(book, accounts, part)?;
        book.movement_lines.put(line.clone());
        plan.lines.push(line);
        plan.movements.push(part.clone());
    }
    Ok(())
}

/// Adds parts to documents that were posted before.
pub(crate) fn add_to_others(
    book: &mut Book,
    ctx: &Context,
    accounts: &Accounts,
    outcome: &Outcome,
    caused: &Caused,
) -> Result<(), Stop> {
    for part in outcome.parts.iter().filter(|part| part.place.seq != caused.seq) {
        let line = MovementLine { added_at: Some(ctx.at), ..line_of(book, accounts, part)? };
        let document =
            book.movement(line.movement_id)?.ok_or_else(|| Stop::lost("movements", line.movement_id))?.clone();
        book.movements.put(StockMovement {
            line_count: line.line_number,
            version: document.version + 1,
            updated_at: ctx.at,
            updated_by: ctx.actor.principal,
            ..document
        });
        book.movement_lines.put(line);
        cost_rows::insert(book, caused, std::slice::from_ref(part), outcome)?;
    }
    Ok(())
}

/// The line of a part: about the goods of its pool, with the accounts of the cost that it is of.
fn line_of(book: &Book, accounts: &Accounts, part: &Movement) -> Result<MovementLine, Stop> {
    let lost = || Stop::lost_at("movement_lines", part.place);
    let Kind::ValuePart { of, .. } = part.kind else { return Err(lost()) };
    let cost = line_at(book, of)?.ok_or_else(lost)?.clone();
    let pool = pool_of(book, part.pool)?;
    let mut line = MovementLine {
        line_number: i64::from(part.place.line),
        item_id: pool.item_id,
        warehouse_id: accounts.warehouse_of(pool).unwrap_or(cost.warehouse_id),
        location_id: None,
        entered: String::new(),
        amount: cost.amount.map(|_| 0),
        base_amount: cost.base_amount.map(|_| 0),
        of_quantity: cost.of_quantity.map(|_| 0),
        cleared_amount: cost.cleared_amount.map(|_| 0),
        cleared_base: cost.cleared_base.map(|_| 0),
        claimable_amount: None,
        claimable_base: None,
        claimable_cost: None,
        pool_id: Some(pool.id),
        to_pool_id: None,
        added_at: None,
        ..cost
    };
    if pool.tracked_id != NONE {
        let item = book.item(pool.item_id)?.ok_or_else(|| Stop::lost("items", pool.item_id))?;
        (line.lot_id, line.serial_id) = lot_and_piece(item, pool.tracked_id);
    }
    Ok(line)
}
