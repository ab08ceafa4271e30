//! Entries by an exact amount: their total in base currency, or a debit or credit of one of their lines, in base currency or
//! in the line's own.

use std::collections::BTreeMap;

use domain::value::{Cell, Currency, Decimal};

/// Units that no line has: of an amount with more decimals than a currency.
const NO_UNITS: i64 = -1;
/// Decimals of the finest currency.
const MOST_DECIMALS: u8 = 8;
/// Decimals that most currencies have.
const USUAL: u8 = 2;

/// An amount in the units of every currency.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExactAmount {
    amount: Decimal,
    base: Currency,
}

impl ExactAmount {
    /// An amount above 0 in books of this base currency; a line has 0 on its other side.
    #[must_use]
    pub fn of(amount: Decimal, base: Currency) -> Option<Self> {
        (amount.unscaled > 0).then_some(Self { amount, base })
    }

    /// Its units in base currency, where that has so many decimals.
    #[must_use]
    pub fn base_units(&self) -> Option<i64> {
        self.amount.to_units(self.base.decimals()).ok()
    }

    /// The condition on `entries`; adds its parameters, of which `$1` is the organization.
    pub(super) fn condition(&self, params: &mut Vec<Cell>) -> String {
        let mut bind = |decimals: u8| {
            params.push(Cell::Int(self.amount.to_units(decimals).unwrap_or(NO_UNITS)));
            format!("cast(${} as bigint)", params.len())
        };
        let base = bind(self.base.decimals());
        let usual = bind(USUAL);
        let mut by_decimals: BTreeMap<u8, Vec<String>> = BTreeMap::new();
        for currency in Currency::all_of_iso() {
            by_decimals.entry(currency.decimals()).or_default().push(format!("'{}'", currency.code()));
        }
        let mut own = "case".to_owned();
        for decimals in (0..=MOST_DECIMALS).filter(|decimals| *decimals != USUAL) {
            // An organization's own currency is stored with its decimals behind its code.
            own.push_str(&format!(" when l.currency like '%:{decimals}'"));
            if let Some(codes) = by_decimals.get(&decimals) {
                own.push_str(&format!(" or l.currency in ({})", codes.join(", ")));
            }
            own.push_str(&format!(" then {}", bind(decimals)));
        }
        own.push_str(&format!(" else {usual} end"));
        format!(
            "(entries.total_debit = {base} or exists (select 1 from lines as l \
               where l.organization_id = $1 and l.entry_sequence = entries.sequence \
               and (l.base_debit = {base} or l.base_credit = {base} or l.debit = {own} or l.credit = {own})))"
        )
    }
}
