//! A line of an entry as it is answered, posted or of a draft.

use std::collections::BTreeMap;

use domain::rows::Line;
use domain::rows::entry_drafts::decode_drafts;
use domain::value::id::{AccountId, MatchId, PartyId};
use domain::value::{Currency, Decimal};
use store::read::matches::Settled;

use super::view::texts;
use crate::http::called::{Names, Naming, Wanted};
use crate::http::output::{CurrencyCode, Day, DecimalText, Id, RateText};
use crate::http::problem::Problem;

crate::output! {
    /// A line of an entry.
    pub struct LineView {
        pub line_number: i64,
        /// Null in a draft that has none yet.
        pub account_id: Option<Id<AccountId>>,
        /// The code and name of the account; null for callers who may not read accounts.
        pub account_code: Option<String>,
        pub account_name: Option<String>,
        pub debit: DecimalText,
        pub credit: DecimalText,
        pub currency: CurrencyCode,
        /// Units of base currency per unit of the line's; null in base currency, or if the base amount was given.
        pub exchange_rate: Option<RateText>,
        /// In base currency; null in a draft in a foreign currency that gives none.
        pub base_debit: Option<DecimalText>,
        pub base_credit: Option<DecimalText>,
        pub description: Option<String>,
        pub party_id: Option<Id<PartyId>>,
        pub party_code: Option<String>,
        pub party_name: Option<String>,
        pub due_date: Option<Day>,
        pub dimensions: BTreeMap<String, String>,
        /// The open amount, in the line's currency. Given only for posted lines on accounts that keep open items; null
        /// elsewhere, and in answers to writes.
        pub open_amount: Option<DecimalText>,
        /// The matches that settle it, oldest first; null if `openAmount` is null.
        pub match_ids: Option<Vec<Id<MatchId>>>,
    }
}

/// Gives the lines of an entry with this sequence their open amounts.
pub fn settle(lines: &mut [LineView], sequence: i64, settled: &BTreeMap<(i64, i64), Settled>) {
    for line in lines {
        let found = settled.get(&(sequence, line.line_number));
        line.open_amount = found.map(|found| open(line.debit.0, line.credit.0, found));
        line.match_ids = found.map(|found| found.matches.iter().copied().map(Id).collect());
    }
}

impl Naming for LineView {
    fn ask(&self, wanted: &mut Wanted) {
        wanted.accounts.extend(self.account_id.map(|id| id.0));
        wanted.parties.extend(self.party_id.map(|id| id.0));
    }

    fn name(&mut self, names: &Names) {
        let account = names.accounts.maybe(self.account_id);
        (self.account_code, self.account_name) = (account.code, account.name);
        let party = names.parties.maybe(self.party_id);
        (self.party_code, self.party_name) = (party.code, party.name);
    }
}

/// The open amount of a line, which has one side.
#[must_use]
pub fn open(debit: Decimal, credit: Decimal, settled: &Settled) -> DecimalText {
    let unscaled = debit.unscaled + credit.unscaled - i128::from(settled.matched);
    DecimalText(Decimal { unscaled, scale: debit.scale })
}

/// The view of a posted line.
pub fn line_view(line: &Line, base: Currency) -> LineView {
    let amount = |units| DecimalText(Decimal::from_units(units, line.currency.decimals()));
    let in_base = |units| Some(DecimalText(Decimal::from_units(units, base.decimals())));
    LineView {
        line_number: line.line_number,
        account_id: Some(Id(line.account_id)),
        account_code: None,
        account_name: None,
        debit: amount(line.debit),
        credit: amount(line.credit),
        currency: CurrencyCode(line.currency),
        exchange_rate: line.exchange_rate.map(RateText),
        base_debit: in_base(line.base_debit),
        base_credit: in_base(line.base_credit),
        description: line.description.clone(),
        party_id: line.party_id.map(Id),
        party_code: None,
        party_name: None,
        due_date: line.due_date.map(Day),
        dimensions: texts(&line.dimensions),
        open_amount: None,
        match_ids: None,
    }
}

/// The encoded lines of a draft or template, a row of `table` with this id.
pub fn draft_lines(
    encoded: &[u8],
    base: Currency,
    table: &str,
    id: impl std::fmt::Display,
) -> Result<Vec<LineView>, Problem> {
    let drafts = decode_drafts(encoded).map_err(|bad| Problem::unreadable(table, id, &bad))?;
    Ok((1..)
        .zip(drafts)
        .map(|(line_number, draft)| {
            let amount = |units| DecimalText(Decimal::from_units(units, draft.currency.decimals()));
            let own = if draft.currency == base { Some(draft.debit.max(draft.credit)) } else { draft.base };
            let sides = draft.base_only().or(own.map(|own| if draft.credit == 0 { (own, 0) } else { (0, own) }));
            let in_base = |units| DecimalText(Decimal::from_units(units, base.decimals()));
            LineView {
                line_number,
                account_id: draft.account_id.map(Id),
                account_code: None,
                account_name: None,
                debit: amount(draft.debit),
                credit: amount(draft.credit),
                currency: CurrencyCode(draft.currency),
                exchange_rate: draft.exchange_rate.map(RateText),
                base_debit: sides.map(|(debit, _)| in_base(debit)),
                base_credit: sides.map(|(_, credit)| in_base(credit)),
                description: draft.description,
                party_id: draft.party_id.map(Id),
                party_code: None,
                party_name: None,
                due_date: draft.due_date.map(Day),
                dimensions: texts(&draft.dimensions),
                open_amount: None,
                match_ids: None,
            }
        })
        .collect())
}
