//! The statement of a party as it is answered.

use std::collections::BTreeMap;

use domain::rows::{Account, ControlFor, EntryStatus, EntryType, Side};
use domain::value::id::{AccountId, EntryId, PartyId};
use domain::value::{Currency, Date, Decimal};
use store::read::matches::Taken;
use store::read::open_items::OpenItem;
use store::read::statement::{Figures, StatementLine};

use super::super::aged_open_items::{bounds, first_days, labels};
use super::super::frame::Frame;
use super::{Asked, Called, open_of};
use crate::http::output::{CurrencyCode, Day, DecimalText, Id, Named, RateText};

crate::output! {
    /// An entry with which a line is matched.
    pub struct MatchedEntry {
        pub entry_id: Id<EntryId>,
        pub number: Option<String>,
    }

    /// A line of a party's statement. Both halves of a void pair are included, marked by status and type.
    pub struct PartyStatementLine {
        pub entry_id: Id<EntryId>,
        pub number: Option<String>,
        pub sequence: i64,
        pub line_number: i64,
        pub date: Day,
        pub document_date: Option<Day>,
        pub due_date: Option<Day>,
        pub status: Named<EntryStatus>,
        pub entry_type: Named<EntryType>,
        pub description: String,
        pub reference: Option<String>,
        pub account_id: Id<AccountId>,
        pub account_code: String,
        pub account_name: String,
        pub debit: DecimalText,
        pub credit: DecimalText,
        /// Units of base currency per unit of the line's; null in base currency, or if the base amount was given.
        pub exchange_rate: Option<RateText>,
        /// In base currency.
        pub base_debit: DecimalText,
        pub base_credit: DecimalText,
        /// The balance after this line.
        pub balance: DecimalText,
        /// The amount that is open of it at the end of the last day, signed as balances are; null if its account keeps
        /// no open items.
        pub open_amount: Option<DecimalText>,
        /// The entries on the other side of its matches.
        pub matched_with: Vec<MatchedEntry>,
    }

    /// An open item of a party at the end of the last day. Amounts are signed as balances are.
    pub struct PartyOpenItem {
        pub entry_id: Id<EntryId>,
        pub number: Option<String>,
        pub line_number: i64,
        pub date: Day,
        pub document_date: Option<Day>,
        /// The entry's date if the line has no due date.
        pub due_date: Day,
        pub description: String,
        pub reference: Option<String>,
        pub account_id: Id<AccountId>,
        pub account_code: String,
        pub amount: DecimalText,
        pub open_amount: DecimalText,
        pub open_base_amount: DecimalText,
    }

    /// The lines of a party in one currency. Amounts are in it, but for those that are called base.
    pub struct PartyInCurrency {
        pub currency: CurrencyCode,
        /// The balance before the first day.
        pub opening_balance: DecimalText,
        pub total_debit: DecimalText,
        pub total_credit: DecimalText,
        /// The balance after the last day.
        pub closing_balance: DecimalText,
        pub base_opening_balance: DecimalText,
        pub base_total_debit: DecimalText,
        pub base_total_credit: DecimalText,
        pub base_closing_balance: DecimalText,
        /// By date and sequence.
        pub lines: Vec<PartyStatementLine>,
        /// By due date.
        pub open_items: Vec<PartyOpenItem>,
        /// The open amounts by bucket.
        pub ageing: Vec<DecimalText>,
        /// All that is open: the total due.
        pub open_total: DecimalText,
        pub open_base_total: DecimalText,
        /// Closing balance less total due: 0, unless an account keeps no open items.
        pub difference: DecimalText,
    }

    /// The statement of a party.
    pub struct PartyStatementView {
        pub party_id: Id<PartyId>,
        pub party_code: Option<String>,
        /// As the party is called now, also with `knownAt`; null if the name was erased.
        pub party_name: Option<String>,
        /// `address` of its contact; null for callers who may not read parties.
        pub party_address: Option<String>,
        pub date_from: Day,
        pub date_to: Day,
        pub control_for: Option<Named<ControlFor>>,
        /// The side on which balances are positive: `debit`, what the party owes; with `controlFor=payable` `credit`, what
        /// it is owed.
        pub normal_balance: Named<Side>,
        pub base_currency: CurrencyCode,
        /// `current` for amounts not yet due, then days overdue: `1-30`, `31-60`, `61-90`, `91+`.
        pub buckets: Vec<String>,
        pub currencies: Vec<PartyInCurrency>,
        /// The last event of the log that this includes.
        pub seq: i64,
    }
}

/// What was read, of all currencies.
#[derive(Default)]
pub struct Told {
    pub figures: BTreeMap<Currency, Sums>,
    pub lines: Vec<StatementLine>,
    pub open: Vec<OpenItem>,
    /// For each line the entries with which it is matched.
    pub matched: BTreeMap<(i64, i64), Vec<Taken>>,
}

/// The figures of one currency.
#[derive(Clone, Copy, Default)]
pub struct Sums {
    /// In base currency.
    pub base: Figures,
    /// In the currency itself.
    pub own: Figures,
}

/// How amounts are shown.
struct Shown<'s> {
    frame: &'s Frame,
    accounts: BTreeMap<AccountId, &'s Account>,
    /// 1 where debits are positive.
    sign: i128,
    /// The first due days of the buckets.
    days: Vec<Date>,
}

