//! `countinghouse import retail FILE`: a retail file into the books, with a dry run and a report by lines.

use std::path::PathBuf;
use std::process::ExitCode;

use domain::value::counted;

use super::client::ApiClient;
use super::failure::{Exit, Failure};
use super::import_file::{self, InEncoding};
use super::interrupt::Interrupt;
use super::ledger_file::{self, ImportLedgerFile};
use super::log::{self, ImportLog};
use super::output::{Output, print};
use super::plain::{self, ImportPlain};
use super::reach::{Reach, Who};
use super::{chart, items, rates};
use crate::import::ledger_files::FileKind;
use crate::import::mapping::Mapping;
use crate::import::progress::{Console, Progress, Silent};
use crate::import::report::{ImportReport, write_problems};
use crate::import::retail::{self, RetailFile};
use crate::import::{self, Options};
use crate::plaintext::PlainFormat;

/// Imports files of other programs.
#[derive(Clone, Debug, clap::Subcommand)]
pub enum ImportCommand {
    /// Posts the invoices and credit notes of a retail file (CSV).
    ///
    /// Each document becomes one posted entry: receivables of the customer against revenue, with the country as a
    /// dimension. All documents are checked before the first is posted. Then their goods move: sold goods leave,
    /// credited goods come back, and goods with neither price nor customer were found or written off. Missing items,
    /// warehouses and an opening stock that covers all movements are created. Records that already exist are left
    /// alone, so you can run it again.
    ///
    /// Exit codes: 0 imported, or a dry run without errors; 1 the file has errors or the books refuse documents.
    #[command(
        after_help = "Examples:\n  countinghouse import retail december.csv --dry-run\n  countinghouse import retail december.csv --skip-errors --json"
    )]
    Retail(ImportRetail),
    /// Imports a chart of accounts: a CSV file or a template.
    ///
    /// All or nothing: creates new accounts, changes those that differ, and leaves accounts that are not in the chart
    /// as they are. Columns: code, name, type; optional subtype, parentCode, isGroup, currency, controlFor, revalue,
    /// isReconcilable, requiredDimensions, defaultDimensions, description, isActive.
    ///
    /// Exit codes: 0 imported; 1 the file has errors or the books refuse accounts.
    #[command(
        after_help = "Examples:\n  countinghouse import chart --template ifrs\n  countinghouse import chart chart.csv --dry-run\n  \
        countinghouse export --format chart > chart.csv"
    )]
    Chart(ImportChart),
    /// Records exchange rates from a CSV file.
    ///
    /// The whole file is checked before the first rate is recorded. A rate already recorded for its day is skipped, so
    /// you can import the same file again. Columns: fromCurrency, toCurrency, rate, validFrom; optional rateType (spot,
    /// closing, average) and source.
    ///
    /// Exit codes: 0 imported; 1 the file has errors or the books refuse rates.
    #[command(
        after_help = "Examples:\n  countinghouse import rates rates.csv --dry-run\n  countinghouse import rates rates.csv"
    )]
    Rates(ImportRates),
    /// Imports items from a CSV file or a spreadsheet (XLSX, first sheet).
    ///
    /// The whole file is checked before the first item is written. Columns: sku, name; optional description,
    /// categoryCode, unitCode, quantityDecimals, units (XCS=12 FOT=381/1250), tracking, costingMethod, fallbackCost,
    /// gtins (6291041500213 16291041500210:XCS), reorderPoint, minQuantity, maxQuantity, leadTimeDays, weightKg,
    /// volumeM3, status. Empty cells keep the present value or the default.
    ///
    /// Exit codes: 0 imported; 1 the file has errors or the books refuse items.
    #[command(
        after_help = "Examples:\n  countinghouse import items items.csv --dry-run\n  countinghouse import items items.xlsx\n  \
        countinghouse import items items.csv --on-existing update"
    )]
    Items(ImportItems),
    /// Posts the journal entries of a file of other books (CSV or XLSX).
    ///
    /// The whole file is read and checked before the first entry is posted. Files of Xero, QuickBooks and Odoo are known; others
    /// need a mapping, or columns that are called as our fields are: date, account, debit, credit (or amount); optional entry,
    /// description, lineDescription, reference, journalCode, documentDate, dueDate, party, currency, exchangeRate. Existing entries
    /// are left alone, so you can run it again, also with a longer file.
    ///
    /// Exit codes: 0 imported, or a dry run without errors; 1 the file has errors or the books refuse entries.
    #[command(after_help = "Examples:\n  countinghouse import entries journal.csv --from quickbooks --dry-run\n  \
        countinghouse import entries journal.xlsx --mapping ours.json")]
    Entries(ImportLedgerFile),
    /// Opens the books with the balances of a trial balance (CSV or XLSX).
    ///
    /// One entry on the first day of the books. What customers and suppliers owe is left to `import open-items`: the account
    /// named by --offset takes it until then.
    ///
    /// Exit codes: 0 imported, or a dry run without errors; 1 the file has errors or the books refuse the entry.
    #[command(
        after_help = "Example:\n  countinghouse import opening-balances balances.csv --from xero --date 2026-01-01 --offset 3900"
    )]
    OpeningBalances(ImportLedgerFile),
    /// Opens the books with unpaid invoices (CSV or XLSX), each to be matched with its payment.
    ///
    /// Exit codes: 0 imported, or a dry run without errors; 1 the file has errors or the books refuse items.
    #[command(
        after_help = "Example:\n  countinghouse import open-items invoices.csv --from xero --for receivable --date 2026-01-01 --offset 3900"
    )]
    OpenItems(ImportLedgerFile),
    /// Imports customers or suppliers (CSV or XLSX).
    ///
    /// Those with a name that is there already are left alone.
    ///
    /// Exit codes: 0 imported, or a dry run without errors; 1 the file has errors or the books refuse parties.
    #[command(after_help = "Example:\n  countinghouse import parties contacts.csv --from quickbooks --for receivable")]
    Parties(ImportLedgerFile),
    /// Posts the entries of an hledger journal; ledger journals work, too.
    ///
    /// The whole file is checked first, including balance assertions. Missing accounts and fiscal years are created.
    /// Existing entries are left alone, so you can run it again.
    ///
    /// Exit codes: 0 imported, or a dry run without errors; 1 the file has errors or the books refuse entries.
    #[command(
        after_help = "Examples:\n  countinghouse import hledger books.journal --dry-run\n  countinghouse import hledger books.journal"
    )]
    Hledger(ImportPlain),
    /// Posts the entries of a beancount file.
    ///
    /// As with hledger: the file is checked first, missing records are created, existing ones are left alone.
    ///
    /// Exit codes: 0 imported, or a dry run without errors; 1 the file has errors or the books refuse entries.
    #[command(after_help = "Example:\n  countinghouse import beancount books.beancount --dry-run")]
    Beancount(ImportPlain),
    /// Imports the whole log of an organization from another instance.
    ///
    /// Its id must be unknown here. The whole file is checked before anything is written, the organization appears only
    /// if everything holds, and its hashes stay the same. Nobody has access to it until you use `user add`. Stop the
    /// server first; on PostgreSQL, servers can keep running.
    ///
    /// Exit codes: 0 imported, or already there; 1 the file is damaged, or another log has its id.
    #[command(
        after_help = "Examples:\n  countinghouse import log acme.log\n  countinghouse import log acme.log --expect-head \"$(cat acme.head)\""
    )]
    Log(ImportLog),
}

