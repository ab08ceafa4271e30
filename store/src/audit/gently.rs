//! A verification alongside a running service: one step after the other, each on a thread of its own that rests four
//! times as long as it works. While PostgreSQL works, the connection rests.
//!
//! It ends when [`Ending`] is dropped, at any step.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use domain::value::id::OrganizationId;
use pages::scan::Scan;

use super::invariant::Invariant;
use super::readable;
use super::reading::Reading;
use super::verify::{self, Verified};
use crate::database::Database;
use crate::fault::Fault;

/// Pages that are looked at between two rests.
const PAGES_AT_ONCE: u64 = 64;
/// Damaged pages that are listed; one is enough to know that the file must be restored.
const PAGES_TOLD: usize = 20;
/// Longest look at one organization: it keeps the log of SQLite growing, and old rows of PostgreSQL alive.
const LONGEST: Duration = Duration::from_secs(1_800);
/// Rests are this many times as long as the work before them: requests miss at most a fifth of one processor.
const RESTS: u32 = 4;
/// Longest rest at once of a thread: SQLite is asked again and again within a query.
const LONGEST_REST: Duration = Duration::from_millis(200);
/// Longest rest after a query of PostgreSQL, which may have worked for seconds.
const LONGEST_REST_AFTER_QUERY: Duration = Duration::from_secs(20);
/// How soon a rest sees that nobody waits any more.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// Held while somebody waits for a verification: dropped, the verification ends.
#[derive(Debug, Default)]
pub struct Ending(Arc<Watched>);

#[derive(Debug, Default)]
struct Watched {
    is_ended: AtomicBool,
    facts: AtomicI64,
    worked_us: AtomicU64,
    rested_us: AtomicU64,
}

impl Ending {
    /// The pace that a verification watches.
    #[must_use]
    pub fn watch(&self) -> Pace {
        Pace { watched: Arc::clone(&self.0), since: Instant::now(), ends_at: Instant::now() + LONGEST }
    }

    /// How many facts of the log were looked at so far.
    #[must_use]
    pub fn facts(&self) -> i64 {
        self.0.facts.load(Ordering::Relaxed)
    }

    /// How long was worked so far, and how long rested for it.
    #[must_use]
    pub fn told(&self) -> (Duration, Duration) {
        let of = |sum: &AtomicU64| Duration::from_micros(sum.load(Ordering::Relaxed));
        (of(&self.0.worked_us), of(&self.0.rested_us))
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        self.0.is_ended.store(true, Ordering::Relaxed);
    }
}

/// How fast a verification goes.
#[derive(Clone, Debug)]
pub struct Pace {
    watched: Arc<Watched>,
    since: Instant,
    ends_at: Instant,
}

impl Pace {
    /// Rests for the work done since the last rest; returns whether to go on.
    pub(crate) fn rest(&mut self) -> bool {
        let goes_on = self.goes_on();
        if goes_on {
            let rest = self.due(LONGEST_REST);
            std::thread::sleep(rest);
            self.rested(rest);
        }
        goes_on
    }

    /// As [`Self::rest`], between two queries of PostgreSQL. It sleeps on the verification's own thread, without the clock of
    /// the runtime, which may end meanwhile.
    pub(crate) fn rest_after_query(&mut self) -> bool {
        let rest = self.due(LONGEST_REST_AFTER_QUERY);
        let until = Instant::now() + rest;
        while self.goes_on() && Instant::now() < until {
            std::thread::sleep(LOOK_EVERY.min(until.saturating_duration_since(Instant::now())));
        }
        self.rested(rest);
        self.goes_on()
    }

    /// How much longer it may take.
    pub(crate) fn left(&self) -> Duration {
        self.ends_at.saturating_duration_since(Instant::now()).max(Duration::from_millis(1))
    }

    fn goes_on(&self) -> bool {
        !self.watched.is_ended.load(Ordering::Relaxed) && Instant::now() < self.ends_at
    }

    /// The rest due for the work since the last one.
    fn due(&self, most: Duration) -> Duration {
        let worked = self.since.elapsed();
        add(&self.watched.worked_us, worked);
        (worked * RESTS).min(most)
    }

    fn rested(&mut self, rest: Duration) {
        add(&self.watched.rested_us, rest);
        self.since = Instant::now();
    }
}

