//! Customers and suppliers.

use std::collections::BTreeSet;

use domain::rows::ControlFor;
use serde_json::{Map, Value, json};

use super::mapping::Column;
use super::table::Table;
use super::{Reader, Request};

/// Where parties are sent.
const PATH: &str = "/accounting/parties";

impl Reader<'_> {
    /// Makes a party of each line.
    pub(super) fn parties(&mut self, table: &Table) {
        let kinds = match self.options.control_for {
            Some(ControlFor::Receivable) => json!(["customer"]),
            Some(ControlFor::Payable) => json!(["supplier"]),
            Some(ControlFor::Stock | ControlFor::Bank) | None => Value::Null,
        };
        let mut seen = BTreeSet::new();
        for row in &table.rows {
            let Some(name) = row.text(Column::Party) else {
                self.reading.faults.push(table.fault(row, Column::Party, "is empty: a party needs a name"));
                continue;
            };
            if !seen.insert(name.to_lowercase()) {
                self.ignore(row.line, "the name is above already");
                continue;
            }
            let mut body = Map::new();
            body.insert("name".to_owned(), json!(name));
            if let Some(code) = row.text(Column::PartyCode) {
                body.insert("code".to_owned(), json!(code));
            }
            if !kinds.is_null() {
                body.insert("kinds".to_owned(), kinds.clone());
            }
            if let Some(currency) = row.text(Column::Currency) {
                body.insert("currency".to_owned(), json!(currency.to_uppercase()));
            }
            if let Some(days) = row.text(Column::PaymentTerms) {
                match days.parse::<u16>() {
                    Ok(days) => body.insert("paymentTermsDays".to_owned(), json!(days)),
                    Err(_) => {
                        let message = format!("{days:?} is not a number of days");
                        self.reading.faults.push(table.fault(row, Column::PaymentTerms, message));
                        continue;
                    }
                };
            }
            let contact = [
                Column::Email,
                Column::Phone,
                Column::Street,
                Column::City,
                Column::Region,
                Column::PostalCode,
                Column::Country,
                Column::TaxNumber,
            ];
            let contact: Map<String, Value> = contact
                .iter()
                .filter_map(|column| Some((column.name().to_owned(), json!(row.text(*column)?))))
                .collect();
            if !contact.is_empty() {
                body.insert("contact".to_owned(), Value::Object(contact));
            }
            self.reading.requests.push(Request { lines: vec![row.line], path: PATH, body: Value::Object(body) });
        }
    }
}