/// The options of `import rates`.
#[derive(Clone, Debug, clap::Args)]
pub struct ImportRates {
    /// The CSV file
    pub file: PathBuf,
    #[command(flatten)]
    pub text: InEncoding,
    /// Check everything and write nothing
    #[arg(long)]
    pub dry_run: bool,
}

/// The options of `import items`.
#[derive(Clone, Debug, clap::Args)]
pub struct ImportItems {
    /// The file: CSV or XLSX
    pub file: PathBuf,
    /// How to treat an item whose SKU exists already: refuse it, or update it if it differs
    #[arg(long, value_name = "WHAT", value_parser = ["refuse", "update"], default_value = "refuse")]
    pub on_existing: String,
    #[command(flatten)]
    pub text: InEncoding,
    /// Check everything and write nothing
    #[arg(long)]
    pub dry_run: bool,
}

/// The options of `import chart`.
#[derive(Clone, Debug, clap::Args)]
pub struct ImportChart {
    /// The file, as `export --format chart` writes it
    #[arg(required_unless_present = "template", conflicts_with = "template")]
    pub file: Option<PathBuf>,
    /// A template instead of a file: ifrs, us-gaap, fr-pcg
    #[arg(long, value_name = "ID")]
    pub template: Option<String>,
    #[command(flatten)]
    pub text: InEncoding,
    /// Check everything and write nothing
    #[arg(long)]
    pub dry_run: bool,
}

