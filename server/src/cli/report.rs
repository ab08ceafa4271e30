//! `report`: any report of the API on standard output or in a file, with the same bytes.

use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use domain::value::TypedId;
use domain::value::id::MovementId;

use super::client::ApiClient;
use super::failure::Failure;
use super::output::{Output, StandardOutput, print};
use super::reach::{Reach, Who};
use super::{report_table, whole_file};

const EXAMPLES: &str = "\
The parameters are those of the API: `countinghouse openapi`, or /docs of a running service. A terminal shows a
table; a pipe, a file and --json get JSON. JSON is one page of a list; --with limit=… and --with cursor=… get the
others. The other formats contain the whole report.

Examples:
  countinghouse report trial-balance --as-of 2010-12-31
  countinghouse report balance-sheet --as-of 2010-12-31 --format print --out balance-sheet.html
  countinghouse report profit-and-loss --date-from 2010-12-01 --date-to 2010-12-31 --known-at seq:1200 --format csv
  countinghouse report general-ledger --date-to 2010-12-31 --with type=revenue --format xlsx --out revenue.xlsx
  countinghouse report aged-open-items --as-of 2010-12-31 --with controlFor=receivable --format csv
  countinghouse report account-statement --account 1100 --with 'dimension[costCenter]=D10'
  countinghouse report valuation --as-of 2010-12-31 --format xlsx --out stock.xlsx
  countinghouse report inventory-proof --as-of 2010-12-31 --out proof.json

If the report does not accept a parameter, it says what it accepts and exits with 2.";

/// `report`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ReportArgs {
    /// The report
    #[arg(value_enum, value_name = "NAME")]
    pub name: ReportName,
    /// At the end of this day
    #[arg(long, value_name = "DATE")]
    pub as_of: Option<String>,
    /// From this day on
    #[arg(long, value_name = "DATE")]
    pub date_from: Option<String>,
    /// Up to this day
    #[arg(long, value_name = "DATE")]
    pub date_to: Option<String>,
    /// As the books were known at an instant, or at an event of the log (`seq:1200`)
    #[arg(long, value_name = "INSTANT|EVENT")]
    pub known_at: Option<String>,
    /// With account-statement, open-items, aged-open-items: the account by its code
    #[arg(long, value_name = "CODE")]
    pub account: Option<String>,
    /// With cost-trace: the id of the movement
    #[arg(long, value_name = "ID")]
    pub movement: Option<String>,
    /// Any other parameter of the report, as the API names it; can be given several times
    #[arg(long = "with", value_name = "PARAMETER=VALUE", value_parser = parameter)]
    pub with: Vec<(String, String)>,
    /// The format: a table on a terminal, JSON elsewhere
    #[arg(long, value_enum)]
    pub format: Option<ReportForm>,
    /// File to write to instead of standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Id or name of the organization; needed if there are several [env: COUNTINGHOUSE_ORGANIZATION]
    #[arg(long, value_name = "ORGANIZATION")]
    pub organization: Option<String>,
    #[command(flatten)]
    pub who: Who,
}

/// The reports of the API, and the lists that are read as reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ReportName {
    TrialBalance,
    ProfitAndLoss,
    BalanceSheet,
    CashFlow,
    ChangesInEquity,
    AgedOpenItems,
    Diff,
    GeneralLedger,
    Journal,
    Voids,
    NumberGaps,
    LateEntries,
    AuditTrail,
    /// What a customer or supplier bought and paid; needs --with partyId=ID
    PartyStatement,
    /// Changes of policies, duties and rights, with the postings made in the meantime
    ControlChanges,
    AccountStatement,
    OpenItems,
    Stock,
    Availability,
    ReorderSuggestions,
    Valuation,
    Ageing,
    Expiry,
    Turns,
    MovementLedger,
    LateItems,
    ReceivedNotInvoiced,
    GoodsInTransit,
    GoodsOfOthers,
    PickSuggestions,
    CountAccuracy,
    CostTrace,
    /// Signed, only as JSON
    InventoryProof,
}

