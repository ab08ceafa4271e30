//! Making and undoing matches as verbs: the header, its items, and how much of each line is matched.

use crate::book::Book;
use crate::book::context::Context;
use crate::book::stop::Stop;
use crate::ledger::matching::open::{Amounts, is_debit};
use crate::rows::{Line, Match, MatchItem, MatchSource, MatchStatus, MatchedLine};
use crate::value::id::{AccountId, EntryId, MatchId, PartyId};
use crate::value::rejection::{Code, Rejection};
use crate::value::{Currency, Date};

/// A part of a line that a match takes.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub entry: EntryId,
    pub line: Line,
    pub taken: Amounts,
}

/// A match that is ready to be written: its debits equal its credits in both currencies.
pub(crate) struct Settlement {
    pub id: MatchId,
    pub source: MatchSource,
    pub account: AccountId,
    pub party: Option<PartyId>,
    pub currency: Currency,
    pub date: Date,
    pub description: Option<String>,
    pub write_off_entry: Option<EntryId>,
    pub fx_entry: Option<EntryId>,
    pub parts: Vec<Part>,
}

impl Settlement {
    /// Writes the match. The fact is the caller's.
    pub(crate) fn write(self, book: &mut Book, ctx: &Context) -> Result<(), Stop> {
        let debits = self.parts.iter().filter(|part| is_debit(&part.line));
        let amount = debits.map(|part| i128::from(part.taken.amount)).sum::<i128>();
        let amount = i64::try_from(amount).map_err(|_| {
            Rejection::new(Code::AmountOutOfRange, "the matched amount would be out of range: match less at once")
                .at("/lines")
        })?;
        for part in &self.parts {
            take(book, part)?;
            book.match_items.put(item(self.id, part));
        }
        book.matches.put(Match {
            id: self.id,
            account_id: self.account,
            party_id: self.party,
            currency: self.currency,
            date: self.date,
            status: MatchStatus::Active,
            source: self.source,
            amount,
            description: self.description,
            write_off_entry_id: self.write_off_entry,
            fx_entry_id: self.fx_entry,
            undone_on: None,
            undone_at: None,
            undone_by: None,
            undo_reason: None,
            version: 1,
            created_at: ctx.at,
            created_by: ctx.actor.principal,
            updated_at: ctx.at,
            updated_by: ctx.actor.principal,
        });
        Ok(())
    }
}

/// Gives back the amounts that an active match took, from a day on. The caller records the fact.
pub(crate) fn undo(book: &mut Book, ctx: &Context, made: Match, from: Date, reason: &str) -> Result<Match, Stop> {
    for item in book.match_items(made.id)? {
        let row = book.matched_line_at(item.entry_sequence, item.line_number)?.cloned();
        // The amount that an item took is in the row of its line, or `verify` reports it.
        if let Some(mut row) = row {
            row.matched = row.matched.saturating_sub(item.debit.max(item.credit)).max(0);
            row.base_matched = row.base_matched.saturating_sub(item.base_debit.max(item.base_credit)).max(0);
            book.matched_lines.put(row);
        }
    }
    let undone = Match {
        status: MatchStatus::Undone,
        undone_on: Some(from),
        undone_at: Some(ctx.at),
        undone_by: Some(ctx.actor.principal),
        undo_reason: Some(reason.to_owned()),
        version: made.version + 1,
        updated_at: ctx.at,
        updated_by: ctx.actor.principal,
        ..made
    };
    book.matches.put(undone.clone());
    Ok(undone)
}

fn item(match_id: MatchId, part: &Part) -> MatchItem {
    let (amount, base) = (part.taken.amount, part.taken.base);
    let (debit, base_debit) = if is_debit(&part.line) { (amount, base) } else { (0, 0) };
    MatchItem {
        match_id,
        entry_sequence: part.line.entry_sequence,
        line_number: part.line.line_number,
        entry_id: part.entry,
        debit,
        credit: amount - debit,
        base_debit,
        base_credit: base - base_debit,
    }
}

/// Adds the taken amount to those taken of the line before; never more than the line has.
fn take(book: &mut Book, part: &Part) -> Result<(), Stop> {
    let whole = Amounts::of(&part.line);
    let before = book.matched_line(&part.line)?.cloned();
    let before = before.map_or(Amounts::default(), |row| Amounts { amount: row.matched, base: row.base_matched });
    let fits = part.taken.amount <= whole.amount - before.amount && part.taken.base <= whole.base - before.base;
    if !fits {
        let message = "a line has a smaller open amount than would be matched: read the open items again";
        return Err(Rejection::new(Code::AmountExceedsOpen, message).at("/lines").into());
    }
    book.matched_lines.put(MatchedLine {
        entry_sequence: part.line.entry_sequence,
        line_number: part.line.line_number,
        amount: whole.amount,
        base_amount: whole.base,
        matched: before.amount + part.taken.amount,
        base_matched: before.base + part.taken.base,
    });
    Ok(())
}
