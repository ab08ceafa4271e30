//! `export`: what other programs read, on standard output or into a file.

use std::io::Write;

use super::args::{ExportArgs, ExportFormat};
use super::chart;
use super::connect::connect;
use super::failure::Failure;
use crate::config::Config;

/// Writes the export, also beside a running server. A file appears whole or not at all.
///
/// # Errors
/// Where the service refuses or the file cannot be written.
pub async fn run(config: &Config, args: &ExportArgs) -> Result<(), Failure> {
    let connection = connect(config, args.organization.as_deref()).await?;
    let exported = match args.format {
        ExportFormat::Chart => chart::export(&connection.client).await,
    };
    connection.close().await?;
    let text = exported?;
    let written = match &args.out {
        None => std::io::stdout().write_all(text.as_bytes()),
        Some(path) => {
            let beside = path.with_extension("partial");
            std::fs::write(&beside, &text).and_then(|()| std::fs::rename(&beside, path))
        }
    };
    written.map_err(|error| Failure::failed(format!("the export could not be written: {error}")))
}
