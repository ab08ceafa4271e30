//! The running server: opens the engine, listens, keeps its jobs going, and stops in order.

mod doors;
mod health;
mod server_file;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, JoinSet};

pub use server_file::ServerFile;

use doors::Doors;
use health::Gate;

use crate::app::{App, Service};
use crate::auth::session;
use crate::config::Config;
use crate::documents::Spool;
use crate::engine::{Engine, EngineError};
use crate::http::body::BodyLimit;
use crate::http::layers::{DOCUMENTS_PER_PRINCIPAL, Edge, Quiet, RateLimiter};
use crate::http::router;
use crate::http::shares::Shares;
use crate::http::tls::{Tls, TlsError};
use crate::http::transport::addresses::Addresses;
use crate::identity::{self, AuthSettings, IdentityError};
use crate::jobs::verify_stored::Verification;
use crate::{jobs, observe};

/// How long closing the database may take, after the requests ended.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);
/// How often histograms are folded into their buckets.
const METRICS_EVERY: Duration = Duration::from_secs(5);

/// The operator's next step for a PostgreSQL that does not notice damage.
pub const NO_CHECKSUMS: &str = "PostgreSQL runs without data checksums, so damage to its files is not noticed on \
    reading: stop it and run `pg_checksums --enable`, see the page about PostgreSQL";

/// Why the server did not start, or did not end well.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The database.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// Keys, issuers or proxies.
    #[error(transparent)]
    Identity(#[from] IdentityError),
    /// Somebody else listens there.
    #[error("another program listens on {0}: stop it, or choose another port with COUNTINGHOUSE_LISTEN=127.0.0.1:8081")]
    Busy(String),
    /// The address cannot be used.
    #[error("cannot listen on {address}: {reason}; choose another address with COUNTINGHOUSE_LISTEN")]
    Listen {
        /// The address.
        address: String,
        /// The system's message.
        reason: String,
    },
    /// Certificate or key.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// The accept loop or its task ended badly.
    #[error("the server ended: {0}")]
    Ended(String),
}

/// A server that answers.
pub struct Running {
    /// Where it listens.
    pub address: SocketAddr,
    /// Its address for clients, without a slash at the end.
    pub base_url: String,
    /// Where this machine reaches it without TLS, whatever name it has for others.
    pub local_url: String,
    /// The state that its handlers reach.
    pub app: App,
    stop: Option<oneshot::Sender<()>>,
    server: JoinHandle<std::io::Result<()>>,
    gate: Gate,
    quiet: Quiet,
    jobs: JoinSet<()>,
    file: Option<ServerFile>,
}

/// Starts a server. It answers when this returns.
///
/// # Errors
/// Where the address is taken, the database cannot be opened or the settings do not hold.
pub async fn start(config: &Config) -> Result<Running, RunError> {
    open(config, Gate::default()).await
}

/// Starts a server that says that it is not ready, and why, until [`Running::release`]. Until then its requests
/// are mostly its own, and do not fill the log.
///
/// # Errors
/// As [`start`].
pub async fn start_held(config: &Config, reason: &str) -> Result<Running, RunError> {
    let gate = Gate::default();
    gate.close(reason);
    open(config, gate).await
}

async fn open(config: &Config, gate: Gate) -> Result<Running, RunError> {
    let tls = config.tls.as_ref().map(Tls::load).transpose()?;
    // First the port: a second start must not wait for the lock of the first to learn that it is one.
    let listener = bind(&config.listen).await?;
    let doors = Doors::open(listener, tls).await.map_err(|error| unusable(&config.listen, &error))?;
    let engine = Engine::open(config).await?;
    match serve(config, doors, engine.clone(), gate).await {
        Ok(running) => Ok(running),
        Err(error) => {
            close(&engine.database).await;
            Err(error)
        }
    }
}

/// The folder for documents: next to the embedded database, private; a node of PostgreSQL has no folder of its own.
fn spool_folder(config: &Config) -> PathBuf {
    if config.database_url.is_none() { config.data.clone() } else { std::env::temp_dir() }
}

