//! The balance sheet: assets and their owners' claims, with the result of every year that is not closed in equity.

use crate::ledger::reports::mapping::Mapped;
use crate::ledger::reports::statement::{Extra, Layout, Row, Section, lay_out};
use crate::ledger::reports::{Figures, add};
use crate::rows::{Account, AccountSubtype, AccountType, Side};

/// The sections where nobody names others.
pub const SECTIONS: &[Section] = &[
    Section::standard("assets", "Assets", Side::Debit, None),
    Section::standard("cashAndBank", "Cash and bank", Side::Debit, Some(0)),
    Section::standard("receivables", "Receivables", Side::Debit, Some(0)),
    Section::standard("inventory", "Inventory", Side::Debit, Some(0)),
    Section::standard("fixedAssets", "Fixed assets", Side::Debit, Some(0)),
    Section::standard("otherAssets", "Other assets", Side::Debit, Some(0)),
    Section::standard("liabilities", "Liabilities", Side::Credit, None),
    Section::standard("payables", "Payables", Side::Credit, Some(6)),
    Section::standard("taxes", "Taxes", Side::Credit, Some(6)),
    Section::standard("loans", "Loans", Side::Credit, Some(6)),
    Section::standard("otherLiabilities", "Other liabilities", Side::Credit, Some(6)),
    Section::standard("equity", "Equity", Side::Credit, None),
];

/// The place of equity, where the results of years are.
const EQUITY: usize = 11;

/// The result of a year that no closing entry has moved into equity by the day of a column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct YearResult {
    /// The year's name.
    pub year: String,
    /// Debit less credit of its profit and loss accounts, by column: a profit is negative.
    pub figures: Vec<i128>,
}

/// The report. Totals are by column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BalanceSheet {
    pub rows: Vec<Row>,
    /// The titles of the rows of kind `result`, by [`Row::extra`].
    pub results: Vec<String>,
    pub assets: Vec<i128>,
    pub liabilities: Vec<i128>,
    /// With the results of years.
    pub equity: Vec<i128>,
    /// Assets less liabilities and equity: 0 by construction where every entry balances.
    pub difference: Vec<i128>,
}

/// The chart in the sections that every organization has.
#[must_use]
pub fn standard(chart: &[Account]) -> Mapped {
    let of = chart.iter().filter_map(|account| Some((account.id, section(account)?)));
    let layout = Layout { sections: SECTIONS.into(), of: of.collect() };
    Mapped { layout, results: EQUITY, activities: Vec::new(), unmapped: Vec::new() }
}

/// Makes the report from the balances up to the day of each column, closing entries included.
#[must_use]
pub fn balance_sheet(
    chart: &[Account],
    mapped: &Mapped,
    figures: &Figures,
    years: &[YearResult],
    columns: usize,
    include_zero: bool,
) -> BalanceSheet {
    let extras: Vec<Extra> = years
        .iter()
        .filter(|year| year.figures.iter().any(|figure| *figure != 0))
        .map(|year| Extra { section: mapped.results, title: year.year.clone(), figures: year.figures.clone() })
        .collect();
    let total = |wanted: AccountType, more: &[Extra]| {
        let mut total = vec![0; columns];
        for account in chart.iter().filter(|account| account.account_type == wanted && !account.is_group) {
            figures.get(&account.id).into_iter().for_each(|own| add(&mut total, own));
        }
        more.iter().for_each(|extra| add(&mut total, &extra.figures));
        total
    };
    let assets = total(AccountType::Asset, &[]);
    let liabilities: Vec<i128> = total(AccountType::Liability, &[]).iter().map(|net| -net).collect();
    let equity: Vec<i128> = total(AccountType::Equity, &extras).iter().map(|net| -net).collect();
    let difference = (0..columns).map(|column| assets[column] - liabilities[column] - equity[column]).collect();
    BalanceSheet {
        rows: lay_out(chart, &mapped.layout, figures, &extras, columns, include_zero),
        results: extras.into_iter().map(|extra| extra.title).collect(),
        assets,
        liabilities,
        equity,
        difference,
    }
}

fn section(account: &Account) -> Option<usize> {
    Some(match (account.account_type, account.subtype) {
        (AccountType::Asset, Some(AccountSubtype::Cash | AccountSubtype::Bank)) => 1,
        (AccountType::Asset, Some(AccountSubtype::Receivable)) => 2,
        (AccountType::Asset, Some(AccountSubtype::Inventory)) => 3,
        (AccountType::Asset, Some(AccountSubtype::FixedAsset | AccountSubtype::AccumulatedDepreciation)) => 4,
        (AccountType::Asset, _) => 5,
        (AccountType::Liability, Some(AccountSubtype::Payable)) => 7,
        (AccountType::Liability, Some(AccountSubtype::Tax | AccountSubtype::IncomeTax)) => 8,
        (AccountType::Liability, Some(AccountSubtype::Loan)) => 9,
        (AccountType::Liability, _) => 10,
        (AccountType::Equity, _) => EQUITY,
        (AccountType::Revenue | AccountType::Expense, _) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::reports::testing::{account, figures};
    use crate::rows::AccountType::{Asset, Equity, Expense, Liability};

    #[test]
    fn assets_are_liabilities_and_equity_with_the_results_of_unclosed_years() {
        let chart = [
            account(1, "1000", Asset, Some(AccountSubtype::Bank)),
            account(2, "1500", Asset, Some(AccountSubtype::FixedAsset)),
            account(3, "2000", Liability, Some(AccountSubtype::Payable)),
            account(4, "3000", Equity, None),
            account(5, "6000", Expense, None),
        ];
        let figures = figures(&[(1, [70, 90]), (2, [50, 50]), (3, [-20, -20]), (4, [-60, -100]), (5, [-999, 0])]);
        let years = [
            YearResult { year: "2010".to_owned(), figures: vec![-40, 0] },
            YearResult { year: "2011".to_owned(), figures: vec![0, -20] },
            YearResult { year: "2012".to_owned(), figures: vec![0, 0] },
        ];
        let report = balance_sheet(&chart, &standard(&chart), &figures, &years, 2, false);
        assert_eq!((report.assets, report.liabilities, report.equity), (vec![120, 140], vec![20, 20], vec![100, 120]));
        assert_eq!(report.difference, [0, 0]);
        assert_eq!(report.results, ["2010", "2011"], "a year without a result has no row");
        let equity = report.rows.iter().find(|row| row.section == EQUITY).map(|row| row.amounts.clone());
        assert_eq!(equity, Some(vec![100, 120]), "the section has them, too");
    }

    #[test]
    fn what_does_not_balance_is_told() {
        let chart = [account(1, "1000", Asset, None)];
        let report = balance_sheet(&chart, &standard(&chart), &figures(&[(1, [7])]), &[], 1, false);
        assert_eq!(report.difference, [7]);
    }
}
