//! The closing entry of a fiscal year: the result, moved into equity. If that takes more lines than an entry may have,
//! it is several entries, each of which balances through retained earnings.

use std::collections::BTreeMap;

use crate::book::Book;
use crate::book::context::Context;
use crate::book::stop::Stop;
use crate::ledger::accounts::designated::{Designation, takes_own_lines};
use crate::ledger::closing::{fiscal_years, periods};
use crate::ledger::entries::rules::{self, blank_line};
use crate::ledger::{journals, posting};
use crate::rows::{
    Account, AccountSubtype, AccountType, BalanceClass, Entry, EntryType, FiscalYear, Journal, JournalType, Line,
};
use crate::value::id::{AccountId, EntryId};
use crate::value::rejection::{Code, Rejection};
use crate::value::{Currency, limits};

/// The types of the accounts that begin every year at 0.
pub(crate) const RESULT: [AccountType; 2] = [AccountType::Revenue, AccountType::Expense];

/// The balance of a profit and loss account for a year in one currency.
pub(crate) struct Moved {
    pub account: Account,
    pub currency: Currency,
    pub net: Net,
}

/// Debit less credit, in the currency of the lines and in base currency.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Net {
    pub amount: i128,
    pub base: i128,
}

/// Moves the result into equity and returns the entries that do, mostly one; none where there is nothing to move.
pub(crate) fn post(
    book: &mut Book,
    ctx: &Context,
    year: &FiscalYear,
    account: Option<Account>,
    journal: Option<Journal>,
) -> Result<Vec<EntryId>, Stop> {
    let base = book.organization()?.base_currency;
    let mut lines = Vec::new();
    for moved in moved(book, year)? {
        lines.extend(taken_back(moved.account.id, moved.currency, moved.net)?);
    }
    if base_net(&lines) == 0 && lines.len() < 2 {
        // Nothing moved, or something that is worth nothing in base currency and has no other side.
        return Ok(Vec::new());
    }
    let account = account.map_or_else(|| only_retained_earnings(book), Ok)?;
    let journal = journal.map_or_else(|| only_journal(book), Ok)?;
    let period = periods::period_for(book, year.end_date, None)?;
    let parts = shared_out(lines, limits::LINES_PER_ENTRY);
    let count = parts.len();
    let mut posted = Vec::with_capacity(count);
    for (number, mut lines) in (1..).zip(parts) {
        let net = base_net(&lines);
        if net != 0 {
            lines.extend(taken_back(account.id, base, Net { amount: net, base: net })?);
        }
        let mut entry = header(ctx, year, &journal, base);
        if count > 1 {
            entry.description = format!("{}, part {number} of {count}", entry.description);
        }
        let posting = posting::Posting { entry, lines, class: BalanceClass::Closing, voids: false };
        posted.push(posting.post_at_year_end(book, ctx, &period)?.id);
    }
    Ok(posted)
}

/// Debits less credits in base currency.
fn base_net(lines: &[Line]) -> i128 {
    lines.iter().map(|line| i128::from(line.base_debit) - i128::from(line.base_credit)).sum()
}

/// Shares lines out over as few entries as hold them, each with room for its line of equity. Their sizes differ by at
/// most one, so that no entry is left with a line alone.
fn shared_out(lines: Vec<Line>, most: usize) -> Vec<Vec<Line>> {
    let count = lines.len();
    if count + usize::from(base_net(&lines) != 0) <= most {
        return vec![lines];
    }
    let entries = count.div_ceil(most - 1);
    let mut rest = lines.into_iter();
    let size = |place: usize| count / entries + usize::from(place < count % entries);
    (0..entries).map(|place| rest.by_ref().take(size(place)).collect()).collect()
}

/// The balance of each profit and loss account in each currency from the year's first to its last day, debit less
/// credit in that currency and in base currency, by code; balances that are 0 in both are left out.
pub(crate) fn moved(book: &Book, year: &FiscalYear) -> Result<Vec<Moved>, Stop> {
    let mut accounts = BTreeMap::new();
    for kind in RESULT {
        accounts.extend(book.accounts_of_type(kind)?.map(|account| (account.id, account.clone())));
    }
    let sums = book.balance_sums(year.start_date, year.end_date)?;
    let mut moved = Vec::new();
    for ((id, currency), [debit, credit, base_debit, base_credit]) in sums {
        let net = Net { amount: debit - credit, base: base_debit - base_credit };
        if let Some(account) = accounts.get(&id)
            && (net.amount != 0 || net.base != 0)
        {
            moved.push(Moved { account: account.clone(), currency, net });
        }
    }
    moved.sort_by(|one, other| (&one.account.code, one.currency).cmp(&(&other.account.code, other.currency)));
    Ok(moved)
}

