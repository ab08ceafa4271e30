//! The trial balance: opening, movement and closing of every account, and of groups as sums of their descendants.
//!
//! Pure arithmetic on the balance of each account before and within the dates of the report. Opening and closing are
//! shown on the side on which they stand; the movement keeps both sides.

use std::collections::{BTreeMap, BTreeSet};

use crate::rows::{Account, AccountType};
use crate::value::id::AccountId;
use crate::value::limits;

/// The figures of one account, in minor units of the base currency.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Turnover {
    /// Debit less credit before the fiscal year of the report's first day.
    pub before_year: i128,
    /// Debit less credit from the first day of that year to the day before the report's first.
    pub earlier_in_year: i128,
    /// Debits within the report.
    pub debit: i128,
    /// Credits within the report.
    pub credit: i128,
}

/// The six amounts of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Columns {
    pub opening_debit: i128,
    pub opening_credit: i128,
    pub debit: i128,
    pub credit: i128,
    pub closing_debit: i128,
    pub closing_credit: i128,
}

/// A trial balance.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TrialBalance {
    /// By code; the number is the place of an account in the given chart.
    pub rows: Vec<(usize, Columns)>,
    /// The result of each earlier year that no year-end closing moved into equity; the number is the place of the year
    /// among the given ones.
    pub results: Vec<(usize, Columns)>,
    /// The sums over accounts that take postings, and over the results of earlier years.
    pub totals: Columns,
    /// Debit less credit of all results of earlier years.
    pub unclosed_result: i128,
}

/// Which accounts have a row besides those with a balance or movement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AlsoListed<'a> {
    /// None.
    None,
    /// Those at these places of the chart: they are worth nothing, and hold amounts of another currency.
    Places(&'a BTreeSet<usize>),
    /// All.
    All,
}

/// Makes the report from a chart, the figures of its accounts and the results of earlier years, debit less credit.
///
/// Profit and loss begins each year at 0, so that the results of earlier years stand in rows of their own until a closing
/// moves them into equity: without them, debits and credits of opening and closing would differ.
#[must_use]
pub fn trial_balance(
    chart: &[Account],
    turnovers: &BTreeMap<AccountId, Turnover>,
    results: &[i128],
    also: AlsoListed<'_>,
) -> TrialBalance {
    let places: BTreeMap<AccountId, usize> =
        chart.iter().enumerate().map(|(place, account)| (account.id, place)).collect();
    let mut columns = vec![Columns::default(); chart.len()];
    let mut moved = vec![false; chart.len()];
    let mut report = TrialBalance::default();
    for (place, account) in chart.iter().enumerate() {
        let Some(turnover) = turnovers.get(&account.id) else { continue };
        let own = leaf(account.account_type, *turnover);
        if own == Columns::default() {
            continue;
        }
        report.totals.add(own);
        let mut next = Some(place);
        // The bound holds for stored trees; it keeps damage from looping.
        for _ in 0..=limits::TREE_DEPTH {
            let Some(at) = next else { break };
            columns[at].add(own);
            moved[at] = true;
            next = chart[at].parent_id.and_then(|parent| places.get(&parent).copied());
        }
    }
    for (place, result) in results.iter().enumerate().filter(|(_, result)| **result != 0) {
        let columns = standing(*result, 0, 0);
        report.unclosed_result += result;
        report.totals.add(columns);
        report.results.push((place, columns));
    }
    let is_listed = |place: &usize| {
        moved[*place]
            || match also {
                AlsoListed::None => false,
                AlsoListed::Places(places) => places.contains(place),
                AlsoListed::All => true,
            }
    };
    report.rows = (0..chart.len()).filter(is_listed).map(|place| (place, columns[place])).collect();
    report.rows.sort_by(|(left, _), (right, _)| chart[*left].code.cmp(&chart[*right].code));
    report
}

/// One account: profit and loss begins every year at 0.
fn leaf(account_type: AccountType, turnover: Turnover) -> Columns {
    let before = if is_result(account_type) { 0 } else { turnover.before_year };
    standing(before + turnover.earlier_in_year, turnover.debit, turnover.credit)
}

/// An opening, debit less credit, and its movement, as the columns of a row.
#[must_use]
pub fn standing(opening: i128, debit: i128, credit: i128) -> Columns {
    let closing = opening + debit - credit;
    Columns {
        opening_debit: opening.max(0),
        opening_credit: (-opening).max(0),
        debit,
        credit,
        closing_debit: closing.max(0),
        closing_credit: (-closing).max(0),
    }
}

/// Whether accounts of this type begin each year at 0.
#[must_use]
pub fn is_result(account_type: AccountType) -> bool {
    matches!(account_type, AccountType::Revenue | AccountType::Expense)
}

