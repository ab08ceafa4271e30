//! A way to the API for commands: the running server of the data folder, else one for the moment.

use std::time::Duration;

use domain::value::id::OrganizationId;
use store::sqlite::lock::WriterLock;

use super::client::ApiClient;
use super::failure::{Exit, Failure};
use super::who;
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

/// Connects as an administrator of the organization; it need not be named where there is only one.
///
/// # Errors
/// Where nobody can be acted as, or another process holds the folder and serves nothing.
pub async fn connect(config: &Config, organization: Option<&str>) -> Result<Connection, Failure> {
    if config.database_url.is_none()
        && let Some(holder) = WriterLock::holder(&config.data)
    {
        return beside(config, holder, organization).await;
    }
    let server = run::start(&config.for_the_moment()).await?;
    match client(&server.app.database, &server.app.auth, &server.base_url, organization).await {
        Ok((client, organization)) => Ok(Connection { client, organization, server: Some(server) }),
        Err(failure) => {
            server.stop().await?;
            Err(failure)
        }
    }
}

/// A client of a server that is at hand, as an administrator of the organization.
///
/// # Errors
/// Where nobody can be acted as.
pub async fn client(
    database: &store::Database,
    auth: &Auth,
    address: &str,
    organization: Option<&str>,
) -> Result<(ApiClient, OrganizationId), Failure> {
    let mut snapshot = database.snapshot().await?;
    let organization = who::organization(&mut snapshot, organization).await?;
    let admin = who::administrator(&mut snapshot, organization).await?;
    drop(snapshot);
    let minted = identity::mint(auth, admin, Some(organization), TOKEN_LIFETIME_S)?;
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

async fn beside(config: &Config, holder: u32, organization: Option<&str>) -> Result<Connection, Failure> {
    let address = ServerFile::address(&config.data).ok_or_else(|| silent(config, holder))?;
    let asked = reqwest::Client::new().get(format!("{address}/healthz")).timeout(HEALTH_TIMEOUT).send().await;
    if !asked.is_ok_and(|answer| answer.status().is_success()) {
        return Err(silent(config, holder));
    }
    let database = engine::open_reader(config).await?;
    let auth = identity::open_auth(&database, &AuthSettings::default()).await?;
    let (client, organization) = client(&database, &auth, &address, organization).await?;
    database.close().await?;
    Ok(Connection { client, organization, server: None })
}

fn silent(config: &Config, holder: u32) -> Failure {
    let folder = config.data.display();
    Failure::new(
        Exit::Conflict,
        format!("process {holder} uses {folder} and does not answer: wait until it has finished, or stop it"),
    )
}
