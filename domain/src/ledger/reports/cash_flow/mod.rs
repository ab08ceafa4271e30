//! Cash flow, indirect: from the result to the change of cash, through the effect of every other account on it.
//!
//! Debits are credits, so that the change of cash is the movement of all other accounts with the opposite sign: each is
//! in one section, and the difference is 0 by construction. Where the accounts of an entry do not tell its activity, its
//! other lines do ([`entries`]). Opening and closing entries are no flow. A statement mapping can assign accounts differently;
//! accounts that its sections do not name have a total of their own.

pub mod entries;

use std::collections::BTreeMap;

use entries::{Corrections, FlowEntry, Noted, Role};

use crate::ledger::reports::mapping::Mapped;
use crate::ledger::reports::statement::{Extra, Layout, Row, Section, lay_out, sums};
use crate::ledger::reports::{Figures, add};
use crate::rows::{Account, AccountSubtype, AccountType, Activity, ControlFor, Side};
use crate::value::Date;
use crate::value::id::AccountId;

/// The sections, positive where cash came in.
pub const SECTIONS: &[Section] = &[
    Section::standard("operating", "Operating activities", Side::Credit, None),
    Section::standard("adjustments", "Adjustments for non-cash items", Side::Credit, Some(0)),
    Section::standard("workingCapital", "Changes in working capital", Side::Credit, Some(0)),
    Section::standard("interest", "Interest", Side::Credit, Some(0)),
    Section::standard("dividendsReceived", "Dividends received", Side::Credit, Some(0)),
    Section::standard("incomeTax", "Income tax", Side::Credit, Some(0)),
    Section::standard("investing", "Investing activities", Side::Credit, None),
    Section::standard("financing", "Financing activities", Side::Credit, None),
];

/// Places of sections.
const ADJUSTMENTS: usize = 1;
const WORKING_CAPITAL: usize = 2;
const INTEREST: usize = 3;
const DIVIDENDS_RECEIVED: usize = 4;
const INCOME_TAX: usize = 5;
const INVESTING: usize = 6;
const FINANCING: usize = 7;

/// The activity of each section. Interest, dividends received and taxes are shown apart (IAS 7.31 and 7.35), within the
/// operating activities, to which ASC 230 assigns them; a mapping may say otherwise.
const ACTIVITIES: [Activity; 8] = [
    Activity::Operating,
    Activity::Operating,
    Activity::Operating,
    Activity::Operating,
    Activity::Operating,
    Activity::Operating,
    Activity::Investing,
    Activity::Financing,
];

/// Balances before the days of each column, and their movements on those days.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CashFlowFigures {
    /// Balances before the first day, and the opening entries with which the books begin.
    pub opening: Figures,
    /// Movements without opening and closing entries.
    pub moved: Figures,
    /// Opening entries within the days.
    pub brought_in: Figures,
    /// Entries whose accounts do not tell their activity.
    pub entries: Vec<FlowEntry>,
    /// The first and the last day of each column.
    pub days: Vec<(Date, Date)>,
}

