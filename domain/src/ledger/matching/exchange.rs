//! Realised gains and losses of exchange: the difference between the matched debits and credits in base currency.

use crate::book::Book;
use crate::book::context::Context;
use crate::book::stop::Stop;
use crate::ledger::accounts::designated::{self, Exchange};
use crate::ledger::entries::rules::{self, blank_line};
use crate::ledger::matching::open::Amounts;
use crate::ledger::matching::settlement::Part;
use crate::ledger::posting;
use crate::rows::matches::OWNER;
use crate::rows::{Entry, EntryType, Line, Period};
use crate::value::id::{AccountId, JournalId, MatchId, PartyId};
use crate::value::rejection::{Code, Rejection};
use crate::value::{Currency, Date};

/// The common values of all entries that one match posts.
pub(crate) struct Owned<'a> {
    pub id: MatchId,
    pub account: AccountId,
    pub party: Option<PartyId>,
    pub currency: Currency,
    pub journal: JournalId,
    pub date: Date,
    pub period: &'a Period,
}

/// Posts the excess of debits over credits in base currency, which may be less than 0, and returns its line on the
/// matched account: it belongs to the match and is never open.
pub(crate) fn realise(book: &mut Book, ctx: &Context, owned: &Owned<'_>, difference: i128) -> Result<Part, Stop> {
    let base = i64::try_from(difference.abs()).map_err(|_| {
        let message = "the exchange gain or loss would be out of range: match less at once";
        Rejection::new(Code::AmountOutOfRange, message).at("/lines")
    })?;
    let is_loss = difference > 0;
    let what = if is_loss { Exchange::RealisedLoss } else { Exchange::RealisedGain };
    let result = designated::exchange(book, what)?;
    let difference = Amounts { amount: 0, base };
    let own = Line { party_id: owned.party, ..line(owned.account, owned.currency, difference, !is_loss) };
    // An account that is kept in one currency takes the amount in that, which is the base currency.
    let other = match result.currency {
        Some(currency) => line(result.id, currency, Amounts { amount: base, base }, is_loss),
        None => line(result.id, owned.currency, difference, is_loss),
    };
    let word = if is_loss { "loss" } else { "gain" };
    let entry = Entry {
        entry_type: EntryType::FxRealised,
        description: format!("Realised exchange {word} on {}", owned.currency),
        ..owned.header(book, ctx)?
    };
    owned.post(book, ctx, entry, vec![own, other], difference)
}

impl Owned<'_> {
    /// An entry that the match owns, without lines.
    pub(super) fn header(&self, book: &Book, ctx: &Context) -> Result<Entry, Stop> {
        let base = book.organization()?.base_currency;
        Ok(Entry {
            owner_type: Some(OWNER.to_owned()),
            owner_id: Some(self.id.to_string()),
            ..rules::blank(ctx, self.journal, self.date, base)
        })
    }

    /// Posts an entry whose first line is on the matched account, and answers that line as a part of the match.
    pub(super) fn post(
        &self,
        book: &mut Book,
        ctx: &Context,
        entry: Entry,
        lines: Vec<Line>,
        taken: Amounts,
    ) -> Result<Part, Stop> {
        let class = posting::class_of(entry.entry_type, self.period);
        let entry = posting::Posting { entry, lines, class, voids: false }.post(book, ctx, self.period)?;
        let line = book.lines(&entry)?.into_iter().next().ok_or_else(|| Stop::lost("lines", entry.id))?;
        Ok(Part { entry: entry.id, line, taken })
    }
}

/// A line of one side.
pub(super) fn line(account: AccountId, currency: Currency, amounts: Amounts, is_debit: bool) -> Line {
    let Amounts { amount, base } = amounts;
    let on = |side: bool, units: i64| if side { units } else { 0 };
    Line {
        debit: on(is_debit, amount),
        credit: on(!is_debit, amount),
        base_debit: on(is_debit, base),
        base_credit: on(!is_debit, base),
        ..blank_line(account, currency)
    }
}
