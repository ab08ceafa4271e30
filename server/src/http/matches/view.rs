//! A match as it is answered.

use domain::rows::{Match, MatchItem, MatchSource, MatchStatus};
use domain::value::id::{AccountId, EntryId, MatchId, PartyId, PrincipalId};
use domain::value::{Currency, Decimal};

use crate::http::called::{Names, Naming, Wanted};
use crate::http::output::{At, CurrencyCode, Day, DecimalText, Id, Named};

crate::output! {
    /// The matched part of one line, on the line's side.
    pub struct MatchLineView {
        pub entry_id: Id<EntryId>,
        pub entry_number: Option<String>,
        pub line_number: i64,
        pub debit: DecimalText,
        pub credit: DecimalText,
        /// The same in base currency.
        pub base_debit: DecimalText,
        pub base_credit: DecimalText,
    }

    /// Lines of one account that settle one another: their debits equal their credits, in both currencies.
    pub struct MatchView {
        pub id: Id<MatchId>,
        pub account_id: Id<AccountId>,
        /// Null for callers who may not read accounts, like `accountName`.
        pub account_code: Option<String>,
        pub account_name: Option<String>,
        /// The party of all its lines; null if there is none, or more than one.
        pub party_id: Option<Id<PartyId>>,
        pub party_code: Option<String>,
        pub party_name: Option<String>,
        pub currency: CurrencyCode,
        /// The day from which it counts: not before any of its lines; entries that it posted have this date.
        pub date: Day,
        pub status: Named<MatchStatus>,
        /// `manual` if someone made the match; voids and reversals match their halves automatically.
        pub source: Named<MatchSource>,
        /// The sum of the debits, which equals that of the credits.
        pub amount: DecimalText,
        pub description: Option<String>,
        /// The entry that wrote off the difference.
        pub write_off_entry_id: Option<Id<EntryId>>,
        pub write_off_entry_number: Option<String>,
        /// The entry that realised an exchange gain or loss.
        pub fx_entry_id: Option<Id<EntryId>>,
        pub fx_entry_number: Option<String>,
        pub lines: Vec<MatchLineView>,
        /// The day from which it no longer counts: its own date if it never counts, a later date if its entries were
        /// reversed because their period was closed.
        pub undone_on: Option<Day>,
        pub undone_at: Option<At>,
        pub undone_by: Option<Id<PrincipalId>>,
        /// The names of people are null after they were erased.
        pub undone_by_name: Option<String>,
        pub undo_reason: Option<String>,
        pub version: i64,
        pub created_at: At,
        pub created_by: Id<PrincipalId>,
        pub created_by_name: Option<String>,
        pub updated_at: At,
        pub updated_by: Id<PrincipalId>,
        pub updated_by_name: Option<String>,
    }
}

impl MatchView {
    /// The view of a match with the amounts that it took, by sequence and line.
    #[must_use]
    pub fn of(made: Match, items: &[MatchItem], base: Currency) -> Self {
        let own = |units| DecimalText(Decimal::from_units(units, made.currency.decimals()));
        let in_base = |units| DecimalText(Decimal::from_units(units, base.decimals()));
        let line = |item: &MatchItem| MatchLineView {
            entry_id: Id(item.entry_id),
            entry_number: None,
            line_number: item.line_number,
            debit: own(item.debit),
            credit: own(item.credit),
            base_debit: in_base(item.base_debit),
            base_credit: in_base(item.base_credit),
        };
        Self {
            lines: items.iter().map(line).collect(),
            amount: own(made.amount),
            id: Id(made.id),
            account_id: Id(made.account_id),
            account_code: None,
            account_name: None,
            party_id: made.party_id.map(Id),
            party_code: None,
            party_name: None,
            currency: CurrencyCode(made.currency),
            date: Day(made.date),
            status: Named(made.status),
            source: Named(made.source),
            description: made.description,
            write_off_entry_id: made.write_off_entry_id.map(Id),
            write_off_entry_number: None,
            fx_entry_id: made.fx_entry_id.map(Id),
            fx_entry_number: None,
            undone_on: made.undone_on.map(Day),
            undone_at: made.undone_at.map(At),
            undone_by: made.undone_by.map(Id),
            undone_by_name: None,
            undo_reason: made.undo_reason,
            version: made.version,
            created_at: At(made.created_at),
            created_by: Id(made.created_by),
            created_by_name: None,
            updated_at: At(made.updated_at),
            updated_by: Id(made.updated_by),
            updated_by_name: None,
        }
    }
}

impl Naming for MatchView {
    fn ask(&self, wanted: &mut Wanted) {
        wanted.accounts.insert(self.account_id.0);
        wanted.parties.extend(self.party_id.map(|id| id.0));
        let people = [self.undone_by, Some(self.created_by), Some(self.updated_by)];
        wanted.people.extend(people.into_iter().flatten().map(|id| id.0));
        wanted.entries.extend([self.write_off_entry_id, self.fx_entry_id].into_iter().flatten().map(|id| id.0));
        wanted.entries.extend(self.lines.iter().map(|line| line.entry_id.0));
    }

    fn name(&mut self, names: &Names) {
        let account = names.accounts.of(self.account_id);
        (self.account_code, self.account_name) = (account.code, account.name);
        let party = names.parties.maybe(self.party_id);
        (self.party_code, self.party_name) = (party.code, party.name);
        self.undone_by_name = names.people.maybe(self.undone_by).name;
        self.created_by_name = names.people.of(self.created_by).name;
        self.updated_by_name = names.people.of(self.updated_by).name;
        self.write_off_entry_number = names.entries.maybe(self.write_off_entry_id).code;
        self.fx_entry_number = names.entries.maybe(self.fx_entry_id).code;
        for line in &mut self.lines {
            line.entry_number = names.entries.of(line.entry_id).code;
        }
    }
}
