//! Open items: an opening entry for each invoice, so that each can be matched with its payment.

use std::collections::BTreeSet;

use domain::rows::{Account, ControlFor};
use domain::value::Decimal;
use serde_json::{Map, json};

use super::entries::PATH;
use super::mapping::Column;
use super::table::{Row, Table};
use super::{Reader, Request};

/// What an item comes to, and the accounts of both sides.
struct Owed<'s> {
    is_debit: bool,
    amount: String,
    control: &'s str,
    offset: &'s str,
}

impl<'a> Reader<'a> {
    /// Makes an entry of each item, against the account of the other side.
    pub(super) fn open_items(&mut self, table: &Table) {
        let (date, offset) = (self.options.date, self.options.offset.clone());
        let (Some(date), Some(offset)) = (date, offset) else {
            return self.fault(
                1,
                "say in date which day the items open (the first day of the books), and in offsetAccountCode which account took \
                 their balance, such as 3900",
            );
        };
        let Some(control) = self.control() else {
            return self.fault(
                1,
                "say in controlFor whether these are receivable or payable; where the chart has several such accounts, say in \
                 accountCode which",
            );
        };
        // What a supplier is owed is a credit, and its file shows it without a sign.
        let is_owed_to_us = control.control_for != Some(ControlFor::Payable);
        let mut seen = BTreeSet::new();
        for row in &table.rows {
            let Some(party) = row.text(Column::Party).filter(|name| !name.to_lowercase().starts_with("total")) else {
                self.ignore(row.line, "a total");
                continue;
            };
            let amount = match self.signed(table, row) {
                Ok(amount) if amount.unscaled == 0 => {
                    self.ignore(row.line, "nothing is open");
                    continue;
                }
                Ok(amount) => amount,
                Err(fault) => {
                    self.reading.faults.push(fault);
                    continue;
                }
            };
            let reference = row.text(Column::Reference);
            let id = format!("{party} · {}", reference.unwrap_or_default());
            if !seen.insert(id.clone()) {
                if self.mapping.repeats_documents {
                    self.ignore(row.line, "another line of the same document");
                } else {
                    let message = "the party has this document above already: give each item a reference of its own";
                    self.reading.faults.push(table.fault(row, Column::Reference, message));
                }
                continue;
            }
            let owed = Owed {
                is_debit: (amount.unscaled > 0) == is_owed_to_us,
                amount: Decimal { unscaled: amount.unscaled.abs(), ..amount }.to_string(),
                control: &control.code,
                offset: &offset,
            };
            let Some(mut body) = self.item(table, row, &owed) else { continue };
            body.insert("date".to_owned(), json!(date.to_string()));
            let body = self.with_id(body.into(), &id);
            self.reading.requests.push(Request { lines: vec![row.line], path: PATH, body });
        }
    }

    /// The account of the items.
    fn control(&self) -> Option<&'a Account> {
        let chart = self.books.chart;
        if let Some(code) = &self.options.account {
            return chart.iter().find(|account| account.code == *code);
        }
        let kind = self.options.control_for?;
        let mut found = chart.iter().filter(|one| one.control_for == Some(kind) && one.is_active && !one.is_group);
        found.next().filter(|_| found.next().is_none())
    }

    fn item(&mut self, table: &Table, row: &Row, owed: &Owed<'_>) -> Option<Map<String, serde_json::Value>> {
        let (side, other) = if owed.is_debit { ("debit", "credit") } else { ("credit", "debit") };
        let party = row.text(Column::Party)?;
        let mut line = json!({"accountCode": owed.control, side: owed.amount, "partyName": party});
        if row.text(Column::DueDate).is_some() {
            line["dueDate"] = json!(self.day(table, row, Column::DueDate)?.to_string());
        }
        let mut body = Map::new();
        body.insert("entryType".to_owned(), json!("opening"));
        body.insert("status".to_owned(), json!(self.status()));
        if row.text(Column::DocumentDate).is_some() {
            let day = self.day(table, row, Column::DocumentDate)?;
            body.insert("documentDate".to_owned(), json!(day.to_string()));
        }
        let reference = row.text(Column::Reference);
        let described = row.text(Column::Description).or(reference).unwrap_or("Open item");
        body.insert("description".to_owned(), json!(described));
        if let Some(reference) = reference {
            body.insert("reference".to_owned(), json!(reference));
        }
        let currency = row.text(Column::Currency).filter(|code| !code.eq_ignore_ascii_case(self.books.base.code()));
        if let Some(currency) = currency {
            body.insert("currency".to_owned(), json!(currency.to_uppercase()));
            if let Some(rate) = row.text(Column::Rate) {
                body.insert("exchangeRate".to_owned(), json!(rate));
            }
        }
        body.insert("lines".to_owned(), json!([line, {"accountCode": owed.offset, other: owed.amount}]));
        Some(body)
    }
}