fn add(sum: &AtomicU64, time: Duration) {
    sum.fetch_add(u64::try_from(time.as_micros()).unwrap_or(u64::MAX), Ordering::Relaxed);
}

/// The organizations that there are.
pub async fn organizations(database: &Database) -> Result<Vec<OrganizationId>, Fault> {
    let mut reading = Reading::begin(database).await?;
    verify::organizations(&mut reading).await
}

/// Compares the pages of the file with their sums, and tells how many there are and how far it is; returns the damaged ones, at
/// most twenty. `None` where pages have no sums that we could compare.
pub async fn pages(
    database: &Database,
    pace: Pace,
    told: impl Fn(u64, u64) + Send + 'static,
) -> Result<Option<Vec<u64>>, Fault> {
    let Database::Sqlite(database) = database else { return Ok(None) };
    let path = database.readers.path().to_owned();
    on_a_thread(move || scan(&path, pace, &told)).await
}

fn scan(path: &Path, mut pace: Pace, told: &dyn Fn(u64, u64)) -> Result<Option<Vec<u64>>, Fault> {
    let unreadable = |error: std::io::Error| Fault::Other(format!("{}: {error}", path.display()));
    let Some(mut scan) = Scan::open(path).map_err(unreadable)? else { return Ok(None) };
    let mut damaged = Vec::new();
    let mut number = 0;
    while number < scan.pages().map_err(unreadable)? && damaged.len() < PAGES_TOLD {
        number += 1;
        if !scan.is_sound(number) {
            damaged.push(number);
        }
        if number.is_multiple_of(PAGES_AT_ONCE) {
            told(number, scan.pages().map_err(unreadable)?);
            if !pace.rest() {
                return Err(Fault::TooSlow("the check of the pages was stopped".to_owned()));
            }
        }
    }
    told(number, scan.pages().map_err(unreadable)?);
    Ok(Some(damaged))
}

/// Verifies the books of one organization, as `verify` does.
///
/// # Errors
/// `Damaged` where they cannot be read to their end, `TooSlow` where that takes too long; where the database fails.
pub async fn books(database: &Database, organization: OrganizationId, pace: Pace) -> Result<Verified, Fault> {
    let (database, runtime) = (database.clone(), tokio::runtime::Handle::current());
    let watched = Arc::clone(&pace.watched);
    on_a_thread(move || {
        runtime.block_on(async {
            let mut reading = Reading::begin_gently(&database, pace).await?;
            let told = |facts: i64| watched.facts.store(facts, Ordering::Relaxed);
            verify::one(&mut reading, organization, &told).await
        })
    })
    .await
}

/// Whether every stored cell can be read, as `verify` asks it.
///
/// # Errors
/// As [`books`].
pub async fn readable(database: &Database, pace: Pace) -> Result<Vec<Invariant>, Fault> {
    let (database, runtime) = (database.clone(), tokio::runtime::Handle::current());
    on_a_thread(move || {
        runtime.block_on(async {
            let mut reading = Reading::begin_gently(&database, pace).await?;
            readable::check(&mut reading, None).await
        })
    })
    .await
}

/// The faults that the database finds in its own file, by table; none if it has no such check.
pub async fn storage(database: &Database, pace: Pace) -> Result<Vec<String>, Fault> {
    let (database, runtime) = (database.clone(), tokio::runtime::Handle::current());
    on_a_thread(move || {
        let mut reading = runtime.block_on(Reading::begin_gently(&database, pace))?;
        Ok(reading.integrity()?.unwrap_or_default())
    })
    .await
}

async fn on_a_thread<T: Send + 'static>(work: impl FnOnce() -> Result<T, Fault> + Send + 'static) -> Result<T, Fault> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| Fault::Other(format!("a verification panicked: {error}")))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verification_that_rests_ends_with_the_service_and_without_a_panic() {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let (ending, (tell, told)) = (Ending::default(), std::sync::mpsc::channel());
        let (mut pace, handle) = (ending.watch(), runtime.handle().clone());
        runtime.spawn_blocking(move || {
            std::thread::sleep(Duration::from_millis(100));
            tell.send(handle.block_on(async { pace.rest_after_query() })).unwrap();
        });
        std::thread::sleep(Duration::from_millis(200));
        drop(ending);
        drop(runtime);
        assert_eq!(told.recv(), Ok(false));
    }
}