/// The options of `import retail`.
#[derive(Clone, Debug, clap::Args)]
pub struct ImportRetail {
    /// The file: InvoiceNo, StockCode, Description, Quantity, InvoiceDate, UnitPrice, CustomerID, Country.
    pub file: PathBuf,
    /// Check everything and write nothing.
    #[arg(long)]
    pub dry_run: bool,
    /// Import the correct documents of a file with errors; a document with a wrong row is left out as a whole.
    #[arg(long)]
    pub skip_errors: bool,
    /// Post only the entries and move no goods.
    #[arg(long)]
    pub no_goods: bool,
    /// Code of the receivables account.
    #[arg(long, value_name = "CODE", default_value = "1100")]
    pub receivables: String,
    /// Code of the revenue account for invoices.
    #[arg(long, value_name = "CODE", default_value = "4000")]
    pub revenue: String,
    /// Code of the account for credit notes.
    #[arg(long, value_name = "CODE", default_value = "4100")]
    pub returns: String,
    /// Code of the journal for invoices.
    #[arg(long, value_name = "CODE", default_value = "SJ")]
    pub sales_journal: String,
    /// Code of the journal for credit notes.
    #[arg(long, value_name = "CODE", default_value = "CN")]
    pub credit_journal: String,
}

/// A file that may be imported.
pub struct Sound {
    bytes: Vec<u8>,
    file: RetailFile,
}

/// Reads the file and reports its faults; needs no service.
///
/// `None` after the reason was printed.
pub fn read(args: &ImportRetail, as_json: bool) -> Result<Option<Sound>, Failure> {
    let bytes = match std::fs::read(&args.file) {
        Ok(bytes) => bytes,
        Err(error) => {
            return Err(Failure::failed(format!("cannot read {}: {error}", args.file.display())));
        }
    };
    let file = retail::read(&bytes);
    if file.problem_count == 0 || (args.skip_errors && !file.documents.is_empty()) {
        return Ok(Some(Sound { bytes, file }));
    }
    if as_json {
        let count = counted(file.problem_count, "error", "errors");
        let text = format!("{} has {count}, nothing was imported", args.file.display());
        let report = Box::new(ImportReport::of(&file, args.dry_run).to_json());
        return Err(Failure { exit: Exit::Failed, text, problem: Some(report) });
    } else {
        let mut told = String::new();
        // Writing to a text cannot fail.
        let _ = write_problems(&mut told, &file.problems, file.problem_count);
        let count = file.problem_count;
        eprintln!(
            "{told}{} has {}, nothing was imported: correct it, or leave those documents out with --skip-errors",
            args.file.display(),
            counted(count, "error", "errors")
        );
    }
    Ok(None)
}

