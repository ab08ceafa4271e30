//! Revalues foreign balances on a day, and reverses the unrealised part on the first day of the next period.
//!
//! Invariant: after it, every revalued account has in base currency the value of its foreign balance, rounded once; on
//! the first day of the next period the books are as they were, except for the realised part. Run again on the same
//! day, it posts the difference alone, which is 0 if nothing came in between.

#[cfg(test)]
mod tests;

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::ledger::accounts::designated::{self, Exchange};
use crate::ledger::closing::periods;
use crate::ledger::entries::reversing::Reversal;
use crate::ledger::entries::rules::{self, blank_line};
use crate::ledger::exchange_rates::require_none_missing;
use crate::ledger::journals::{self, require_journal};
use crate::ledger::posting;
use crate::ledger::revaluations::{Valued, day_after, hint, out_of_range, valued};
use crate::rows::revaluations::OWNER;
use crate::rows::{
    Account, Entry, EntryType, Journal, JournalType, Line, Period, PeriodStatus, PeriodType, RateType, Reply,
    Revaluation, RevaluationItem,
};
use crate::value::cell::IsoDate;
use crate::value::id::{AccountId, EntryId, JournalId, RevaluationId};
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};
use crate::value::{Currency, Date, IdOrCode, Rate};

/// Revalues all foreign balances of revalued accounts.
#[derive(Clone, Debug, Default)]
pub struct RunRevaluation {
    /// `None` takes the last day of the first open period.
    pub date: Option<Date>,
    /// The journal; `None` takes the only general one.
    pub journal: Option<IdOrCode<JournalId>>,
    /// `None` takes spot rates.
    pub rate_type: Option<RateType>,
}

impl Decide for RunRevaluation {
    const PERMISSION: Permission = Permission::RevaluationsRun;

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::Journals, Key::Periods, Key::FiscalYears, Key::RevaluedAccounts]);
        designated::hint(book, keys);
        if let Ok(date) = self.date(book)
            && let Ok(period) = periods::period_for(book, date, None)
            && let Ok(reversed_on) = day_after(&period)
        {
            hint(book, date, reversed_on, keys);
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let base = book.organization()?.base_currency;
        let date = self.date(book)?;
        let journal = match &self.journal {
            Some(text) => require_journal(book, text)?,
            None => journals::only(book, &[JournalType::General], "the revaluation", "one")?,
        };
        let period = periods::period_for(book, date, None)?;
        let reversed_on = day_after(&period)?;
        let rate_type = self.rate_type.unwrap_or(RateType::Spot);
        let (found, missing) = valued(book, date, reversed_on, rate_type)?;
        require_none_missing(&missing, "/date")?;
        periods::require_open(book, ctx, &period, date)?;

        let id: RevaluationId = ctx.ids.next();
        let run = Run { id, date, base, journal, period: &period };
        let realised = run.post(book, ctx, &found, &REALISED)?;
        let unrealised = run.post(book, ctx, &found, &UNREALISED)?;
        let entry_id = unrealised.as_ref().map(|entry| entry.id);
        let reversal_entry_id = match unrealised {
            Some(entry) => Some(take_back(book, ctx, entry, reversed_on)?),
            None => None,
        };
        book.revaluations.put(Revaluation {
            id,
            date,
            rate_type,
            reversed_on,
            base_currency: base,
            entry_id,
            reversal_entry_id,
            realised_entry_id: realised.map(|entry| entry.id),
            created_at: ctx.at,
            created_by: ctx.actor.principal,
        });
        for (item_number, valued) in (1..).zip(&found) {
            book.revaluation_items.put(item(id, item_number, valued)?);
        }
        let recorded = book.record(ctx, FactKind::RevaluationRun, id);
        Ok(Reply::new(id, 1, recorded))
    }
}

impl RunRevaluation {
    fn date(&self, book: &Book) -> Result<Date, Stop> {
        if let Some(date) = self.date {
            return Ok(date);
        }
        let open = book
            .periods()?
            .filter(|period| period.period_type == PeriodType::Standard && period.status == PeriodStatus::Open);
        let ends = open.map(|period| period.end_date);
        ends.min().ok_or_else(|| {
            let message = "no period is open: give the date, or open a period first";
            Rejection::new(Code::NoPeriod, message).at("/date").into()
        })
    }
}

/// The common values of the entries of one run.
struct Run<'a> {
    id: RevaluationId,
    date: Date,
    base: Currency,
    journal: Journal,
    period: &'a Period,
}

