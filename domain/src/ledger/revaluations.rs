//! Revaluation: the value of foreign balances on a day, and the difference from the books.
//!
//! The difference is a gain or loss that nobody has realised yet: it is reversed on the first day of the next period.
//! If no foreign balance is left, the rest in base currency is realised and stays.

use std::collections::BTreeMap;

use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::ledger::exchange_rates::Wanted;
use crate::rows::{Account, Period, RateType};
use crate::value::id::{AccountId, RevaluationId};
use crate::value::rejection::{Code, Rejection};
use crate::value::{Currency, Date, Rate};

/// The balance of one account in one foreign currency on a day, debits less credits.
pub(crate) struct Position {
    pub account: Account,
    pub currency: Currency,
    pub balance: i128,
    pub base: i128,
    /// The part of `base` that earlier runs added and that is taken back on the same later day.
    in_effect: i128,
}

/// A position with the amount to add.
pub(crate) struct Valued {
    pub position: Position,
    pub rate: Option<Rate>,
    pub unrealised: i128,
    pub realised: i128,
}

impl Valued {
    /// By how much the unrealised gain of the position grows, and its unrealised loss: a later run that finds less of a
    /// gain takes back a part of it, and makes no loss.
    pub(crate) fn unrealised_sides(&self) -> (i128, i128) {
        let before = self.position.in_effect;
        let after = before + self.unrealised;
        (after.max(0) - before.max(0), (-after).max(0) - (-before).max(0))
    }

    /// The realised gain, and the realised loss.
    pub(crate) fn realised_sides(&self) -> (i128, i128) {
        (self.realised.max(0), (-self.realised).max(0))
    }

    /// Whether there is nothing to add.
    fn is_right(&self) -> bool {
        self.unrealised == 0 && self.realised == 0
    }
}

/// The first day of the period behind this one.
pub(crate) fn day_after(period: &Period) -> Result<Date, Stop> {
    period.end_date.tomorrow().map_err(|_| {
        let message = "the period is the last possible one, so the revaluation could not be reversed: choose an \
             earlier date";
        Rejection::new(Code::NoPeriod, message).at("/date").into()
    })
}

/// The foreign positions of all revalued accounts on a day, by code and currency, each with its rate and the amount to
/// add; and the missing rates.
pub(crate) fn valued(
    book: &Book,
    date: Date,
    reversed_on: Date,
    rate_type: RateType,
) -> Result<(Vec<Valued>, Vec<Wanted>), Stop> {
    let base = book.organization()?.base_currency;
    let (mut found, mut missing) = (Vec::new(), Vec::new());
    for position in positions(book, date, reversed_on)? {
        if position.balance == 0 {
            let (unrealised, realised) = (-position.in_effect, position.in_effect - position.base);
            found.push(Valued { position, rate: None, unrealised, realised });
            continue;
        }
        let wanted = Wanted { from: position.currency, to: base, rate_type, date };
        match wanted.in_effect(book)?.map(|rate| rate.rate) {
            Some(rate) => {
                let worth = i64::try_from(position.balance)
                    .ok()
                    .and_then(|balance| rate.convert(balance, position.currency.decimals(), base.decimals()))
                    .ok_or_else(|| out_of_range(&position))?;
                let unrealised = i128::from(worth) - position.base;
                found.push(Valued { position, rate: Some(rate), unrealised, realised: 0 });
            }
            None => missing.push(wanted),
        }
    }
    Ok((found, missing))
}

/// How the foreign balances at a period's end stand: the number whose value differs from the books, and the rates
/// missing to decide. The rates are those of the last run of that day; spot rates where there was none.
pub(super) fn stand(book: &Book, period: &Period) -> Result<(usize, Vec<Wanted>), Stop> {
    let reversed_on = day_after(period)?;
    let runs = book.revaluations_until(reversed_on)?.filter(|run| run.date == period.end_date);
    let rate_type = runs.max_by_key(|run| run.id).map_or(RateType::Spot, |run| run.rate_type);
    let (found, missing) = valued(book, period.end_date, reversed_on, rate_type)?;
    Ok((found.iter().filter(|valued| !valued.is_right()).count(), missing))
}

/// The keys that looking at foreign balances certainly needs, as far as they are known.
pub(crate) fn hint(book: &Book, date: Date, reversed_on: Date, keys: &mut Vec<Key>) {
    keys.extend([Key::RevaluedAccounts, Key::RevaluationsUntil(reversed_on)]);
    keys.extend(first_day(book).ok().flatten().map(|first| Key::BalanceSums(first, date)));
    if let Ok(runs) = book.revaluations_until(reversed_on) {
        keys.extend(runs.filter(|run| run.date <= date).map(|run| Key::RevaluationItems(run.id)));
    }
}

fn positions(book: &Book, date: Date, reversed_on: Date) -> Result<Vec<Position>, Stop> {
    let base = book.organization()?.base_currency;
    let accounts: BTreeMap<AccountId, &Account> =
        book.revalued_accounts()?.map(|account| (account.id, account)).collect();
    let Some(first) = first_day(book)?.filter(|first| *first <= date && !accounts.is_empty()) else {
        return Ok(Vec::new());
    };
    let in_effect = in_effect(book, date, reversed_on)?;
    let mut found = Vec::new();
    for ((id, currency), [debit, credit, base_debit, base_credit]) in book.balance_sums(first, date)? {
        let Some(account) = accounts.get(&id).filter(|_| currency != base) else { continue };
        let in_effect = in_effect.get(&(id, currency)).copied().unwrap_or_default();
        let (balance, base) = (debit - credit, base_debit - base_credit);
        if (balance, base, in_effect) != (0, 0, 0) {
            found.push(Position { account: (*account).clone(), currency, balance, base, in_effect });
        }
    }
    found.sort_by(|one, other| (&one.account.code, one.currency).cmp(&(&other.account.code, other.currency)));
    Ok(found)
}

/// The amounts that earlier runs added until this day and reverse on the same later one.
fn in_effect(book: &Book, date: Date, reversed_on: Date) -> Result<BTreeMap<(AccountId, Currency), i128>, Stop> {
    let runs: Vec<RevaluationId> =
        book.revaluations_until(reversed_on)?.filter(|run| run.date <= date).map(|run| run.id).collect();
    let mut added: BTreeMap<(AccountId, Currency), i128> = BTreeMap::new();
    for run in runs {
        for item in book.revaluation_items(run)? {
            *added.entry((item.account_id, item.currency)).or_default() += i128::from(item.unrealised);
        }
    }
    Ok(added)
}

/// The first day of the books.
fn first_day(book: &Book) -> Result<Option<Date>, Stop> {
    Ok(book.fiscal_years()?.map(|year| year.start_date).min())
}

pub(crate) fn out_of_range(position: &Position) -> Rejection {
    let message = format!(
        "the balance of account {} in {} is out of range: nothing was posted",
        position.account.code, position.currency
    );
    Rejection::new(Code::AmountOutOfRange, message)
}
