//! `export --format log` and `import log`: one organization's log on its way from one instance to another.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use domain::value::counted;
use serde_json::json;
use store::Fault;
use store::audit::log_file::Header;
use store::audit::manifest::{hex, unhex};
use store::audit::take_in::take_in;
use store::audit::take_out::take_out;

use super::args::ExportArgs;
use super::failure::Failure;
use super::output::{Output, StandardOutput, unprinted};
use super::reach::organization_variable;
use super::{who, whole_file};
use crate::commit;
use crate::config::Config;
use crate::engine::{self, Engine};
use crate::import::progress::{Console, Progress, Silent};

/// The options of `import log`.
#[derive(Clone, Debug, clap::Args)]
pub struct ImportLog {
    /// The file, as `export --format log` writes it
    pub file: PathBuf,
    /// Refuse a log that does not end with this hash
    #[arg(long, value_name = "HASH")]
    pub expect_head: Option<String>,
}

/// Writes the log of an organization, while writers go on.
///
/// # Errors
/// If the log is not sound, or either side fails. A file appears whole or not at all.
pub async fn export(config: &Config, args: &ExportArgs) -> Result<(), Failure> {
    let database = engine::open_reader(config).await?;
    let mut snapshot = database.snapshot().await?;
    let wanted = args.organization.clone().or_else(organization_variable);
    let organization = who::organization(&mut snapshot, wanted.as_deref()).await?;
    drop(snapshot);
    let header = match &args.out {
        None => {
            let mut out = BufWriter::new(StandardOutput);
            take_out(&database, organization, args.with_names, &mut out).await?;
            out.flush().map_err(|error| unprinted(&error))?;
            None
        }
        Some(path) => {
            let mut header = None;
            whole_file::write(path, async |out| {
                header = Some(take_out(&database, organization, args.with_names, out).await?);
                Ok(())
            })
            .await?;
            header
        }
    };
    database.close().await?;
    if let Some(header) = header {
        eprintln!("{}", told(&header));
    }
    Ok(())
}

/// Takes a log into this instance, which has no organization with its id.
///
/// # Errors
/// If a server runs on the folder, or the file is faulty; nothing visible is left then.
pub async fn import(config: &Config, args: &ImportLog, output: Output) -> Result<(), Failure> {
    let expected = match &args.expect_head {
        None => None,
        Some(text) => Some(unhex(text).ok_or_else(|| {
            Failure::usage(format!(
                "{text:?} is not a hash: a hash has 64 hexadecimal digits, as in GET /api/v1/audit/head"
            ))
        })?),
    };
    let engine = Engine::open(config).await?;
    let mut progress: Box<dyn Progress> = if output.as_json { Box::new(Silent) } else { Box::new(Console::new()) };
    let told_so_far = |done: i64, all: i64| {
        progress.at("facts", usize::try_from(done).unwrap_or(0), usize::try_from(all).unwrap_or(0));
    };
    let taken = take_in(&engine.database, &args.file, expected, commit::now(), told_so_far).await;
    let closed = engine.database.close().await;
    let taken = taken.map_err(failed)?;
    closed?;
    let organization = taken.header.organization.to_string();
    let text = if taken.was_there {
        format!("{organization} already exists here with this log: nothing was written")
    } else {
        let names = if taken.header.has_names { "" } else { "; the file has no names of parties and members" };
        format!(
            "ok: {} imported and verified{names}\n\nnobody has access to it yet; next:\n  countinghouse user add NAME \
             --role admin --organization {organization}",
            told(&taken.header)
        )
    };
    let answer = json!({"log": taken.header.to_json(), "written": taken.written, "wasThere": taken.was_there});
    output.say(&text, &answer)?;
    Ok(())
}

fn failed(fault: Fault) -> Failure {
    match fault {
        Fault::Io(_) | Fault::ConnectionLost(_) | Fault::StorageFull(_) => {
            Failure::failed(format!("{fault}; run the same import again, and it continues where it stopped"))
        }
        other => other.into(),
    }
}

fn told(header: &Header) -> String {
    let facts = counted(header.facts, "fact", "facts");
    format!("{facts} of {}, head {}", header.organization, hex(&header.hash))
}
