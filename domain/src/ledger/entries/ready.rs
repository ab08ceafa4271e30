//! From a checked draft to what posting takes.

use crate::book::Book;
use crate::book::context::Context;
use crate::book::stop::Stop;
use crate::ledger::closing::periods;
use crate::ledger::entries::{approval, draft};
use crate::ledger::posting;
use crate::rows::entry_drafts::DraftLine;
use crate::rows::{Entry, Line, Period};

/// Posts a checked draft that needs no approval: period, lines, number, balances.
pub(crate) fn post(book: &mut Book, ctx: &Context, entry: Entry, drafts: &[DraftLine]) -> Result<Entry, Stop> {
    let (posting, period) = posting(book, ctx, entry, drafts)?;
    let debit = posting.lines.iter().fold(0, |sum: i64, line| sum.saturating_add(line.base_debit));
    approval::require_unneeded(book, &posting.entry, debit)?;
    posting.post(book, ctx, &period)
}

/// Checks all that posting asks of a draft, and writes nothing.
pub(crate) fn posting(
    book: &Book,
    ctx: &Context,
    entry: Entry,
    drafts: &[DraftLine],
) -> Result<(posting::Posting, Period), Stop> {
    let period = periods::period_for(book, entry.date, entry.period_id)?;
    let lines: Vec<Line> = draft::postable(book, drafts, &entry, &[])?;
    posting::require_balanced(book, &lines)?;
    periods::require_open(book, ctx, &period, entry.date)?;
    let class = posting::class_of(entry.entry_type, &period);
    Ok((posting::Posting { entry, lines, class, voids: false }, period))
}