async fn serve(config: &Config, doors: Doors, engine: Engine, gate: Gate) -> Result<Running, RunError> {
    let (address, local_url, tls) = (doors.address, doors.local_url(), doors.tls.clone());
    let base_url = config.base_url.clone().unwrap_or_else(|| doors.url());
    let settings = AuthSettings {
        allows_password_grant: config.allows_password_grant,
        founding: config.founding,
        sessions: config.sessions,
        trusted_proxies: config.trusted_proxies.clone(),
        issuers: config.issuers.clone(),
        ..AuthSettings::default()
    };
    let app = App::new(Service {
        auth: Arc::new(identity::open_auth(&engine.database, &settings).await?),
        database: engine.database,
        committer: engine.committer,
        documents: Spool::new(spool_folder(config)),
        demo: Default::default(),
        rate: Arc::new(RateLimiter::new(config.rate)),
        base_url: base_url.as_str().into(),
    });
    let quiet = Quiet::default();
    quiet.set(gate.is_closed());
    let edge = Edge {
        base_url: Arc::clone(&app.base_url),
        is_https: tls.is_some() || session::is_https(&app.base_url),
        cors_origins: config.cors_origins.clone().into(),
        body_limit: BodyLimit(config.body_bytes),
        documents: Shares::new(DOCUMENTS_PER_PRINCIPAL),
        quiet: quiet.clone(),
        console: config.console,
    };
    let has_checksums = has_checksums(&app.database).await?;
    let verification = Verification::default();
    let hooks = health::hooks(&app, gate.clone(), health::Stored { has_checksums, verification: verification.clone() });
    let service = router::service(app.clone(), hooks, &edge);
    let (stop, stopped) = oneshot::channel();
    let committer = app.committer.clone();
    let addresses = Addresses::new(config.connections_per_address, app.auth.proxies.clone());
    let server = tokio::spawn(doors.serve(service, config.limits, addresses, async move {
        // A dropped sender is a stop, too.
        let _ = stopped.await;
        // Who waits for events would hold the stop up.
        committer.end_watches();
    }));
    let mut jobs = JoinSet::new();
    jobs.spawn(identity::keys::keep_fresh(app.database.clone(), Arc::clone(&app.auth)));
    jobs.spawn(jobs::load_demo::keep_loading(app.clone(), local_url.clone(), config.runs_jobs));
    jobs.spawn(jobs::purge::keep_purging(app.database.clone(), config.sessions));
    if config.runs_jobs {
        jobs.spawn(jobs::auto_reverse::keep_auto_reversing(app.database.clone(), app.committer.clone()));
        jobs.spawn(jobs::recurring::keep_running(app.database.clone(), app.committer.clone()));
        jobs.spawn(jobs::expire_reservations::keep_expiring(app.database.clone(), app.committer.clone()));
        if let Some(every) = config.stock_sweep_every {
            jobs.spawn(jobs::sweep_stock::keep_sweeping(app.database.clone(), app.committer.clone(), every));
        }
        if let Some(every) = config.verify_every {
            jobs.spawn(jobs::verify_stored::keep_verifying(app.database.clone(), verification, every));
        }
    }
    jobs.spawn(jobs::sweep_stock::keep_counting(app.database.clone()));
    jobs.spawn(keep_metrics());
    if let Some(tls) = tls {
        jobs.spawn(tls.keep_reloading());
    }
    // Clients of one folder find its server here; a database server has many.
    let file = match &config.database_url {
        Some(_) => None,
        None => ServerFile::write(&config.data, &local_url),
    };
    tracing::info!(%address, base_url, "listening");
    Ok(Running { address, base_url, local_url, app, stop: Some(stop), server, gate, quiet, jobs, file })
}

impl Running {
    /// Counts as ready from now on, and logs its requests.
    pub fn release(&self) {
        self.quiet.set(false);
        self.gate.open();
    }

    /// Accepts no more, lets running requests finish, commits waiting ones and closes the database.
    pub async fn stop(mut self) -> Result<(), RunError> {
        self.gate.close("the service is shutting down");
        if let Some(stop) = self.stop.take() {
            // It may have ended by itself.
            let _ = stop.send(());
        }
        let ended = (&mut self.server).await;
        self.jobs.shutdown().await;
        close(&self.app.database).await;
        drop(self.file.take());
        match ended {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(RunError::Ended(error.to_string())),
            Err(error) => Err(RunError::Ended(error.to_string())),
        }
    }

    /// Waits until the accept loop ends by itself, which it does only where it fails.
    pub async fn ended(&mut self) {
        // `stop` reports how it ended.
        while !self.server.is_finished() {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }
}

/// Whether the database compares reads with checksums. If it does not, damage is found by verification alone.
async fn has_checksums(database: &store::Database) -> Result<bool, RunError> {
    let has_checksums = database.has_checksums().await.map_err(EngineError::from)?;
    if !has_checksums && matches!(database, store::Database::Postgres(_)) {
        tracing::warn!("{NO_CHECKSUMS}");
    }
    Ok(has_checksums)
}

async fn close(database: &store::Database) {
    match tokio::time::timeout(CLOSE_TIMEOUT, database.close()).await {
        Ok(Ok(())) => {}
        Ok(Err(fault)) => tracing::warn!(%fault, "the database did not close cleanly"),
        Err(_) => tracing::warn!("the database did not close in time: it recovers at the next start"),
    }
}

async fn keep_metrics() {
    let mut every = tokio::time::interval(METRICS_EVERY);
    loop {
        every.tick().await;
        if let Some(recorder) = observe::recorder() {
            recorder.run_upkeep();
        }
    }
}

async fn bind(address: &str) -> Result<TcpListener, RunError> {
    TcpListener::bind(address).await.map_err(|error| match error.kind() {
        std::io::ErrorKind::AddrInUse => RunError::Busy(address.to_owned()),
        _ => unusable(address, &error),
    })
}

fn unusable(address: &str, error: &std::io::Error) -> RunError {
    RunError::Listen { address: address.to_owned(), reason: error.to_string() }
}

#[cfg(test)]
mod tests;
