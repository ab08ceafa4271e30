//! `import entries`, `import opening-balances`, `import open-items` and `import parties`: files of other books.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::value::counted;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::client::{ApiClient, ClientError};
use super::failure::Failure;
use super::import_file::{self, InEncoding};
use super::interrupt::{self, Interrupt};
use super::output::Output;
use crate::commit;
use crate::csv_file::Fault;
use crate::import::digest;
use crate::import::ledger_files::{FileKind, Program};

/// Where a file is read.
const READ: &str = "/api/v1/accounting/imports/read";
/// Where entries are sent.
const ENTRIES: &str = "/api/v1/accounting/journal-entries/batch";
/// Requests of one commit.
const AT_ONCE: usize = 200;
/// Refusals of something that came in before.
const IN_ALREADY: [&str; 2] = ["duplicate_external_id", "code_taken"];

/// The options of the imports of files of other books.
#[derive(Clone, Debug, clap::Args)]
pub struct ImportLedgerFile {
    /// The file: CSV or XLSX (its first sheet)
    pub file: PathBuf,
    /// The program that wrote it: countinghouse, xero, quickbooks, odoo
    #[arg(long, value_name = "PROGRAM", value_parser = Program::ALL.iter().map(|one| one.name()).collect::<Vec<_>>())]
    pub from: Option<String>,
    /// A saved mapping: a JSON file with columns, accounts, dates, decimals, entries, as the API takes them
    #[arg(long, value_name = "FILE")]
    pub mapping: Option<PathBuf>,
    /// The day of opening entries: the first of the books
    #[arg(long, value_name = "DAY")]
    pub date: Option<String>,
    /// The account of the other side of open items, and of what is left of opening balances, such as 3900
    #[arg(long, value_name = "CODE")]
    pub offset: Option<String>,
    /// Whether open items are receivable or payable, and parties customers or suppliers
    #[arg(long = "for", value_name = "WHAT", value_parser = ["receivable", "payable"])]
    pub control_for: Option<String>,
    /// Leave entries as drafts
    #[arg(long)]
    pub draft: bool,
    #[command(flatten)]
    pub text: InEncoding,
    /// Check everything and write nothing
    #[arg(long)]
    pub dry_run: bool,
}

impl ImportLedgerFile {
    /// The request that has the file read; needs no service.
    ///
    /// # Errors
    /// Where the file or the mapping cannot be read.
    pub fn request(&self, kind: FileKind) -> Result<Value, Failure> {
        let bytes = import_file::bytes(&self.file, &self.text)?;
        if bytes.is_empty() {
            return Err(Failure::failed(format!("{} is empty, nothing was imported", self.file.display())));
        }
        let mut body = match &self.mapping {
            Some(path) => saved(path)?,
            None => Map::new(),
        };
        body.insert("kind".to_owned(), json!(kind.name()));
        body.insert("base64".to_owned(), json!(STANDARD.encode(&bytes)));
        let said = [
            ("program", &self.from),
            ("date", &self.date),
            ("offsetAccountCode", &self.offset),
            ("controlFor", &self.control_for),
        ];
        for (field, value) in said {
            if let Some(value) = value {
                body.insert(field.to_owned(), json!(value));
            }
        }
        if self.draft {
            body.insert("status".to_owned(), json!("draft"));
        }
        Ok(Value::Object(body))
    }
}

/// The members of a saved mapping.
fn saved(path: &std::path::Path) -> Result<Map<String, Value>, Failure> {
    let shown = path.display();
    let text = std::fs::read(path).map_err(|error| Failure::failed(format!("cannot read {shown}: {error}")))?;
    match serde_json::from_slice(&text) {
        Ok(Value::Object(members)) => Ok(members),
        Ok(_) => Err(Failure::failed(format!("{shown} is no mapping: it must be a JSON object"))),
        Err(error) => Err(Failure::failed(format!("{shown} is no mapping: {error}"))),
    }
}

/// A request that brings a part of the file in, with its first line.
type Part = (u64, Value);