/// Gains and losses of one kind: the type of their entry, what they are of a position, and the accounts that take them.
struct Kind {
    entry_type: EntryType,
    title: &'static str,
    amount: fn(&Valued) -> i128,
    /// By how much gains grow, and losses.
    sides: fn(&Valued) -> (i128, i128),
    gain: Exchange,
    loss: Exchange,
}

const UNREALISED: Kind = Kind {
    entry_type: EntryType::FxRevaluation,
    title: "Revaluation",
    amount: |valued| valued.unrealised,
    sides: Valued::unrealised_sides,
    gain: Exchange::UnrealisedGain,
    loss: Exchange::UnrealisedLoss,
};

const REALISED: Kind = Kind {
    entry_type: EntryType::FxRealised,
    title: "Realised exchange differences",
    amount: |valued| valued.realised,
    sides: Valued::realised_sides,
    gain: Exchange::RealisedGain,
    loss: Exchange::RealisedLoss,
};

impl Run<'_> {
    /// Posts the gains and losses of one kind; `None` where there are none.
    fn post(&self, book: &mut Book, ctx: &Context, found: &[Valued], kind: &Kind) -> Result<Option<Entry>, Stop> {
        let mut lines = Vec::new();
        let (mut gains, mut losses) = (0_i128, 0_i128);
        for valued in found.iter().filter(|valued| (kind.amount)(valued) != 0) {
            let amount = (kind.amount)(valued);
            let line = adjusting(valued.position.account.id, valued.position.currency, valued.rate, amount);
            lines.push(line.ok_or_else(|| out_of_range(&valued.position))?);
            let (more_gain, more_loss) = (kind.sides)(valued);
            gains += more_gain;
            losses += more_loss;
        }
        if lines.is_empty() {
            return Ok(None);
        }
        for (what, net) in [(kind.gain, -gains), (kind.loss, losses)].into_iter().filter(|(_, net)| *net != 0) {
            let account = designated::exchange(book, what)?;
            lines.push(taking(&account, self.base, net).ok_or_else(|| {
                let message = "the total gain or loss is out of range: nothing was posted";
                Rejection::new(Code::AmountOutOfRange, message)
            })?);
        }
        let entry = Entry {
            entry_type: kind.entry_type,
            description: format!("{} on {}", kind.title, IsoDate(self.date)),
            owner_type: Some(OWNER.to_owned()),
            owner_id: Some(self.id.to_string()),
            ..rules::blank(ctx, self.journal.id, self.date, self.base)
        };
        let class = posting::class_of(kind.entry_type, self.period);
        let posting = posting::Posting { entry, lines, class, voids: false };
        posting.post(book, ctx, self.period).map(Some)
    }
}

/// Reverses the unrealised part on the first day of the next period.
fn take_back(book: &mut Book, ctx: &Context, original: Entry, date: Date) -> Result<EntryId, Stop> {
    let period = periods::period_for(book, date, None)?;
    let reversal = Reversal {
        reason: "reversed on the first day of the next period",
        original,
        date,
        period: &period,
        description: None,
        prior_period_adjustment: false,
    };
    Ok(reversal.post(book, ctx)?.0.id)
}

/// The line that adds to an account in base currency alone.
fn adjusting(account_id: AccountId, currency: Currency, rate: Option<Rate>, amount: i128) -> Option<Line> {
    Some(Line {
        exchange_rate: rate,
        base_debit: i64::try_from(amount.max(0)).ok()?,
        base_credit: i64::try_from((-amount).max(0)).ok()?,
        ..blank_line(account_id, currency)
    })
}

/// The other side: an ordinary line in base currency.
fn taking(account: &Account, base: Currency, net: i128) -> Option<Line> {
    let (debit, credit) = (i64::try_from(net.max(0)).ok()?, i64::try_from((-net).max(0)).ok()?);
    Some(Line { debit, credit, base_debit: debit, base_credit: credit, ..blank_line(account.id, base) })
}

fn item(revaluation_id: RevaluationId, item_number: i64, valued: &Valued) -> Result<RevaluationItem, Stop> {
    let minor = |amount: i128| i64::try_from(amount).map_err(|_| out_of_range(&valued.position));
    Ok(RevaluationItem {
        revaluation_id,
        item_number,
        account_id: valued.position.account.id,
        currency: valued.position.currency,
        balance: minor(valued.position.balance)?,
        rate: valued.rate,
        base_before: minor(valued.position.base)?,
        unrealised: minor(valued.unrealised)?,
        realised: minor(valued.realised)?,
    })
}
