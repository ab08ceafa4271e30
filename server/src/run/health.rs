//! The checks of `/readyz` and `/metrics`: whether database, writer and clock are well, and who may read numbers.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant as Moment};

use axum::extract::FromRequestParts as _;
use domain::value::permission::Permission;
use domain::value::{Instant, limits};
use serde_json::{Value, json};
use store::operational::instance;
use store::read::heads;
use store::{Database, Fault};

use crate::app::App;
use crate::commit::{self, clock};
use crate::http::caller::Caller;
use crate::http::operations::Operation;
use crate::http::system::Hooks;
use crate::jobs::verify_stored::Verification;
use crate::jobs::{self, sweep_stock};
use crate::observe;

/// Who may read numbers: `/metrics` is no operation of the API, and asks in the same way.
const METRICS: Operation = Operation::read(Permission::MetricsRead);
/// How long the database may take to answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(2);
/// How often it is tried whether the database takes a write.
const WRITE_EVERY: Duration = Duration::from_secs(5);
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

/// The known state of the stored data.
#[derive(Clone, Debug)]
pub struct Stored {
    /// Whether the database compares reads with checksums.
    pub has_checksums: bool,
    /// How far its verification is.
    pub verification: Verification,
}

/// The hooks of a running server.
pub fn hooks(app: &App, gate: Gate, stored: Stored) -> Hooks {
    // Recording begins with the server and not with the first look.
    let _ = observe::recorder();
    let database = app.database.clone();
    let (app, writes) = (app.clone(), Writes::default());
    Hooks {
        ready: Arc::new(move || {
            let (database, closed, stored) = (database.clone(), gate.closed(), stored.clone());
            let writes = writes.clone();
            Box::pin(async move {
                match closed {
                    Some(reason) => Err(reason),
                    None => ready(&database, &stored, &writes).await,
                }
            })
        }),
        metrics: Arc::new(observe::metrics_text),
        may_read_metrics: Arc::new(move |mut parts| {
            let app = app.clone();
            Box::pin(async move {
                parts.extensions.insert(&METRICS);
                let caller = Caller::from_request_parts(&mut parts, &app).await?;
                caller.read(&app).await.map(drop)
            })
        }),
    }
}

async fn ready(database: &Database, stored: &Stored, writes: &Writes) -> Result<Value, String> {
    if let Some(why) = database.damage().stops_all() {
        tracing::warn!(%why, "the service is not ready");
        return Err("no writes are accepted, because stored data is damaged: run `countinghouse verify`".to_owned());
    }
    let checks = async {
        let waiting = waiting_logs(database).await?;
        writes.require(database).await?;
        let frozen = sweep_stock::count_frozen(database).await?;
        let paused = jobs::is_paused(database).await?;
        Ok::<_, Fault>((waiting, frozen, paused))
    };
    let checked = tokio::time::timeout(ANSWER_TIMEOUT, checks)
        .await
        .map_err(|_| format!("the database does not answer within {} s", ANSWER_TIMEOUT.as_secs()))?;
    let (waiting, frozen, paused) = checked.map_err(|fault| told(&fault))?;
    if let Some(why) = clock::objection(Instant(0)) {
        return Err(why);
    }
    if waiting.are_all {
        return Err(clock::BEHIND.to_owned());
    }
    let (kind, ssl_mode) = match database {
        Database::Sqlite(_) => ("sqlite", None),
        Database::Postgres(postgres) => ("postgres", Some(postgres.ssl_mode())),
    };
    // Frozen goods, waiting jobs and organizations that take no writes take no node out of service: all else goes on, and another
    // node would do the same.
    let mut details = json!({
        "database": kind,
        "version": env!("CARGO_PKG_VERSION"),
        "frozenPools": frozen,
        "jobsPaused": paused,
        "logsAhead": waiting.count,
        "checksums": stored.has_checksums,
        "verification": stored.verification.to_json(),
        "stoppedOrganizations": database.damage().stopped().len(),
    });
    if let Some(mode) = ssl_mode {
        details["databaseSslMode"] = json!(mode);
    }
    Ok(details)
}

/// The public description of a fault; its full text may name private data, and goes to the log.
fn told(fault: &Fault) -> String {
    tracing::warn!(%fault, "the service is not ready");
    match fault {
        Fault::StorageFull(_) => "the disk is full: reads still work, and writes will when there is space",
        _ => "the database does not answer as it should: the log of the service says why",
    }
    .to_owned()
}

/// The logs that the clock holds up.
#[derive(Clone, Copy)]
struct Waiting {
    count: usize,
    /// Nobody can write: not one of several organizations, but each.
    are_all: bool,
}

/// The logs that end later than the clock says, and that no operator let go on. One of many holds up itself alone.
async fn waiting_logs(database: &Database) -> Result<Waiting, Fault> {
    let mut snapshot = database.snapshot().await?;
    let late = Instant(commit::now().0.saturating_add(limits::CLOCK_BEHIND_US));
    let later = heads::later_than(&mut snapshot, late).await?;
    let count = later.into_iter().filter(|end| clock::is_ahead(*end)).count();
    let are_all = count > 0 && usize::try_from(heads::count(&mut snapshot).await?).is_ok_and(|all| all == count);
    Ok(Waiting { count, are_all })
}

/// Whether the database takes writes, as it was found out last.
#[derive(Clone, Default)]
struct Writes(Arc<tokio::sync::Mutex<Option<Moment>>>);

impl Writes {
    /// Writes a row, durably, unless that worked a moment ago: a full disk lets transactions begin and reads go on.
    async fn require(&self, database: &Database) -> Result<(), Fault> {
        let mut last = self.0.lock().await;
        if last.is_some_and(|last| last.elapsed() < WRITE_EVERY) {
            return Ok(());
        }
        *last = None;
        instance::try_write(database, commit::now()).await?;
        *last = Some(Moment::now());
        Ok(())
    }
}
