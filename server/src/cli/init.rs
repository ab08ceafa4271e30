//! `init`: the first organization and its administrator.

use domain::value::Currency;
use serde_json::json;

use super::args::InitArgs;
use super::failure::{Exit, Failure};
use super::output::Output;
use super::prompt;
use crate::config::Config;
use crate::engine::{Engine, EngineError};
use crate::identity::setup::{self, FirstUser, Made};
use crate::identity::{self, AuthSettings};

/// Makes both, and says what to do next.
///
/// # Errors
/// Where a user exists already, an answer does not do, or a server runs.
pub async fn run(config: &Config, args: InitArgs, output: Output) -> Result<(), Failure> {
    // First the lock: nobody likes to answer five questions for nothing.
    let engine = Engine::open(config).await.map_err(beside)?;
    let made = match setup::is_needed(&engine.database).await {
        Ok(true) => make(config, &engine, args).await,
        Ok(false) => Err(Failure::failed(
            "there are users here already: `countinghouse user add NAME --role ROLE` adds one, \
             `countinghouse token --user NAME` acts as one",
        )),
        Err(error) => Err(error.into()),
    };
    engine.database.close().await?;
    let (made, username) = made?;
    let text = format!(
        "the organization {} and its administrator {username} are there\n\nnext:\n  countinghouse serve\n  \
         countinghouse token --user {username}      a token for curl\n  countinghouse user add NAME --role accountant",
        made.organization
    );
    output.say(&text, &json!({"organizationId": made.organization.to_string(), "principalId": made.principal.to_string(), "username": username}));
    Ok(())
}

/// A server that runs and has no users yet is set up through itself.
fn beside(error: EngineError) -> Failure {
    let failure = Failure::from(error);
    match failure.exit {
        Exit::Conflict => Failure::new(
            failure.exit,
            format!(
                "{}; a server that runs and has no users yet is set up with POST /api/v1/auth/setup and the code in its log",
                failure.text
            ),
        ),
        _ => failure,
    }
}

async fn make(config: &Config, engine: &Engine, args: InitArgs) -> Result<(Made, String), Failure> {
    let organization_name = prompt::ask(args.organization, "--organization", "Name of the organization", None)?;
    let currency = prompt::ask(args.currency, "--currency", "Currency of the books", Some("EUR"))?.to_uppercase();
    let base_currency = Currency::parse(&currency)
        .ok_or_else(|| Failure::usage(format!("{currency} is no currency of ISO 4217, such as EUR or USD")))?;
    let timezone = prompt::ask(args.timezone, "--timezone", "Time zone", Some("UTC"))?;
    jiff::tz::TimeZone::get(&timezone)
        .map_err(|_| Failure::usage(format!("{timezone} is no time zone, such as Europe/Berlin")))?;
    let username = prompt::ask(args.username, "--username", "Name to sign in with", Some("admin"))?;
    let display_name = args.display_name.unwrap_or_else(|| username.clone());
    let password = prompt::password(args.password_file.as_deref())?;
    let settings = AuthSettings { allows_password_grant: config.allows_password_grant, ..AuthSettings::default() };
    let auth = identity::open_auth(&engine.database, &settings).await?;
    let first =
        FirstUser { username: username.clone(), display_name, password, organization_name, base_currency, timezone };
    let made = identity::create_first_user(&engine.database, &engine.committer, &auth.passwords, first).await?;
    Ok((made, username))
}
