//! Working out what a change of the past comes to, with its refusal in the words of documents.

use std::sync::Arc;

use crate::book::Book;
use crate::book::context::Context;
use crate::book::replayed::Replayed;
use crate::book::stop::Stop;
use crate::costing::{self, Change, Halt, Outcome, Rules};
use crate::stock::frozen_pools;
use crate::stock::goods::posting::history::StockHistory;
use crate::stock::goods::posting::refusals;

/// Works out what a change of the past comes to, with its "no" in the words of documents.
pub(crate) fn replay(book: &mut Book, ctx: &Context, change: Change, seq: i64) -> Result<Arc<Outcome>, Stop> {
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
