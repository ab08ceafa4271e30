//! Opening balances: one entry on the first day of the books.

use domain::rows::ControlFor;
use domain::value::Decimal;
use serde_json::{Value, json};

use super::entries::{PATH, short};
use super::mapping::Column;
use super::table::Table;
use super::{Reader, Request};

/// Decimals with which balances are added up here.
const DECIMALS: u8 = 6;

impl Reader<'_> {
    /// Makes one entry of all balances. What customers and suppliers owe comes by open items: their accounts are left out where
    /// the line names no party, and the account of the other side takes their balance until the items come.
    pub(super) fn opening(&mut self, table: &Table) {
        let Some(date) = self.options.date else {
            return self.fault(1, "say in date which day the balances open: the first day of the books");
        };
        let (mut lines, mut numbers, mut sum) = (Vec::new(), Vec::new(), 0_i128);
        for row in &table.rows {
            let has_account = row.text(Column::Account).or(row.text(Column::AccountName)).is_some();
            let amounts = [Column::Debit, Column::Credit, Column::Amount];
            if !amounts.iter().any(|column| row.text(*column).is_some()) {
                self.ignore(row.line, "no amount");
                continue;
            }
            let is_total = [Column::Account, Column::AccountName]
                .iter()
                .any(|column| row.text(*column).is_some_and(|text| text.to_lowercase().starts_with("total")));
            if !has_account || is_total {
                self.ignore(row.line, "a total");
                continue;
            }
            let (line, amount) = match self.line(table, row) {
                Ok(Some(read)) => read,
                Ok(None) => {
                    self.ignore(row.line, "the amount is 0");
                    continue;
                }
                Err(fault) => {
                    self.reading.faults.push(fault);
                    continue;
                }
            };
            let code = line["accountCode"].as_str().unwrap_or_default();
            let control = self.books.chart.iter().find(|account| account.code == code).and_then(|one| one.control_for);
            let is_of_parties = matches!(control, Some(ControlFor::Receivable | ControlFor::Payable));
            if is_of_parties && row.text(Column::Party).is_none() {
                match self.options.offset {
                    Some(_) => self.ignore(row.line, "what parties owe comes by open items"),
                    None => {
                        let message = "what parties owe comes by open items: say in offsetAccountCode which account takes their \
                                       balance until then, such as 3900";
                        self.reading.faults.push(table.fault(row, Column::Account, message));
                    }
                }
                continue;
            }
            sum += i128::from(amount.to_units(DECIMALS).unwrap_or_default());
            lines.push(line);
            numbers.push(row.line);
        }
        if sum != 0 && self.reading.faults.is_empty() {
            let left = Decimal { unscaled: sum.abs(), scale: DECIMALS };
            let (has, lacks) = if sum > 0 { ("debit", "credit") } else { ("credit", "debit") };
            match &self.options.offset {
                Some(offset) => {
                    let line: Value =
                        json!({"accountCode": offset, lacks: short(left), "description": "not in the balances"});
                    lines.push(line);
                }
                None => {
                    let message = format!(
                        "the balances do not balance: {} more {has} than {lacks}. Complete them, or say in offsetAccountCode \
                         which account takes it, such as 3900",
                        short(left)
                    );
                    return self.fault(1, message);
                }
            }
        }
        if lines.is_empty() || !self.reading.faults.is_empty() {
            return;
        }
        let body = json!({
            "date": date.to_string(), "entryType": "opening", "status": self.status(),
            "description": "Opening balances", "lines": lines,
        });
        let body = self.with_id(body, "opening-balances");
        self.reading.requests.push(Request { lines: numbers, path: PATH, body });
    }
}
