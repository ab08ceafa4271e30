//! `init`: the first organization and its administrator.

use domain::value::{Currency, Date};
use serde_json::json;

use super::args::InitArgs;
use super::failure::{Exit, Failure};
use super::output::Output;
use super::prompt;
use crate::charts::{self, Template};
use crate::config::Config;
use crate::engine::{Engine, EngineError};
use crate::identity::beginnings::{Beginnings, FirstWarehouse, first_day};
use crate::identity::setup::{self, FirstUser, Made};
use crate::identity::{self, AuthSettings, users};

/// What leaves a part out.
const NONE: &str = "none";

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
    let (made, username, beginnings) = made?;
    let text = format!(
        "the organization {} and its administrator {username} have been created{}\n\nnext:\n{}  countinghouse serve\n  \
         countinghouse token --user {username}      a token for curl\n  countinghouse user add NAME --role accountant",
        made.organization,
        begun(&beginnings),
        lacking(&beginnings),
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

async fn make(config: &Config, engine: &Engine, args: InitArgs) -> Result<(Made, String, Beginnings), Failure> {
    let organization_name = prompt::ask(args.organization, "--organization", "Name of the organization", None, named)?;
    let base_currency =
        prompt::ask(args.currency, "--currency", "Currency of the books; it can never change", Some("EUR"), currency)?;
    let timezone = prompt::ask(args.timezone, "--timezone", "Time zone", Some("UTC"), zone)?;
    let beginnings = beginnings(Asked { chart: args.chart, fiscal_year: args.fiscal_year, warehouse: args.warehouse })?;
    let username = prompt::ask(args.username, "--username", "Username of the administrator", Some("admin"), |text| {
        users::require_username(text).map_err(|error| error.to_string())
    })?;
    let display_name = args.display_name.unwrap_or_else(|| username.clone());
    let password = prompt::password(args.password_file.as_deref(), |text| prompt::strong(text, &username))?;
    let settings = AuthSettings { allows_password_grant: config.allows_password_grant, ..AuthSettings::default() };
    let auth = identity::open_auth(&engine.database, &settings).await?;
    let first = FirstUser {
        username: username.clone(),
        display_name,
        password,
        organization_name,
        base_currency,
        timezone,
        beginnings: beginnings.clone(),
    };
    let made = identity::create_first_user(&engine.database, &engine.committer, &auth.passwords, first).await?;
    Ok((made, username, beginnings))
}

/// What the books are to begin with, as it was given.
pub(super) struct Asked {
    pub(super) chart: Option<String>,
    pub(super) fiscal_year: Option<String>,
    pub(super) warehouse: Option<String>,
}

/// The same, checked; on a terminal what is missing is asked for.
pub(super) fn beginnings(asked: Asked) -> Result<Beginnings, Failure> {
    let known: Vec<&str> = charts::TEMPLATES.iter().map(|template| template.id).collect();
    let question = format!("Chart of accounts: {} or none", known.join(", "));
    let chart = prompt::ask(asked.chart, "--chart", &question, Some(NONE), chart)?;
    // Books without accounts take no entries: of those nobody is asked for more.
    let is_asked = chart.is_some();
    let optional = |given: Option<String>| given.or_else(|| (!is_asked).then(|| NONE.to_owned()));
    let this_year = "Fiscal year: a year, its first day, or none for this calendar year";
    let fiscal_year = prompt::ask(optional(asked.fiscal_year), "--fiscal-year", this_year, Some(NONE), year)?;
    let code = "Code of the first warehouse, or none";
    let warehouse = prompt::ask(optional(asked.warehouse), "--warehouse", code, Some(NONE), warehouse)?;
    Ok(Beginnings { chart, fiscal_year, warehouse })
}

/// The same, with nobody to ask.
pub(super) fn given(asked: Asked) -> Result<Beginnings, Failure> {
    let none = |given: Option<String>| Some(given.unwrap_or_else(|| NONE.to_owned()));
    beginnings(Asked {
        chart: none(asked.chart),
        fiscal_year: none(asked.fiscal_year),
        warehouse: none(asked.warehouse),
    })
}

/// What the books have from the first day.
fn begun(beginnings: &Beginnings) -> String {
    let chart = beginnings.chart.map(|chart| format!("the chart {} with its journals and a fiscal year", chart.id));
    let year = beginnings.fiscal_year.filter(|_| chart.is_none()).map(|_| "a fiscal year".to_owned());
    let warehouse = beginnings.warehouse.as_ref().map(|warehouse| format!("the warehouse {}", warehouse.code));
    let parts: Vec<String> = chart.into_iter().chain(year).chain(warehouse).collect();
    if parts.is_empty() { String::new() } else { format!(", with {}", parts.join(" and ")) }
}

/// What the books lack before they take a first entry.
fn lacking(beginnings: &Beginnings) -> &'static str {
    match (beginnings.chart, beginnings.fiscal_year) {
        (Some(_), _) => "",
        (None, Some(_)) => "  countinghouse import chart --template ifrs   then a journal: POST /accounting/journals\n",
        (None, None) => {
            "  countinghouse import chart --template ifrs   then a year and a journal: POST /accounting/fiscal-years and \
             /accounting/journals\n"
        }
    }
}

fn chart(text: &str) -> Result<Option<&'static Template>, String> {
    if text == NONE {
        return Ok(None);
    }
    let known: Vec<&str> = charts::TEMPLATES.iter().map(|template| template.id).collect();
    let unknown = || format!("there is no chart template {text}: choose one of {}", known.join(", "));
    charts::template(text).map(Some).ok_or_else(unknown)
}

fn year(text: &str) -> Result<Option<Date>, String> {
    if text == NONE {
        return Ok(None);
    }
    first_day(text).map(Some).ok_or_else(|| format!("{text} is no year such as 2026, nor a day such as 2026-04-01"))
}

fn warehouse(text: &str) -> Result<Option<FirstWarehouse>, String> {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    match text {
        NONE => Ok(None),
        code if (1..=20).contains(&code.len()) && code.bytes().all(fits) => {
            let code = code.to_ascii_uppercase();
            Ok(Some(FirstWarehouse { name: format!("Warehouse {code}"), code }))
        }
        _ => Err(format!("{text} is no code of a warehouse: 1 to 20 letters, digits, dots, underscores and hyphens")),
    }
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
        assert!(chart("pcg").unwrap_err().contains("ifrs, us-gaap, fr-pcg"));
        assert!(year("26").unwrap_err().contains("such as 2026"));
        assert!(warehouse("Main hall").is_err() && warehouse("main").is_ok_and(|made| made.unwrap().code == "MAIN"));
        assert!(chart("none").is_ok_and(|none| none.is_none()));
        assert!(prompt::strong("short", "ada").unwrap_err().starts_with("the password must have"));
    }
}
