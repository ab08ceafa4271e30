//! `import chart` and `export --format chart`: charts of accounts as files.

use serde_json::{Value, json};

use super::client::ApiClient;
use super::failure::Failure;
use super::import::ImportChart;
use super::import_file;
use super::output::Output;
use crate::charts::file;
use crate::http::chart::wire::ChartAccountView;

/// The body of the request, and the line of each of its accounts.
pub struct Sound {
    body: Value,
    lines: Vec<u64>,
}

/// Reads the file and tells all that is wrong in it; needs no service.
///
/// # Errors
/// With every fault and its line.
pub fn read(args: &ImportChart) -> Result<Sound, Failure> {
    let Some(path) = &args.file else {
        return Ok(Sound { body: json!({"template": args.template}), lines: Vec::new() });
    };
    let bytes = import_file::bytes(path)?;
    let accounts = file::read(&bytes).map_err(|faults| import_file::unsound(path, &faults))?;
    let (lines, accounts): (Vec<u64>, Vec<_>) = accounts.into_iter().unzip();
    let accounts: Vec<ChartAccountView> = accounts.into_iter().map(ChartAccountView::from).collect();
    Ok(Sound { body: json!({"accounts": accounts}), lines })
}

/// Sends the chart and tells what it brought in.
///
/// # Errors
/// Where the books refuse it; each fault is told with the line of its account.
pub async fn import(client: &ApiClient, sound: &Sound, args: &ImportChart, output: Output) -> Result<(), Failure> {
    let path = if args.dry_run { "/api/v1/accounting/chart?dryRun=true" } else { "/api/v1/accounting/chart" };
    let line_of = |place: usize| sound.lines.get(place).copied();
    let sent = client.post(path, &sound.body, None).await;
    let answer = sent.map_err(|error| import_file::refused(&error, "accounts", line_of))?;
    let result = if args.dry_run { &answer["wouldReturn"] } else { &answer };
    let (verb, after) =
        if args.dry_run { ("would be created", ": a dry run, nothing was written") } else { ("created", "") };
    let text = format!(
        "{} accounts {verb}, {} changed, {} as they were{after}",
        result["created"], result["updated"], result["unchanged"]
    );
    output.say(&text, result);
    Ok(())
}

/// The chart of the organization as CSV.
///
/// # Errors
/// Where the service refuses or does not answer.
pub async fn export(client: &ApiClient) -> Result<String, Failure> {
    Ok(client.get_text("/api/v1/accounting/chart?format=csv").await?)
}
