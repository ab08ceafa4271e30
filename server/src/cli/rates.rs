//! `import rates`: exchange rates from a file.

use serde_json::{Value, json};

use super::client::ApiClient;
use super::failure::Failure;
use super::import::ImportRates;
use super::import_file;
use super::output::Output;
use crate::import::rates;

/// Where rates are sent.
const PATH: &str = "/api/v1/accounting/exchange-rates/import";

/// Reads the file and tells all that is wrong in it; needs no service.
///
/// # Errors
/// With every fault and its line.
pub fn read(args: &ImportRates) -> Result<Vec<(u64, Value)>, Failure> {
    let bytes = import_file::bytes(&args.file)?;
    rates::read(&bytes).map_err(|faults| import_file::unsound(&args.file, &faults))
}

/// Sends the rates, all checked before the first is recorded, and tells how many are new.
///
/// # Errors
/// Where the books refuse them; each fault is told with its line.
pub async fn import(
    client: &ApiClient,
    rates: &[(u64, Value)],
    args: &ImportRates,
    output: Output,
) -> Result<(), Failure> {
    let dry = send(client, rates, &format!("{PATH}?dryRun=true"), |answer| answer["wouldReturn"].clone()).await?;
    let (counts, verb, after) = if args.dry_run {
        (dry, "would be recorded", ": a dry run, nothing was written")
    } else {
        (send(client, rates, PATH, Clone::clone).await?, "recorded", "")
    };
    let (recorded, unchanged) = counts;
    let text = format!("{recorded} rates {verb}, {unchanged} were there{after}");
    output.say(&text, &json!({"recorded": recorded, "unchanged": unchanged}));
    Ok(())
}

/// Sends them in requests of a size that the service takes; answers how many are new and how many were there.
async fn send(
    client: &ApiClient,
    rates: &[(u64, Value)],
    path: &str,
    result: impl Fn(&Value) -> Value,
) -> Result<(i64, i64), Failure> {
    let (mut recorded, mut unchanged) = (0, 0);
    for part in rates.chunks(domain::limits::RATES_PER_IMPORT) {
        let body = json!({"rates": part.iter().map(|(_, rate)| rate).collect::<Vec<_>>()});
        let line_of = |place: usize| part.get(place).map(|(line, _)| *line);
        let sent = client.post(path, &body, None).await;
        let answer = sent.map_err(|error| import_file::refused(&error, "rates", line_of))?;
        let counts = result(&answer);
        recorded += counts["recorded"].as_i64().unwrap_or_default();
        unchanged += counts["unchanged"].as_i64().unwrap_or_default();
    }
    Ok((recorded, unchanged))
}
