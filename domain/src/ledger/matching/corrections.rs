//! Matches made by corrections that post a difference: what is owed less sets off the items that it corrects.
//!
//! A difference in the other direction stays an item of its own, and so does what its entry has no open items for.

use std::collections::BTreeMap;

use crate::book::Book;
use crate::book::context::Context;
use crate::book::stop::Stop;
use crate::ledger::matching::halves::is_open_item;
use crate::ledger::matching::open::{self, Amounts, is_debit};
use crate::ledger::matching::settlement::{Part, Settlement, undo};
use crate::rows::{Entry, EntryStatus, Line, MatchSource, MatchStatus};
use crate::value::id::{AccountId, EntryId, PartyId};
use crate::value::{Currency, Date};

/// A line of which something is open.
#[derive(Clone, Debug)]
struct Item {
    entry: EntryId,
    line: Line,
    due: Date,
    /// Before anything is taken of it here, and after.
    open: Amounts,
    rest: Amounts,
}

/// Account, party and currency: what lines must have in common.
type Group = (AccountId, Option<PartyId>, Currency);

/// Matches the lines of a difference that was just posted with the open items of the entries that it corrects, from a day on.
pub(crate) fn settle(book: &mut Book, ctx: &Context, difference: &Entry, date: Date) -> Result<(), Stop> {
    let mut earlier: BTreeMap<Group, Vec<Item>> = BTreeMap::new();
    let mut corrected = difference.corrects_entry_id;
    while let Some(id) = corrected {
        let Some(entry) = book.entry(id)?.filter(|entry| entry.status == EntryStatus::Posted).cloned() else { break };
        collect(book, &entry, &mut earlier)?;
        corrected = entry.corrects_entry_id;
    }
    let mut own = BTreeMap::new();
    collect(book, difference, &mut own)?;
    for (group, mut own) in own {
        let Some(others) = earlier.get_mut(&group) else { continue };
        others.sort_by_key(|item| (item.due, item.line.entry_sequence, item.line.line_number));
        for item in &mut own {
            for other in others.iter_mut() {
                set_off(item, other);
            }
        }
        let parts: Vec<Part> = own.iter().chain(others.iter()).filter_map(part).collect();
        if parts.is_empty() {
            continue;
        }
        let (account, party, currency) = group;
        let settlement = Settlement {
            id: ctx.ids.next(),
            source: MatchSource::Correction,
            account,
            party,
            currency,
            date,
            description: None,
            write_off_entry: None,
            fx_entry: None,
            parts,
        };
        settlement.write(book, ctx)?;
    }
    Ok(())
}

/// Undoes these matches from a day on, before the difference is voided or reversed. Other entries have none.
pub(crate) fn release(
    book: &mut Book,
    ctx: &Context,
    difference: &Entry,
    from: Date,
    reason: &str,
) -> Result<(), Stop> {
    let Some(sequence) = difference.sequence.filter(|_| difference.corrects_entry_id.is_some()) else { return Ok(()) };
    let mut is_matched = false;
    for line in book.lines(difference)? {
        is_matched |= is_open_item(book, &line)? && book.matched_line(&line)?.is_some();
    }
    if !is_matched {
        return Ok(());
    }
    for id in book.matches_of_entry(sequence)? {
        let Some(made) = book.match_row(id)?.cloned() else { continue };
        if made.status == MatchStatus::Active && made.source == MatchSource::Correction {
            let from = from.max(made.date);
            undo(book, ctx, made, from, reason)?;
        }
    }
    Ok(())
}

/// The open lines of an entry that have an amount of their own.
fn collect(book: &Book, entry: &Entry, found: &mut BTreeMap<Group, Vec<Item>>) -> Result<(), Stop> {
    for line in book.lines(entry)? {
        if !is_open_item(book, &line)? {
            continue;
        }
        let open = open::of(book, &line)?;
        if open.amount == 0 {
            continue;
        }
        let party = line.party_id.map(|id| book.party_meant(id)).transpose()?;
        let due = line.due_date.unwrap_or(entry.date);
        let item = Item { entry: entry.id, due, open, rest: open, line };
        found.entry((item.line.account_id, party, item.line.currency)).or_default().push(item);
    }
    Ok(())
}

/// Takes of two lines on opposite sides what both have. The base amount is that of the line of which nothing is left;
/// where the other one cannot give as much, both stay open, because a match gains and loses nothing by itself.
fn set_off(one: &mut Item, other: &mut Item) {
    if is_debit(&one.line) == is_debit(&other.line) {
        return;
    }
    let (smaller, larger) = if one.rest.amount <= other.rest.amount { (one, other) } else { (other, one) };
    let taken = smaller.rest;
    let is_even = taken.amount == larger.rest.amount;
    if taken.amount == 0 || taken.base > larger.rest.base || is_even && taken.base != larger.rest.base {
        return;
    }
    smaller.rest = Amounts::default();
    larger.rest = Amounts { amount: larger.rest.amount - taken.amount, base: larger.rest.base - taken.base };
}

fn part(item: &Item) -> Option<Part> {
    let taken = Amounts { amount: item.open.amount - item.rest.amount, base: item.open.base - item.rest.base };
    (!taken.is_nothing()).then(|| Part { entry: item.entry, line: item.line.clone(), taken })
}
