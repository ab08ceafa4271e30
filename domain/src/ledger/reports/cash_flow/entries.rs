//! What entries tell of cash that their accounts cannot: what was sold of fixed assets, what moved no cash, what was bought on
//! credit and paid later, and what is exchange on cash itself.
//!
//! An account says of a movement only how much. Whether a fixed asset was bought for cash, taken over against a lease, sold or
//! written off is in the other lines of the entry (IAS 7.16, 7.20, 7.28 and 7.43; ASC 230-10-45 and 830-230-45). So the figures
//! of accounts are corrected entry by entry before they are laid out; the change of cash stays what it was.

use std::collections::BTreeMap;

use crate::ledger::reports::Figures;
use crate::named_enum;
use crate::value::Date;
use crate::value::id::{AccountId, EntryId};

/// An entry with a line on an account of investing or financing activities, or of exchange differences. Entries that were
/// voided, and their mirrors, are left out: together they moved nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FlowEntry {
    pub id: EntryId,
    pub number: String,
    pub date: Date,
    /// Whether it reverses another one: it is told as that one, with all signs turned.
    pub is_reversal: bool,
    pub lines: Vec<FlowLine>,
}

/// A line of such an entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FlowLine {
    pub account: AccountId,
    /// Debit less credit in base currency.
    pub net: i128,
    /// Whether it has an amount in base currency alone, as revaluations write it.
    pub is_base_only: bool,
    /// What was paid of it later, as its matches say: the day, and the part of `net` that was settled against cash.
    pub paid: Vec<(Date, i128)>,
}

/// What an account is to a cash flow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Cash,
    FixedAsset,
    /// Any other account of investing activities, such as loans granted.
    Investing,
    Financing,
    /// Accumulated depreciation.
    Depreciation,
    /// Gains and losses on the disposal of fixed assets.
    Disposal,
    /// Exchange differences.
    Exchange,
    /// Any other revenue or expense.
    Result,
    /// Receivables and payables: what is on credit.
    Credit,
    /// Every other account of operating activities.
    Operating,
}

named_enum! {
    /// Why an entry is listed beside a cash flow.
    FlowNote {
        /// It moved no cash, and is in no activity (IAS 7.43).
        NoCash = "noCash",
        /// It has both investing and financing lines and some cash. What the cash does not cover is taken for financed
        /// directly, and is in no activity.
        PartlyFinanced = "partlyFinanced",
        /// A fixed asset went, and no account says which part of the result is its gain or loss: all revenue and expense of
        /// the entry is taken for it.
        DisposalResult = "disposalResult",
    }
}

/// An entry that is listed beside the cash flow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Noted {
    pub entry: EntryId,
    pub number: String,
    pub date: Date,
    /// What of it is in no activity, or what is taken for a gain or loss: above 0.
    pub amount: i128,
    pub note: FlowNote,
}

/// What entries change of the figures of accounts. All are debit less credit by column, as the accounts have them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Corrections {
    /// Added to the movement of accounts.
    pub moved: Figures,
    /// Gains and losses of disposals, which leave the operating activities.
    pub disposal_results: Vec<i128>,
    /// Revenue and expense that moved no cash, which leave the operating activities.
    pub results_without_cash: Vec<i128>,
    /// Exchange differences on cash, which leave the operating activities.
    pub exchange_results: Vec<i128>,
    /// Proceeds of disposals, which are investing.
    pub proceeds: Vec<i128>,
    /// The effect of exchange rates on cash.
    pub exchange: Vec<i128>,
    /// Entries to list, by date.
    pub noted: Vec<Noted>,
}

/// Tells what entries change, for columns of these days.
#[must_use]
pub fn corrections(entries: &[FlowEntry], role: impl Fn(AccountId) -> Role, days: &[(Date, Date)]) -> Corrections {
    let nothing = || vec![0; days.len()];
    let mut telling = Telling {
        days,
        found: Corrections {
            moved: Figures::new(),
            disposal_results: nothing(),
            results_without_cash: nothing(),
            exchange_results: nothing(),
            proceeds: nothing(),
            exchange: nothing(),
            noted: Vec::new(),
        },
    };
    for entry in entries {
        telling.entry(&Sums::of(entry, &role));
    }
    telling.found.noted.sort_by(|one, other| (one.date, &one.number).cmp(&(other.date, &other.number)));
    telling.found
}

/// An entry by the roles of its accounts. Of a reversal, all amounts are turned, and turned back where they are written.
struct Sums<'a> {
    entry: &'a FlowEntry,
    sign: i128,
    lines: Vec<(&'a FlowLine, Role, i128)>,
}

impl<'a> Sums<'a> {
    fn of(entry: &'a FlowEntry, role: impl Fn(AccountId) -> Role) -> Self {
        let sign = if entry.is_reversal { -1 } else { 1 };
        let lines = entry.lines.iter().map(|line| (line, role(line.account), line.net * sign)).collect();
        Self { entry, sign, lines }
    }

