//! `resume`: the jobs of a restored database go on, and its users and secrets work again.

use serde_json::json;
use store::operational::instance;

use super::failure::Failure;
use super::output::Output;
use super::rebuild::open_alone;
use crate::config::Config;
use crate::engine;

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
    instance::set_paused(&database, false).await?;
    database.close().await?;
    output.say("ok: the jobs go on, and users and secrets work as they are now", &json!({"jobsPaused": false}))?;
    Ok(())
}
