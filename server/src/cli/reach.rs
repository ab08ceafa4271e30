//! Where a command works and who acts: in the data folder as the operator or a user of it, or at a service elsewhere.

use domain::value::TypedId;
use domain::value::id::OrganizationId;
use serde_json::Value;

use super::client::ApiClient;
use super::connect::{self, Connection};
use super::failure::Failure;
use super::session::Session;
use super::{listing, profiles, variable};
use crate::config::Config;

/// The options of a command that also works at a service elsewhere.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Who acts, and where")]
pub struct Who {
    /// A running service, instead of the data folder [env: COUNTINGHOUSE_URL]
    #[arg(long, global = true, value_name = "URL", conflicts_with = "profile")]
    pub url: Option<String>,
    /// Access token for that service; others on this machine can see options, so better use the variable [env:
    /// COUNTINGHOUSE_TOKEN]
    #[arg(long, global = true, value_name = "TOKEN", conflicts_with = "profile")]
    pub token: Option<String>,
    /// A service that `login` signed in to [env: COUNTINGHOUSE_PROFILE]
    #[arg(long, global = true, value_name = "NAME")]
    pub profile: Option<String>,
    #[command(flatten)]
    pub here: AsUser,
}

/// The option of a command that works in the data folder.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct AsUser {
    /// In the data folder, the user who acts, with their rights [env: COUNTINGHOUSE_AS] [default: an administrator]
    #[arg(long = "as", id = "as", global = true, value_name = "USERNAME")]
    pub username: Option<String>,
}

/// Who acts in the data folder, and in which organization.
#[derive(Clone, Copy, Debug, Default)]
pub struct Acting<'a> {
    /// The user; an administrator if absent.
    pub username: Option<&'a str>,
    /// The organization by id or name; needed if there are several.
    pub organization: Option<&'a str>,
}

/// The configuration of the command, and whether an option of it names the place.
#[derive(Clone, Copy)]
pub struct Reach<'c> {
    /// The settings.
    pub config: &'c Config,
    /// Whether `--data` or `--database-url` was given, which goes before variables.
    pub is_here: bool,
}

/// A service elsewhere.
enum Elsewhere {
    Token { url: String, token: String },
    Profile(String),
}

impl Reach<'_> {
    /// Connects to where the options or variables point.
    ///
    /// # Errors
    /// If they contradict each other, or nobody can be acted as there.
    pub async fn connect(self, who: &Who, organization: Option<&str>) -> Result<Connection, Failure> {
        let named = organization.map(str::to_owned).or_else(organization_variable);
        match self.elsewhere(who)? {
            None => self.connect_here(&who.here, organization).await,
            Some(Elsewhere::Token { url, token }) => {
                let client = ApiClient::new(&url, &token);
                let own = own_organization(&client).await?;
                if let Some(named) = named
                    && found(&client, &named).await? != own
                {
                    return Err(Failure::usage(format!("the token is for {own}, not for {named}: get one for it")));
                }
                Ok(Connection { client, organization: own, server: None })
            }
            Some(Elsewhere::Profile(name)) => {
                let profile = profiles::get(&name)?;
                let url = profile.url.clone();
                let client = ApiClient::of_session(&url, Session::of(&name, profile.clone()));
                let own = own_organization(&client).await?;
                let Some(named) = named else { return Ok(Connection { client, organization: own, server: None }) };
                let organization = found(&client, &named).await?;
                if organization == own {
                    return Ok(Connection { client, organization, server: None });
                }
                // Asked anew: the first token may have used up the refresh token.
                let mut session = Session::of(&name, profiles::get(&name)?);
                session.enter(&organization.to_string()).await;
                Ok(Connection { client: ApiClient::of_session(&url, session), organization, server: None })
            }
        }
    }

    /// Connects to the data folder.
    ///
    /// # Errors
    /// If nobody can be acted as there.
    pub async fn connect_here(self, user: &AsUser, organization: Option<&str>) -> Result<Connection, Failure> {
        let username = user.username.clone().or_else(|| variable("COUNTINGHOUSE_AS"));
        let organization = organization.map(str::to_owned).or_else(organization_variable);
        let acting = Acting { username: username.as_deref(), organization: organization.as_deref() };
        connect::connect(self.config, acting).await
    }

    /// Whether the options or variables point at a service elsewhere.
    ///
    /// # Errors
    /// If they contradict each other.
    pub fn is_elsewhere(self, who: &Who) -> Result<bool, Failure> {
        Ok(self.elsewhere(who)?.is_some())
    }

    fn elsewhere(self, who: &Who) -> Result<Option<Elsewhere>, Failure> {
        let is_told = who.url.is_some() || who.profile.is_some() || who.token.is_some();
        if is_told && self.is_here {
            return Err(Failure::usage(
                "--data and --database-url name one place, --url and --profile another: choose",
            ));
        }
        if is_told && who.here.username.is_some() {
            return Err(Failure::usage("--as is for the data folder: at a service elsewhere, the token says who acts"));
        }
        if self.is_here || (who.here.username.is_some() && !is_told) {
            return Ok(None);
        }
        if let Some(name) = &who.profile {
            return Ok(Some(Elsewhere::Profile(name.clone())));
        }
        let token = who.token.clone().or_else(|| variable("COUNTINGHOUSE_TOKEN"));
        match (who.url.clone().or_else(|| variable("COUNTINGHOUSE_URL")), token) {
            (Some(url), Some(token)) => Ok(Some(Elsewhere::Token { url: connect::address(&url)?, token })),
            (Some(_), None) => Err(Failure::usage(
                "the token for the service is missing: put it into COUNTINGHOUSE_TOKEN, or sign in with `countinghouse \
                 login` and use --profile",
            )),
            (None, Some(_)) if who.token.is_some() => Err(Failure::usage("--token needs the service: give --url URL")),
            (None, _) => Ok(variable("COUNTINGHOUSE_PROFILE").map(Elsewhere::Profile)),
        }
    }
}

/// The organization that the variable names.
#[must_use]
pub fn organization_variable() -> Option<String> {
    variable("COUNTINGHOUSE_ORGANIZATION")
}

async fn own_organization(client: &ApiClient) -> Result<OrganizationId, Failure> {
    let me = client.get("/api/v1/auth/me").await?;
    let own = me["organizationId"].as_str().and_then(OrganizationId::parse);
    own.ok_or_else(|| Failure::usage("the token is for no organization: name one with --organization when you sign in"))
}

/// The organization that is meant, of those that are open to the caller.
async fn found(client: &ApiClient, wanted: &str) -> Result<OrganizationId, Failure> {
    let listed = listing::rows(client, "/api/v1/organizations").await?;
    let text = |row: &Value, name: &str| row[name].as_str().unwrap_or_default().to_owned();
    let is_meant = |row: &&Value| text(row, "id") == wanted || text(row, "name") == wanted;
    let meant: Vec<&Value> = listed.iter().filter(is_meant).collect();
    match meant.as_slice() {
        [one] => OrganizationId::parse(&text(one, "id"))
            .ok_or_else(|| Failure::failed("the service answered an id that is none")),
        _ => {
            let known: Vec<String> =
                listed.iter().map(|row| format!("{} ({})", text(row, "id"), text(row, "name"))).collect();
            Err(Failure::usage(format!("{wanted:?} is not one of your organizations: {}", known.join(", "))))
        }
    }
}