/// The form of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ReportForm {
    /// For people, as wide as the terminal
    Table,
    /// As the API answers
    Json,
    /// For machines
    Csv,
    /// For spreadsheets
    Xlsx,
    /// A page to print
    Print,
}

/// Writes the report, also while a server runs. A file appears whole or not at all.
pub async fn run(reach: Reach<'_>, args: &ReportArgs, output: Output) -> Result<(), Failure> {
    let is_on_terminal = args.out.is_none() && std::io::stdout().is_terminal();
    let form = args.format.unwrap_or(match is_on_terminal && !output.as_json && args.name.has_rows() {
        true => ReportForm::Table,
        false => ReportForm::Json,
    });
    if form == ReportForm::Table && !args.name.has_rows() {
        return Err(Failure::usage(format!("{} is available as JSON only: leave --format out", args.name.typed())));
    }
    if form == ReportForm::Xlsx && is_on_terminal {
        return Err(Failure::usage("a workbook cannot be shown on a terminal: give a file with --out"));
    }
    let connection = reach.connect(&args.who, args.organization.as_deref()).await?;
    let written = write(&connection.client, args, form).await;
    connection.close().await?;
    written
}

async fn write(client: &ApiClient, args: &ReportArgs, form: ReportForm) -> Result<(), Failure> {
    let path = address(client, args, form).await?;
    if form == ReportForm::Table {
        let mut records = Vec::new();
        client.get_into(&path, &mut records).await?;
        let table = report_table::drawn(&records).map_err(|error| Failure::failed(format!("no table: {error}")))?;
        return match &args.out {
            Some(file) => {
                whole_file::write(file, async |out| {
                    writeln!(out, "{table}").map_err(|error| Failure::failed(error.to_string()))
                })
                .await
            }
            None => print(&table),
        };
    }
    match &args.out {
        Some(file) => whole_file::write(file, async |out| Ok(client.get_into(&path, out).await?)).await,
        None => {
            client.get_into(&path, &mut StandardOutput).await?;
            // JSON has no last line's end, which only a person misses.
            if std::io::stdout().is_terminal() { print("") } else { Ok(()) }
        }
    }
}

/// Path and query of the report.
async fn address(client: &ApiClient, args: &ReportArgs, form: ReportForm) -> Result<String, Failure> {
    if args.movement.is_some() && args.name != ReportName::CostTrace {
        return Err(Failure::usage(format!(
            "--movement can only be used with cost-trace, not with {}",
            args.name.typed()
        )));
    }
    let mut parameters: Vec<(&str, &str)> = Vec::new();
    let path = match (args.name, args.account.as_deref()) {
        (ReportName::AccountStatement, Some(code)) => {
            format!("/api/v1/accounting/accounts/{}/statement", account(client, code).await?)
        }
        (ReportName::CostTrace, None) => match args.movement.as_deref() {
            Some(id) if MovementId::parse(id).is_some() => format!("/api/v1/inventory/movements/{id}/cost-trace"),
            Some(id) => {
                return Err(Failure::usage(format!("{id} is not the id of a movement, which begins with mov_")));
            }
            None => return Err(Failure::usage("the movement to trace is missing: give --movement ID")),
        },
        (ReportName::AccountStatement, None) => {
            return Err(Failure::usage("the account of the statement is missing: give --account CODE"));
        }
        (ReportName::OpenItems | ReportName::AgedOpenItems, Some(code)) => {
            parameters.push(("accountCode", code));
            args.name.path()
        }
        (_, Some(_)) => {
            return Err(Failure::usage(
                "--account can only be used with account-statement, open-items and \
                 aged-open-items",
            ));
        }
        (name, None) => name.path(),
    };
    let days =
        [("asOf", &args.as_of), ("dateFrom", &args.date_from), ("dateTo", &args.date_to), ("knownAt", &args.known_at)];
    parameters.extend(days.into_iter().filter_map(|(name, value)| Some((name, value.as_deref()?))));
    parameters.extend(args.with.iter().map(|(name, value)| (name.as_str(), value.as_str())));
    // A report with only one form does not take the parameter.
    parameters.extend(form.parameter().map(|format| ("format", format)));
    with_query(&path, &parameters)
}

