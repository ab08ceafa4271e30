//! Cash flows of which the figures are those of the standards' own examples and of a year kept by hand, not of our rule.

use jiff::civil::date;

use super::entries::{FlowEntry, FlowLine, FlowNote};
use super::*;
use crate::ledger::reports::statement::RowKind;
use crate::ledger::reports::testing::{account as plain, figures};
use crate::rows::AccountType::{Asset, Equity, Expense, Liability, Revenue};
use crate::value::id::EntryId;

const BANK: u8 = 1;
const RECEIVABLES: u8 = 2;
const MACHINES: u8 = 3;
const DEPRECIATION: u8 = 4;
const PAYABLES: u8 = 5;
const CAPITAL: u8 = 6;
const SALES: u8 = 7;
const WAGES: u8 = 8;
const LOANS: u8 = 9;
const LEASE: u8 = 10;
const DISPOSALS: u8 = 11;
const EXCHANGE: u8 = 12;
const INTEREST: u8 = 13;
const TAX: u8 = 14;
const TAX_OWED: u8 = 15;
const DIVIDENDS: u8 = 16;
const DEPRECIATED: u8 = 17;
const LENT: u8 = 18;
const FRANCS: u8 = 19;

fn chart(has_account_of_disposals: bool) -> Vec<Account> {
    let controlled = |number, code, of_type, control_for| Account {
        control_for: Some(control_for),
        ..plain(number, code, of_type, None)
    };
    let disposals = has_account_of_disposals.then_some(AccountSubtype::Disposal);
    vec![
        plain(BANK, "1000", Asset, Some(AccountSubtype::Bank)),
        controlled(RECEIVABLES, "1100", Asset, ControlFor::Receivable),
        plain(MACHINES, "1500", Asset, Some(AccountSubtype::FixedAsset)),
        plain(DEPRECIATION, "1590", Asset, Some(AccountSubtype::AccumulatedDepreciation)),
        controlled(PAYABLES, "2000", Liability, ControlFor::Payable),
        plain(CAPITAL, "3000", Equity, None),
        plain(SALES, "4000", Revenue, None),
        plain(WAGES, "6000", Expense, None),
        plain(LOANS, "2500", Liability, Some(AccountSubtype::Loan)),
        plain(LEASE, "2400", Liability, Some(AccountSubtype::Loan)),
        plain(DISPOSALS, "7500", Expense, disposals),
        plain(EXCHANGE, "7000", Expense, Some(AccountSubtype::FxGainLoss)),
        plain(INTEREST, "7200", Expense, Some(AccountSubtype::Interest)),
        plain(TAX, "8000", Expense, Some(AccountSubtype::IncomeTax)),
        plain(TAX_OWED, "2300", Liability, Some(AccountSubtype::IncomeTax)),
        plain(DIVIDENDS, "3200", Equity, Some(AccountSubtype::Dividends)),
        plain(DEPRECIATED, "6800", Expense, None),
        plain(LENT, "1700", Asset, Some(AccountSubtype::Loan)),
        plain(FRANCS, "1010", Asset, Some(AccountSubtype::Bank)),
    ]
}

/// Entries on days of May, each with its lines: debit less credit.
struct Books {
    chart: Vec<Account>,
    entries: Vec<FlowEntry>,
}

impl Books {
    fn new() -> Self {
        Self { chart: chart(true), entries: Vec::new() }
    }

    fn post(&mut self, day: i8, lines: &[(u8, i128)]) -> &mut FlowEntry {
        assert_eq!(lines.iter().map(|(_, net)| net).sum::<i128>(), 0, "{lines:?}");
        let number = u8::try_from(self.entries.len() + 1).unwrap();
        let line = |(account, net): &(u8, i128)| FlowLine {
            account: AccountId([*account; 16]),
            net: *net,
            is_base_only: false,
            paid: Vec::new(),
        };
        self.entries.push(FlowEntry {
            id: EntryId([number; 16]),
            number: format!("GJ-{number}"),
            date: date(2026, 5, day),
            is_reversal: false,
            lines: lines.iter().map(line).collect(),
        });
        self.entries.last_mut().unwrap()
    }

