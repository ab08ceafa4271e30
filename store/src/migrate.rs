//! Migrations: they bring the schema of both databases up to this program's version.

use crate::Fault;

mod sqlite_schema {
    refinery::embed_migrations!("migrations/sqlite");
}

mod postgres_schema {
    refinery::embed_migrations!("migrations/postgres");
}

/// How often a node tries again when another one migrates at the same moment.
const ATTEMPTS: u32 = 5;

/// Brings a SQLite file up to date; returns how many steps that took.
pub fn sqlite(connection: &mut rusqlite::Connection) -> Result<usize, Fault> {
    // Grouped, as else a step and the record of it are two transactions, and a kill between them cannot be healed.
    let runner = sqlite_schema::migrations::runner().set_grouped(true);
    let report = runner.run(connection).map_err(|error| failed(&error))?;
    Ok(report.applied_migrations().len())
}

/// Brings a PostgreSQL database up to date; returns how many steps that took.
///
/// Two nodes may start at once. All steps are one transaction that also records their versions, so one
/// of them fails on the record or on the tables, and then finds the work done.
pub async fn postgres(client: &mut tokio_postgres::Client) -> Result<usize, Fault> {
    let mut attempt = 1;
    loop {
        match postgres_schema::migrations::runner().set_grouped(true).run_async(client).await {
            Ok(report) => return Ok(report.applied_migrations().len()),
            Err(error) if attempt == ATTEMPTS => return Err(failed(&error)),
            Err(_) => {
                tokio::time::sleep(std::time::Duration::from_millis(100 * u64::from(attempt))).await;
                attempt += 1;
            }
        }
    }
}

fn failed(error: &refinery::Error) -> Fault {
    if let Some(damage) = damage_below(error) {
        return damage;
    }
    let source = std::error::Error::source(error).map(|source| format!(": {source}")).unwrap_or_default();
    Fault::Other(format!("the schema could not be brought up to date: {error}{source}"))
}

/// Damage met by the database, which is reported in words of its own.
fn damage_below(error: &refinery::Error) -> Option<Fault> {
    let mut below = std::error::Error::source(error);
    while let Some(cause) = below {
        if let Some(rusqlite::Error::SqliteFailure(failure, text)) = cause.downcast_ref::<rusqlite::Error>()
            && pages::is_damage(failure)
        {
            return Some(rusqlite::Error::SqliteFailure(*failure, text.clone()).into());
        }
        below = cause.source();
    }
    None
}
