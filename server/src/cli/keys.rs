//! `keys list`, `keys rotate` and `keys withdraw`: the keys that sign the instance's own tokens.

use domain::value::Instant;
use serde_json::{Value, json};
use store::Database;

use super::args::KeysCommand;
use super::failure::Failure;
use super::output::Output;
use super::rebuild::open_alone;
use crate::auth::key_ring::{KeyRing, Use};
use crate::config::Config;
use crate::identity::keys;
use crate::{commit, engine};

/// Lists the keys, makes the next one, or withdraws one.
///
/// # Errors
/// Where there is no database or no such key, or, for a change, a server holds the data folder.
pub async fn run(config: &Config, command: &KeysCommand, output: Output) -> Result<(), Failure> {
    match command {
        KeysCommand::List => list(config, output).await,
        KeysCommand::Rotate => rotate(config, output).await,
        KeysCommand::Withdraw { kid } => withdraw(config, kid, output).await,
    }
}

async fn list(config: &Config, output: Output) -> Result<(), Failure> {
    let database = engine::open_reader(config).await?;
    let ring = keys::load(&database, commit::now()).await?;
    database.close().await?;
    let (text, json) = told(&ring, commit::now());
    output.say(&text, &json)
}

async fn rotate(config: &Config, output: Output) -> Result<(), Failure> {
    let database = open(config, "countinghouse keys rotate").await?;
    let kid = keys::rotate_by_hand(&database, commit::now()).await?;
    database.close().await?;
    let text = format!(
        "{kid} begins to sign in 10 minutes, once every server knows it; tokens of the earlier key stay valid until \
         they expire"
    );
    output.say(&text, &json!({"kid": kid}))
}

async fn withdraw(config: &Config, kid: &str, output: Output) -> Result<(), Failure> {
    let database = open(config, "countinghouse keys withdraw").await?;
    let now = commit::now();
    let is_withdrawn = keys::withdraw(&database, kid, now).await?;
    let ring = keys::load(&database, now).await?;
    database.close().await?;
    let (text, json) = told(&ring, now);
    if !is_withdrawn {
        return Err(Failure::failed(format!("there is no key {kid}; there are:\n{text}")));
    }
    let text = format!(
        "{kid} is withdrawn: everything that it signed is refused from now on; clients with a refresh token or a \
         secret get a new access token\n{text}"
    );
    output.say(&text, &json!({"withdrawn": kid, "keys": json}))
}

/// Servers on PostgreSQL notice by themselves; the server of an embedded database is the only one that writes there.
async fn open(config: &Config, who: &str) -> Result<Database, Failure> {
    match config.database_url {
        Some(_) => Ok(engine::open_reader(config).await?),
        None => open_alone(config, who).await,
    }
}

fn told(ring: &KeyRing, now: Instant) -> (String, Value) {
    let mut lines = Vec::new();
    let mut keys = Vec::new();
    for (kid, signs_from, used) in ring.told(now) {
        let (state, words) = match used {
            Use::Published => ("published", format!("signs from {signs_from} on")),
            Use::Signing => ("signing", format!("signs since {signs_from}")),
            Use::Verifying(until) => ("verifying", format!("no longer signs; its tokens are valid until {until}")),
        };
        lines.push(format!("{kid}  {words}"));
        keys.push(json!({"kid": kid, "state": state, "signsFrom": signs_from.to_string()}));
    }
    (lines.join("\n"), Value::Array(keys))
}
