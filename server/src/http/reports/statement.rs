//! The common part of statements: their rows as they are answered.

use domain::ledger::reports::statement::{Row, RowKind, Section};
use domain::rows::Account;
use domain::value::id::AccountId;
use domain::value::{Currency, Decimal};

use crate::http::output::{DecimalText, Id, Named};

crate::wire_enum! {
    RowKind = "StatementRowKind",
}

crate::output! {
    /// A row of a statement, in display order.
    pub struct StatementLayoutRow {
        pub kind: Named<RowKind>,
        /// The code of its section.
        pub section: String,
        /// The code of the account; null if the row is not an account.
        pub code: Option<String>,
        pub title: String,
        pub account_id: Option<Id<AccountId>>,
        /// Whether it is a group: the sum of its descendants in this section.
        pub is_group: bool,
        /// The number of levels above it.
        pub depth: i64,
        /// One amount per column, positive on the usual side of its section.
        pub amounts: Vec<DecimalText>,
    }
}

/// Amounts in a currency.
#[must_use]
pub fn amounts(units: &[i128], currency: Currency) -> Vec<DecimalText> {
    units.iter().map(|units| DecimalText(Decimal { unscaled: *units, scale: currency.decimals() })).collect()
}

/// The rows as they are answered; `extras` are the titles of rows without an account.
#[must_use]
pub fn rows(
    rows: &[Row],
    chart: &[Account],
    sections: &[Section],
    extras: &[String],
    currency: Currency,
) -> Vec<StatementLayoutRow> {
    let one = |row: &Row| {
        let section = &sections[row.section];
        let account = row.account.map(|place| &chart[place]);
        let extra = row.extra.and_then(|place| extras.get(place));
        StatementLayoutRow {
            kind: Named(row.kind),
            section: section.code.to_string(),
            code: account.map(|account| account.code.clone()),
            title: match (account, extra) {
                (Some(account), _) => account.name.clone(),
                (None, Some(extra)) => extra.clone(),
                (None, None) => section.title.to_string(),
            },
            account_id: account.map(|account| Id(account.id)),
            is_group: account.is_some_and(|account| account.is_group),
            depth: i64::try_from(row.depth).unwrap_or(i64::MAX),
            amounts: amounts(&row.amounts, currency),
        }
    };
    rows.iter().map(one).collect()
}
