//! Posting: the one door through which goods, their cost and the books change together.
//!
//! Invariant: after it, every pool is worth what its movements make of it, and the books have exactly that.
//!
//! The steps of [`post`], in their order, with the refusals that begin there:
//!
//! 1. `assigned`: the actor acts in all warehouses, and sees what lines name: `warehouse_not_assigned`, `unknown_reference`.
//!    `frozen_pools`, here and before costs are written: `pool_frozen`.
//! 2. `new_lots` makes lots and pieces that lines bring; `default_places` fills in bins.
//! 3. `dates`: `occurred_in_future`, `forbidden` (late, and costed now), `no_period`, `period_closed`, `period_soft_closed`,
//!    `posting_date_derived`.
//! 4. `rules`, with `held_goods`, `stated_costs` and `bins`: all faults of the document in one answer, such as `movement_incomplete`,
//!    `cost_required`, `item_not_usable`, `location_not_usable`, `stock_not_available`.
//! 5. `sources` are the movements that lines are about: `movement_not_posted`, `movement_already_voided`. `consigned::rate` is
//!    the rate of the document: `rate_missing`.
//! 6. `empty_pools` first posts a reclassification of pools that are valued elsewhere since they were emptied.
//! 7. `plan` says what each line does: `stock_account_needed`, `valuation_account_in_use`, `before_scope_change`,
//!    `before_its_source`, `takes_too_much`, `nothing_to_value`, and those of each kind in its file.
//! 8. `consuming` takes reservations: `reservation_not_active`, `reservation_too_small`.
//! 9. `levels` moves goods between places: `serial_in_stock` and, by `shortages`, `insufficient_stock` where too little is
//!    there, `would_go_negative_at` where a later day would be short; `available` then guards the goods of others (counts
//!    aside): `insufficient_stock`.
//! 10. `replaying` has it costed, and what came later again; `refusals` says in words of documents what costing refuses:
//!     `insufficient_stock`, `would_go_negative_at`, `no_known_cost`, `pool_too_large`, `replay_too_large`. `worth::require_in_full`:
//!     `amount_out_of_range`.
//! 11. `cost_rows` and `books` write costs and entries through the subledger: `account_not_usable`, `amount_out_of_range`.
//! 12. `overrun` notes the posted counts that no longer hold.

pub(crate) mod accounts;
pub(crate) mod books;
pub(crate) mod cost_rows;
pub(crate) mod history;
pub(super) mod later_costs;
mod later_days;
pub(crate) mod levels;
pub(crate) mod refusals;
pub(crate) mod replaying;
mod shortages;
pub(crate) mod turnover;

use crate::book::Book;
use crate::book::context::Context;
use crate::book::stop::Stop;
use crate::costing::Change;
use crate::rows::movement_drafts::DraftLine;
use crate::rows::{MovementStatus, StockMovement};
use crate::stock::counts::overrun;
use crate::stock::frozen_pools;
use crate::stock::goods::document::sources::Sources;
use crate::stock::goods::document::{assigned, checking, dates, default_places, held_goods, rules};
use crate::stock::goods::new_lots;
use crate::stock::goods::past::empty_pools;
use crate::stock::goods::plan::{Planner, consigned, sent_back, worth};
use crate::stock::goods::posting::accounts::Accounts;
use crate::stock::goods::posting::cost_rows::Caused;
use crate::stock::goods::posting::levels::Shift;
use crate::stock::goods::posting::replaying::replay;
use crate::stock::reservations::consuming;
use crate::value::Date;
use crate::value::movement_kind::MovementKind;

/// Posts a checked movement. The fact is the caller's.
pub(crate) fn post(
    book: &mut Book,
    ctx: &Context,
    movement: StockMovement,
    drafts: &[DraftLine],
    sent_date: Option<Date>,
) -> Result<StockMovement, Stop> {
    let posted = carry_out(book, ctx, movement, drafts, sent_date);
    posted.map_err(|stop| accounts::leading_out(book, stop))
}

