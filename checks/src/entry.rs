//! Entries with telling defaults: a balanced cash sale on 2010-12-01, posted.

use serde_json::{Value, json};

/// An entry to send.
#[derive(Clone, Debug)]
pub struct NewEntry(Value);

/// A posted sale of this amount: cash to revenue, on 2010-12-01, in the journal.
#[must_use]
pub fn entry(journal: &str, amount: &str) -> NewEntry {
    NewEntry(json!({
        "date": "2010-12-01", "journalId": journal, "status": "posted", "description": "Invoice 536365",
        "lines": [{"accountCode": "1000", "debit": amount}, {"accountCode": "4000", "credit": amount}],
    }))
}

impl NewEntry {
    /// A draft instead.
    #[must_use]
    pub fn draft(self) -> Self {
        self.with("status", "draft")
    }

    /// On another date.
    #[must_use]
    pub fn on(self, date: &str) -> Self {
        self.with("date", date)
    }

    /// With another field.
    #[must_use]
    pub fn with(mut self, field: &str, value: impl Into<Value>) -> Self {
        self.0[field] = value.into();
        self
    }

    /// With these lines: account code, debit, credit; empty text is no amount.
    #[must_use]
    pub fn lines(self, lines: &[(&str, &str, &str)]) -> Self {
        let lines = lines.iter().map(|(account, debit, credit)| {
            let mut line = json!({"accountCode": account});
            for (side, amount) in [("debit", debit), ("credit", credit)] {
                if !amount.is_empty() {
                    line[side] = json!(amount);
                }
            }
            line
        });
        let lines: Vec<Value> = lines.collect();
        self.with("lines", lines)
    }

    /// The body to send.
    #[must_use]
    pub fn json(&self) -> Value {
        self.0.clone()
    }
}
