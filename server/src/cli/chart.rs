//! `import chart` and `export --format chart`: charts of accounts as files.

use std::collections::BTreeSet;
use std::path::PathBuf;

use domain::commands::chart::import::ChartAccount;
use domain::value::counted;
use serde_json::{Value, json};

use super::client::ApiClient;
use super::failure::Failure;
use super::import::ImportChart;
use super::import_file;
use super::output::Output;
use crate::charts::file;
use crate::csv_file::Reading;
use crate::http::chart::wire::ChartAccountView;

/// Where charts are sent.
const PATH: &str = "/api/v1/accounting/chart";

/// An account, and its line.
type Line = (u64, ChartAccount);

/// The chart to import.
pub enum Chart {
    /// The accounts of a file.
    File(PathBuf, Reading<ChartAccount>),
    /// A chart to start from, by its id.
    Template(Option<String>),
}

impl Chart {
    /// A failure to reach the books, together with the faults found in the file before.
    pub fn unasked(&self, failure: Failure) -> Failure {
        match self {
            Self::File(path, reading) => import_file::unasked(path, &reading.faults, failure),
            Self::Template(_) => failure,
        }
    }
}

/// Reads the file; needs no service.
pub fn read(args: &ImportChart) -> Result<Chart, Failure> {
    let Some(path) = &args.file else { return Ok(Chart::Template(args.template.clone())) };
    let reading = file::read(&import_file::bytes(path, &args.text)?);
    match reading.rows.is_empty() {
        true => Err(import_file::unsound(path, reading.faults)),
        false => Ok(Chart::File(path.clone(), reading)),
    }
}

/// Sends the chart and reports the result.
///
/// # Errors
/// With every fault and the line of its account: those of the file, and the books' refusals of the rest.
pub async fn import(client: &ApiClient, chart: Chart, args: &ImportChart, output: Output) -> Result<(), Failure> {
    let dry = format!("{PATH}?dryRun=true");
    let answer = match chart {
        Chart::Template(id) => {
            let path = if args.dry_run { dry.as_str() } else { PATH };
            client.post(path, &json!({"template": id}), None).await?
        }
        Chart::File(file, Reading { rows, mut faults }) => {
            let ask = async |rows: &[Line]| client.post(&dry, &body(rows), None).await;
            let checked = import_file::check(rows.clone(), "accounts", ask, without).await;
            match checked.map_err(|failure| import_file::unasked(&file, &faults, failure))? {
                Ok(answer) if faults.is_empty() && args.dry_run => answer,
                Ok(_) if faults.is_empty() => {
                    let line_of = |place: usize| rows.get(place).map(|(line, _)| *line);
                    let sent = client.post(PATH, &body(&rows), None).await;
                    sent.map_err(|error| import_file::refused(&error, "accounts", line_of))?
                }
                checked => {
                    faults.extend(checked.err().unwrap_or_default());
                    return Err(import_file::unsound(&file, faults));
                }
            }
        }
    };
    let result = if args.dry_run { &answer["wouldReturn"] } else { &answer };
    let (verb, after) =
        if args.dry_run { ("would be created", ": a dry run, nothing was written") } else { ("created", "") };
    let text = format!(
        "{} {verb}, {} changed, {} unchanged{after}",
        counted(result["created"].as_i64().unwrap_or(0), "account", "accounts"),
        result["updated"],
        result["unchanged"]
    );
    output.say(&text, result)?;
    Ok(())
}

fn body(rows: &[Line]) -> Value {
    let accounts = rows.iter().map(|(_, account)| ChartAccountView::from(account.clone()));
    json!({"accounts": accounts.collect::<Vec<_>>()})
}

/// Takes out the accounts of these lines, with all below them.
fn without(rows: &mut Vec<Line>, lines: &BTreeSet<u64>) {
    let (gone, kept) = std::mem::take(rows).into_iter().partition(|(line, _)| lines.contains(line));
    *rows = kept;
    let gone: Vec<Line> = gone;
    file::without(rows, gone.into_iter().map(|(_, account)| account.code).collect());
}

/// The chart of the organization as CSV.
pub async fn export(client: &ApiClient) -> Result<String, Failure> {
    Ok(client.get_text("/api/v1/accounting/chart?format=csv").await?)
}
