//! Cash flow, indirect: from the result to the change of cash, through the effect of every other account on it.
//!
//! Debits are credits, so that the change of cash is the movement of all other accounts with the opposite sign: each is
//! in one section, and the difference is 0 by construction. Opening and closing entries are no flow. A statement
//! mapping can assign accounts differently; accounts that its sections do not name have a total of their own.

use crate::ledger::reports::mapping::Mapped;
use crate::ledger::reports::statement::{Extra, Layout, Row, Section, lay_out, sums};
use crate::ledger::reports::{Figures, add};
use crate::rows::{Account, AccountSubtype, AccountType, Activity, Side};

/// The sections, positive where cash came in.
pub const SECTIONS: &[Section] = &[
    Section::standard("operating", "Operating activities", Side::Credit, None),
    Section::standard("adjustments", "Adjustments for non-cash items", Side::Credit, Some(0)),
    Section::standard("workingCapital", "Changes in working capital", Side::Credit, Some(0)),
    Section::standard("investing", "Investing activities", Side::Credit, None),
    Section::standard("financing", "Financing activities", Side::Credit, None),
];

/// The activity of each of them.
const ACTIVITIES: [Activity; 5] =
    [Activity::Operating, Activity::Operating, Activity::Operating, Activity::Investing, Activity::Financing];

/// Balances before the days of each column, and their movements on those days.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CashFlowFigures {
    /// Balances before the first day, and opening entries.
    pub opening: Figures,
    /// Movements without opening and closing entries.
    pub moved: Figures,
}

/// The report. Totals are by column, positive where cash came in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CashFlow {
    pub rows: Vec<Row>,
    pub result: Vec<i128>,
    pub operating: Vec<i128>,
    pub investing: Vec<i128>,
    pub financing: Vec<i128>,
    /// Accounts that no section of the mapping names.
    pub unmapped: Vec<i128>,
    /// All of them together.
    pub change: Vec<i128>,
    pub opening_cash: Vec<i128>,
    pub closing_cash: Vec<i128>,
    /// The change of cash accounts less `change`.
    pub difference: Vec<i128>,
}

/// Whether an account is cash: cash, bank, and an overdraft.
#[must_use]
pub fn is_cash(account: &Account) -> bool {
    matches!(account.subtype, Some(AccountSubtype::Cash | AccountSubtype::Bank)) && !is_result(account)
}

/// The chart in the sections that every organization has.
#[must_use]
pub fn standard(chart: &[Account]) -> Mapped {
    let of = chart.iter().filter_map(|account| Some((account.id, section(account)?)));
    let layout = Layout { sections: SECTIONS.into(), of: of.collect() };
    Mapped { layout, results: 0, activities: ACTIVITIES.map(Some).into(), unmapped: Vec::new() }
}

/// Makes the report.
#[must_use]
pub fn cash_flow(
    chart: &[Account],
    mapped: &Mapped,
    figures: &CashFlowFigures,
    columns: usize,
    include_zero: bool,
) -> CashFlow {
    let layout = &mapped.layout;
    let total = |of: &Figures, wanted: fn(&Account) -> bool| {
        let mut total = vec![0; columns];
        for account in chart.iter().filter(|account| !account.is_group && wanted(account)) {
            of.get(&account.id).into_iter().for_each(|own| add(&mut total, own));
        }
        total
    };
    let result = total(&figures.moved, is_result);
    let extras = [Extra { section: mapped.results, title: String::new(), figures: result.clone() }];
    let turned = |figures: &[i128]| figures.iter().map(|net| -net).collect::<Vec<i128>>();
    let sections = sums(chart, layout, &figures.moved, &extras, columns);
    let of_activity = |wanted: Option<Activity>| {
        let mut total = vec![0; columns];
        for (place, section) in layout.sections.iter().enumerate() {
            if section.above.is_none() && mapped.activities.get(place).copied().flatten() == wanted {
                add(&mut total, &sections[place]);
            }
        }
        turned(&total)
    };
    let [operating, investing, financing] =
        [Activity::Operating, Activity::Investing, Activity::Financing].map(|activity| of_activity(Some(activity)));
    let unmapped = of_activity(None);
    let mut change = vec![0; columns];
    for part in [&operating, &investing, &financing, &unmapped] {
        add(&mut change, part);
    }
    let opening_cash = total(&figures.opening, is_cash);
    let moved = total(&figures.moved, is_cash);
    let closing_cash = (0..columns).map(|column| opening_cash[column] + moved[column]).collect();
    CashFlow {
        rows: lay_out(chart, layout, &figures.moved, &extras, columns, include_zero),
        result: turned(&result),
        operating,
        investing,
        financing,
        unmapped,
        difference: (0..columns).map(|column| moved[column] - change[column]).collect(),
        change,
        opening_cash,
        closing_cash,
    }
}

fn is_result(account: &Account) -> bool {
    matches!(account.account_type, AccountType::Revenue | AccountType::Expense)
}

/// Where an account's movement belongs.
fn section(account: &Account) -> Option<usize> {
    if is_result(account) || is_cash(account) {
        return None;
    }
    Some(match (account.account_type, account.subtype) {
        (_, Some(AccountSubtype::AccumulatedDepreciation)) => 1,
        (AccountType::Asset, Some(AccountSubtype::FixedAsset | AccountSubtype::Loan)) => 3,
        (AccountType::Liability, Some(AccountSubtype::Loan)) | (AccountType::Equity, _) => 4,
        _ => 2,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::reports::testing::{account, figures};
    use crate::rows::AccountType::{Asset, Equity, Expense, Liability, Revenue};

    #[test]
    fn the_result_the_adjustments_and_the_changes_are_the_change_of_cash() {
        let chart = [
            account(1, "1000", Asset, Some(AccountSubtype::Bank)),
            account(2, "1100", Asset, Some(AccountSubtype::Receivable)),
            account(3, "1500", Asset, Some(AccountSubtype::FixedAsset)),
            account(4, "1590", Asset, Some(AccountSubtype::AccumulatedDepreciation)),
            account(5, "2000", Liability, Some(AccountSubtype::Payable)),
            account(6, "3000", Equity, None),
            account(7, "4000", Revenue, None),
            account(8, "6800", Expense, None),
            account(9, "2500", Liability, Some(AccountSubtype::Loan)),
            account(10, "1300", Asset, Some(AccountSubtype::Loan)),
        ];
        // Sales 100 of which 30 are owed, a machine of 50 paid, 8 written off on it, 20 of capital, 5 of debts paid,
        // 60 borrowed and 25 of it lent.
        let moved = figures(&[
            (1, [70]),
            (2, [30]),
            (3, [50]),
            (4, [-8]),
            (5, [5]),
            (6, [-20]),
            (7, [-100]),
            (8, [8]),
            (9, [-60]),
            (10, [25]),
        ]);
        let figures = CashFlowFigures { opening: figures(&[(1, [200]), (3, [7])]), moved };
        let report = cash_flow(&chart, &standard(&chart), &figures, 1, false);
        assert_eq!(
            (report.result, report.operating, report.investing, report.financing),
            (vec![92], vec![65], vec![-75], vec![80])
        );
        assert_eq!((report.change, report.difference), (vec![70], vec![0]));
        assert_eq!((report.opening_cash, report.closing_cash), (vec![200], vec![270]));
        let of = |code: &str| {
            let row = report
                .rows
                .iter()
                .find(|row| row.account.is_none() && SECTIONS[row.section].code == code && row.extra.is_none());
            row.map(|row| row.amounts[0])
        };
        assert_eq!((of("adjustments"), of("workingCapital")), (Some(8), Some(-35)));
    }
}