impl PartyStatementView {
    /// The view of what was read.
    pub fn of(frame: &Frame, asked: &Asked, called: Called, told: Told) -> Self {
        let side = if asked.control == Some(ControlFor::Payable) { Side::Credit } else { Side::Debit };
        // Without `buckets`, they are those of the aged open items, which are never refused.
        let bounds = bounds(None).unwrap_or_default();
        let shown = Shown {
            frame,
            accounts: asked.accounts.iter().map(|account| (account.id, account)).collect(),
            sign: if side == Side::Debit { 1 } else { -1 },
            days: first_days(asked.to, &bounds),
        };
        Self {
            party_id: Id(asked.party),
            party_code: called.code,
            party_name: called.name,
            party_address: called.address,
            date_from: Day(asked.from),
            date_to: Day(asked.to),
            control_for: asked.control.map(Named),
            normal_balance: Named(side),
            base_currency: CurrencyCode(frame.settings.base_currency),
            buckets: labels(&bounds),
            currencies: told.figures.iter().map(|(currency, sums)| shown.currency(*currency, sums, &told)).collect(),
            seq: frame.seq,
        }
    }

    /// The party's name, or what else is known of it.
    #[must_use]
    pub fn party(&self) -> String {
        self.party_name.clone().or_else(|| self.party_code.clone()).unwrap_or_else(|| self.party_id.0.to_string())
    }
}

impl Shown<'_> {
    fn currency(&self, currency: Currency, sums: &Sums, told: &Told) -> PartyInCurrency {
        let Sums { base, own } = sums;
        let in_own = |units: i128| amount(units, currency);
        let in_base = |units: i128| self.frame.amount(units);
        let open = open_of(&told.open);
        let mut balance = own.opening();
        let lines = told.lines.iter().filter(|line| line.currency == currency).map(|line| {
            balance += i128::from(line.debit) - i128::from(line.credit);
            let place = (line.sequence, line.line_number);
            let left = open.get(&place).map_or(0, |item| item.open);
            self.line(line, balance, left, told.matched.get(&place))
        });
        let lines = lines.collect();
        let items: Vec<&OpenItem> = told.open.iter().filter(|item| item.currency == currency).collect();
        let mut ageing = vec![0; self.days.len() + 1];
        for item in &items {
            let bucket = self.days.iter().position(|day| item.due >= *day).unwrap_or(self.days.len());
            if let Some(sum) = ageing.get_mut(bucket) {
                *sum += self.sign * i128::from(item.open);
            }
        }
        let open_total: i128 = ageing.iter().sum();
        let open_base: i128 = items.iter().map(|item| i128::from(item.base_open)).sum();
        let closing = |figures: &Figures| self.sign * (figures.opening() + figures.debit - figures.credit);
        PartyInCurrency {
            currency: CurrencyCode(currency),
            opening_balance: in_own(self.sign * own.opening()),
            total_debit: in_own(own.debit),
            total_credit: in_own(own.credit),
            closing_balance: in_own(closing(own)),
            base_opening_balance: in_base(self.sign * base.opening()),
            base_total_debit: in_base(base.debit),
            base_total_credit: in_base(base.credit),
            base_closing_balance: in_base(closing(base)),
            lines,
            open_items: items.into_iter().map(|item| self.item(item)).collect(),
            ageing: ageing.into_iter().map(in_own).collect(),
            open_total: in_own(open_total),
            open_base_total: in_base(self.sign * open_base),
            difference: in_own(closing(own) - open_total),
        }
    }

    fn line(&self, line: &StatementLine, balance: i128, left: i64, matched: Option<&Vec<Taken>>) -> PartyStatementLine {
        let account = self.accounts.get(&line.account);
        let own = |units: i64| amount(units.into(), line.currency);
        let entry = |taken: &Taken| MatchedEntry { entry_id: Id(taken.entry), number: taken.number.clone() };
        PartyStatementLine {
            entry_id: Id(line.entry),
            number: line.number.clone(),
            sequence: line.sequence,
            line_number: line.line_number,
            date: Day(line.date),
            document_date: line.document_date.map(Day),
            due_date: line.due.map(Day),
            status: Named(line.status),
            entry_type: Named(line.entry_type),
            description: line.line_description.clone().unwrap_or_else(|| line.description.clone()),
            reference: line.reference.clone(),
            account_id: Id(line.account),
            account_code: account.map(|account| account.code.clone()).unwrap_or_default(),
            account_name: account.map(|account| account.name.clone()).unwrap_or_default(),
            debit: own(line.debit),
            credit: own(line.credit),
            exchange_rate: line.exchange_rate.map(RateText),
            base_debit: self.frame.amount(line.base_debit),
            base_credit: self.frame.amount(line.base_credit),
            balance: amount(self.sign * balance, line.currency),
            open_amount: account
                .filter(|account| account.is_reconcilable)
                .map(|_| amount(self.sign * i128::from(left), line.currency)),
            matched_with: matched.into_iter().flatten().map(entry).collect(),
        }
    }

    fn item(&self, item: &OpenItem) -> PartyOpenItem {
        let own = |units: i64| amount(self.sign * i128::from(units), item.currency);
        PartyOpenItem {
            entry_id: Id(item.entry),
            number: item.number.clone(),
            line_number: item.line_number,
            date: Day(item.date),
            document_date: item.document_date.map(Day),
            due_date: Day(item.due),
            description: item.description.clone(),
            reference: item.reference.clone(),
            account_id: Id(item.account),
            account_code: self.accounts.get(&item.account).map(|account| account.code.clone()).unwrap_or_default(),
            amount: own(item.amount),
            open_amount: own(item.open),
            open_base_amount: self.frame.amount(self.sign * i128::from(item.base_open)),
        }
    }
}

fn amount(units: i128, currency: Currency) -> DecimalText {
    DecimalText(Decimal { unscaled: units, scale: currency.decimals() })
}