    /// The flow of all of May, and of its first and second half.
    fn flow(&self) -> CashFlow {
        let days = [(1, 31), (1, 15), (16, 31)].map(|(from, to)| (date(2026, 5, from), date(2026, 5, to)));
        let mut moved = Figures::new();
        for entry in &self.entries {
            for line in &entry.lines {
                let figures = moved.entry(line.account).or_insert_with(|| vec![0; 3]);
                for (figure, (from, to)) in figures.iter_mut().zip(&days) {
                    if (*from..=*to).contains(&entry.date) {
                        *figure += line.net;
                    }
                }
            }
        }
        let mapped = standard(&self.chart);
        let looked = Looked::of(&self.chart, &mapped);
        let is_told = |entry: &&FlowEntry| {
            entry
                .lines
                .iter()
                .any(|line| looked.always.contains(&line.account) || looked.within.contains(&line.account))
        };
        let entries = self.entries.iter().filter(is_told).cloned().collect();
        let figures =
            CashFlowFigures { opening: Figures::new(), moved, brought_in: Figures::new(), entries, days: days.into() };
        let flow = cash_flow(&self.chart, &mapped, &figures, 3, false);
        assert_eq!(flow.difference, [0, 0, 0], "the change of cash stays what it was");
        flow
    }

    /// Operating, investing, financing and exchange of May.
    fn parts(&self) -> [i128; 4] {
        let flow = self.flow();
        [flow.operating[0], flow.investing[0], flow.financing[0], flow.exchange[0]]
    }
}

fn row(flow: &CashFlow, title: &str) -> Option<i128> {
    let named = |row: &&Row| row.extra.is_some_and(|extra| flow.titles[extra] == title);
    flow.rows.iter().find(named).map(|row| row.amounts[0])
}

/// IAS 7.14 and 7.16: proceeds are investing, the loss is taken out of the operating activities.
#[test]
fn a_machine_that_is_sold_brings_its_proceeds_to_investing_and_nothing_to_operating() {
    for has_account in [true, false] {
        let mut books = Books { chart: chart(has_account), entries: Vec::new() };
        // A machine of 4,000, written down by 1,000, sold for 2,500.
        books.post(5, &[(BANK, 2500), (DEPRECIATION, 1000), (DISPOSALS, 500), (MACHINES, -4000)]);
        assert_eq!(books.parts(), [0, 2500, 0, 0]);
        let flow = books.flow();
        assert_eq!(row(&flow, "Proceeds from disposals"), Some(2500));
        assert_eq!((row(&flow, "Result"), row(&flow, "Gain or loss on disposals")), (Some(-500), Some(500)));
        let notes: Vec<FlowNote> = flow.noted.iter().map(|noted| noted.note).collect();
        assert_eq!(notes, if has_account { vec![] } else { vec![FlowNote::DisposalResult] });
        // Taken back, it is as if it had not been.
        let mut reversal = books.entries[0].clone();
        reversal.is_reversal = true;
        reversal.lines.iter_mut().for_each(|line| line.net = -line.net);
        books.entries.push(reversal);
        assert_eq!(books.parts(), [0, 0, 0, 0]);
    }
}

/// PCG, accounts 657 and 757: what the asset stood at is a cost, and its price a revenue.
#[test]
fn a_disposal_whose_cost_and_price_are_booked_apart_is_investing_too() {
    let mut books = Books::new();
    books.post(5, &[(DISPOSALS, 3000), (DEPRECIATION, 1000), (MACHINES, -4000)]);
    assert_eq!(books.parts(), [0, 0, 0, 0]);
    books.post(5, &[(BANK, 3000), (DISPOSALS, -2500), (TAX_OWED, -500)]);
    assert_eq!(books.parts(), [500, 2500, 0, 0]);
    let sold = books.post(6, &[(RECEIVABLES, 700), (DISPOSALS, -700)]);
    sold.lines[0].paid = vec![(date(2026, 5, 31), 700)];
    books.post(31, &[(BANK, 700), (RECEIVABLES, -700)]);
    assert_eq!(books.flow().investing, [3200, 2500, 700]);
    assert_eq!(books.flow().operating, [500, 500, 0]);
}

#[test]
fn a_gain_with_tax_on_the_sale_leaves_the_tax_operating() {
    let mut books = Books::new();
    // Sold for 3,000 and 600 of tax, at a book value of 1,000.
    books.post(5, &[(BANK, 3600), (TAX_OWED, -600), (DEPRECIATION, 3000), (MACHINES, -4000), (DISPOSALS, -2000)]);
    assert_eq!(books.parts(), [600, 3000, 0, 0]);
}

