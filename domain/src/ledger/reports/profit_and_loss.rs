//! Profit and loss: income and expenses, by type and subtype of account.

use crate::ledger::reports::statement::{Layout, Row, Section, lay_out, sums};
use crate::ledger::reports::{Figures, add};
use crate::rows::{Account, AccountSubtype, AccountType, Side};

/// The sections where nobody names others.
pub const SECTIONS: &[Section] = &[
    Section::standard("revenue", "Revenue", Side::Credit, None),
    Section::standard("costOfSales", "Cost of sales", Side::Debit, None),
    Section::standard("expenses", "Expenses", Side::Debit, None),
    Section::standard("exchange", "Exchange gains and losses", Side::Credit, None),
    Section::standard("taxes", "Income taxes", Side::Debit, None),
];

/// The report. Totals are by column and positive where they are usual: revenue earned, money spent, a profit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProfitAndLoss {
    pub rows: Vec<Row>,
    /// All accounts of type revenue.
    pub revenue: Vec<i128>,
    /// All accounts of type expense.
    pub expenses: Vec<i128>,
    /// Revenue less expenses: a loss is negative.
    pub result: Vec<i128>,
}

/// The chart in the sections that every organization has.
#[must_use]
pub fn standard(chart: &[Account]) -> Layout {
    let of = chart.iter().filter_map(|account| Some((account.id, section(account)?)));
    Layout { sections: SECTIONS.into(), of: of.collect() }
}

/// Makes the report from the movements of accounts, year-end closing left out.
#[must_use]
pub fn profit_and_loss(
    chart: &[Account],
    layout: &Layout,
    figures: &Figures,
    columns: usize,
    include_zero: bool,
) -> ProfitAndLoss {
    let total = |wanted: AccountType| {
        let mut total = vec![0; columns];
        for account in chart.iter().filter(|account| account.account_type == wanted && !account.is_group) {
            figures.get(&account.id).into_iter().for_each(|own| add(&mut total, own));
        }
        total
    };
    let revenue: Vec<i128> = total(AccountType::Revenue).iter().map(|net| -net).collect();
    let expenses = total(AccountType::Expense);
    // By the sections, so that the shown result and the answered one are the same.
    let mut result = vec![0; columns];
    sums(chart, layout, figures, &[], columns).iter().for_each(|section| add(&mut result, section));
    ProfitAndLoss {
        rows: lay_out(chart, layout, figures, &[], columns, include_zero),
        revenue,
        expenses,
        result: result.iter().map(|net| -net).collect(),
    }
}

fn section(account: &Account) -> Option<usize> {
    Some(match (account.account_type, account.subtype) {
        (AccountType::Revenue | AccountType::Expense, Some(AccountSubtype::FxGainLoss)) => 3,
        (AccountType::Revenue, _) => 0,
        (AccountType::Expense, Some(AccountSubtype::Cogs)) => 1,
        (AccountType::Expense, Some(AccountSubtype::Tax | AccountSubtype::IncomeTax)) => 4,
        (AccountType::Expense, _) => 2,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::reports::testing::{account, figures};
    use crate::rows::AccountType::{Asset, Expense, Revenue};

    #[test]
    fn each_account_is_in_the_section_of_its_type_and_subtype_and_the_result_is_what_is_left() {
        let chart = [
            account(1, "1000", Asset, None),
            account(2, "4000", Revenue, None),
            account(3, "5000", Expense, Some(AccountSubtype::Cogs)),
            account(4, "6000", Expense, None),
            account(5, "7000", Expense, Some(AccountSubtype::FxGainLoss)),
            account(6, "7100", Revenue, Some(AccountSubtype::FxGainLoss)),
            account(7, "8000", Expense, Some(AccountSubtype::Tax)),
        ];
        let figures = figures(&[
            (1, [999, 1]),
            (2, [-100, 0]),
            (3, [40, 0]),
            (4, [30, 5]),
            (5, [4, 0]),
            (6, [-1, 0]),
            (7, [7, 0]),
        ]);
        let report = profit_and_loss(&chart, &standard(&chart), &figures, 2, false);
        let sections = report.rows.iter().filter(|row| row.account.is_none());
        let sections: Vec<(&str, Vec<i128>)> =
            sections.map(|row| (SECTIONS[row.section].code.as_ref(), row.amounts.clone())).collect();
        let expected = [
            ("revenue", [100, 0]),
            ("costOfSales", [40, 0]),
            ("expenses", [30, 5]),
            ("exchange", [-3, 0]),
            ("taxes", [7, 0]),
        ];
        assert_eq!(sections, expected.map(|(code, amounts)| (code, amounts.to_vec())));
        assert_eq!((report.revenue, report.expenses, report.result), (vec![101, 0], vec![81, 5], vec![20, -5]));
    }

    #[test]
    fn sums_beyond_64_bits_stay_exact() {
        let most = i128::from(i64::MAX);
        let chart = [account(1, "4000", Revenue, None), account(2, "4100", Revenue, None)];
        let report = profit_and_loss(&chart, &standard(&chart), &figures(&[(1, [-most]), (2, [-most])]), 1, false);
        assert_eq!(report.result, [most * 2]);
    }
}
