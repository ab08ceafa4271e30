//! The books that an import needs: chart, journals and years, looked up by code and created where there are none.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::date;
use serde_json::{Value, json};

use super::ImportError;
use super::api::{Accounting, text};
use super::chart::{CHART, JOURNALS};
use super::mapping::{JournalIds, Mapping};
use super::progress::Progress;
use super::retail::Document;
use crate::cli::client::ClientError;

/// The existing and the missing parts of an organization.
#[derive(Debug)]
pub struct Books {
    account_ids: BTreeMap<String, String>,
    journal_ids: BTreeMap<String, String>,
    /// Calendar years that no fiscal year covers wholly for the documents.
    missing_years: BTreeSet<i16>,
}

impl Books {
    /// Looks at the organization.
    pub async fn look(api: Accounting<'_>, documents: &[&Document]) -> Result<Self, ImportError> {
        let by_code = |rows: Vec<Value>| -> BTreeMap<String, String> {
            rows.iter().map(|row| (text(row, "code").to_owned(), text(row, "id").to_owned())).collect()
        };
        let years = api.list("/fiscal-years?").await?;
        // Days of one format sort as text.
        let covered =
            |day: &str| years.iter().any(|year| text(year, "startDate") <= day && day <= text(year, "endDate"));
        let uncovered = documents.iter().filter(|document| !covered(&document.date.to_string()));
        Ok(Self {
            account_ids: by_code(api.list("/accounts?").await?),
            journal_ids: by_code(api.list("/journals?").await?),
            missing_years: uncovered.map(|document| document.date.year()).collect(),
        })
    }

    /// The rows that `complete` would create, in words; for a dry run.
    #[must_use]
    pub fn lacks(&self) -> Vec<String> {
        let mut lacks = Vec::new();
        if self.account_ids.is_empty() {
            lacks.push(format!("the chart of accounts {CHART}"));
        }
        if self.journal_ids.is_empty() {
            lacks.push(format!("{} journals", JOURNALS.len()));
        }
        lacks.extend(self.missing_years.iter().map(|year| format!("the fiscal year {year:04}")));
        lacks
    }

    /// Creates chart and journals in an organization that has none, and the missing years. Existing rows are left
    /// alone.
    pub async fn complete(&mut self, api: Accounting<'_>, progress: &mut dyn Progress) -> Result<(), ImportError> {
        if self.account_ids.is_empty() {
            self.complete_chart(api, progress).await?;
        }
        if self.journal_ids.is_empty() {
            self.complete_journals(api, progress).await?;
        }
        for year in std::mem::take(&mut self.missing_years) {
            api.post("/fiscal-years", &calendar_year(year), None).await?;
        }
        Ok(())
    }

    /// Creates the missing accounts of the whole chart.
    pub async fn complete_chart(
        &mut self,
        api: Accounting<'_>,
        progress: &mut dyn Progress,
    ) -> Result<(), ImportError> {
        let template = api.get(&format!("/chart-templates/{CHART}")).await?;
        let accounts = template["accounts"].as_array().map(Vec::as_slice).unwrap_or_default();
        // Existing accounts may have been changed since, and stay.
        let missing: Vec<&Value> =
            accounts.iter().filter(|account| !self.account_ids.contains_key(text(account, "code"))).collect();
        if missing.is_empty() {
            return Ok(());
        }
        api.post("/chart", &json!({"accounts": missing}), None).await?;
        for account in api.list("/accounts?").await? {
            self.account_ids.insert(text(&account, "code").to_owned(), text(&account, "id").to_owned());
        }
        progress.at("accounts", missing.len(), missing.len());
        Ok(())
    }

    /// Creates the missing journals.
    pub async fn complete_journals(
        &mut self,
        api: Accounting<'_>,
        progress: &mut dyn Progress,
    ) -> Result<(), ImportError> {
        for (index, (code, name, journal_type)) in JOURNALS.iter().enumerate() {
            if !self.journal_ids.contains_key(*code) {
                let request = json!({"code": code, "name": name, "type": journal_type.name()});
                self.journal_ids.insert((*code).to_owned(), made(api.post("/journals", &request, None).await)?);
            }
            progress.at("journals", index + 1, JOURNALS.len());
        }
        Ok(())
    }

    /// The journals of the mapping; all that it names must exist.
    ///
    /// # Errors
    /// `Unmapped` with the missing ones.
    pub fn journals(&self, mapping: &Mapping) -> Result<JournalIds, ImportError> {
        let accounts =
            [(&mapping.receivables, "--receivables"), (&mapping.revenue, "--revenue"), (&mapping.returns, "--returns")];
        let journals = [(&mapping.sales_journal, "--sales-journal"), (&mapping.credit_journal, "--credit-journal")];
        let mut missing = Vec::new();
        for (code, option) in accounts.iter().filter(|(code, _)| !self.account_ids.contains_key(*code)) {
            missing.push(format!("there is no account {code}: create it, or choose another with {option}"));
        }
        for (code, option) in journals.iter().filter(|(code, _)| !self.journal_ids.contains_key(*code)) {
            missing.push(format!("there is no journal {code}: create it, or choose another with {option}"));
        }
        let id = |code: &String| self.journal_ids.get(code).cloned();
        match (id(&mapping.sales_journal), id(&mapping.credit_journal)) {
            (Some(sales), Some(credit)) if missing.is_empty() => Ok(JournalIds { sales, credit }),
            _ => Err(ImportError::Unmapped(missing)),
        }
    }
}

/// The id of the created row, or of the row that somebody else created meanwhile.
pub(in crate::import) fn made(answer: Result<Value, ClientError>) -> Result<String, ClientError> {
    match answer {
        Ok(created) => Ok(text(&created, "id").to_owned()),
        Err(ClientError::Problem { code, problem, .. })
            if code == "code_taken" && problem["context"]["id"].is_string() =>
        {
            Ok(text(&problem["context"], "id").to_owned())
        }
        Err(error) => Err(error),
    }
}

/// A new fiscal year as it is sent: a calendar year by months, with a period for adjustments.
#[must_use]
pub fn calendar_year(year: i16) -> Value {
    json!({
        "name": format!("{year:04}"),
        "startDate": date(year, 1, 1).to_string(),
        "endDate": date(year, 12, 31).to_string(),
        "periodFrequency": "monthly",
        "adjustmentPeriod": true,
    })
}