/// The lines that take a net amount back: one, or two where its sides differ between the currencies.
fn taken_back(account: AccountId, currency: Currency, net: Net) -> Result<Vec<Line>, Stop> {
    let minor = |amount: i128| {
        i64::try_from(amount).map_err(|_| {
            let message = "the year's result on one account is out of range: split it over several accounts";
            Rejection::new(Code::AmountOutOfRange, message)
        })
    };
    let line = |net: Net| -> Result<Line, Stop> {
        Ok(Line {
            debit: minor((-net.amount).max(0))?,
            credit: minor(net.amount.max(0))?,
            base_debit: minor((-net.base).max(0))?,
            base_credit: minor(net.base.max(0))?,
            ..blank_line(account, currency)
        })
    };
    if net.amount.signum() * net.base.signum() < 0 {
        return Ok(vec![line(Net { base: 0, ..net })?, line(Net { amount: 0, ..net })?]);
    }
    Ok(vec![line(net)?])
}

/// Whether an account can take a year's result: an active equity account in base currency that is no group.
pub(crate) fn takes_results(account: &Account, base: Currency) -> bool {
    account.account_type == AccountType::Equity && takes_own_lines(account, base)
}

/// The account for retained earnings, where there is exactly one.
pub(crate) fn only_retained_earnings(book: &Book) -> Result<Account, Stop> {
    let designation = Designation {
        subtype: AccountSubtype::RetainedEarnings,
        takes: takes_results,
        code: Code::RetainedEarningsNeeded,
        field: "retainedEarningsAccountId",
        pointer: "/retainedEarningsAccountId",
        noun: "equity account",
        what: "the result",
        candidates: "type=equity",
    };
    designation.only(book)
}

/// The only active closing journal, else the only active general one.
pub(crate) fn only_journal(book: &Book) -> Result<Journal, Stop> {
    journals::only(
        book,
        &[JournalType::Closing, JournalType::General],
        "the closing entry",
        "a closing or a general one",
    )
}

fn header(ctx: &Context, year: &FiscalYear, journal: &Journal, base: Currency) -> Entry {
    Entry {
        entry_type: EntryType::Closing,
        description: format!("Closing of fiscal year {}", year.name),
        owner_type: Some(fiscal_years::OWNER.to_owned()),
        owner_id: Some(year.id.to_string()),
        ..rules::blank(ctx, journal.id, year.end_date, base)
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn lines_are_shared_out_in_order_over_as_few_entries_as_hold_them_with_their_line_of_equity(
            nets in vec(-3_i128..=3, 2..200),
            most in 5_usize..40,
        ) {
            let eur = Currency::parse("EUR").expect("EUR");
            let taken = |base: &i128| taken_back(AccountId([1; 16]), eur, Net { amount: 7, base: *base });
            let lines: Vec<Line> = nets.iter().flat_map(|base| taken(base).expect("in range")).collect();
            let parts = shared_out(lines.clone(), most);
            prop_assert_eq!(parts.concat(), lines.clone(), "nothing is lost");
            for part in &parts {
                prop_assert!(part.len() >= 2 && part.len() + usize::from(base_net(part) != 0) <= most);
            }
            let fewer = parts.len() - 1;
            prop_assert!(fewer == 0 || fewer * (most - 1) < lines.len(), "as few as hold them");
        }
    }

    #[test]
    fn what_an_account_has_is_taken_back_by_one_line_or_by_two_where_the_currencies_stand_on_other_sides() {
        let eur = Currency::parse("EUR").expect("EUR");
        for (net, sides) in [
            ((500, 400), vec![[0, 500, 0, 400]]),
            ((-500, -400), vec![[500, 0, 400, 0]]),
            ((0, -3), vec![[0, 0, 3, 0]]),
            ((7, 0), vec![[0, 7, 0, 0]]),
            ((10, -3), vec![[0, 10, 0, 0], [0, 0, 3, 0]]),
        ] {
            let (amount, base) = net;
            let lines = taken_back(AccountId([1; 16]), eur, Net { amount, base }).expect("in range");
            let made: Vec<[i64; 4]> =
                lines.iter().map(|line| [line.debit, line.credit, line.base_debit, line.base_credit]).collect();
            assert_eq!(made, sides, "{net:?}");
        }
        let beyond = i128::from(i64::MAX) + 1;
        assert!(taken_back(AccountId([1; 16]), eur, Net { amount: beyond, base: beyond }).is_err());
    }
}
