//! The demo's books: a chart, journals, the year 2010, real invoices of a gift wholesaler, and one of them voided.

use std::process::ExitCode;

use serde_json::json;

use super::client::ApiClient;
use crate::import::amount::readable;
use crate::import::books::Books;
use crate::import::mapping::{Mapping, SOURCE};
use crate::import::progress::Progress;
use crate::import::report::ImportReport;
use crate::import::retail::{self, CURRENCY, CURRENCY_DECIMALS, Document};
use crate::import::trial_balance::TrialBalance;
use crate::import::{self, Accounting, ImportError, Options, text};

/// Online Retail, D. Chen, UCI Machine Learning Repository, 2015 (CC BY 4.0): its first 9,999 lines.
pub const ONLINE_RETAIL: &[u8] = include_bytes!("../../../demo/online-retail-2010-12.csv");
/// The invoice that the demo voids.
pub const VOIDED_INVOICE: &str = "537224";
/// Why.
pub const VOID_REASON: &str = "demo: the customer cancelled the order before it was sent";
/// The day of the trial balance.
const AS_OF: &str = "2010-12-31";

/// What the demo's books hold.
#[derive(Clone, Debug)]
pub struct DemoReport {
    /// How the import went.
    pub import: ImportReport,
    /// The trial balance as it is now.
    pub trial_balance: TrialBalance,
    /// What the voided invoice was worth, in minor units.
    pub voided_minor: i64,
}

/// Loads the demo's books. What is there already is left alone.
///
/// # Errors
/// Where the API refuses or does not answer; running it again loads the rest.
pub async fn load(client: &ApiClient, progress: &mut dyn Progress) -> Result<DemoReport, ImportError> {
    let api = Accounting(client);
    let file = retail::read(ONLINE_RETAIL);
    let documents: Vec<&Document> = file.documents.iter().collect();
    let mut books = Books::look(api, &documents).await?;
    books.complete_chart(api, progress).await?;
    books.complete_journals(api, progress).await?;
    books.complete(api, progress).await?;
    let import = import::retail(client, (ONLINE_RETAIL, &file), &Options::default(), progress).await?;
    let journals = books.journals(&Mapping::default())?;
    let path = format!("/journal-entries?journalId={}&externalId={VOIDED_INVOICE}", journals.sales);
    let entries = api.list(&path).await?;
    let own: Vec<_> = entries.iter().filter(|entry| text(entry, "source") == SOURCE).collect();
    let posted = own.iter().find(|entry| text(entry, "status") == "posted");
    // Once it was voided, whatever was posted under its number since is the user's own.
    if let (Some(entry), false) = (posted, own.iter().any(|entry| text(entry, "status") == "voided")) {
        let path = format!("/journal-entries/{}/void", text(entry, "id"));
        api.post(&path, &json!({"reason": VOID_REASON}), None).await?;
    }
    let voided = file.documents.iter().find(|document| document.number == VOIDED_INVOICE);
    Ok(DemoReport {
        import,
        trial_balance: TrialBalance::read(api, AS_OF, CURRENCY_DECIMALS).await?,
        voided_minor: voided.map_or(0, |document| document.total_minor),
    })
}

/// Loads the demo's books and prints what they hold.
pub async fn run(client: &ApiClient, progress: &mut dyn Progress) -> ExitCode {
    match load(client, progress).await {
        Ok(report) => {
            println!("{report}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("the demo was not loaded: {error}");
            ExitCode::FAILURE
        }
    }
}

impl std::fmt::Display for DemoReport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let amount = |units: i128| format!("{} {CURRENCY}", readable(units, CURRENCY_DECIMALS));
        let now = self.trial_balance.net_revenue();
        let voided = i128::from(self.voided_minor);
        writeln!(f, "{}", self.import)?;
        writeln!(f, "{}", self.trial_balance)?;
        writeln!(f)?;
        writeln!(f, "net revenue before the void: {}", amount(now + voided))?;
        writeln!(f, "invoice {VOIDED_INVOICE} voided:      {} ({VOID_REASON})", amount(-voided))?;
        writeln!(f, "net revenue now:             {}", amount(now))?;
        write!(f, "source: Online Retail, D. Chen, UCI Machine Learning Repository, 2015, CC BY 4.0")
    }
}

#[cfg(test)]
#[path = "demo_tests.rs"]
mod tests;