/// The report. Totals are by column, positive where cash came in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CashFlow {
    pub rows: Vec<Row>,
    /// The titles of the rows of kind `result`, by [`Row::extra`].
    pub titles: Vec<String>,
    pub result: Vec<i128>,
    pub operating: Vec<i128>,
    pub investing: Vec<i128>,
    pub financing: Vec<i128>,
    /// Accounts that no section of the mapping names.
    pub unmapped: Vec<i128>,
    /// All of them together.
    pub change: Vec<i128>,
    /// The effect of exchange rates on cash itself, which is in no activity (IAS 7.28, ASC 830-230-45).
    pub exchange: Vec<i128>,
    /// Cash that opening entries within the days brought in.
    pub brought_in: Vec<i128>,
    pub opening_cash: Vec<i128>,
    pub closing_cash: Vec<i128>,
    /// The change of cash accounts less `change` and `exchange`.
    pub difference: Vec<i128>,
    /// Entries that moved no cash, and those that could be told otherwise.
    pub noted: Vec<Noted>,
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
    let total = |of: &Figures, wanted: &dyn Fn(&Account) -> bool| {
        let mut total = vec![0; columns];
        for account in chart.iter().filter(|account| !account.is_group && wanted(account)) {
            of.get(&account.id).into_iter().for_each(|own| add(&mut total, own));
        }
        total
    };
    let roles = Roles::of(chart, mapped);
    let corrected = entries::corrections(&figures.entries, |account| roles.role(account), &figures.days);
    let mut moved = figures.moved.clone();
    for (account, more) in &corrected.moved {
        add(moved.entry(*account).or_insert_with(|| vec![0; columns]), more);
    }
    let result = total(&figures.moved, &is_result);
    // Revenue and expense that have a section of their own, such as taxes, are no part of the row of the result.
    let is_apart = |account: &Account| is_result(account) && layout.of.contains_key(&account.id);
    let apart = total(&figures.moved, &is_apart);
    let extras = extras(mapped, &result, &apart, &corrected);
    let turned = |figures: &[i128]| figures.iter().map(|net| -net).collect::<Vec<i128>>();
    let sections = sums(chart, layout, &moved, &extras, columns);
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
    let [opening_cash, moved_cash, brought_in] =
        [&figures.opening, &figures.moved, &figures.brought_in].map(|figures| total(figures, &is_cash));
    let exchange = turned(&corrected.exchange);
    let of_columns = |sum: &dyn Fn(usize) -> i128| (0..columns).map(sum).collect::<Vec<i128>>();
    CashFlow {
        rows: lay_out(chart, layout, &moved, &extras, columns, include_zero),
        titles: extras.into_iter().map(|extra| extra.title).collect(),
        result: turned(&result),
        operating,
        investing,
        financing,
        unmapped,
        difference: of_columns(&|column| moved_cash[column] - change[column] - exchange[column]),
        closing_cash: of_columns(&|column| opening_cash[column] + moved_cash[column] + brought_in[column]),
        change,
        exchange,
        brought_in,
        opening_cash,
        noted: corrected.noted,
    }
}

/// The rows that no account has. Those of corrections are there only where there is something to correct.
fn extras(mapped: &Mapped, result: &[i128], apart: &[i128], corrected: &Corrections) -> Vec<Extra> {
    let place = |activity: Activity| {
        let of_activity = |place: &usize| {
            mapped.layout.sections[*place].above.is_none()
                && mapped.activities.get(*place).copied().flatten() == Some(activity)
        };
        (0..mapped.layout.sections.len()).find(of_activity).unwrap_or(mapped.results)
    };
    let title =
        if apart.iter().any(|figure| *figure != 0) { "Result before interest, dividends and tax" } else { "Result" };
    let first = Extra {
        section: mapped.results,
        title: title.to_owned(),
        figures: result.iter().zip(apart).map(|(result, apart)| result - apart).collect(),
    };
    let corrections = [
        (mapped.results, "Gain or loss on disposals", &corrected.disposal_results),
        (mapped.results, "Result that moved no cash", &corrected.results_without_cash),
        (mapped.results, "Exchange differences on cash", &corrected.exchange_results),
        (place(Activity::Investing), "Proceeds from disposals", &corrected.proceeds),
    ];
    let there = corrections.into_iter().filter(|(_, _, figures)| figures.iter().any(|figure| *figure != 0));
    let rest =
        there.map(|(section, title, figures)| Extra { section, title: title.to_owned(), figures: figures.clone() });
    [first].into_iter().chain(rest).collect()
}

/// What each account is to the cash flow.
struct Roles(BTreeMap<AccountId, Role>);

impl Roles {
    fn of(chart: &[Account], mapped: &Mapped) -> Self {
        let activity = |account: &Account| {
            let mut place = *mapped.layout.of.get(&account.id)?;
            while let Some(above) = mapped.layout.sections[place].above {
                place = above;
            }
            mapped.activities.get(place).copied().flatten()
        };
        let leaves = chart.iter().filter(|account| !account.is_group);
        Self(leaves.map(|account| (account.id, role(account, activity(account)))).collect())
    }

