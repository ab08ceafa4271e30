//! Matches lines of one account that settle one another: an invoice with its payment, in whole or in part.
//!
//! A difference in base currency alone is realised as a gain or loss of exchange. A small difference in their own
//! currency may be written off. Both are entries that the match owns.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::ledger::accounts::designated;
use crate::ledger::closing::periods::{self, first_open_day};
use crate::ledger::journals::require_journal;
use crate::ledger::matching::exchange::{self, Owned};
use crate::ledger::matching::open::is_debit;
use crate::ledger::matching::selection::{self, NewMatchLine, Selection};
use crate::ledger::matching::settlement::{Part, Settlement};
use crate::ledger::matching::write_off::NewWriteOff;
use crate::rows::{MatchSource, Period, Reply};
use crate::value::cell::IsoDate;
use crate::value::id::{JournalId, MatchId, PartyId};
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};
use crate::value::{Date, IdOrCode};

/// Matches lines.
#[derive(Clone, Debug, Default)]
pub struct MatchLines {
    /// Each line once.
    pub lines: Vec<NewMatchLine>,
    /// The day from which the match counts; that of the latest line where absent.
    pub date: Option<Date>,
    pub description: Option<String>,
    pub write_off: Option<NewWriteOff>,
    /// The journal of the postings; that of the latest line's entry if absent.
    pub journal: Option<IdOrCode<JournalId>>,
}

impl Decide for MatchLines {
    const PERMISSION: Permission = Permission::JournalEntriesMatch;

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::Journals, Key::Periods, Key::FiscalYears]);
        for line in &self.lines {
            let Some(id) = line.entry.id() else { continue };
            keys.push(Key::Entry(id));
            let Ok(Some(entry)) = book.entry(id) else { continue };
            let Some(sequence) = entry.sequence else { continue };
            keys.extend([Key::Lines(sequence), Key::MatchedLines(sequence)]);
            let lines = book.lines(entry).unwrap_or_default();
            let own = lines.iter().find(|own| own.line_number == line.line_number);
            keys.extend(own.map(|own| Key::Account(own.account_id)));
            keys.extend(own.and_then(|own| own.party_id).map(Key::Party));
            let base = book.organization().map(|settings| settings.base_currency);
            if own.is_some_and(|own| Ok(own.currency) != base) {
                designated::hint(book, keys);
            }
        }
        if let Some(write_off) = &self.write_off {
            write_off.hint(book, keys);
            keys.push(Key::ApprovalPolicies);
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let mut selection = selection::select(book, &self.lines)?;
        let difference = selection.allot(self.write_off.is_some())?;
        let mut parts = selection.parts()?;
        let write_off = match &self.write_off {
            Some(new) => Some((new, new.check(book, ctx, &parts, selection.currency, difference)?)),
            None => None,
        };
        let (own_date, journal) = self.date_and_journal(book, &selection)?;
        let id: MatchId = ctx.ids.next();
        let party = common_party(book, &parts)?;

        let mut settlement = Settlement {
            id,
            source: MatchSource::Manual,
            account: selection.account.id,
            party,
            currency: selection.currency,
            date: own_date,
            description: self.description.clone(),
            write_off_entry: None,
            fx_entry: None,
            parts: Vec::new(),
        };
        // A write-off takes its share of the base amount of the larger side; the rest is exchange.
        let posts = write_off.is_some() || base_difference(&parts) != 0;
        if posts {
            let (date, period) = self.posting_day(book, ctx, own_date)?;
            settlement.date = date;
            let (account, currency) = (settlement.account, settlement.currency);
            let owned = Owned { id, account, party, currency, journal, date, period: &period };
            if let Some((new, write_off)) = &write_off {
                let part = new.post(book, ctx, &owned, write_off)?;
                settlement.write_off_entry = Some(part.entry);
                parts.push(part);
            }
            let difference = base_difference(&parts);
            if difference != 0 {
                let part = exchange::realise(book, ctx, &owned, difference)?;
                settlement.fx_entry = Some(part.entry);
                parts.push(part);
            }
        }
        let related = settlement.fx_entry.or(settlement.write_off_entry);
        settlement.parts = parts;
        settlement.write(book, ctx)?;
        let recorded = book.record(ctx, FactKind::MatchCreated, id);
        let reply = Reply::new(id, 1, recorded);
        Ok(match related {
            Some(entry) => reply.with_related(entry),
            None => reply,
        })
    }
}

impl MatchLines {
    /// The match does not count before the latest of its lines.
    fn date_and_journal(&self, book: &Book, selection: &Selection) -> Result<(Date, JournalId), Stop> {
        let latest = selection.latest().ok_or_else(Rejection::not_found)?;
        let last = latest.entry.date;
        let journal = match &self.journal {
            Some(text) => require_journal(book, text)?.id,
            None => latest.entry.journal_id,
        };
        match self.date {
            Some(date) if date < last => {
                let message = format!(
                    "a match cannot be dated before its lines, and the latest is of {}: choose that day or a later one",
                    IsoDate(last)
                );
                Err(Rejection::new(Code::DateBeforeEntry, message).at("/date").with("entryDate", last).into())
            }
            date => Ok((date.unwrap_or(last), journal)),
        }
    }

    /// The day of the match's postings: its own, or the first open one after it if the caller named none.
    fn posting_day(&self, book: &Book, ctx: &Context, date: Date) -> Result<(Date, Period), Stop> {
        let period = periods::period_for(book, date, None)?;
        if self.date.is_some() {
            periods::require_open(book, ctx, &period, date)?;
            return Ok((date, period));
        }
        first_open_day(book, ctx, date, period)
    }
}

/// By how much debits exceed credits in base currency.
fn base_difference(parts: &[Part]) -> i128 {
    let signed = |part: &Part| {
        let base = i128::from(part.taken.base);
        if is_debit(&part.line) { base } else { -base }
    };
    parts.iter().map(signed).sum()
}

/// The party that all lines have, or that those of all lines were merged into.
fn common_party(book: &Book, parts: &[Part]) -> Result<Option<PartyId>, Stop> {
    let mut common = None;
    for (index, part) in parts.iter().enumerate() {
        let party = part.line.party_id.map(|id| book.party_meant(id)).transpose()?;
        match index {
            0 => common = party,
            _ if party == common => {}
            _ => return Ok(None),
        }
    }
    Ok(common)
}
