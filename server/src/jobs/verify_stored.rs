//! Verifies the stored data, from the first page to the last rule, while the service runs.
//!
//! The first time soon after the start, so that a database that was damaged while it was stopped is known to be before
//! anybody relies on it. It makes the checks of `countinghouse verify`, and corrects nothing.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::value::id::OrganizationId;
use serde_json::{Value, json};
use store::audit::Invariant;
use store::audit::gently::{self, Ending};
use store::{Database, Fault};

use crate::identity::fresh_id;
use crate::{commit, verifying};

/// How long after its start a service begins: it has requests to answer first.
const FIRST_AFTER: Duration = Duration::from_secs(5);
/// The operator's next step after damage.
const NEXT: &str =
    "stop the service, keep the data as it is, run `countinghouse verify`, and restore the last good backup";

/// How far a verification is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum State {
    /// Nobody verifies here.
    #[default]
    Off,
    /// It has not begun yet.
    Waiting,
    Running,
    /// All that could be looked at holds.
    Done,
    Damaged,
}

impl State {
    fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Done => "done",
            Self::Damaged => "damaged",
        }
    }
}

#[derive(Clone, Copy, Default, Debug)]
struct Progress {
    state: State,
    pages: (u64, u64),
    organizations: (usize, usize),
    /// Organizations that took too long, or could not be asked for now.
    unchecked: usize,
}

/// How far the verification of this process is; cheap to clone.
#[derive(Clone, Default, Debug)]
pub struct Verification(Arc<Mutex<Progress>>);

impl Verification {
    /// For `/readyz`: numbers alone, as anybody may ask for them.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let now = *self.lock();
        json!({
            "state": now.state.name(),
            "checkedPages": now.pages.0,
            "pages": now.pages.1,
            "checkedOrganizations": now.organizations.0,
            "organizations": now.organizations.1,
            "uncheckedOrganizations": now.unchecked,
        })
    }

    fn lock(&self) -> MutexGuard<'_, Progress> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Verifies soon after the start and then at these intervals, for as long as the service runs.
pub async fn keep_verifying(database: Database, verification: Verification, every: Duration) {
    verification.lock().state = State::Waiting;
    tokio::time::sleep(FIRST_AFTER).await;
    let mut every = tokio::time::interval(every);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        every.tick().await;
        match round(&database, &verification).await {
            Ok(true) => tracing::info!("the stored data was verified and holds"),
            Ok(false) => tracing::error!("the stored data was verified and does not hold: {NEXT}"),
            Err(fault) => tracing::warn!(%fault, "the stored data could not be verified: trying again later"),
        }
    }
}

/// Verifies everything once; returns whether it holds.
pub async fn round(database: &Database, verification: &Verification) -> Result<bool, Fault> {
    *verification.lock() = Progress { state: State::Running, ..Progress::default() };
    let ending = Ending::default();
    let holds = look(database, verification, &ending).await;
    verification.lock().state = match &holds {
        Ok(true) => State::Done,
        Ok(false) => State::Damaged,
        Err(_) => State::Waiting,
    };
    holds
}

async fn look(database: &Database, verification: &Verification, ending: &Ending) -> Result<bool, Fault> {
    let mut holds = pages_hold(database, verification, ending).await?;
    let organizations = match gently::organizations(database).await {
        Err(fault @ Fault::Damaged(_)) => {
            database.damage().note(None, &fault);
            return Ok(false);
        }
        listed => listed?,
    };
    verification.lock().organizations.1 = organizations.len();
    for organization in organizations {
        holds &= books_hold(database, organization, verification, ending).await;
        verification.lock().organizations.0 += 1;
    }
    Ok(all_is_readable(database, verification, ending).await && holds)
}

/// Checks the file alone. Damage there stops nobody yet: the rows show whom it belongs to.
async fn pages_hold(database: &Database, verification: &Verification, ending: &Ending) -> Result<bool, Fault> {
    let progress = verification.clone();
    let damaged = gently::pages(database, ending.watch(), move |done, all| progress.lock().pages = (done, all)).await?;
    let damaged = damaged.unwrap_or_default();
    if damaged.is_empty() {
        return Ok(true);
    }
    let places = gently::storage(database, ending.watch()).await;
    match places {
        Ok(places) if places.is_empty() => {
            // Nothing that is read: SQLite itself never looks at free pages.
            tracing::warn!(pages = ?damaged, "free pages of the database file are damaged: the books are not, but the disk may be");
            return Ok(true);
        }
        Ok(places) => {
            for place in places {
                tracing::error!(pages = ?damaged, place, "pages of the database file are damaged: {NEXT}");
            }
        }
        Err(fault) => tracing::error!(pages = ?damaged, %fault, "pages of the database file are damaged: {NEXT}"),
    }
    Ok(false)
}

/// Asks of each stored cell whether it can be read, also of logins and keys, which no log proves.
async fn all_is_readable(database: &Database, verification: &Verification, ending: &Ending) -> bool {
    match gently::readable(database, ending.watch()).await {
        Ok(found) => {
            for wrong in found.iter().filter(|invariant| !invariant.holds()) {
                let (invariant, found) = (&wrong.name, wrong.found);
                let first = wrong.differences.first().map_or("", String::as_str);
                tracing::error!(invariant, found, first, "stored rows cannot be read");
            }
            found.iter().all(Invariant::holds)
        }
        Err(fault @ Fault::Damaged(_)) => {
            // The rows, or their next reader, show whom it belongs to.
            tracing::error!(%fault, "the stored rows cannot be read to their end: {NEXT}");
            false
        }
        Err(fault) => {
            verification.lock().unchecked += 1;
            tracing::warn!(%fault, "not all stored rows could be checked now: run `countinghouse verify`");
            true
        }
    }
}

async fn books_hold(
    database: &Database,
    organization: OrganizationId,
    verification: &Verification,
    ending: &Ending,
) -> bool {
    let (id, since) = (fresh_id::new(), commit::now());
    let found = gently::books(database, organization, ending.watch()).await;
    verifying::keep(database, organization, id, since, &found).await;
    match found {
        Ok(verified) => {
            for wrong in verified.invariants.iter().filter(|invariant| !invariant.holds()) {
                tell(organization, wrong);
            }
            verified.invariants.iter().all(Invariant::holds)
        }
        Err(fault @ Fault::Damaged(_)) => {
            database.damage().note(Some(organization), &fault);
            false
        }
        Err(fault) => {
            verification.lock().unchecked += 1;
            tracing::warn!(%organization, %fault, "the organization could not be verified now: run `countinghouse verify`");
            true
        }
    }
}

fn tell(organization: OrganizationId, wrong: &Invariant) {
    let (invariant, found) = (&wrong.name, wrong.found);
    let first = wrong.differences.first().map_or("", String::as_str);
    tracing::error!(%organization, invariant, found, first, "the books do not hold: {NEXT}, or rebuild the rows from the log (`countinghouse rebuild`)");
}
