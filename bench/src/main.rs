//! Measures the service over HTTP, and the bare databases and the disk that bound it, as `name value` lines.

mod bare;
mod failure;
mod load;
mod random;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Benchmarks of Countinghouse; `scripts/bench` runs them all and prints the table.
#[derive(Parser)]
#[command(name = "countinghouse-bench", version)]
struct Arguments {
    #[command(subcommand)]
    measure: Measure,
}

#[derive(Subcommand)]
enum Measure {
    /// How often per second the disk makes an appended page durable
    Fsync(bare::fsync::Options),
    /// Bare SQLite writing the rows of two-line entries
    BareSqlite(bare::sqlite::Options),
    /// Bare PostgreSQL writing the rows of two-line entries
    BarePostgres(bare::postgres::Options),
    /// A running server, over HTTP
    Load(load::Options),
    /// A running server: a receipt before all that moved of an item
    Backdate(load::backdate::Options),
}

/// One thread for everything: the client shares its cores with the server that it measures.
#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let measured = match Arguments::parse().measure {
        Measure::Fsync(options) => bare::fsync::run(&options),
        Measure::BareSqlite(options) => bare::sqlite::run(&options),
        Measure::BarePostgres(options) => bare::postgres::run(&options).await,
        Measure::Load(options) => load::run(options).await,
        Measure::Backdate(options) => load::backdate::run(options).await,
    };
    match measured {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}
