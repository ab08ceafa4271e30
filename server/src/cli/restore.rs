//! `restore`: a backup put in place as the data folder, or a restored PostgreSQL database put into use; a new epoch begins.

use std::path::Path;

use domain::value::counted;
use serde_json::json;
use store::audit::{copy, new_epoch};

use super::backup::USE_PG_DUMP;
use super::failure::Failure;
use super::output::Output;
use super::rebuild::open_alone;
use crate::commit;
use crate::config::Config;
use crate::engine::DATABASE_FILE;

/// The state after every restore, and the next steps.
const NEXT: &str = "everybody has to sign in again, earlier tokens are refused, open invitations are gone, and jobs \
    wait. Users, passwords and secrets are those of the backup, even if they were withdrawn since. So until \
    `countinghouse resume`, only administrators of the backup can sign in, and no secret works. Next: `countinghouse \
    verify`; `countinghouse user disable NAME` for users that you have locked out since; revoke the secrets that were \
    withdrawn since; then `countinghouse resume`";

/// Restores a copy, named by its file or its folder, into the data folder, which must be absent or empty. On PostgreSQL
/// `pg_restore` has put the copy in place, and this begins its new epoch.
///
/// # Errors
/// If the folder is in use, or the copy differs from its manifest; nothing is left behind then. On PostgreSQL, if a
/// copy is named, or a server is connected.
pub async fn run(config: &Config, from: Option<&Path>, output: Output) -> Result<(), Failure> {
    match (&config.database_url, from) {
        (None, Some(from)) => into_folder(config, from, output).await,
        (None, None) => Err(Failure::usage("the backup is missing: give its file or folder")),
        (Some(_), Some(_)) => Err(Failure::usage(USE_PG_DUMP)),
        (Some(_), None) => in_place(config, output).await,
    }
}

async fn into_folder(config: &Config, from: &Path, output: Output) -> Result<(), Failure> {
    let from = if from.is_dir() { from.join(DATABASE_FILE) } else { from.to_owned() };
    let manifest = copy::restore(&from, &config.data, DATABASE_FILE, commit::now()).await?;
    let text = format!(
        "ok: {} restored as of {}, with {}; {NEXT}",
        config.data.display(),
        manifest.made_at,
        counted(manifest.heads.len(), "organization", "organizations")
    );
    output.say(&text, &json!({"data": config.data, "manifest": manifest.to_json()}))?;
    Ok(())
}

async fn in_place(config: &Config, output: Output) -> Result<(), Failure> {
    let database = open_alone(config, "countinghouse restore").await?;
    new_epoch::begin(&database, commit::now()).await?;
    database.close().await?;
    output.say(&format!("ok: a new epoch has begun; {NEXT}"), &json!({"jobsPaused": true}))
}
