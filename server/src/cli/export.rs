//! `export`: files for other programs, on standard output or into a file.

use std::io::Write;

use super::args::{ExportArgs, ExportFormat};
use super::chart;
use super::client::ApiClient;
use super::failure::Failure;
use super::output::StandardOutput;
use super::reach::Reach;
use super::{log, whole_file};

/// Writes the export, also while a server runs. A file appears whole or not at all.
pub async fn run(reach: Reach<'_>, args: &ExportArgs) -> Result<(), Failure> {
    let is_plain = matches!(args.format, ExportFormat::Hledger | ExportFormat::Beancount | ExportFormat::Ledger);
    if args.with_names && args.format != ExportFormat::Log {
        return Err(Failure::usage("--with-names can only be used with --format log"));
    }
    if !is_plain && (args.date_from.is_some() || args.date_to.is_some()) {
        return Err(Failure::usage(
            "--date-from and --date-to can only be used with --format hledger, beancount or \
             ledger",
        ));
    }
    if !is_plain && args.without_closing {
        return Err(Failure::usage("--without-closing can only be used with --format hledger, beancount or ledger"));
    }
    if args.format == ExportFormat::Log {
        let is_told = args.who.url.is_some() || args.who.profile.is_some() || args.who.here.username.is_some();
        return match is_told {
            true => Err(Failure::usage("a log is read from the data folder: leave --url, --profile and --as out")),
            false => log::export(reach.config, args).await,
        };
    }
    let connection = reach.connect(&args.who, args.organization.as_deref()).await?;
    let exported = match &args.out {
        None => write(&connection.client, args, &mut StandardOutput).await,
        Some(path) => whole_file::write(path, async |out| write(&connection.client, args, out).await).await,
    };
    connection.close().await?;
    exported
}

async fn write(client: &ApiClient, args: &ExportArgs, out: &mut impl Write) -> Result<(), Failure> {
    let format = match args.format {
        ExportFormat::Hledger => "hledger",
        ExportFormat::Beancount => "beancount",
        ExportFormat::Ledger => "ledger",
        ExportFormat::Chart | ExportFormat::Log => {
            let text = chart::export(client).await?;
            let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
            return written.map_err(|error| Failure::failed(format!("the export could not be written: {error}")));
        }
    };
    let mut path = format!("/api/v1/accounting/export?format={format}");
    for (name, day) in [("dateFrom", &args.date_from), ("dateTo", &args.date_to)] {
        if let Some(day) = day {
            let is_safe = day.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
            if !is_safe {
                return Err(Failure::usage(format!("{day:?} is not a date: write it like 2010-12-31")));
            }
            path.push_str(&format!("&{name}={day}"));
        }
    }
    if args.without_closing {
        path.push_str("&closing=exclude");
    }
    Ok(client.get_into(&path, out).await?)
}