/// Imports a file that was read.
pub async fn run(client: &ApiClient, sound: &Sound, args: &ImportRetail, as_json: bool) -> Result<ExitCode, Failure> {
    let options = Options {
        dry_run: args.dry_run,
        goods: !args.no_goods,
        mapping: Mapping {
            receivables: args.receivables.clone(),
            revenue: args.revenue.clone(),
            returns: args.returns.clone(),
            sales_journal: args.sales_journal.clone(),
            credit_journal: args.credit_journal.clone(),
        },
    };
    let mut progress: Box<dyn Progress> = if as_json { Box::new(Silent) } else { Box::new(Console::new()) };
    match import::retail(client, &sound.bytes, &sound.file, &options, progress.as_mut()).await {
        Ok(report) => {
            print(&if as_json { report.to_json().to_string() } else { report.to_string().trim_end().to_owned() })?;
            Ok(if report.refused().next().is_none() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        Err(error) => Err(Failure::failed(error.to_string())),
    }
}

/// Starts an import. A file is read before anything else: its faults need no service.
///
/// # Errors
/// With the faults of the file, or the books' refusals.
pub async fn start(
    reach: Reach<'_>,
    what: ImportCommand,
    who: &Who,
    organization: Option<&str>,
    output: Output,
) -> Result<ExitCode, Failure> {
    match what {
        ImportCommand::Retail(args) => retail(reach, &args, who, organization, output).await,
        ImportCommand::Hledger(args) => {
            plain::import(reach, who, &args, PlainFormat::Hledger, organization, output).await
        }
        ImportCommand::Beancount(args) => {
            plain::import(reach, who, &args, PlainFormat::Beancount, organization, output).await
        }
        ImportCommand::Entries(args) => {
            ledger_file(reach, &args, FileKind::JournalEntries, who, organization, output).await
        }
        ImportCommand::OpeningBalances(args) => {
            ledger_file(reach, &args, FileKind::OpeningBalances, who, organization, output).await
        }
        ImportCommand::OpenItems(args) => {
            ledger_file(reach, &args, FileKind::OpenItems, who, organization, output).await
        }
        ImportCommand::Parties(args) => ledger_file(reach, &args, FileKind::Parties, who, organization, output).await,
        ImportCommand::Chart(args) => {
            let read = chart::read(&args)?;
            let connection = reach.connect(who, organization).await.map_err(|failure| read.unasked(failure))?;
            let outcome = chart::import(&connection.client, read, &args, output).await;
            connection.close().await?;
            outcome.map(|()| ExitCode::SUCCESS)
        }
        ImportCommand::Rates(args) => {
            let read = rates::read(&args)?;
            let connection = reach.connect(who, organization).await;
            let connection = connection.map_err(|failure| import_file::unasked(&args.file, &read.faults, failure))?;
            let outcome = rates::import(&connection.client, read, &args, output).await;
            connection.close().await?;
            outcome.map(|()| ExitCode::SUCCESS)
        }
        ImportCommand::Items(args) => {
            let read = items::read(&args)?;
            let connection = reach.connect(who, organization).await;
            let connection = connection.map_err(|failure| import_file::unasked(&args.file, &read.faults, failure))?;
            let outcome = items::import(&connection.client, read, &args, output).await;
            connection.close().await?;
            outcome.map(|()| ExitCode::SUCCESS)
        }
        ImportCommand::Log(args) => {
            if organization.is_some() {
                return Err(Failure::usage("a log contains the id of its organization: leave --organization out"));
            }
            if who.url.is_some() || who.profile.is_some() || who.here.username.is_some() {
                return Err(Failure::usage("a log goes into the data folder: leave --url, --profile and --as out"));
            }
            log::import(reach.config, &args, output).await.map(|()| ExitCode::SUCCESS)
        }
    }
}

async fn ledger_file(
    reach: Reach<'_>,
    args: &ImportLedgerFile,
    kind: FileKind,
    who: &Who,
    organization: Option<&str>,
    output: Output,
) -> Result<ExitCode, Failure> {
    let request = args.request(kind)?;
    let connection = reach.connect(who, organization).await?;
    let outcome = ledger_file::import(&connection.client, &request, args, output).await;
    connection.close().await?;
    outcome
}

async fn retail(
    reach: Reach<'_>,
    args: &ImportRetail,
    who: &Who,
    organization: Option<&str>,
    output: Output,
) -> Result<ExitCode, Failure> {
    let Some(sound) = read(args, output.as_json)? else { return Ok(ExitCode::FAILURE) };
    let connection = reach.connect(who, organization).await?;
    let import = run(&connection.client, &sound, args, output.as_json);
    let code = Interrupt::listen().or_stopped(import, plain::STOPPED).await;
    connection.close().await?;
    code?
}
