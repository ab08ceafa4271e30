//! The demo's books: a chart, journals, the year 2010, real invoices of a gift wholesaler and the goods that they
//! moved, and one of them voided.

use super::client::ApiClient;
use super::demo_count::{self, Counted};
use super::demo_events;
use super::demo_gtins;
use super::demo_margin::{BEST, Margins};
use super::demo_stock::StockSummary;
use super::demo_told::Events;
use crate::import::amount::readable;
use crate::import::books::Books;
use crate::import::mapping::Mapping;
use crate::import::progress::Progress;
use crate::import::report::ImportReport;
use crate::import::retail::{self, CURRENCY, CURRENCY_DECIMALS, Document};
use crate::import::trial_balance::TrialBalance;
use crate::import::{self, Accounting, ImportError, Options, WholeApi};

/// Online Retail, D. Chen, UCI Machine Learning Repository, 2015 (CC BY 4.0): its first 9,999 lines.
pub const ONLINE_RETAIL: &[u8] = include_bytes!("../../../demo/online-retail-2010-12.csv");
/// The invoice that the demo voids.
pub const VOIDED_INVOICE: &str = "537224";
/// Why.
pub const VOID_REASON: &str = "demo: the customer cancelled the order before it was sent";
/// The day of the trial balance.
const AS_OF: &str = "2010-12-31";

/// The contents of the demo's books.
#[derive(Clone, Debug)]
pub struct DemoReport {
    /// How the import went.
    pub import: ImportReport,
    /// The trial balance as it is now.
    pub trial_balance: TrialBalance,
    /// The value of its stock, by the goods and by the books.
    pub stock: StockSummary,
    /// The revenue and cost of its goods.
    pub margins: Margins,
    /// The result of the count.
    pub counted: Option<Counted>,
    /// Late and voided documents.
    pub events: Events,
    /// The value of the voided invoice, in minor units.
    pub voided_minor: i64,
}

/// Loads the demo's books and reports their contents. Existing rows are left alone.
pub async fn load(client: &ApiClient, progress: &mut dyn Progress) -> Result<DemoReport, ImportError> {
    let import = fill(client, progress).await?;
    DemoReport::read(client, import).await
}

/// Loads the demo's books. Existing rows are left alone.
pub async fn fill(client: &ApiClient, progress: &mut dyn Progress) -> Result<ImportReport, ImportError> {
    let api = Accounting(client);
    let file = retail::read(ONLINE_RETAIL);
    let documents: Vec<&Document> = file.documents.iter().collect();
    let mut books = Books::look(api, &documents).await?;
    books.complete_chart(api, progress).await?;
    books.complete_journals(api, progress).await?;
    books.complete(api, progress).await?;
    let options = Options { goods: true, ..Options::default() };
    let import = import::retail(client, ONLINE_RETAIL, &file, &options, progress).await?;
    let journals = books.journals(&Mapping::default())?;
    demo_gtins::give(WholeApi(client), &documents).await?;
    demo_events::all(WholeApi(client), &journals.sales).await?;
    Ok(import)
}

impl DemoReport {
    /// Reads the contents of the books after an import.
    pub async fn read(client: &ApiClient, import: ImportReport) -> Result<Self, ImportError> {
        let file = retail::read(ONLINE_RETAIL);
        let (voided, in_effect): (Vec<&Document>, Vec<&Document>) =
            file.documents.iter().partition(|document| document.number == VOIDED_INVOICE);
        let trial_balance = TrialBalance::read(Accounting(client), AS_OF, CURRENCY_DECIMALS).await?;
        Ok(Self {
            stock: StockSummary::read(WholeApi(client), &trial_balance).await?,
            margins: Margins::read(WholeApi(client), &in_effect, BEST, &trial_balance).await?,
            counted: demo_count::read(WholeApi(client)).await?,
            events: Events::read(WholeApi(client)).await?,
            import,
            trial_balance,
            voided_minor: voided.iter().map(|document| document.total_minor).sum(),
        })
    }
}

impl DemoReport {
    /// The same with every item that sold, not the best alone.
    pub async fn with_all_items(self, client: &ApiClient) -> Result<Self, ImportError> {
        let file = retail::read(ONLINE_RETAIL);
        let in_effect: Vec<&Document> =
            file.documents.iter().filter(|document| document.number != VOIDED_INVOICE).collect();
        let margins = Margins::read(WholeApi(client), &in_effect, usize::MAX, &self.trial_balance).await?;
        Ok(Self { margins, ..self })
    }
}

impl std::fmt::Display for DemoReport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let amount = |units: i128| format!("{} {CURRENCY}", readable(units, CURRENCY_DECIMALS));
        let now = self.trial_balance.net_revenue();
        let voided = i128::from(self.voided_minor);
        writeln!(f, "{}", self.import)?;
        writeln!(f, "{}\n", self.trial_balance)?;
        writeln!(f, "{}\n", self.stock)?;
        writeln!(f, "{}\n", self.margins)?;
        if let Some(counted) = &self.counted {
            writeln!(f, "{counted}\n")?;
        }
        writeln!(f, "{}", self.events)?;
        writeln!(f, "net revenue before the void: {}", amount(now + voided))?;
        writeln!(f, "invoice {VOIDED_INVOICE} voided:      {} ({VOID_REASON})", amount(-voided))?;
        writeln!(f, "net revenue now:             {}", amount(now))?;
        write!(f, "source: Online Retail, D. Chen, UCI Machine Learning Repository, 2015, CC BY 4.0")
    }
}

#[cfg(test)]
#[path = "demo_tests.rs"]
mod tests;
