//! The account that a cell names: by its code, by its name, or by both in one cell.

use std::collections::BTreeMap;

use domain::rows::Account;

use super::mapping::Column;
use super::table::{Row, Table};
use super::{Fault, Reader};

/// The code of the account in a chart that is called so; `None` where nothing is, or more than one.
fn find<'c>(chart: &'c [Account], given: &BTreeMap<String, String>, called: &str) -> Option<&'c Account> {
    let by_code = |code: &str| chart.iter().find(|account| account.code.eq_ignore_ascii_case(code.trim()));
    if let Some(code) = given.iter().find(|(name, _)| name.eq_ignore_ascii_case(called)).map(|(_, code)| code) {
        return by_code(code);
    }
    let by_name = |name: &str| {
        let name = name.trim().to_lowercase();
        let mut found = chart.iter().filter(|account| !account.is_group && account.name.to_lowercase() == name);
        found.next().filter(|_| found.next().is_none())
    };
    let begins = called.split(|one: char| one.is_whitespace() || one == ':').next().unwrap_or_default();
    let ends = called.rsplit_once('(').map(|(_, code)| code.trim_end_matches(')'));
    // Of an account below others the last part is its own name.
    let own = called.rsplit_once(':').map(|(_, name)| name);
    by_code(called)
        .or_else(|| by_name(called))
        .or_else(|| by_code(begins).filter(|_| begins.bytes().any(|byte| byte.is_ascii_digit())))
        .or_else(|| by_code(ends?))
        .or_else(|| by_name(own?))
}

impl<'a> Reader<'a> {
    /// The account of a row; a name that the chart does not have is kept, so that it can be told once for all lines.
    pub(super) fn account(&mut self, table: &Table, row: &Row) -> Result<&'a Account, Fault> {
        let (code, name) = (row.text(Column::Account), row.text(Column::AccountName));
        let column = if code.is_some() { Column::Account } else { Column::AccountName };
        let Some(called) = code.or(name) else {
            return Err(table.fault(row, column, "the line has an amount and no account"));
        };
        let find = |called: Option<&str>| find(self.books.chart, &self.mapping.accounts, called?);
        let Some(account) = find(code).or_else(|| find(name)) else {
            *self.reading.unknown_accounts.entry(called.to_owned()).or_default() += 1;
            let message =
                format!("the chart has no account {called:?}: create it, or say in accounts which one it is here");
            return Err(table.fault(row, column, message));
        };
        if account.is_group {
            let message = format!("{} is a group of accounts: nothing is posted on it", account.code);
            return Err(table.fault(row, column, message));
        }
        Ok(account)
    }
}
