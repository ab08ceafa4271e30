//! How a document of a retail file becomes an entry of the API.

use domain::value::Decimal;
use jiff::ToSpan;
use serde_json::{Value, json};

use super::retail::{CURRENCY, CURRENCY_DECIMALS, Document};

/// The source of every imported entry; with the document's number it makes the entry unique.
pub const SOURCE: &str = "retail";
/// The dimension that holds the country.
pub const COUNTRY: &str = "country";
/// Days until the invoice of a customer is due; counter and web sales are due at once.
const DUE_DAYS: i64 = 30;

/// Accounts and journals by their codes.
#[derive(Clone, Debug)]
pub struct Mapping {
    /// The account of receivables from customers.
    pub receivables: String,
    /// The account of revenue from invoices.
    pub revenue: String,
    /// The account of returns by credit notes.
    pub returns: String,
    /// The journal of invoices.
    pub sales_journal: String,
    /// The journal of credit notes.
    pub credit_journal: String,
}

impl Default for Mapping {
    fn default() -> Self {
        let own = str::to_owned;
        Self {
            receivables: own("1100"),
            revenue: own("4000"),
            returns: own("4100"),
            sales_journal: own("SJ"),
            credit_journal: own("CN"),
        }
    }
}

/// The ids of the two journals.
#[derive(Clone, Debug)]
pub struct JournalIds {
    /// Of invoices.
    pub sales: String,
    /// Of credit notes.
    pub credit: String,
}

impl Mapping {
    /// The posted entry of a document that is worth something.
    #[must_use]
    pub fn entry(&self, document: &Document, journals: &JournalIds) -> Value {
        let (what, journal, result) = if document.is_credit_note() {
            ("Credit note", &journals.credit, &self.returns)
        } else {
            ("Invoice", &journals.sales, &self.revenue)
        };
        let amount = Decimal { unscaled: i128::from(document.total_minor).abs(), scale: CURRENCY_DECIMALS }.to_string();
        // A negative document takes back: the same accounts with their sides exchanged.
        let is_owed = document.total_minor > 0;
        let party_side = if is_owed { "debit" } else { "credit" };
        let party = document.party();
        let mut party_line = json!({
            "accountCode": self.receivables, party_side: amount, "currency": CURRENCY, "partyName": party,
        });
        if is_owed {
            let days = if document.customer.is_some() { DUE_DAYS } else { 0 };
            let due = document.date.checked_add(days.days()).unwrap_or(document.date);
            party_line["dueDate"] = json!(due.to_string());
        }
        let mut entry = json!({
            "date": document.date.to_string(),
            "documentDate": document.date.to_string(),
            "journalId": journal,
            "status": "posted",
            "description": format!("{what} {}", document.number),
            "reference": document.number,
            "source": SOURCE,
            "externalId": document.number,
            "lines": [party_line],
        });
        if let Some(lines) = entry["lines"].as_array_mut() {
            lines.extend(self.results(document, result));
        }
        if let Some(country) = &document.country {
            entry["dimensions"] = json!({ COUNTRY: country });
        }
        entry
    }

    /// The result lines of a document: one of its goods, and one of each charge.
    fn results(&self, document: &Document, account: &str) -> Vec<Value> {
        let line = |minor: i64, description: Option<&str>| {
            let amount = Decimal { unscaled: i128::from(minor).abs(), scale: CURRENCY_DECIMALS }.to_string();
            let side = if minor > 0 { "credit" } else { "debit" };
            let mut line = json!({"accountCode": account, side: amount, "currency": CURRENCY});
            if let Some(description) = description {
                line["description"] = json!(description);
            }
            line
        };
        let goods = line(document.goods_minor(), None);
        let charges = document.charges.iter().filter(|charge| charge.amount_minor != 0);
        let charges = charges.map(|charge| line(charge.amount_minor, Some(&charge.description)));
        Some(goods).filter(|_| document.goods_minor() != 0).into_iter().chain(charges).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::goods::row::Charge;

    fn entry(number: &str, customer: Option<&str>, total_minor: i64) -> Value {
        let document = Document {
            number: number.to_owned(),
            line: 2,
            rows: 1,
            date: jiff::civil::date(2010, 12, 1),
            customer: customer.map(str::to_owned),
            country: Some("France".to_owned()),
            total_minor,
            ..Document::default()
        };
        Mapping::default().entry(&document, &JournalIds { sales: "jnl_s".to_owned(), credit: "jnl_c".to_owned() })
    }

    #[test]
    fn an_invoice_is_owed_by_its_customer_in_thirty_days() {
        let expected = json!({
            "date": "2010-12-01", "documentDate": "2010-12-01", "journalId": "jnl_s", "status": "posted",
            "description": "Invoice 536365", "reference": "536365", "source": "retail", "externalId": "536365",
            "dimensions": {"country": "France"},
            "lines": [
                {"accountCode": "1100", "debit": "139.12", "currency": "GBP", "partyName": "17850", "dueDate": "2010-12-31"},
                {"accountCode": "4000", "credit": "139.12", "currency": "GBP"},
            ],
        });
        assert_eq!(entry("536365", Some("17850"), 13_912), expected);
    }

    #[test]
    fn sales_without_a_customer_belong_to_web_sales_and_are_due_at_once() {
        let line = &entry("1", None, 100)["lines"][0];
        assert_eq!((&line["partyName"], &line["dueDate"]), (&json!("Web sales"), &json!("2010-12-01")));
    }

    #[test]
    fn a_credit_note_exchanges_the_sides_in_its_own_journal() {
        let entry = entry("C1", Some("7"), -205);
        assert_eq!(entry["journalId"], "jnl_c");
        let lines = json!([
            {"accountCode": "1100", "credit": "2.05", "currency": "GBP", "partyName": "7"},
            {"accountCode": "4100", "debit": "2.05", "currency": "GBP"},
        ]);
        assert_eq!(entry["lines"], lines);
    }

    #[test]
    fn what_is_no_goods_is_a_line_of_its_own() {
        let charges = [("POSTAGE", 1_800), ("Discount", -50)];
        let charges = charges.map(|(what, amount_minor)| Charge { description: what.to_owned(), amount_minor });
        let document =
            Document { number: "1".to_owned(), total_minor: 2_750, charges: charges.to_vec(), ..Document::default() };
        let entry =
            Mapping::default().entry(&document, &JournalIds { sales: "jnl_s".to_owned(), credit: "jnl_c".to_owned() });
        let lines = json!([
            {"accountCode": "4000", "credit": "10.00", "currency": "GBP"},
            {"accountCode": "4000", "credit": "18.00", "currency": "GBP", "description": "POSTAGE"},
            {"accountCode": "4000", "debit": "0.50", "currency": "GBP", "description": "Discount"},
        ]);
        assert_eq!(entry["lines"].as_array().map(|lines| json!(lines[1..])), Some(lines));
    }

    #[test]
    fn a_negative_document_that_is_no_credit_note_takes_revenue_back() {
        let entry = entry("A1", None, -205);
        assert_eq!((&entry["journalId"], &entry["lines"][1]["accountCode"]), (&json!("jnl_s"), &json!("4000")));
        assert_eq!(entry["lines"][1]["debit"], "2.05");
    }
}