impl Columns {
    fn add(&mut self, other: Self) {
        self.opening_debit += other.opening_debit;
        self.opening_credit += other.opening_credit;
        self.debit += other.debit;
        self.credit += other.credit;
        self.closing_debit += other.closing_debit;
        self.closing_credit += other.closing_credit;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::Side;
    use crate::value::Instant;
    use crate::value::id::PrincipalId;

    fn account(number: u8, code: &str, account_type: AccountType, parent: Option<u8>, is_group: bool) -> Account {
        Account {
            id: AccountId([number; 16]),
            code: code.to_owned(),
            name: code.to_owned(),
            account_type,
            subtype: None,
            normal_balance: Side::Debit,
            parent_id: parent.map(|number| AccountId([number; 16])),
            is_group,
            currency: None,
            is_active: true,
            control_for: None,
            revalue: false,
            is_reconcilable: false,
            required_dimensions: String::new(),
            default_dimensions: String::new(),
            description: None,
            external_id: None,
            metadata: "{}".to_owned(),
            has_postings: false,
            version: 1,
            created_at: Instant(0),
            created_by: PrincipalId([1; 16]),
            updated_at: Instant(0),
            updated_by: PrincipalId([1; 16]),
        }
    }

    fn report(turnovers: &[(u8, [i128; 4])], include_zero: bool) -> TrialBalance {
        with_results(turnovers, &[], include_zero)
    }

    fn with_results(turnovers: &[(u8, [i128; 4])], results: &[i128], include_zero: bool) -> TrialBalance {
        let chart = [
            account(1, "1", AccountType::Asset, None, true),
            account(2, "10", AccountType::Asset, Some(1), true),
            account(3, "1000", AccountType::Asset, Some(2), false),
            account(4, "1100", AccountType::Asset, Some(1), false),
            account(5, "4000", AccountType::Revenue, None, false),
        ];
        let turnovers = turnovers.iter().map(|(number, [before_year, earlier_in_year, debit, credit])| {
            let turnover = Turnover {
                before_year: *before_year,
                earlier_in_year: *earlier_in_year,
                debit: *debit,
                credit: *credit,
            };
            (AccountId([*number; 16]), turnover)
        });
        let also = if include_zero { AlsoListed::All } else { AlsoListed::None };
        trial_balance(&chart, &turnovers.collect(), results, also)
    }

    fn columns(columns: Columns) -> [i128; 6] {
        [
            columns.opening_debit,
            columns.opening_credit,
            columns.debit,
            columns.credit,
            columns.closing_debit,
            columns.closing_credit,
        ]
    }

    #[test]
    fn groups_hold_their_descendants_and_totals_add_leaves_only() {
        let report = report(&[(3, [0, 0, 70, 20]), (4, [0, 0, 10, 0]), (5, [0, 0, 0, 60])], false);
        let rows: Vec<(usize, [i128; 6])> = report.rows.iter().map(|(place, row)| (*place, columns(*row))).collect();
        assert_eq!(
            rows,
            [
                (0, [0, 0, 80, 20, 60, 0]),
                (1, [0, 0, 70, 20, 50, 0]),
                (2, [0, 0, 70, 20, 50, 0]),
                (3, [0, 0, 10, 0, 10, 0]),
                (4, [0, 0, 0, 60, 0, 60]),
            ]
        );
        assert_eq!(columns(report.totals), [0, 0, 80, 80, 60, 60]);
    }

    #[test]
    fn profit_and_loss_opens_each_year_at_zero_and_what_was_not_closed_has_a_row_of_its_own() {
        let report = with_results(&[(3, [100, 30, 5, 0]), (5, [-100, -30, 0, 5])], &[-120, 0, 20], false);
        assert_eq!(columns(report.rows[2].1), [130, 0, 5, 0, 135, 0]);
        assert_eq!(columns(report.rows[3].1), [0, 30, 0, 5, 0, 35]);
        assert_eq!(report.unclosed_result, -100);
        let results: Vec<(usize, [i128; 6])> =
            report.results.iter().map(|(year, row)| (*year, columns(*row))).collect();
        assert_eq!(
            results,
            [(0, [0, 120, 0, 0, 0, 120]), (2, [20, 0, 0, 0, 20, 0])],
            "a year without a result has none"
        );
        assert_eq!(columns(report.totals), [150, 150, 5, 5, 155, 155]);
    }

    #[test]
    fn rows_without_balance_or_movement_come_only_when_asked_for() {
        let turnovers = [(3, [0, 0, 0, 0]), (4, [5, -5, 0, 0]), (5, [-7, 0, 0, 0])];
        assert_eq!(report(&turnovers, false).rows, []);
        assert_eq!(report(&turnovers, true).rows.len(), 5);
        // A movement that nets to nothing is one.
        assert_eq!(report(&[(4, [0, 0, 3, 3])], false).rows.len(), 2);
    }

    #[test]
    fn accounts_that_are_worth_nothing_are_listed_where_they_hold_something_else() {
        let chart =
            [account(3, "1000", AccountType::Asset, None, false), account(4, "1100", AccountType::Asset, None, false)];
        let places = BTreeSet::from([1]);
        let report = trial_balance(&chart, &BTreeMap::new(), &[], AlsoListed::Places(&places));
        assert_eq!(report.rows, [(1, Columns::default())]);
    }

    #[test]
    fn sums_beyond_64_bits_stay_exact() {
        let most = i128::from(i64::MAX);
        let report = report(&[(3, [most, most, most, 0]), (4, [most, most, most, 0])], false);
        assert_eq!(report.rows[0].1.closing_debit, most * 6);
    }
}
