//! `user disable` and `user enable`: whether somebody may sign in to the instance at all.

use domain::value::counted;
use domain::value::id::OrganizationId;
use serde_json::json;
use store::operational::logins::{self, Login};

use super::args::UserStateArgs;
use super::failure::Failure;
use super::output::Output;
use super::who;
use crate::config::Config;
use crate::engine::Engine;
use crate::identity::standing::Standings;
use crate::identity::users::{self, ShutOut};

/// Keeps a login out, ends all that was issued to it, and makes its memberships inactive, so that the books of every
/// organization know it, too.
///
/// # Errors
/// Where there is no such user, or a server holds the data folder.
pub async fn disable(config: &Config, args: &UserStateArgs, output: Output) -> Result<(), Failure> {
    let engine = Engine::open(config).await?;
    let done = shut_out(&engine, args).await;
    engine.database.close().await?;
    let outcome = done?;
    let mut text = format!(
        "{} is signed out, cannot sign in, and is inactive in {}",
        args.username,
        counted(outcome.inactive.len(), "organization", "organizations")
    );
    if !outcome.last_administrator.is_empty() {
        text.push_str(&format!(
            "; {} has no other administrator: add one with `countinghouse user add NAME --role admin --organization \
             …`, then disable {} again",
            names(&outcome.last_administrator).join(", "),
            args.username
        ));
    }
    let json = json!({
        "username": args.username,
        "inactiveIn": names(&outcome.inactive),
        "lastAdministratorOf": names(&outcome.last_administrator),
    });
    output.say(&text, &json)
}

/// Lets a login in again. Its memberships stay as they are.
///
/// # Errors
/// Where there is no such user, or a server holds the data folder.
pub async fn enable(config: &Config, args: &UserStateArgs, output: Output) -> Result<(), Failure> {
    let engine = Engine::open(config).await?;
    let done = let_in(&engine, args).await;
    engine.database.close().await?;
    done?;
    let text = format!(
        "{0} can sign in again to organizations with an active membership: administrators activate the others with PUT \
         /users/{{id}}; if there is no administrator, use `countinghouse user add {0} --role admin`",
        args.username
    );
    output.say(&text, &json!({"username": args.username}))
}

async fn shut_out(engine: &Engine, args: &UserStateArgs) -> Result<ShutOut, Failure> {
    let login = find(engine, args).await?;
    Ok(users::shut_out(&engine.database, &engine.committer, &Standings::default(), &login, "user disable").await?)
}

async fn let_in(engine: &Engine, args: &UserStateArgs) -> Result<(), Failure> {
    let login = find(engine, args).await?;
    Ok(users::let_in(&engine.database, &login).await?)
}

async fn find(engine: &Engine, args: &UserStateArgs) -> Result<Login, Failure> {
    let mut snapshot = engine.database.snapshot().await?;
    // A disabled login is found as well.
    match logins::by_username(&mut snapshot, &args.username).await? {
        Some(login) => Ok(login),
        None => who::user(&mut snapshot, &args.username).await,
    }
}

fn names(organizations: &[OrganizationId]) -> Vec<String> {
    organizations.iter().map(ToString::to_string).collect()
}