/// The id of the account with this code.
async fn account(client: &ApiClient, code: &str) -> Result<String, Failure> {
    let found = client.get(&with_query("/api/v1/accounting/accounts", &[("code", code)])?).await?;
    let id = found["data"][0]["id"].as_str();
    Ok(id.ok_or_else(|| Failure::usage(format!("there is no account with the code {code}")))?.to_owned())
}

fn with_query(path: &str, parameters: &[(&str, &str)]) -> Result<String, Failure> {
    if parameters.is_empty() {
        return Ok(path.to_owned());
    }
    let url = reqwest::Url::parse_with_params("http://books/", parameters);
    let url = url.map_err(|error| Failure::usage(format!("the parameters do not make a valid address: {error}")))?;
    Ok(format!("{path}?{}", url.query().unwrap_or_default()))
}

/// `PARAMETER=VALUE` in two.
fn parameter(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("write it as PARAMETER=VALUE")?;
    if name == "format" {
        return Err("use --format to choose the format".to_owned());
    }
    Ok((name.to_owned(), value.to_owned()))
}

impl ReportName {
    fn path(self) -> String {
        match self {
            Self::OpenItems => "/api/v1/accounting/open-items".to_owned(),
            Self::CountAccuracy => "/api/v1/inventory/counts/accuracy".to_owned(),
            Self::InventoryProof => "/api/v1/inventory/proof".to_owned(),
            name @ (Self::Stock | Self::Availability | Self::ReorderSuggestions | Self::PickSuggestions) => {
                format!("/api/v1/inventory/{}", name.typed())
            }
            name @ (Self::Valuation
            | Self::Ageing
            | Self::Expiry
            | Self::Turns
            | Self::MovementLedger
            | Self::LateItems
            | Self::ReceivedNotInvoiced
            | Self::GoodsInTransit
            | Self::GoodsOfOthers) => {
                format!("/api/v1/inventory/reports/{}", name.typed())
            }
            name => format!("/api/v1/accounting/reports/{}", name.typed()),
        }
    }
}

impl ReportName {
    /// Whether it is a list of rows; the others are answered as JSON alone.
    fn has_rows(self) -> bool {
        !matches!(self, Self::Diff | Self::PickSuggestions | Self::InventoryProof)
    }

    /// As it is typed, which is how the API names it.
    fn typed(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }
}

impl ReportForm {
    fn parameter(self) -> Option<&'static str> {
        match self {
            Self::Json => None,
            // A table is drawn of the records.
            Self::Csv | Self::Table => Some("csv"),
            Self::Xlsx => Some("xlsx"),
            Self::Print => Some("print"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::{reports, stock};

    #[test]
    fn every_report_of_the_api_has_its_name_here() {
        let ours: Vec<String> = ReportName::value_variants().iter().map(|name| name.path()).collect();
        let reports = reports::operations().and(stock::operations()).table;
        // The command acts for one organization, and most of its tokens belong to one alone.
        let of_several = "/api/v1/accounting/reports/combined-trial-balance";
        let read = reports.into_iter().filter(|row| row.methods == ["GET"] && row.path != of_several);
        let missing = read.map(|row| row.path).filter(|path| !ours.contains(path));
        assert_eq!(missing.collect::<Vec<_>>(), Vec::<String>::new());
    }

    #[test]
    fn parameters_are_encoded_whatever_is_in_them() {
        let path = with_query("/x", &[("dimension[costCenter]", "R&D ä"), ("knownAt", "2010-01-01T00:00:00+01:00")]);
        assert_eq!(
            path.unwrap(),
            "/x?dimension%5BcostCenter%5D=R%26D+%C3%A4&knownAt=2010-01-01T00%3A00%3A00%2B01%3A00"
        );
        assert_eq!(parameter("type=a=b").unwrap(), ("type".to_owned(), "a=b".to_owned()));
        assert!(parameter("type").is_err() && parameter("format=csv").is_err());
    }
}
