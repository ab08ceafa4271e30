//! `backup`: a copy of the embedded database with its manifest, made while a server runs.

use std::path::{Path, PathBuf};

use domain::value::counted;
use serde_json::json;
use store::audit::copy;
use store::audit::manifest::Manifest;

use super::failure::Failure;
use super::output::Output;
use crate::commit;
use crate::config::Config;
use crate::engine::DATABASE_FILE;

/// PostgreSQL's own tools for it.
pub(super) const USE_PG_DUMP: &str = "this is a PostgreSQL database, which has better tools of its own: `pg_dump \
    --format=custom --file=books.dump \"$DATABASE_URL\"`, or continuous archiving with base backups; restore with \
    `pg_restore --dbname=\"$DATABASE_URL\" books.dump` into an empty database, then run `countinghouse restore` \
    without the name of a backup, and `countinghouse verify`";

/// Copies the database to a file, or into a folder.
pub async fn run(config: &Config, to: &Path, output: Output) -> Result<(), Failure> {
    if config.database_url.is_some() {
        return Err(Failure::usage(USE_PG_DUMP));
    }
    let to = target(to)?;
    let from = config.data.join(DATABASE_FILE);
    let manifest = copy::make(&from, &to, commit::now(), |_, _| {}).await?;
    let beside = Manifest::path_of(&to);
    let text = format!(
        "ok: {} with {} bytes of {}, described by {}",
        to.display(),
        manifest.size,
        counted(manifest.heads.len(), "organization", "organizations"),
        beside.display()
    );
    output.say(&text, &json!({"file": to, "manifestFile": beside, "manifest": manifest.to_json()}))?;
    Ok(())
}

/// A folder gets a file with the database's usual name. A path without an extension means a folder.
fn target(to: &Path) -> Result<PathBuf, Failure> {
    if to.is_dir() || to.extension().is_none() {
        store::private::create_folder(to).map_err(|error| Failure::failed(format!("{}: {error}", to.display())))?;
        return Ok(to.join(DATABASE_FILE));
    }
    Ok(to.to_owned())
}
