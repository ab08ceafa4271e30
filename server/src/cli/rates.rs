//! `import rates`: exchange rates from a file.

use domain::value::counted;
use serde_json::{Value, json};

use super::client::ApiClient;
use super::failure::Failure;
use super::import::ImportRates;
use super::import_file;
use super::interrupt::{self, Interrupt};
use super::output::Output;
use crate::csv_file::Reading;
use crate::import::rates;

/// Where rates are sent.
const PATH: &str = "/api/v1/accounting/exchange-rates/import";

/// A rate as the service takes it, and its line.
type Line = (u64, Value);

/// Reads the file; needs no service.
pub fn read(args: &ImportRates) -> Result<Reading<Value>, Failure> {
    let reading = rates::read(&import_file::bytes(&args.file, &args.text)?);
    if reading.rows.is_empty() { Err(import_file::unsound(&args.file, reading.faults)) } else { Ok(reading) }
}

/// Sends the rates, all checked before the first is recorded, and reports how many are new.
///
/// # Errors
/// With every fault and its line: those of the file, and the books' refusals of the rest.
pub async fn import(
    client: &ApiClient,
    reading: Reading<Value>,
    args: &ImportRates,
    output: Output,
) -> Result<(), Failure> {
    let Reading { rows: rates, faults } = reading;
    let ask = async |rows: &[Line]| client.post(&format!("{PATH}?dryRun=true"), &body(rows), None).await;
    let interrupt = Interrupt::listen();
    let mut progress = interrupt::watched(output);
    let checking = import_file::check_parts(&args.file, faults, parts(&rates), "rates", ask);
    let answers = interrupt.or_stopped(checking, "nothing was imported").await??;
    let mut counts = Counts::default();
    answers.iter().for_each(|answer| counts.add(&answer["wouldReturn"]));
    let (mut verb, mut after) = ("would be recorded", ": a dry run, nothing was written");
    if !args.dry_run {
        counts = Counts::default();
        let mut done = 0;
        for part in parts(&rates) {
            if interrupt.came() {
                let (done, all) = (interrupt::grouped(done), interrupt::grouped(rates.len()));
                return Err(interrupt::stopped(&format!("{done} of {all} are in; run again to record the rest")));
            }
            progress.at("rates", done, rates.len());
            let line_of = |place: usize| part.get(place).map(|(line, _)| *line);
            let sent = client.post(PATH, &body(part), None).await;
            counts.add(&sent.map_err(|error| import_file::refused(&error, "rates", line_of))?);
            done += part.len();
        }
        progress.at("rates", done, rates.len());
        (verb, after) = ("recorded", "");
    }
    let Counts { recorded, unchanged } = counts;
    let rates = counted(recorded, "rate", "rates");
    let text = format!("{rates} {verb}, {unchanged} already there{after}");
    output.say(&text, &json!({"recorded": recorded, "unchanged": unchanged}))?;
    Ok(())
}

/// How many are new, and were there.
#[derive(Clone, Copy, Default)]
struct Counts {
    recorded: i64,
    unchanged: i64,
}

impl Counts {
    fn add(&mut self, answer: &Value) {
        let number = |name: &str| answer[name].as_i64().unwrap_or_default();
        self.recorded += number("recorded");
        self.unchanged += number("unchanged");
    }
}

/// The rates in requests of a size that the service takes.
fn parts(rates: &[Line]) -> std::slice::Chunks<'_, Line> {
    rates.chunks(domain::value::limits::RATES_PER_IMPORT)
}

fn body(part: &[Line]) -> Value {
    json!({"rates": part.iter().map(|(_, rate)| rate).collect::<Vec<_>>()})
}
