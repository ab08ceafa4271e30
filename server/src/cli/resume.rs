//! `resume`: the jobs of a restored database go on, and its users and secrets work again.

use serde_json::json;
use store::operational::instance;
use store::operational::security_events::SecurityEventKind;

use super::failure::Failure;
use super::output::Output;
use super::rebuild::open_alone;
use crate::config::Config;
use crate::engine;
use crate::identity::security::{self, Happened};

/// Ends the wait that a restore began. Servers on PostgreSQL notice by themselves; the server of an embedded database
/// is stopped first, because it is the only one that writes there.
///
/// # Errors
/// Where there is no database, it fails, or a server holds its folder.
pub async fn run(config: &Config, output: Output) -> Result<(), Failure> {
    let database = match config.database_url {
        Some(_) => engine::open_reader(config).await?,
        None => open_alone(config, "countinghouse resume").await?,
    };
    let was_held = instance::get(&mut database.snapshot().await?).await?.is_some_and(|row| row.is_paused);
    instance::set_paused(&database, false).await?;
    if was_held {
        let resumed = Happened::by_command(SecurityEventKind::ServiceResumed, "countinghouse resume");
        security::note_to_all(&database, &resumed).await;
    }
    database.close().await?;
    output.say("ok: jobs run again, and users and secrets work as they are now", &json!({"jobsPaused": false}))?;
    Ok(())
}
