//! `restore`: a backup put in place as the data folder of a new life.

use std::path::Path;

use serde_json::json;
use store::audit::copy;

use super::backup::USE_PG_DUMP;
use super::failure::Failure;
use super::output::Output;
use crate::commit;
use crate::config::Config;
use crate::engine::DATABASE_FILE;

/// Restores a copy, named by its file or its folder, into the data folder, which must be absent or empty.
///
/// # Errors
/// Where the folder is in use, or the copy is not what its manifest says; nothing is left behind then.
pub async fn run(config: &Config, from: &Path, output: Output) -> Result<(), Failure> {
    if config.database_url.is_some() {
        return Err(Failure::usage(USE_PG_DUMP));
    }
    let from = if from.is_dir() { from.join(DATABASE_FILE) } else { from.to_owned() };
    let manifest = copy::restore(&from, &config.data, DATABASE_FILE, commit::now()).await?;
    let text = format!(
        "ok: {} restored as of {}, with {} organizations; everybody has to sign in again, webhooks and jobs are paused. \
         Next: `countinghouse verify`",
        config.data.display(),
        manifest.made_at,
        manifest.heads.len()
    );
    output.say(&text, &json!({"data": config.data, "manifest": manifest.to_json()}))?;
    Ok(())
}
