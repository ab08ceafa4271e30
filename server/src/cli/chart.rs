//! `import chart` and `export --format chart`: charts of accounts as files.

use serde_json::{Value, json};

use super::client::{ApiClient, ClientError};
use super::failure::Failure;
use super::import::ImportChart;
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
    let bytes =
        std::fs::read(path).map_err(|error| Failure::failed(format!("cannot read {}: {error}", path.display())))?;
    let accounts = file::read(&bytes).map_err(|faults| {
        let told: Vec<String> = faults.iter().take(100).map(ToString::to_string).collect();
        let file = path.display();
        Failure::failed(format!("{}\n{file} has {} errors, nothing was imported", told.join("\n"), faults.len()))
    })?;
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
    let answer = client.post(path, &sound.body, None).await.map_err(|error| refused(&error, &sound.lines))?;
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

/// Points at lines where the service points at accounts.
fn refused(error: &ClientError, lines: &[u64]) -> Failure {
    let ClientError::Problem { problem, text, .. } = error else { return Failure::failed(error.to_string()) };
    let line_of = |pointer: &str| -> Option<u64> {
        let place = pointer.strip_prefix("/accounts/")?.split('/').next()?;
        lines.get(place.parse::<usize>().ok()?).copied()
    };
    let part = |fault: &Value, name: &str| fault[name].as_str().unwrap_or_default().to_owned();
    let faults = problem["errors"].as_array().map(Vec::as_slice).unwrap_or_default();
    let told: Vec<String> = faults
        .iter()
        .filter_map(|fault| {
            line_of(&part(fault, "pointer")).map(|line| format!("line {line}: {}", part(fault, "message")))
        })
        .collect();
    if told.is_empty() {
        Failure::failed(text.clone())
    } else {
        Failure::failed(format!("{}\nnothing was imported", told.join("\n")))
    }
}