    fn sum(&self, of: impl Fn(Role) -> bool) -> i128 {
        self.lines.iter().filter(|(_, role, _)| of(*role)).map(|(_, _, net)| net).sum()
    }

    fn has(&self, of: impl Fn(Role) -> bool) -> bool {
        self.lines.iter().any(|(_, role, _)| of(*role))
    }

    /// The activity to which its credit belongs.
    fn activity(&self) -> fn(Role) -> bool {
        if self.has(is_investing) { is_investing } else { is_financing }
    }

    /// Whether a fixed asset goes, or is sold where its cost and its price are booked apart, as the French PCG has it: the price
    /// is a revenue alone.
    fn is_disposal(&self) -> bool {
        let assets = self.sum(|role| role == Role::FixedAsset);
        assets < 0 || (assets == 0 && self.has(|role| role == Role::Disposal))
    }

    /// By how much cash grew without any coming in.
    fn revaluation_of_cash(&self) -> i128 {
        let revalued = self.lines.iter().filter(|(line, role, _)| *role == Role::Cash && line.is_base_only);
        revalued.map(|(_, _, net)| net).sum()
    }

    /// Whether money came or went: a line of cash that is more than its revaluation.
    fn has_cash(&self) -> bool {
        self.lines.iter().any(|(line, role, _)| *role == Role::Cash && !line.is_base_only)
    }
}

struct Telling<'a> {
    days: &'a [(Date, Date)],
    found: Corrections,
}

