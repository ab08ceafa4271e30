//! The trial balance as the command line prints it.

use domain::value::Decimal;
use serde_json::Value;

use super::amount::readable;
use super::api::{Accounting, text};
use crate::cli::client::ClientError;

/// An account's closing balance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The account's code.
    pub code: String,
    /// Its name.
    pub name: String,
    /// Its type.
    pub account_type: String,
    /// In minor units.
    pub debit: i128,
    /// In minor units.
    pub credit: i128,
}

/// Closing balances of all posting accounts that have one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrialBalance {
    /// The last day that it holds.
    pub as_of: String,
    /// By code.
    pub rows: Vec<Row>,
    decimals: u8,
}

impl TrialBalance {
    /// Asks for it.
    pub async fn read(api: Accounting<'_>, as_of: &str, decimals: u8) -> Result<Self, ClientError> {
        Ok(Self::of(&api.get(&format!("/reports/trial-balance?asOf={as_of}")).await?, decimals))
    }

    /// From the report's answer.
    #[must_use]
    pub fn of(report: &Value, decimals: u8) -> Self {
        let amount = |row: &Value, name: &str| -> i128 {
            let units = Decimal::parse(text(row, name)).and_then(|amount| amount.to_units(decimals));
            units.map_or(0, i128::from)
        };
        let leaves = report["data"].as_array().into_iter().flatten().filter(|row| row["isGroup"] != true);
        let rows = leaves.map(|row| Row {
            code: text(row, "code").to_owned(),
            name: text(row, "name").to_owned(),
            account_type: text(row, "type").to_owned(),
            debit: amount(row, "closingDebit"),
            credit: amount(row, "closingCredit"),
        });
        let rows = rows.filter(|row| row.debit != 0 || row.credit != 0).collect();
        Self { as_of: text(report, "asOf").to_owned(), rows, decimals }
    }

    /// Both sums.
    #[must_use]
    pub fn totals(&self) -> (i128, i128) {
        (self.rows.iter().map(|row| row.debit).sum(), self.rows.iter().map(|row| row.credit).sum())
    }

    /// The balance of an account, debit less credit; 0 without any.
    #[must_use]
    pub fn balance(&self, code: &str) -> i128 {
        self.rows.iter().filter(|row| row.code == code).map(|row| row.debit - row.credit).sum()
    }

    /// The balance of all revenue accounts together, credit less debit.
    #[must_use]
    pub fn net_revenue(&self) -> i128 {
        self.rows.iter().filter(|row| row.account_type == "revenue").map(|row| row.credit - row.debit).sum()
    }
}

impl std::fmt::Display for TrialBalance {
    /// A table with its totals, then whether it ties.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (debit, credit) = self.totals();
        let amount = |units: i128| if units == 0 { String::new() } else { readable(units, self.decimals) };
        let width = |texts: &mut dyn Iterator<Item = usize>, least: usize| texts.max().unwrap_or(0).max(least);
        let code = width(&mut self.rows.iter().map(|row| row.code.chars().count()), 4);
        let name = width(&mut self.rows.iter().map(|row| row.name.chars().count()), 20);
        let sum = width(&mut [debit, credit].iter().map(|units| readable(*units, self.decimals).len()), 12);
        writeln!(f, "Trial balance as of {}", self.as_of)?;
        writeln!(f, "{:code$}  {:name$}  {:>sum$}  {:>sum$}", "code", "name", "debit", "credit")?;
        for row in &self.rows {
            let (debit, credit) = (amount(row.debit), amount(row.credit));
            let line = format!("{:code$}  {:name$}  {debit:>sum$}  {credit:>sum$}", row.code, row.name);
            writeln!(f, "{}", line.trim_end())?;
        }
        let (debits, credits) = (readable(debit, self.decimals), readable(credit, self.decimals));
        writeln!(f, "{:code$}  {:name$}  {debits:>sum$}  {credits:>sum$}", "", "total")?;
        if debit == credit {
            write!(f, "debits = credits")
        } else {
            write!(f, "debits and credits differ by {}", readable((debit - credit).abs(), self.decimals))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn groups_and_empty_rows_are_left_out_and_the_totals_stand_below() {
        let row = |code: &str, name: &str, kind: &str, debit: &str, credit: &str, is_group: bool| json!({"code": code, "name": name, "type": kind, "isGroup": is_group, "closingDebit": debit, "closingCredit": credit});
        let report = json!({"asOf": "2010-12-31", "data": [
            row("1", "Assets", "asset", "90.00", "0.00", true),
            row("1000", "Cash", "asset", "0.00", "0.00", false),
            row("1100", "Receivables", "asset", "90.00", "0.00", false),
            row("4000", "Sales", "revenue", "0.00", "100.00", false),
            row("4100", "Returns", "revenue", "10.00", "0.00", false),
        ]});
        let balance = TrialBalance::of(&report, 2);
        assert_eq!((balance.totals(), balance.net_revenue()), ((10_000, 10_000), 9_000));
        let expected = "\
Trial balance as of 2010-12-31
code  name                         debit        credit
1100  Receivables                  90.00
4000  Sales                                     100.00
4100  Returns                      10.00
      total                       100.00        100.00
debits = credits";
        assert_eq!(balance.to_string(), expected);
    }
}
