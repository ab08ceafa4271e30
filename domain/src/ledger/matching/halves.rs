//! Matches made by voiding and reversing: an entry's lines with those of the entry that takes it back.

use std::collections::BTreeMap;

use crate::book::Book;
use crate::book::context::Context;
use crate::book::stop::Stop;
use crate::ledger::matching::open::{self, Amounts};
use crate::ledger::matching::settlement::{Part, Settlement, undo};
use crate::rows::{Entry, Line, MatchSource, MatchStatus};
use crate::value::Currency;
use crate::value::id::{AccountId, PartyId};

/// Matches the open amounts of an entry with the mirror or reversal that was just posted, by account, party and
/// currency. If a scheduled reversal's original was matched in part, the rest stays open.
pub(crate) fn settle(
    book: &mut Book,
    ctx: &Context,
    source: MatchSource,
    original: &Entry,
    other: &Entry,
) -> Result<(), Stop> {
    let mut groups: BTreeMap<(AccountId, Option<PartyId>, Currency), Vec<Part>> = BTreeMap::new();
    // The other entry has the same lines in the same order, with their sides swapped.
    for (line, back) in book.lines(original)?.into_iter().zip(book.lines(other)?) {
        if !is_open_item(book, &line)? {
            continue;
        }
        let taken = open::of(book, &line)?;
        if taken.is_nothing() || taken.amount == 0 && Amounts::of(&line).amount != 0 {
            continue;
        }
        let group = groups.entry((line.account_id, line.party_id, line.currency)).or_default();
        group.push(Part { entry: original.id, line, taken });
        group.push(Part { entry: other.id, line: back, taken });
    }
    for ((account, party, currency), parts) in groups {
        let settlement = Settlement {
            id: ctx.ids.next(),
            source,
            account,
            party,
            currency,
            date: other.date,
            description: None,
            write_off_entry: None,
            fx_entry: None,
            parts,
        };
        settlement.write(book, ctx)?;
    }
    Ok(())
}

/// Undoes the matches made by posting a reversal, before the reversal is voided. Other entries have none.
pub(crate) fn release(book: &mut Book, ctx: &Context, reversal: &Entry, reason: &str) -> Result<(), Stop> {
    if reversal.reverses_entry_id.is_none() {
        return Ok(());
    }
    let Some(sequence) = reversal.sequence else { return Ok(()) };
    let mut is_matched = false;
    for line in book.lines(reversal)? {
        is_matched |= book.matched_line(&line)?.is_some();
    }
    if !is_matched {
        return Ok(());
    }
    for id in book.matches_of_entry(sequence)? {
        let Some(made) = book.match_row(id)?.cloned() else { continue };
        if made.status == MatchStatus::Active && made.source == MatchSource::Reversal {
            let from = made.date;
            undo(book, ctx, made, from, reason)?;
        }
    }
    Ok(())
}

/// Whether the line's account keeps open items.
pub(super) fn is_open_item(book: &Book, line: &Line) -> Result<bool, Stop> {
    Ok(book.account(line.account_id)?.is_some_and(|account| account.is_reconcilable))
}