/// IAS 7.43: what moved no cash is in neither; IFRS 16.50(a): the payment of a lease is financing.
#[test]
fn a_lease_is_in_no_activity_until_it_is_paid() {
    let mut books = Books::new();
    books.post(1, &[(MACHINES, 24_000), (LEASE, -24_000)]);
    assert_eq!(books.parts(), [0, 0, 0, 0]);
    let flow = books.flow();
    assert_eq!(
        flow.noted.iter().map(|noted| (noted.amount, noted.note)).collect::<Vec<_>>(),
        [(24_000, FlowNote::NoCash)]
    );
    assert!(flow.rows.iter().all(|row| row.amounts.iter().all(|amount| *amount == 0)), "nothing is shown of it");
    books.post(31, &[(LEASE, 900), (INTEREST, 100), (BANK, -1000)]);
    assert_eq!(books.parts(), [-100, 0, -900, 0]);
}

#[test]
fn what_is_written_off_and_what_is_paid_in_shares_leaves_the_operating_activities() {
    let mut books = Books::new();
    books.post(2, &[(DISPOSALS, 300), (DEPRECIATION, 700), (MACHINES, -1000)]);
    books.post(3, &[(WAGES, 50), (CAPITAL, -50)]);
    books.post(4, &[(DEPRECIATED, 80), (DEPRECIATION, -80)]);
    assert_eq!(books.parts(), [0, 0, 0, 0]);
    assert_eq!(row(&books.flow(), "Result that moved no cash"), Some(350));
}

#[test]
fn a_machine_on_credit_is_investing_on_the_day_it_is_paid() {
    let mut books = Books::new();
    // Two machines of 3,000 and 1,000, a quarter of which is paid by the end of the month; and one for half its price.
    let bought = books.post(5, &[(MACHINES, 4000), (PAYABLES, -4000)]);
    bought.lines[1].paid = vec![(date(2026, 5, 20), -1000)];
    books.post(20, &[(PAYABLES, 1000), (BANK, -1000)]);
    let flow = books.flow();
    assert_eq!((flow.operating, flow.investing), (vec![0, 0, 0], vec![-1000, 0, -1000]));
    let half = books.post(6, &[(MACHINES, 600), (PAYABLES, -300), (BANK, -300)]);
    half.lines[1].paid = vec![(date(2026, 6, 30), -300)];
    let flow = books.flow();
    assert_eq!((flow.operating, flow.investing), (vec![0, 0, 0], vec![-1300, -300, -1000]));
}

#[test]
fn a_machine_sold_on_credit_brings_its_proceeds_when_they_come() {
    let mut books = Books::new();
    let sold = books.post(5, &[(RECEIVABLES, 2500), (DEPRECIATION, 1000), (DISPOSALS, 500), (MACHINES, -4000)]);
    sold.lines[0].paid = vec![(date(2026, 5, 25), 2500)];
    books.post(25, &[(BANK, 2500), (RECEIVABLES, -2500)]);
    let sold = books.post(6, &[(BANK, 100), (RECEIVABLES, 900), (DISPOSALS, -50), (MACHINES, -950)]);
    sold.lines[1].paid = vec![(date(2026, 5, 16), 900)];
    books.post(16, &[(BANK, 900), (RECEIVABLES, -900)]);
    let flow = books.flow();
    assert_eq!((flow.operating, flow.investing), (vec![0, 0, 0], vec![3500, 100, 3400]));
}

/// IAS 7.28, ASC 830-230-45-1: on a line of its own.
#[test]
fn exchange_on_cash_is_in_no_activity() {
    let mut books = Books::new();
    // 10,000 francs at 0.90 are worth 8,000 at the end.
    let revalued = books.post(31, &[(FRANCS, -1000), (EXCHANGE, 1000)]);
    revalued.lines[0].is_base_only = true;
    assert_eq!(books.parts(), [0, 0, 0, -1000]);
    assert_eq!(row(&books.flow(), "Exchange differences on cash"), Some(1000));
    // The same entry revalues a customer's debt, which is operating, and a loan, which moved no cash.
    let revalued = books.post(30, &[(FRANCS, 60), (RECEIVABLES, 40), (LOANS, -30), (EXCHANGE, -70)]);
    revalued.lines.iter_mut().take(3).for_each(|line| line.is_base_only = true);
    assert_eq!(books.parts(), [0, 0, 0, -940]);
    // Francs sold for pounds at a loss; a customer who pays in francs, at a loss that is theirs.
    books.post(12, &[(BANK, 790), (EXCHANGE, 10), (FRANCS, -800)]);
    books.post(13, &[(BANK, 95), (EXCHANGE, 5), (RECEIVABLES, -100)]);
    assert_eq!(books.parts(), [95, 0, 0, -950]);
}