fn carry_out(
    book: &mut Book,
    ctx: &Context,
    movement: StockMovement,
    drafts: &[DraftLine],
    sent_date: Option<Date>,
) -> Result<StockMovement, Stop> {
    assigned::require(book, ctx, &movement, drafts)?;
    frozen_pools::require_places(book, drafts.iter().flat_map(DraftLine::places))?;
    let drafts = &*new_lots::settled(book, ctx, drafts)?;
    let drafts = &*default_places::filled(book, &movement, drafts)?;
    let occurred_at = movement.occurred_at.unwrap_or(ctx.now());
    dates::require_not_in_future(ctx, occurred_at, "post it when it has happened")?;
    let costed_at = dates::costed_at(book, ctx, movement.costing, occurred_at)?;
    let at = costed_at.unwrap_or(occurred_at);
    let posting_date = dates::posting_date(book, ctx, at, sent_date)?;
    rules::check(book, &movement, drafts, checking::Purpose::Post)?;
    held_goods::check_expiry(book, movement.kind, drafts, occurred_at)?;
    let seq = book.head().seq + 1;
    let sources = Sources::read(book, &movement, drafts)?;
    let accounts = Accounts::new(book)?;
    let rate = consigned::rate(book, &accounts, &movement, posting_date, drafts)?;
    let mut planner = Planner { ctx, movement: &movement, accounts, seq, at, occurred_at, posting_date, sources, rate };
    planner.load(book, drafts)?;
    let following = planner.following(book, drafts)?;
    if !following.is_empty() {
        empty_pools::follow(book, ctx, following, at, sent_date)?;
        planner.seq = book.head().seq + 1;
    }
    let seq = planner.seq;
    let mut plan = planner.plan(book, drafts)?;
    planner.require_modest(book, &plan)?;
    let freed = consuming::consume(book, ctx, movement.id, drafts)?;
    let shift = Shift {
        kind: Some(movement.kind),
        date: posting_date,
        accounts: &planner.accounts,
        turnover: &plan.turnover,
        freed: &freed,
        lines: drafts,
    };
    levels::apply(book, ctx, &shift)?;

    let lines = u32::try_from(plan.lines.len()).unwrap_or(u32::MAX);
    let change = Change { posting_date, insert: plan.movements.clone(), remove: Vec::new(), lines };
    let outcome = replay(book, ctx, change, seq).map_err(|stop| plan.as_written(stop))?;
    worth::require_in_full(book, ctx, movement.kind, &plan, &outcome)?;
    if movement.kind == MovementKind::SupplierReturn {
        sent_back::settle(book, &mut plan, &outcome)?;
    }
    for line in &plan.lines {
        book.movement_lines.put(line.clone());
    }
    later_costs::add_own(book, &planner.accounts, &mut plan, &outcome, seq)?;
    worth::require_within_value(book, ctx, &movement, &plan, &outcome)?;
    let caused = Caused { seq, posting_date };
    later_costs::add_to_others(book, ctx, &planner.accounts, &outcome, &caused)?;
    cost_rows::insert(book, &caused, &plan.movements, &outcome)?;
    let own = books::own(book, &caused, &plan, &outcome)?;
    let entry = books::post_own(book, ctx, &caused, &movement, own, &plan.beside)?;
    let adjustments = books::adjustments(book, &outcome)?;
    books::post_adjusting(book, ctx, &caused, &movement, adjustments)?;
    cost_rows::pools(book, &caused, &outcome)?;

    let posted = StockMovement {
        status: MovementStatus::Posted,
        seq: Some(seq),
        occurred_at: Some(occurred_at),
        costed_at,
        posting_date: Some(posting_date),
        exchange_rate: rate,
        line_count: i64::try_from(plan.lines.len()).unwrap_or(i64::MAX),
        draft_lines: Vec::new(),
        entry_id: entry.map(|entry| entry.id),
        posted_at: Some(ctx.at),
        posted_by: Some(ctx.actor.principal),
        updated_at: ctx.at,
        updated_by: ctx.actor.principal,
        ..movement
    };
    book.movements.put(posted.clone());
    overrun::note(book, ctx, &posted, &plan.turnover)?;
    Ok(posted)
}
