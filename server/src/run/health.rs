//! What `/readyz` and `/metrics` ask: whether database, writer and clock are well, and who may read numbers.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::FromRequestParts as _;
use domain::access::Permission;
use domain::limits;
use domain::value::Instant;
use serde_json::{Value, json};
use store::{Database, Fault};

use crate::app::App;
use crate::commit;
use crate::http::caller::Caller;
use crate::http::system::Hooks;
use crate::jobs::verify_stored::Verification;
use crate::jobs::{self, sweep_stock};
use crate::observe;

/// How long the database may take to answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(2);

/// Whether the service wants requests: closed while it prepares and while it stops.
#[derive(Clone, Debug, Default)]
pub struct Gate(Arc<Mutex<Option<String>>>);

impl Gate {
    /// Not ready, and why.
    pub fn close(&self, reason: &str) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(reason.to_owned());
    }

    /// Ready, as far as database, writer and clock are.
    pub fn open(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Whether it is closed.
    pub fn is_closed(&self) -> bool {
        self.closed().is_some()
    }

    fn closed(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// What is known of what is stored.
#[derive(Clone, Debug)]
pub struct Stored {
    /// Whether the database compares what it reads with checksums.
    pub has_checksums: bool,
    /// How far its verification is.
    pub verification: Verification,
}

/// The hooks of a running server.
pub fn hooks(app: &App, gate: Gate, stored: Stored) -> Hooks {
    // Recording begins with the server and not with the first look.
    let _ = observe::recorder();
    let database = app.database.clone();
    let app = app.clone();
    Hooks {
        ready: Arc::new(move || {
            let (database, closed, stored) = (database.clone(), gate.closed(), stored.clone());
            Box::pin(async move {
                match closed {
                    Some(reason) => Err(reason),
                    None => ready(&database, &stored).await,
                }
            })
        }),
        metrics: Arc::new(observe::metrics_text),
        may_read_metrics: Arc::new(move |mut parts| {
            let app = app.clone();
            Box::pin(async move {
                let caller = Caller::from_request_parts(&mut parts, &app).await?;
                caller.read(&app, Permission::MetricsRead).await.map(drop)
            })
        }),
    }
}

async fn ready(database: &Database, stored: &Stored) -> Result<Value, String> {
    if let Some(why) = database.damage().stops_all() {
        return Err(format!("no writes are taken: {why}"));
    }
    let checks = async {
        let last = last_commit(database).await.map_err(|fault| fault.to_string())?;
        require_writer(database).await.map_err(|fault| fault.to_string())?;
        let frozen = sweep_stock::count_frozen(database).await.map_err(|fault| fault.to_string())?;
        let paused = jobs::is_paused(database).await.map_err(|fault| fault.to_string())?;
        Ok::<_, String>((last, frozen, paused))
    };
    let (last, frozen, paused) = tokio::time::timeout(ANSWER_TIMEOUT, checks)
        .await
        .map_err(|_| format!("the database does not answer within {} s", ANSWER_TIMEOUT.as_secs()))??;
    if commit::now().0.saturating_add(limits::CLOCK_BEHIND_US) < last.0 {
        return Err("the clock lies more than 5 minutes behind the last commit: set it right".to_owned());
    }
    let kind = match database {
        Database::Sqlite(_) => "sqlite",
        Database::Postgres(_) => "postgres",
    };
    // Frozen goods, waiting jobs and organizations that take no writes take no node out of service: all else goes on, and another
    // node would do the same.
    Ok(json!({
        "database": kind,
        "version": env!("CARGO_PKG_VERSION"),
        "frozenPools": frozen,
        "jobsPaused": paused,
        "checksums": stored.has_checksums,
        "verification": stored.verification.to_json(),
        "stoppedOrganizations": database.damage().stopped().len(),
    }))
}

/// When anything was committed last.
async fn last_commit(database: &Database) -> Result<Instant, Fault> {
    let mut snapshot = database.snapshot().await?;
    Ok(store::read::heads::last_commit(&mut snapshot).await?.unwrap_or(Instant(0)))
}

/// Begins and undoes a transaction: it costs no wait for the disk, and fails once the disk failed.
async fn require_writer(database: &Database) -> Result<(), Fault> {
    match database.sqlite_writer() {
        Some(writer) => writer.run(|writer| writer.begin().map(|()| writer.rollback())).await?,
        None => database.postgres_committer().await.map(drop),
    }
}