/// Where an account of the balance sheet takes unrealised gains, the result has none of them, and cash grew all the same.
#[test]
fn exchange_on_cash_that_is_kept_out_of_the_result_is_in_no_activity_either() {
    let mut books = Books::new();
    let kept = books.chart.iter_mut().find(|account| account.code == "7000").unwrap();
    kept.account_type = Liability;
    let revalued = books.post(30, &[(FRANCS, 60), (RECEIVABLES, 40), (EXCHANGE, -100)]);
    revalued.lines.iter_mut().take(2).for_each(|line| line.is_base_only = true);
    assert_eq!(books.parts(), [0, 0, 0, 60]);
    assert_eq!(books.flow().result[0], 0);
}

#[test]
fn what_a_bank_pays_to_the_seller_is_no_cash_of_ours() {
    let mut books = Books::new();
    books.post(5, &[(MACHINES, 100), (LOANS, -80), (BANK, -20)]);
    assert_eq!(books.parts(), [0, -20, 0, 0]);
    assert_eq!(books.flow().noted[0].note, FlowNote::PartlyFinanced);
    // Money that is lent and comes back with interest is no disposal.
    books.post(6, &[(LENT, 40), (BANK, -40)]);
    books.post(7, &[(LENT, -40), (INTEREST, -3), (BANK, 43)]);
    assert_eq!(books.parts(), [3, -20, 0, 0]);
    assert_eq!(row(&books.flow(), "Proceeds from disposals"), None);
}

/// IAS 7.31 and 7.35.
#[test]
fn interest_dividends_and_tax_are_shown_apart() {
    let mut books = Books::new();
    books.post(1, &[(BANK, 1000), (SALES, -1000)]);
    books.post(2, &[(INTEREST, 90), (BANK, -90)]);
    books.post(3, &[(TAX, 200), (TAX_OWED, -200)]);
    books.post(4, &[(TAX_OWED, 150), (BANK, -150)]);
    books.post(5, &[(DIVIDENDS, 300), (BANK, -300)]);
    let flow = books.flow();
    assert_eq!((flow.result[0], row(&flow, "Result before interest, dividends and tax")), (710, Some(1000)));
    let section = |code: &str| {
        let head = |row: &&Row| SECTIONS[row.section].code == code && row.kind == RowKind::Section;
        flow.rows.iter().find(head).map(|row| row.amounts[0])
    };
    assert_eq!((section("interest"), section("incomeTax")), (Some(-90), Some(-150)));
    assert_eq!((flow.operating[0], flow.financing[0]), (760, -300));
}

/// A year that an accountant kept by hand, in cents: what entered the bank, sorted by what it was for, comes to operating
/// −8,233.40, investing −3,500.00 and financing 13,000.00.
#[test]
fn the_year_by_hand_has_the_figures_that_were_worked_out_by_hand() {
    let mut books = Books::new();
    books.post(1, &[(BANK, 300_000), (CAPITAL, -300_000)]);
    books.post(1, &[(BANK, 1_000_000), (LOANS, -1_000_000)]);
    books.post(2, &[(MACHINES, 2_400_000), (LEASE, -2_400_000)]);
    books.post(3, &[(MACHINES, 600_000), (BANK, -600_000)]);
    books.post(4, &[(RECEIVABLES, 1_234_560), (SALES, -1_234_560)]);
    books.post(20, &[(BANK, 900_000), (RECEIVABLES, -900_000)]);
    books.post(21, &[(WAGES, 1_723_340), (BANK, -1_723_340)]);
    books.post(28, &[(DEPRECIATED, 100_000), (DEPRECIATION, -100_000)]);
    books.post(29, &[(BANK, 250_000), (DEPRECIATION, 100_000), (DISPOSALS, 50_000), (MACHINES, -400_000)]);
    assert_eq!(books.parts(), [-823_340, -350_000, 1_300_000, 0]);
}

#[test]
fn the_result_the_adjustments_and_the_changes_are_the_change_of_cash() {
    let chart = [
        plain(1, "1000", Asset, Some(AccountSubtype::Bank)),
        plain(2, "1100", Asset, Some(AccountSubtype::Receivable)),
        plain(3, "1500", Asset, Some(AccountSubtype::FixedAsset)),
        plain(4, "1590", Asset, Some(AccountSubtype::AccumulatedDepreciation)),
        plain(5, "2000", Liability, Some(AccountSubtype::Payable)),
        plain(6, "3000", Equity, None),
        plain(7, "4000", Revenue, None),
        plain(8, "6800", Expense, None),
        plain(9, "2500", Liability, Some(AccountSubtype::Loan)),
        plain(10, "1300", Asset, Some(AccountSubtype::Loan)),
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
    let figures = CashFlowFigures {
        opening: figures(&[(1, [200]), (3, [7])]),
        moved,
        days: vec![Default::default()],
        ..CashFlowFigures::default()
    };
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
