//! The statement of changes in equity (IAS 1.106): each component of equity from its opening to its closing.
//!
//! Pure arithmetic on the figures of the accounts. What profit and loss came to is a component of its own until a year-end closing
//! moves it: so the statement is whole on any day, and closing a year changes no total of it.

use std::collections::BTreeMap;

use super::trial_balance::{Turnover, is_result};
use crate::rows::{Account, AccountType};
use crate::value::id::AccountId;

/// The amounts of a component, in minor units of the base currency; a credit is positive.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Component {
    pub opening: i128,
    /// What profit and loss came to within the report.
    pub result: i128,
    /// What year-end closings moved between the results and equity.
    pub closed: i128,
    /// What owners contributed, and whatever else increased it.
    pub increase: i128,
    /// What owners were given, and whatever else decreased it: 0 or below.
    pub decrease: i128,
    pub closing: i128,
}

/// The statement.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ChangesInEquity {
    /// Accounts of equity that have any amount, in the order of the chart; the number is the place of the account there.
    pub accounts: Vec<(usize, Component)>,
    /// The results that no closing moved into equity.
    pub unclosed: Component,
    /// The sums.
    pub total: Component,
}

/// Makes the statement from the figures of all accounts, with year-end closings (`all`) and without those within the report
/// (`before_closing`).
#[must_use]
pub fn changes_in_equity(
    chart: &[Account],
    all: &BTreeMap<AccountId, Turnover>,
    before_closing: &BTreeMap<AccountId, Turnover>,
) -> ChangesInEquity {
    let mut report = ChangesInEquity::default();
    for (place, account) in chart.iter().enumerate() {
        let of = |figures: &BTreeMap<AccountId, Turnover>| figures.get(&account.id).copied().unwrap_or_default();
        let (all, own) = (of(all), of(before_closing));
        let opening = -(all.before_year + all.earlier_in_year);
        let closed = (all.credit - all.debit) - (own.credit - own.debit);
        if is_result(account.account_type) {
            let result = own.credit - own.debit;
            report.unclosed.add(Component {
                opening,
                result,
                closed,
                closing: opening + result + closed,
                ..Component::default()
            });
        } else if account.account_type == AccountType::Equity {
            let (increase, decrease) = (own.credit, -own.debit);
            let closing = opening + closed + increase + decrease;
            let component = Component { opening, result: 0, closed, increase, decrease, closing };
            if component != Component::default() {
                report.accounts.push((place, component));
            }
        }
    }
    for (_, component) in &report.accounts {
        report.total.add(*component);
    }
    report.total.add(report.unclosed);
    report
}

impl Component {
    fn add(&mut self, other: Self) {
        self.opening += other.opening;
        self.result += other.result;
        self.closed += other.closed;
        self.increase += other.increase;
        self.decrease += other.decrease;
        self.closing += other.closing;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::reports::testing::account as plain;

    /// IAS 1 by hand: capital 1,000 and retained earnings 400 at the beginning; a profit of 250, shares issued for 300, a dividend of
    /// 120, and 50 put into a reserve. Equity comes to 1,830.
    #[test]
    fn profit_contributions_and_distributions_lead_from_opening_to_closing() {
        let chart = [
            plain(1, "3000", AccountType::Equity, None),
            plain(2, "3100", AccountType::Equity, None),
            plain(3, "3200", AccountType::Equity, None),
            plain(4, "4000", AccountType::Revenue, None),
            plain(5, "1000", AccountType::Asset, None),
        ];
        let figure = |before_year, debit, credit| Turnover { before_year, earlier_in_year: 0, debit, credit };
        let before = [
            (1, figure(-1_000, 0, 300)),
            (2, figure(-400, 170, 0)),
            (3, figure(0, 0, 50)),
            (4, figure(0, 0, 250)),
            (5, figure(1_400, 550, 120)),
        ];
        let mut after = before;
        (after[1].1.credit, after[3].1.debit) = (250, 250);
        let of = |figures: [(usize, Turnover); 5]| {
            figures.into_iter().map(|(place, figure)| (chart[place - 1].id, figure)).collect::<BTreeMap<_, _>>()
        };
        let open = changes_in_equity(&chart, &of(before), &of(before));
        let total = Component { opening: 1_400, result: 250, closed: 0, increase: 350, decrease: -170, closing: 1_830 };
        assert_eq!(open.total, total);
        assert_eq!((open.unclosed.result, open.unclosed.closing), (250, 250));
        let closed = changes_in_equity(&chart, &of(after), &of(before));
        assert_eq!(closed.total, total, "closing the year changes no total");
        assert_eq!((closed.unclosed.closed, closed.unclosed.closing), (-250, 0));
        let retained = Component { opening: 400, result: 0, closed: 250, increase: 0, decrease: -170, closing: 480 };
        assert_eq!(closed.accounts[1], (1, retained));
    }
}
