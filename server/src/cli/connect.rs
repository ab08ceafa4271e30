//! A way to the API for commands: the running server of the data folder, else one for the moment.

use std::time::Duration;

use domain::value::id::OrganizationId;
use store::sqlite::lock::WriterLock;

use super::client::ApiClient;
use super::failure::{Exit, Failure};
use super::reach::Acting;
use super::{variable, who};
use crate::app::Auth;
use crate::config::Config;
use crate::engine;
use crate::identity::{self, AuthSettings};
use crate::run::{self, Running, ServerFile};

/// How long the token of a command lasts.
const TOKEN_LIFETIME_S: i64 = 12 * 3_600;
/// How long a running server may take to say that it is there.
const HEALTH_TIMEOUT: Duration = Duration::from_secs(20);

/// A client, and the server that was started for it, if one was.
pub struct Connection {
    /// Calls the API as an administrator.
    pub client: ApiClient,
    /// In which organization.
    pub organization: OrganizationId,
    /// The server of the moment; `None` where another process serves.
    pub server: Option<Running>,
}

/// Connects as an administrator of the organization, or as the user who was named; it need not be named where there is only
/// one.
///
/// # Errors
/// Where nobody can be acted as, or another process holds the folder and serves nothing.
pub async fn connect(config: &Config, acting: Acting<'_>) -> Result<Connection, Failure> {
    if config.database_url.is_none()
        && let Some(holder) = WriterLock::holder(&config.data)
    {
        return beside(config, holder, acting).await;
    }
    let server = run::start(&config.for_the_moment()).await?;
    match client(&server.app.database, &server.app.auth, &server.base_url, acting).await {
        Ok((client, organization)) => {
            let client = client.typed_by(&operator());
            Ok(Connection { client, organization, server: Some(server) })
        }
        Err(failure) => {
            server.stop().await?;
            Err(failure)
        }
    }
}

/// A client of a server that is at hand, as an administrator of the organization or the user who was named.
///
/// # Errors
/// Where nobody can be acted as.
pub async fn client(
    database: &store::Database,
    auth: &Auth,
    address: &str,
    acting: Acting<'_>,
) -> Result<(ApiClient, OrganizationId), Failure> {
    let mut snapshot = database.snapshot().await?;
    let (principal, organization) = match acting.username {
        Some(name) => {
            let login = who::user(&mut snapshot, name).await?;
            let organization = who::organization_of(&mut snapshot, login.principal_id, acting.organization).await?;
            (login.principal_id, organization)
        }
        None => {
            let organization = who::organization(&mut snapshot, acting.organization).await?;
            (who::administrator(&mut snapshot, organization).await?, organization)
        }
    };
    drop(snapshot);
    let minted = identity::mint(auth, principal, Some(organization), TOKEN_LIFETIME_S)?;
    Ok((ApiClient::new(address, &minted.token), organization))
}

impl Connection {
    /// Stops the server of the moment, so that everything is on the disk.
    pub async fn close(self) -> Result<(), Failure> {
        match self.server {
            Some(server) => Ok(server.stop().await?),
            None => Ok(()),
        }
    }
}

async fn beside(config: &Config, holder: u32, acting: Acting<'_>) -> Result<Connection, Failure> {
    let address = ServerFile::address(&config.data).ok_or_else(|| silent(config, holder))?;
    let asked = reqwest::Client::new().get(format!("{address}/healthz")).timeout(HEALTH_TIMEOUT).send().await;
    if !asked.is_ok_and(|answer| answer.status().is_success()) {
        return Err(silent(config, holder));
    }
    let database = engine::open_reader(config).await?;
    let auth = identity::open_auth(&database, &AuthSettings::default()).await?;
    let (client, organization) = client(&database, &auth, &address, acting).await?;
    database.close().await?;
    Ok(Connection { client: client.typed_by(&operator()), organization, server: None })
}

/// What the ids of a command's requests begin with: `cli:` and the name that the system knows the operator by.
fn operator() -> String {
    format!("cli:{}", system_user().unwrap_or_else(|| "unknown".to_owned()))
}

/// The owner of this process, by name where the system's list has it.
fn system_user() -> Option<String> {
    use std::os::unix::fs::MetadataExt as _;
    let Ok(process) = std::fs::metadata("/proc/self") else { return variable("USER").map(|name| visible(&name)) };
    let uid = process.uid().to_string();
    let list = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
    let of_uid = |line: &&str| line.split(':').nth(2) == Some(uid.as_str());
    let name = list.lines().find(of_uid).and_then(|line| line.split(':').next()).map(visible);
    Some(name.unwrap_or_else(|| format!("uid-{uid}")))
}

/// A name as it may stand in a header field.
fn visible(name: &str) -> String {
    let fits = |one: char| one.is_ascii_alphanumeric() || matches!(one, '-' | '_' | '.');
    name.chars().map(|one| if fits(one) { one } else { '_' }).take(64).collect()
}

/// A service's address as a client uses it: with its scheme, without `/api/v1` and without a slash at the end.
///
/// # Errors
/// If it is no address.
pub fn address(text: &str) -> Result<String, Failure> {
    let url = reqwest::Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    let Some(url) = url else {
        return Err(Failure::usage(format!("{text:?} is no address: write it like https://books.example.com")));
    };
    let trimmed = url.as_str().trim_end_matches('/');
    Ok(trimmed.strip_suffix("/api/v1").unwrap_or(trimmed).to_owned())
}

fn silent(config: &Config, holder: u32) -> Failure {
    let folder = config.data.display();
    Failure::new(
        Exit::Conflict,
        format!("process {holder} uses {folder} and does not answer: wait until it has finished, or stop it"),
    )
}
