//! PostgreSQL: committing connections with locks and no time limit, reading ones with a time limit.

pub mod address;
pub mod committer;
mod connect;
pub mod load;
pub mod pipeline;
pub mod plans;
mod pooler;
pub mod reader;
mod refusal;
pub mod save;
pub mod statistics;
mod tls;

pub use address::{Address, parse};
pub use committer::Committer;
pub use reader::Reader;

use std::sync::Arc;
use std::time::Duration;

use deadpool_postgres::{Hook, HookError, Manager, ManagerConfig, Object, Pool, PoolError, RecyclingMethod, Runtime};
use tokio_postgres::{Config, config::TargetSessionAttrs};

use self::address::SslMode;
use self::connect::Door;
use crate::damage::Damage;
use crate::database::READ_TIMEOUT;
use crate::fault::Fault;
use crate::migrate;

/// How a PostgreSQL database is used.
#[derive(Clone, Debug)]
pub struct Options {
    /// Connections that read.
    pub readers: usize,
    /// Connections that commit, shared with operational statements.
    pub committers: usize,
    /// How long to wait for a connection.
    pub wait: Duration,
    /// How long a commit waits for another one's lock, in milliseconds.
    pub lock_timeout_ms: u32,
    /// How long one read may take.
    pub read_timeout: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            readers: 8,
            committers: 8,
            wait: Duration::from_secs(5),
            lock_timeout_ms: 10_000,
            read_timeout: READ_TIMEOUT,
        }
    }
}

/// An open PostgreSQL database.
#[derive(Debug)]
pub struct PostgresDatabase {
    readers: Pool,
    committers: Pool,
    ssl_mode: &'static str,
    read_timeout: Duration,
    /// The damage that was met.
    pub(crate) damage: Arc<Damage>,
}

/// Plans made while a table was empty must not serve it when it is full: every execution is planned for its values,
/// except for those that `plans` names. Compiling a plan costs more than our statements take.
const ALWAYS: &str = "set plan_cache_mode = force_custom_plan; set jit = off; set client_min_messages = warning; \
     set default_transaction_isolation = 'read committed'";

impl PostgresDatabase {
    /// Connects and brings the schema up to date.
    ///
    /// # Errors
    /// `ConnectionLost` if the server does not answer; `Unreachable` if it is not trusted, or is no server but a pooler
    /// that lends its connections for a transaction; otherwise the server's error.
    pub async fn open(address: &Address, options: &Options) -> Result<Self, Fault> {
        let database = Self::connect(address, options)?;
        let mut client = database.committers.get().await.map_err(unavailable)?;
        let other = database.readers.get().await.map_err(unavailable)?;
        pooler::require_sessions(&client, &other).await?;
        drop(other);
        tracing::info!(encryption = address.told(), "connected to PostgreSQL");
        migrate::postgres(&mut client).await?;
        drop(client);
        Ok(database)
    }

    /// Makes the pools without connecting and without touching the schema.
    pub fn connect(address: &Address, options: &Options) -> Result<Self, Fault> {
        let mut config = address.config.clone();
        config
            .keepalives(true)
            .keepalives_idle(Duration::from_secs(30))
            .keepalives_interval(Duration::from_secs(10))
            .keepalives_retries(3);
        config.target_session_attrs(TargetSessionAttrs::ReadWrite);
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(Duration::from_secs(5));
        }
        if config.get_application_name().is_none() {
            config.application_name("countinghouse");
        }
        let reading = format!(
            "{ALWAYS}; set statement_timeout = {0}; set lock_timeout = {0}; set idle_in_transaction_session_timeout = {1}",
            options.read_timeout.as_millis(),
            2 * options.read_timeout.as_millis()
        );
        // No statement timeout here: it would also run over COMMIT and leave its outcome open. A synchronous
        // standby is the server's business, acknowledged commits are ours.
        let committing = format!(
            "{ALWAYS}; set statement_timeout = 0; set lock_timeout = {}; set idle_in_transaction_session_timeout = 30000; \
             select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'",
            options.lock_timeout_ms
        );
        Ok(Self {
            readers: pool(config.clone(), Door::of(address)?, options, options.readers, reading)?,
            committers: pool(config, Door::of(address)?, options, options.committers, committing)?,
            ssl_mode: if address.is_local() { SslMode::Disable } else { address.encryption.mode }.name(),
            read_timeout: options.read_timeout,
            damage: Arc::default(),
        })
    }

    /// A connection for one commit after the other.
    ///
    /// # Errors
    /// `Busy` where none becomes free.
    pub async fn committer(&self) -> Result<Committer, Fault> {
        Committer::new(self.committers.get().await.map_err(unavailable)?).await
    }

    /// A connection for one snapshot.
    ///
    /// # Errors
    /// `Busy` where none becomes free.
    pub async fn reader(&self) -> Result<Reader, Fault> {
        Ok(Reader::new(self.readers.get().await.map_err(unavailable)?, self.read_timeout, Arc::clone(&self.damage)))
    }

    pub(crate) async fn operational(&self) -> Result<Object, Fault> {
        self.committers.get().await.map_err(unavailable)
    }

    /// How its connections are encrypted, as `sslmode` names it; `disable` for sockets of this machine.
    #[must_use]
    pub fn ssl_mode(&self) -> &'static str {
        self.ssl_mode
    }

    /// Closes idle connections and lends no more.
    pub fn close(&self) {
        self.readers.close();
        self.committers.close();
    }
}

/// Asks a server only whether it compares reads with checksums.
pub async fn ask_checksums(address: &Address) -> Result<bool, Fault> {
    let database = PostgresDatabase::connect(address, &Options { readers: 1, committers: 1, ..Options::default() })?;
    has_checksums(&database.operational().await?).await
}

/// Whether the server compares reads with checksums (`data_checksums`).
pub(crate) async fn has_checksums(client: &Object) -> Result<bool, Fault> {
    let row = client.query_one("select current_setting('data_checksums')", &[]).await?;
    Ok(row.try_get::<_, String>(0)? == "on")
}

fn pool(config: Config, door: Door, options: &Options, size: usize, settings: String) -> Result<Pool, Fault> {
    let manager = Manager::from_connect(config, door, ManagerConfig { recycling_method: RecyclingMethod::Fast });
    Pool::builder(manager)
        .max_size(size.max(1))
        .runtime(Runtime::Tokio1)
        .wait_timeout(Some(options.wait))
        .create_timeout(Some(options.wait))
        .post_create(Hook::async_fn(move |client, _| {
            let settings = settings.clone();
            Box::pin(async move { client.batch_execute(&settings).await.map_err(HookError::Backend) })
        }))
        .build()
        .map_err(|error| Fault::Other(error.to_string()))
}

fn unavailable(error: PoolError) -> Fault {
    match error {
        PoolError::Backend(error) | PoolError::PostCreateHook(HookError::Backend(error)) => refusal::fault(&error),
        PoolError::Timeout(_) => Fault::Busy("no connection became free".to_owned()),
        PoolError::Closed => Fault::Other("the database is closed".to_owned()),
        other @ (PoolError::NoRuntimeSpecified | PoolError::PostCreateHook(_)) => Fault::Other(other.to_string()),
    }
}
