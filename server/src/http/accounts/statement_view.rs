//! The statement of an account as it is answered.

use std::collections::BTreeMap;

use domain::rows::{Account, EntryStatus, EntryType, Side};
use domain::value::id::{AccountId, EntryId, JournalId, MatchId, PartyId};
use domain::value::{Currency, Decimal};
use store::read::matches::Settled;
use store::read::statement::StatementLine;

use crate::http::called::{Names, Naming, Wanted};
use crate::http::journal_entries::accounts::{EntryAccount, Touched};
use crate::http::journal_entries::view::{open, texts};
use crate::http::output::{CurrencyCode, Day, DecimalText, Id, Named, RateText};

crate::output! {
    /// One line with the balance after it. Both halves of a void pair are included, marked by status and type.
    pub struct StatementRow {
        pub entry_id: Id<EntryId>,
        pub number: Option<String>,
        pub sequence: i64,
        pub line_number: i64,
        /// The account of the line; in a group's statement, an account below the group.
        pub account_id: Id<AccountId>,
        pub account_code: String,
        pub account_name: String,
        /// The other accounts of the entry, three at most, those on the other side first.
        pub counter_accounts: Vec<EntryAccount>,
        /// The number of all of them.
        pub counter_account_count: i64,
        pub date: Day,
        pub journal_id: Id<JournalId>,
        pub journal_code: String,
        pub status: Named<EntryStatus>,
        pub entry_type: Named<EntryType>,
        pub description: String,
        pub reference: Option<String>,
        pub party_id: Option<Id<PartyId>>,
        /// As the party is called now, also with `knownAt`.
        pub party_code: Option<String>,
        pub party_name: Option<String>,
        pub due_date: Option<Day>,
        /// Dimension values by dimension code.
        pub dimensions: BTreeMap<String, String>,
        /// The line's own currency and amounts.
        pub currency: CurrencyCode,
        pub debit: DecimalText,
        pub credit: DecimalText,
        /// Units of base currency per unit of the line's; null in base currency, or if the base amount was given.
        pub exchange_rate: Option<RateText>,
        /// The same in base currency.
        pub base_debit: DecimalText,
        pub base_credit: DecimalText,
        /// The account's balance after this line, in base currency, positive on its normal side.
        pub balance: DecimalText,
        /// The same in `ownCurrency`, if that is not null.
        pub own_balance: Option<DecimalText>,
        /// The line's open amount, in its currency; null if the account keeps no open items.
        pub open_amount: Option<DecimalText>,
        /// The matches that settle it, oldest first; null if `openAmount` is null.
        pub match_ids: Option<Vec<Id<MatchId>>>,
    }

    /// A statement. Balances are in base currency, positive on the account's normal side.
    pub struct StatementView {
        pub account_id: Id<AccountId>,
        pub code: String,
        pub name: String,
        pub normal_balance: Named<Side>,
        pub currency: CurrencyCode,
        pub date_from: Option<Day>,
        pub date_to: Option<Day>,
        /// The balance before the first day of the statement.
        pub opening_balance: DecimalText,
        /// The sum of all debits of the statement, on all pages.
        pub total_debit: DecimalText,
        pub total_credit: DecimalText,
        /// The balance after its last day.
        pub closing_balance: DecimalText,
        /// The foreign currency of all lines; null in base currency, or if there are lines in several currencies.
        pub own_currency: Option<CurrencyCode>,
        /// Balances and totals in `ownCurrency`: those that a bank account in that currency has.
        pub own_opening_balance: Option<DecimalText>,
        pub own_total_debit: Option<DecimalText>,
        pub own_total_credit: Option<DecimalText>,
        pub own_closing_balance: Option<DecimalText>,
        /// The last event of the log that this includes.
        pub seq: i64,
        pub data: Vec<StatementRow>,
        pub next_cursor: Option<String>,
    }
}

/// What the rows of a statement show of other rows, as all of them were called at its point of the log.
pub struct Beside<'s> {
    pub base: Currency,
    pub accounts: BTreeMap<AccountId, &'s Account>,
    pub journals: &'s BTreeMap<JournalId, String>,
    /// The accounts of the entries, by their places in the series.
    pub touched: &'s BTreeMap<i64, Touched>,
    /// What was settled of lines, by place and line.
    pub settled: &'s BTreeMap<(i64, i64), Settled>,
}

impl Beside<'_> {
    /// The row of a line, after which the balance is this.
    pub fn row(&self, line: StatementLine, balance: DecimalText) -> StatementRow {
        let own = |units| DecimalText(Decimal::from_units(units, line.currency.decimals()));
        let in_base = |units| DecimalText(Decimal::from_units(units, self.base.decimals()));
        let side = if line.credit > 0 || line.base_credit > 0 { Side::Credit } else { Side::Debit };
        let touched = self.touched.get(&line.sequence);
        let (mut others, count) = touched.map(|touched| touched.opposite(line.account, side)).unwrap_or_default();
        for other in &mut others {
            let account = self.accounts.get(&other.account_id.0);
            other.code = account.map(|account| account.code.clone());
            other.name = account.map(|account| account.name.clone());
        }
        let account = self.accounts.get(&line.account);
        let none = Settled::default();
        let settled = self.settled.get(&(line.sequence, line.line_number)).unwrap_or(&none);
        let settled = account.filter(|account| account.is_reconcilable).map(|_| settled);
        StatementRow {
            entry_id: Id(line.entry),
            debit: own(line.debit),
            credit: own(line.credit),
            base_debit: in_base(line.base_debit),
            base_credit: in_base(line.base_credit),
            number: line.number,
            sequence: line.sequence,
            line_number: line.line_number,
            account_id: Id(line.account),
            account_code: account.map(|account| account.code.clone()).unwrap_or_default(),
            account_name: account.map(|account| account.name.clone()).unwrap_or_default(),
            counter_accounts: others,
            counter_account_count: count,
            date: Day(line.date),
            journal_id: Id(line.journal),
            journal_code: self.journals.get(&line.journal).cloned().unwrap_or_default(),
            status: Named(line.status),
            entry_type: Named(line.entry_type),
            description: line.line_description.unwrap_or(line.description),
            reference: line.reference,
            party_id: line.party.map(Id),
            party_code: None,
            party_name: None,
            due_date: line.due.map(Day),
            dimensions: texts(&line.dimensions),
            currency: CurrencyCode(line.currency),
            exchange_rate: line.exchange_rate.map(RateText),
            balance,
            own_balance: None,
            open_amount: settled.map(|settled| open(own(line.debit).0, own(line.credit).0, settled)),
            match_ids: settled.map(|settled| settled.matches.iter().copied().map(Id).collect()),
        }
    }
}

impl Naming for StatementRow {
    fn ask(&self, wanted: &mut Wanted) {
        wanted.parties.extend(self.party_id.map(|id| id.0));
    }

    fn name(&mut self, names: &Names) {
        let party = names.parties.maybe(self.party_id);
        (self.party_code, self.party_name) = (party.code, party.name);
    }
}