    fn role(&self, account: AccountId) -> Role {
        self.0.get(&account).copied().unwrap_or(Role::Operating)
    }
}

fn role(account: &Account, activity: Option<Activity>) -> Role {
    if is_cash(account) {
        return Role::Cash;
    }
    // Where unrealised gains and losses are kept out of the result, an account of the balance sheet has them.
    if account.subtype == Some(AccountSubtype::FxGainLoss) {
        return Role::Exchange;
    }
    if is_result(account) {
        return if account.subtype == Some(AccountSubtype::Disposal) { Role::Disposal } else { Role::Result };
    }
    match (activity, account.subtype) {
        (Some(Activity::Investing), Some(AccountSubtype::FixedAsset)) => Role::FixedAsset,
        (Some(Activity::Investing), _) => Role::Investing,
        (Some(Activity::Financing), _) => Role::Financing,
        (_, Some(AccountSubtype::AccumulatedDepreciation)) => Role::Depreciation,
        _ if matches!(account.control_for, Some(ControlFor::Receivable | ControlFor::Payable)) => Role::Credit,
        _ => Role::Operating,
    }
}

/// The accounts by which entries are found that must be looked at.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Looked {
    /// Investing, financing and disposals: entries of any earlier day, too, as what they left unpaid may be paid within the days.
    pub always: Vec<AccountId>,
    /// Exchange differences: entries of the days.
    pub within: Vec<AccountId>,
    /// Receivables and payables, of which is asked what was paid.
    pub credit: Vec<AccountId>,
    /// Cash: an entry with a line on it is a payment.
    pub cash: Vec<AccountId>,
}

impl Looked {
    /// The accounts of a chart that is laid out.
    #[must_use]
    pub fn of(chart: &[Account], mapped: &Mapped) -> Self {
        let mut looked = Self::default();
        for (account, role) in Roles::of(chart, mapped).0 {
            match role {
                Role::FixedAsset | Role::Investing | Role::Financing | Role::Disposal => looked.always.push(account),
                Role::Exchange => looked.within.push(account),
                Role::Credit => looked.credit.push(account),
                Role::Cash => looked.cash.push(account),
                Role::Depreciation | Role::Result | Role::Operating => {}
            }
        }
        looked
    }
}

fn is_result(account: &Account) -> bool {
    matches!(account.account_type, AccountType::Revenue | AccountType::Expense)
}

/// Where an account's movement belongs.
fn section(account: &Account) -> Option<usize> {
    section_of(account.account_type, account.subtype)
}

/// The activity of accounts of a kind; `None` for cash, and for revenue and expense, which are in the result.
#[must_use]
pub fn activity_of(account_type: AccountType, subtype: Option<AccountSubtype>) -> Option<Activity> {
    section_of(account_type, subtype).map(|section| ACTIVITIES[section])
}

fn section_of(account_type: AccountType, subtype: Option<AccountSubtype>) -> Option<usize> {
    let is_result = matches!(account_type, AccountType::Revenue | AccountType::Expense);
    if !is_result && matches!(subtype, Some(AccountSubtype::Cash | AccountSubtype::Bank)) {
        return None;
    }
    Some(match (account_type, subtype) {
        (_, Some(AccountSubtype::Interest)) => INTEREST,
        (_, Some(AccountSubtype::IncomeTax)) => INCOME_TAX,
        (AccountType::Equity | AccountType::Liability, Some(AccountSubtype::Dividends)) => FINANCING,
        (_, Some(AccountSubtype::Dividends)) => DIVIDENDS_RECEIVED,
        _ if is_result => return None,
        (_, Some(AccountSubtype::AccumulatedDepreciation)) => ADJUSTMENTS,
        (AccountType::Asset, Some(AccountSubtype::FixedAsset | AccountSubtype::Loan)) => INVESTING,
        (AccountType::Liability, Some(AccountSubtype::Loan)) | (AccountType::Equity, _) => FINANCING,
        _ => WORKING_CAPITAL,
    })
}

#[cfg(test)]
mod tests;
