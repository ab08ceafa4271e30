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
use crate::identity::{self, AuthSettings, users};

/// Makes both, and prints the next steps.
pub async fn run(config: &Config, args: InitArgs, output: Output) -> Result<(), Failure> {
    // First the lock: nobody likes to answer five questions for nothing.
    let engine = Engine::open(config).await.map_err(beside)?;
    let made = match setup::is_needed(&engine.database).await {
        Ok(true) => make(config, &engine, args).await,
        Ok(false) => Err(Failure::failed(
            "this instance already has users: `countinghouse user add NAME --role ROLE` adds one, `countinghouse token \
             --user NAME` gets a token of one",
        )),
        Err(error) => Err(error.into()),
    };
    engine.database.close().await?;
    let (made, username) = made?;
    let text = format!(
        "the organization {} and its administrator {username} have been created\n\nnext:\n  countinghouse serve\n  \
         countinghouse token --user {username}      a token for curl\n  countinghouse user add NAME --role accountant",
        made.organization
    );
    output.say(&text, &json!({"organizationId": made.organization.to_string(), "principalId": made.principal.to_string(), "username": username}))?;
    Ok(())
}

/// A server that runs and has no users yet is set up through itself.
fn beside(error: EngineError) -> Failure {
    let failure = Failure::from(error);
    match failure.exit {
        Exit::Conflict => Failure::new(
            failure.exit,
            format!(
                "{}; a running server without users is set up with POST /api/v1/auth/setup and the code in its log",
                failure.text
            ),
        ),
        _ => failure,
    }
}

async fn make(config: &Config, engine: &Engine, args: InitArgs) -> Result<(Made, String), Failure> {
    let organization_name = prompt::ask(args.organization, "--organization", "Name of the organization", None, named)?;
    let base_currency =
        prompt::ask(args.currency, "--currency", "Currency of the books; it can never change", Some("EUR"), currency)?;
    let timezone = prompt::ask(args.timezone, "--timezone", "Time zone", Some("UTC"), zone)?;
    let username = prompt::ask(args.username, "--username", "Username of the administrator", Some("admin"), |text| {
        users::require_username(text).map_err(|error| error.to_string())
    })?;
    let display_name = args.display_name.unwrap_or_else(|| username.clone());
    let password = prompt::password(args.password_file.as_deref(), |text| prompt::strong(text, &username))?;
    let settings = AuthSettings { allows_password_grant: config.allows_password_grant, ..AuthSettings::default() };
    let auth = identity::open_auth(&engine.database, &settings).await?;
    let first =
        FirstUser { username: username.clone(), display_name, password, organization_name, base_currency, timezone };
    let made = identity::create_first_user(&engine.database, &engine.committer, &auth.passwords, first).await?;
    Ok((made, username))
}

/// The name of an organization.
pub(super) fn named(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("the organization needs a name".to_owned()),
        name => Ok(name.to_owned()),
    }
}

/// The currency of the books.
pub(super) fn currency(text: &str) -> Result<Currency, String> {
    let code = text.to_uppercase();
    Currency::parse(&code).ok_or_else(|| format!("{code} is not a currency of ISO 4217, such as EUR or USD"))
}

/// The time zone of an organization.
pub(super) fn zone(text: &str) -> Result<String, String> {
    match jiff::tz::TimeZone::get(text) {
        Ok(_) => Ok(text.to_owned()),
        Err(_) => Err(format!("{text} is not a time zone, such as Europe/Berlin")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_that_does_not_do_is_told_what_would() {
        assert_eq!(currency("gbp").map(|currency| currency.to_string()), Ok("GBP".to_owned()));
        assert!(currency("EURO").unwrap_err().contains("such as EUR"));
        assert_eq!(zone("Europe/Berlin").as_deref(), Ok("Europe/Berlin"));
        assert!(zone("Berlin").unwrap_err().contains("such as Europe/Berlin"));
        assert_eq!(named(" Ada & Co ").as_deref(), Ok("Ada & Co"));
        assert!(named("  ").is_err());
        assert!(prompt::strong("short", "ada").unwrap_err().starts_with("the password must have"));
    }
}
