//! Our balance sheet and profit and loss, in figures that can be compared.

use checks::Caller;
use serde_json::Value;

use crate::{Figures, minor};

/// Sections of the balance sheet whose usual side is the debit.
const SHEET_DEBITS: &[&str] = &["cashAndBank", "receivables", "inventory", "fixedAssets", "otherAssets"];

/// Sections of the profit and loss whose usual side is the debit.
const RESULT_DEBITS: &[&str] = &["costOfSales", "expenses", "taxes"];

/// A balance sheet or a profit and loss.
pub struct Statement {
    /// By account, debits positive.
    pub accounts: Figures,
    /// The results that no account holds, a profit positive.
    pub result: i128,
    totals: Value,
}

impl Statement {
    pub async fn of(caller: &Caller, query: &str) -> Statement {
        let debit_sections = if query.starts_with("balance-sheet") { SHEET_DEBITS } else { RESULT_DEBITS };
        let report = caller.get(&format!("/accounting/reports/{query}")).await.expect(200).json();
        let (mut accounts, mut result) = (Figures::new(), 0);
        for row in report["data"].as_array().unwrap() {
            let amount = minor(row["amounts"][0].as_str().unwrap());
            match row["kind"].as_str().unwrap() {
                "account" if row["isGroup"] == false && amount != 0 => {
                    let is_debit = debit_sections.contains(&row["section"].as_str().unwrap());
                    let amount = if is_debit { amount } else { -amount };
                    accounts.insert(row["code"].as_str().unwrap().to_owned(), amount);
                }
                "result" => result += amount,
                _ => {}
            }
        }
        Statement { accounts, result, totals: report["totals"].clone() }
    }

    pub fn total(&self, name: &str) -> i128 {
        minor(self.totals[name][0].as_str().unwrap())
    }
}