impl Telling<'_> {
    fn entry(&mut self, sums: &Sums<'_>) {
        self.exchange(sums);
        let (investing, financing) = (sums.sum(is_investing), sums.sum(is_financing));
        let (invests, finances) = (sums.has(is_investing), sums.has(is_financing));
        // Within the operating activities nothing is misplaced, nor within another one.
        if !sums.has_cash() && (investing != 0 || financing != 0 || sums.is_disposal()) {
            self.without_cash(sums, investing, financing);
        } else if sums.has_cash() && !finances && sums.is_disposal() {
            self.disposal(sums);
        } else if sums.has_cash() && invests && finances {
            self.partly_financed(sums, investing, financing);
        } else if sums.has_cash() && (invests || finances) {
            self.partly_on_credit(sums);
        }
    }

    /// Revaluations of cash, and the gain or loss of changing one currency into another: cash grew or shrank, and nothing came
    /// or went.
    fn exchange(&mut self, sums: &Sums<'_>) {
        let is_change_of_money = sums.has_cash()
            && sums.has(|role| role == Role::Exchange)
            && !sums.has(|role| !matches!(role, Role::Cash | Role::Exchange));
        let effect =
            if is_change_of_money { -sums.sum(|role| role == Role::Exchange) } else { sums.revaluation_of_cash() };
        if effect != 0 {
            // The result has the opposite side of it.
            self.add(sums, |found| &mut found.exchange_results, effect);
            self.add(sums, |found| &mut found.exchange, -effect);
        }
    }

    /// A fixed asset went for cash: what came in is investing, whatever the asset stood at. What is still owed of the price
    /// comes in when it is paid.
    fn disposal(&mut self, sums: &Sums<'_>) {
        let has_account = sums.has(|role| role == Role::Disposal);
        let result =
            sums.sum(|role| role == Role::Disposal || (!has_account && matches!(role, Role::Result | Role::Exchange)));
        let owed = sums.sum(|role| role == Role::Credit);
        let mut proceeds = result;
        for (line, role, net) in &sums.lines {
            let is_owed = *role == Role::Credit && owed > 0;
            if is_owed || is_investing(*role) || *role == Role::Depreciation {
                self.take(sums, line.account, *net);
                proceeds += net;
            }
        }
        self.add(sums, |found| &mut found.disposal_results, -result);
        self.add(sums, |found| &mut found.proceeds, proceeds);
        if owed > 0 {
            self.paid_later(sums);
        }
        if !has_account && result != 0 {
            self.note(sums, result.abs(), FlowNote::DisposalResult);
        }
    }

    /// Nothing came or went: assets against a lease or a share, what was written off, what is still owed.
    fn without_cash(&mut self, sums: &Sums<'_>, investing: i128, financing: i128) {
        let mut result = 0;
        for (line, role, net) in &sums.lines {
            match role {
                Role::Result | Role::Disposal | Role::Exchange => result += net,
                Role::Cash => {}
                Role::FixedAsset
                | Role::Investing
                | Role::Financing
                | Role::Depreciation
                | Role::Credit
                | Role::Operating => self.take(sums, line.account, *net),
            }
        }
        // The part of the result that revalues cash is told already.
        self.add(sums, |found| &mut found.results_without_cash, -(result + sums.revaluation_of_cash()));
        self.note(sums, investing.abs().max(financing.abs()).max(result.abs()), FlowNote::NoCash);
        self.paid_later(sums);
    }

    /// Cash covers a part, and somebody who lends has paid the rest: that part moved no cash of ours.
    fn partly_financed(&mut self, sums: &Sums<'_>, investing: i128, financing: i128) {
        if investing.signum() * financing.signum() >= 0 {
            return;
        }
        let direct = investing.abs().min(financing.abs());
        self.share(sums, is_investing, direct * investing.signum());
        self.share(sums, is_financing, direct * financing.signum());
        self.note(sums, direct, FlowNote::PartlyFinanced);
    }

    /// What is bought on credit is no cash yet: it is investing on the day on which it is paid.
    fn partly_on_credit(&mut self, sums: &Sums<'_>) {
        let wanted = sums.activity();
        let (whole, owed) = (sums.sum(wanted), sums.sum(|role| role == Role::Credit));
        if whole.signum() * owed.signum() >= 0 || owed.abs() > whole.abs() {
            return;
        }
        for (line, _, net) in sums.lines.iter().filter(|(_, role, _)| *role == Role::Credit) {
            self.take(sums, line.account, *net);
        }
        self.share(sums, wanted, -owed);
        self.paid_later(sums);
    }

    /// What was settled of its receivables and payables since belongs to the activity of the entry.
    fn paid_later(&mut self, sums: &Sums<'_>) {
        let wanted = sums.activity();
        let is_sold = sums.is_disposal();
        for (line, _, _) in sums.lines.iter().filter(|(_, role, _)| *role == Role::Credit) {
            for (date, settled) in &line.paid {
                // A payment has the other side of what it settles.
                self.write(*date, line.account, *settled);
                if is_sold {
                    self.add_on(*date, |found| &mut found.proceeds, -settled);
                    continue;
                }
                for (account, part) in shares(sums, wanted, -settled) {
                    self.write(*date, account, part);
                }
            }
        }
    }

    /// Takes an amount off the accounts of these roles, in the ratio of what they have.
    fn share(&mut self, sums: &Sums<'_>, wanted: fn(Role) -> bool, amount: i128) {
        for (account, part) in shares(sums, wanted, amount) {
            self.take(sums, account, part);
        }
    }

    /// Takes a movement off an account on the day of the entry.
    fn take(&mut self, sums: &Sums<'_>, account: AccountId, net: i128) {
        self.write(sums.entry.date, account, -net * sums.sign);
    }

    fn write(&mut self, date: Date, account: AccountId, net: i128) {
        let columns = self.days.len();
        for column in columns_of(self.days, date) {
            self.found.moved.entry(account).or_insert_with(|| vec![0; columns])[column] += net;
        }
    }

    fn add(&mut self, sums: &Sums<'_>, figures: impl Fn(&mut Corrections) -> &mut Vec<i128>, net: i128) {
        self.add_on(sums.entry.date, figures, net * sums.sign);
    }

    fn add_on(&mut self, date: Date, figures: impl Fn(&mut Corrections) -> &mut Vec<i128>, net: i128) {
        for column in columns_of(self.days, date) {
            figures(&mut self.found)[column] += net;
        }
    }

    /// Lists the entry, if it lies in a column.
    fn note(&mut self, sums: &Sums<'_>, amount: i128, note: FlowNote) {
        let FlowEntry { id, number, date, .. } = sums.entry;
        if columns_of(self.days, *date).next().is_some() {
            let number = number.clone();
            self.found.noted.push(Noted { entry: *id, number, date: *date, amount, note });
        }
    }
}

/// The columns in which a day lies: those of different spans may overlap.
fn columns_of(days: &[(Date, Date)], date: Date) -> impl Iterator<Item = usize> {
    let within = move |(_, (from, to)): &(usize, &(Date, Date))| (*from..=*to).contains(&date);
    days.iter().enumerate().filter(within).map(|(column, _)| column)
}

fn is_investing(role: Role) -> bool {
    matches!(role, Role::FixedAsset | Role::Investing)
}

fn is_financing(role: Role) -> bool {
    role == Role::Financing
}

/// An amount over the accounts of these roles, in the ratio of their movements; the last one takes what a division leaves.
fn shares(sums: &Sums<'_>, wanted: fn(Role) -> bool, amount: i128) -> Vec<(AccountId, i128)> {
    let mut of: BTreeMap<AccountId, i128> = BTreeMap::new();
    for (line, _, net) in sums.lines.iter().filter(|(_, role, _)| wanted(*role)) {
        *of.entry(line.account).or_default() += net;
    }
    let whole: i128 = of.values().sum();
    let (mut rest, last) = (amount, of.len().saturating_sub(1));
    let mut parts = Vec::with_capacity(of.len());
    for (place, (account, net)) in of.into_iter().enumerate() {
        let part = if place == last || whole == 0 { rest } else { amount * net / whole };
        rest -= part;
        parts.push((account, part));
    }
    parts
}
