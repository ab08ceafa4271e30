//! `migrate`: the schema brought up to date, without starting the service.

use serde_json::json;

use super::failure::Failure;
use super::output::Output;
use crate::config::Config;
use crate::engine::Engine;

/// Opens the database, which brings its schema up to date, and closes it.
///
/// # Errors
/// Where another process writes, or a step fails.
pub async fn run(config: &Config, output: Output) -> Result<(), Failure> {
    let engine = Engine::open(config).await?;
    engine.database.close().await?;
    output.say("the schema is up to date", &json!({"migrated": true}))?;
    Ok(())
}