/// Has the file read, checks all of it, and brings it in.
///
/// # Errors
/// With every fault and its line: those of the file, and the books' refusals.
pub async fn import(
    client: &ApiClient,
    request: &Value,
    args: &ImportLedgerFile,
    output: Output,
) -> Result<ExitCode, Failure> {
    let reading = client.post(READ, request, None).await?;
    let faults = faults(&reading);
    if !faults.is_empty() {
        return Err(import_file::unsound(&args.file, faults));
    }
    let parts: Vec<Part> = reading["requests"].as_array().into_iter().flatten().map(part).collect();
    let is_entries = parts.first().is_some_and(|(_, request)| request["path"] == "/accounting/journal-entries");
    let run = commit::now().0;
    let interrupt = Interrupt::listen();
    let mut progress = interrupt::watched(output);
    let mut tally = Tally::default();
    for chunk in parts.chunks(AT_ONCE) {
        let checking = send(client, run, chunk, is_entries, true);
        tally.add(interrupt.or_stopped(checking, "nothing was imported").await??);
        progress.at("checked", tally.all(), parts.len());
    }
    if !tally.refused.is_empty() {
        return Err(import_file::unsound(&args.file, tally.refused));
    }
    let mut after = ": a dry run, nothing was written";
    if !args.dry_run {
        (tally, after) = (Tally::default(), "");
        for chunk in parts.chunks(AT_ONCE) {
            if interrupt.came() {
                let (done, all) = (interrupt::grouped(tally.all()), interrupt::grouped(parts.len()));
                return Err(interrupt::stopped(&format!("{done} of {all} are in; run again for the rest")));
            }
            tally.add(send(client, run, chunk, is_entries, false).await?);
            progress.at("imported", tally.all(), parts.len());
        }
    }
    let ignored = reading["ignored"].as_array().map_or(0, Vec::len);
    let what = if is_entries { ("entry", "entries") } else { ("party", "parties") };
    let verb = if args.dry_run { "would come in" } else { "came in" };
    let mut text = format!(
        "{} {verb}, {} already there, {} left out{after}",
        counted(tally.taken, what.0, what.1),
        tally.there,
        counted(ignored, "line", "lines")
    );
    for fault in &tally.refused {
        text.push_str(&format!("\n{fault}"));
    }
    output.say(&text, &json!({"created": tally.taken, "alreadyThere": tally.there, "ignored": ignored}))?;
    Ok(if tally.refused.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn part(request: &Value) -> Part {
    (request["lines"][0].as_u64().unwrap_or_default(), request.clone())
}

/// What cannot be read; a name that the chart does not have is told once.
fn faults(reading: &Value) -> Vec<Fault> {
    let mut told = BTreeSet::new();
    let all = reading["faults"].as_array().map(Vec::as_slice).unwrap_or_default();
    let fault = |fault: &Value| {
        let message = fault["message"].as_str()?.to_owned();
        let line = fault["line"].as_u64()?;
        let column = fault["column"].as_str().map(|name| format!("{name}: ")).unwrap_or_default();
        Some(Fault { line, message: format!("{column}{message}") })
    };
    let mut faults: Vec<Fault> = all.iter().filter_map(fault).collect();
    faults.retain(|fault| !fault.message.contains("the chart has no account") || told.insert(fault.message.clone()));
    faults
}

/// How the requests fared.
#[derive(Default)]
struct Tally {
    taken: usize,
    there: usize,
    refused: Vec<Fault>,
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.taken += other.taken;
        self.there += other.there;
        self.refused.extend(other.refused);
    }

    fn all(&self) -> usize {
        self.taken + self.there + self.refused.len()
    }

    fn note(&mut self, line: u64, code: &str, detail: &str) {
        if IN_ALREADY.contains(&code) {
            self.there += 1;
        } else {
            self.refused.push(Fault { line, message: detail.to_owned() });
        }
    }
}

/// Sends a chunk, or asks what would become of it.
async fn send(
    client: &ApiClient,
    run: i64,
    chunk: &[Part],
    is_entries: bool,
    is_check: bool,
) -> Result<Tally, ClientError> {
    let query = if is_check { "?dryRun=true" } else { "" };
    let mut tally = Tally::default();
    if !is_entries {
        for (line, request) in chunk {
            let path = format!("/api/v1{}{query}", request["path"].as_str().unwrap_or_default());
            match client.post(&path, &request["body"], Some(&key(run, &request["body"]))).await {
                Ok(_) => tally.taken += 1,
                Err(ClientError::Problem { code, problem, .. })
                    if problem["status"] != 429 && problem["status"] != 503 =>
                {
                    tally.note(*line, &code, problem["detail"].as_str().unwrap_or_default());
                }
                Err(error) => return Err(error),
            }
        }
        return Ok(tally);
    }
    let items: Vec<&Value> = chunk.iter().map(|(_, request)| &request["body"]).collect();
    let body = json!({"atomic": false, "items": items});
    let answer = client.post(&format!("{ENTRIES}{query}"), &body, Some(&key(run, &body))).await?;
    let results = if is_check { &answer["wouldReturn"]["results"] } else { &answer["results"] };
    for (index, (line, _)) in chunk.iter().enumerate() {
        let problem = &results[index]["problem"];
        match problem["code"].as_str() {
            None => tally.taken += 1,
            Some(code) => tally.note(*line, code, &told(problem)),
        }
    }
    Ok(tally)
}

/// The faults of a refused entry in words.
fn told(problem: &Value) -> String {
    let errors = problem["errors"].as_array().map(Vec::as_slice).unwrap_or_default();
    let messages: BTreeSet<&str> = errors.iter().filter_map(|error| error["message"].as_str()).collect();
    match messages.len() {
        0 => problem["detail"].as_str().unwrap_or("refused").to_owned(),
        _ => messages.into_iter().collect::<Vec<_>>().join("; "),
    }
}

/// A key that follows from this run and what it sends: where the answer got lost, it is not done twice. Another run has other keys,
/// and is told what is there already.
fn key(run: i64, body: &Value) -> String {
    digest::short(Sha256::new().chain_update(run.to_be_bytes()).chain_update(body.to_string()))
}
