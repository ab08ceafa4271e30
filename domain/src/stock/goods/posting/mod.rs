//! Posting: the one door through which goods, their cost and the books change together.
//!
//! Invariant: after it, every pool is worth what its movements make of it, and the books have exactly that.

pub(crate) mod accounts;
pub(crate) mod books;
pub(crate) mod cost_rows;
pub(crate) mod history;
pub(super) mod later_costs;
mod later_days;
pub(crate) mod levels;
pub(crate) mod refusals;

use std::sync::Arc;

use crate::book::Book;
use crate::book::context::Context;
use crate::book::replayed::Replayed;
use crate::book::stop::Stop;
use crate::costing::{self, Change, Halt, Outcome, Rules};
use crate::rows::movement_drafts::DraftLine;
use crate::rows::{MovementStatus, StockMovement};
use crate::stock::counts::overrun;
use crate::stock::frozen_pools;
use crate::stock::goods::document::sources::Sources;
use crate::stock::goods::document::{assigned, dates, default_places, rules};
use crate::stock::goods::new_lots;
use crate::stock::goods::past::empty_pools;
use crate::stock::goods::plan::{Planner, consigned, sent_back, worth};
use crate::stock::goods::posting::accounts::Accounts;
use crate::stock::goods::posting::cost_rows::Caused;
use crate::stock::goods::posting::history::StockHistory;
use crate::stock::goods::posting::levels::Shift;
use crate::stock::reservations::consuming;
use crate::value::id::MovementId;
use crate::value::movement_kind::MovementKind;
use crate::value::rejection::{Code, Rejection};
use crate::value::{Date, Instant};

/// Posts a checked movement. The fact is the caller's.
pub(crate) fn post(
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
    require_not_in_future(ctx, occurred_at)?;
    let costed_at = dates::costed_at(book, ctx, movement.costing, occurred_at)?;
    let at = costed_at.unwrap_or(occurred_at);
    let posting_date = dates::posting_date(book, ctx, at, sent_date)?;
    rules::check(book, &movement, drafts, rules::Purpose::Post)?;
    rules::check_expiry(book, movement.kind, drafts, occurred_at)?;
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
    let outcome = replay(book, ctx, change, seq)?;
    worth::require_in_full(book, ctx, movement.kind, &plan, &outcome)?;
    if movement.kind == MovementKind::SupplierReturn {
        sent_back::settle(book, &mut plan, &outcome)?;
    }
    for line in &plan.lines {
        book.movement_lines.put(line.clone());
    }
    later_costs::add_own(book, &planner.accounts, &mut plan, &outcome, seq)?;
    later_costs::add_to_others(book, ctx, &planner.accounts, &outcome, seq)?;
    let caused = Caused { seq, posting_date };
    cost_rows::insert(book, &plan.movements, &outcome)?;
    let own = books::own(book, &caused, &plan, &outcome)?;
    let entry = books::post_own(book, ctx, &caused, &movement, own, &plan.beside)?;
    let adjustments = books::adjustments(book, &outcome)?;
    books::post_adjusting(book, ctx, &caused, &movement, adjustments)?;
    cost_rows::pools(book, &outcome)?;

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

/// Works out what a change of the past comes to, with its "no" in the words of documents.
pub(super) fn replay(book: &mut Book, ctx: &Context, change: Change, seq: i64) -> Result<Arc<Outcome>, Stop> {
    // First what moves, for a broken pool may not be costed at all; then what the change leads to.
    frozen_pools::require_pools(book, change.insert.iter().chain(&change.remove).map(|movement| movement.pool))?;
    let known = book.replayed.as_ref().and_then(|replayed| replayed.of(&book.head, ctx, &change));
    let outcome = match known {
        Some(outcome) => outcome,
        None => {
            let outcome = Arc::new(replay_anew(book, ctx, &change, seq)?);
            if let Some(replayed) = Replayed::worth_keeping(&book.head, ctx, change, &outcome) {
                book.replayed = Some(replayed);
            }
            outcome
        }
    };
    frozen_pools::require_pools(book, outcome.heads.keys().copied())?;
    Ok(outcome)
}

fn replay_anew(book: &Book, ctx: &Context, change: &Change, seq: i64) -> Result<Outcome, Stop> {
    match costing::replay(&StockHistory { book, ctx }, change.clone(), Rules::default()) {
        Ok(outcome) => Ok(outcome),
        Err(Halt::Stop(stops)) => Err(Stop::together(stops)),
        Err(Halt::Refused(refusal)) => Err(refusals::told(book, &refusal, &change.insert, seq)?.into()),
    }
}

/// Goods do not move in the future.
pub(super) fn require_not_in_future(ctx: &Context, at: Instant) -> Result<(), Stop> {
    if at <= ctx.now() {
        return Ok(());
    }
    let message = "goods cannot move in the future: post it when it has happened";
    Err(Rejection::new(Code::OccurredInFuture, message).at("/occurredAt").with("now", ctx.now()).into())
}

/// A movement that another row names.
pub(super) fn require_movement(book: &Book, id: MovementId) -> Result<&StockMovement, Stop> {
    book.movement(id)?.ok_or_else(|| Stop::lost("movements", id))
}
