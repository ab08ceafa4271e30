//! `token`: an access token from the stored keys, also while a server runs.

use serde_json::json;

use super::args::TokenArgs;
use super::failure::Failure;
use super::output::Output;
use super::reach::organization_variable;
use super::who;
use crate::config::Config;
use crate::engine;
use crate::identity::{self, AuthSettings};

/// Prints the bare token and nothing else.
///
/// # Errors
/// Where there is no such user or organization, or no database.
pub async fn run(config: &Config, args: &TokenArgs, output: Output) -> Result<(), Failure> {
    let database = engine::open_reader(config).await?;
    let mut snapshot = database.snapshot().await?;
    let login = who::user(&mut snapshot, &args.user).await?;
    let wanted = args.organization.clone().or_else(organization_variable);
    let organization = who::organization_of(&mut snapshot, login.principal_id, wanted.as_deref()).await?;
    drop(snapshot);
    let auth = identity::open_auth(&database, &AuthSettings::default()).await?;
    let minted = identity::mint(&auth, login.principal_id, Some(organization), args.hours * 3_600)?;
    database.close().await?;
    let json = json!({"accessToken": minted.token, "expiresIn": minted.expires_in_s, "organizationId": organization.to_string()});
    output.say(&minted.token, &json)?;
    Ok(())
}
