//! `import hledger` and `import beancount`: journals of plain-text accounting into the books.

use std::path::PathBuf;
use std::process::ExitCode;

use super::failure::Failure;
use super::interrupt::Interrupt;
use super::output::Output;
use super::reach::{Reach, Who};
use crate::import::plain;
use crate::import::progress::{Console, Progress, Silent};
use crate::plaintext::{PlainFormat, read};

/// What Ctrl-C leaves.
pub const STOPPED: &str = "what is in stays; run it again, and it leaves alone what is there";

/// The options of `import hledger` and `import beancount`.
#[derive(Clone, Debug, clap::Args)]
pub struct ImportPlain {
    /// The journal
    pub file: PathBuf,
    /// Check everything and write nothing
    #[arg(long)]
    pub dry_run: bool,
}

/// Imports a journal.
///
/// # Errors
/// With every error of the file and its line, or the books' refusals.
pub async fn import(
    reach: Reach<'_>,
    who: &Who,
    args: &ImportPlain,
    format: PlainFormat,
    organization: Option<&str>,
    output: Output,
) -> Result<ExitCode, Failure> {
    let file = args.file.display();
    let bytes = std::fs::read(&args.file).map_err(|error| Failure::failed(format!("cannot read {file}: {error}")))?;
    // A file that cannot be read is reported without a service.
    let journal = read::read(&bytes, format);
    if journal.problem_count > 0 {
        let notes = journal.noted();
        let error = plain::PlainError::File { problems: journal.problems, notes, count: journal.problem_count };
        return Err(Failure::failed(error.to_string()));
    }
    let connection = reach.connect(who, organization).await?;
    let interrupt = Interrupt::listen();
    let mut progress: Box<dyn Progress> = if output.as_json { Box::new(Silent) } else { Box::new(Console::new()) };
    let import = plain::import(&connection.client, &bytes, format, args.dry_run, progress.as_mut());
    let done = interrupt.or_stopped(import, STOPPED).await;
    drop(progress);
    connection.close().await?;
    let report = done?.map_err(|error| Failure::failed(error.to_string()))?;
    output.say(report.to_string().trim_end(), &report.to_json())?;
    Ok(if report.refused.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
