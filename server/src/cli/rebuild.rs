//! `rebuild`: the books written anew from their log alone, then verified; only while no server runs.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use domain::value::counted;
use serde_json::{Value, json};
use store::Database;
use store::audit::rebuild::{self, Rebuilt};

use super::failure::{Exit, Failure};
use super::output::Output;
use super::verify;
use crate::config::Config;
use crate::engine::DATABASE_FILE;

/// Rebuilds one organization or all, each in one transaction, and verifies the result.
///
/// # Errors
/// Where a server runs, a log is damaged (nothing is changed then), or the database fails.
pub async fn run(config: &Config, organization: Option<&str>, output: Output) -> Result<ExitCode, Failure> {
    let organization = organization.map(verify::named).transpose()?;
    let database = open_alone(config, "countinghouse rebuild").await?;
    let chosen = match organization {
        Some(one) => vec![one],
        None => rebuild::organizations(&database).await?,
    };
    let (mut lines, mut rebuilt) = (Vec::new(), Vec::new());
    for organization in chosen {
        let one = rebuild::rebuild(&database, organization).await?;
        lines.push(text(&one));
        rebuilt.push(to_json(&one));
    }
    let report = store::audit::verify::verify(&database, organization).await?;
    database.close().await?;
    lines.push(verify::text(&report));
    output.say(&lines.join("\n"), &json!({"rebuilt": rebuilt, "verification": verify::to_json(&report)}))?;
    Ok(verify::code(&report))
}

/// How long connections may be open that nobody uses any more.
const WAITS_FOR: Duration = Duration::from_secs(2);

/// A running server keeps rows in memory and would not learn that they changed.
pub(super) async fn open_alone(config: &Config, who: &str) -> Result<Database, Failure> {
    let Some(url) = &config.database_url else {
        let file = config.data.join(DATABASE_FILE);
        if !file.is_file() {
            return Err(Failure::failed(format!("there is no database at {}", file.display())));
        }
        // It takes the lock of the folder, or names the process that holds it.
        return Ok(Database::open_sqlite(&file, &config.sqlite)?);
    };
    let mut address = store::postgres::parse(url)?;
    address.application_name(who);
    let database = Database::open_postgres(&address, &config.postgres).await?;
    // PostgreSQL takes a moment to notice that a program that just ended is gone.
    let patience = Instant::now() + WAITS_FOR;
    loop {
        match rebuild::running_nodes(&database).await? {
            0 => return Ok(database),
            _ if Instant::now() < patience => tokio::time::sleep(Duration::from_millis(50)).await,
            nodes => {
                let connections = counted(nodes, "open connection", "open connections");
                let message = format!("servers have {connections}: stop all servers first");
                return Err(Failure::new(Exit::Conflict, message));
            }
        }
    }
}

fn text(rebuilt: &Rebuilt) -> String {
    let rows: i64 = rebuilt.rows.iter().map(|(_, rows)| rows).sum();
    let (facts, rows) = (counted(rebuilt.head.seq, "fact", "facts"), counted(rows, "row", "rows"));
    let mut text = format!("rebuilt {} from {facts}: {rows}", rebuilt.organization);
    if rebuilt.orphans > 0 {
        let names = counted(rebuilt.orphans, "name of a party", "names of parties");
        text.push_str(&format!(", and left out {names} that no fact created"));
    }
    text
}

fn to_json(rebuilt: &Rebuilt) -> Value {
    let rows: serde_json::Map<String, Value> =
        rebuilt.rows.iter().map(|(table, rows)| ((*table).to_owned(), json!(rows))).collect();
    json!({
        "organizationId": rebuilt.organization.to_string(),
        "seq": rebuilt.head.seq,
        "rows": rows,
        "orphans": rebuilt.orphans,
    })
}
