//! An attempt to sign in, slowed down after failures by a count that all nodes of the database share.
//!
//! One read before the expensive comparison and one write per failure; a success writes only where there is
//! something to forget. Attempts that run at the same time are not counted until they fail; the queue of
//! [`Passwords`](crate::auth::password::Passwords) bounds how many that can be.

use std::net::IpAddr;

use domain::value::Instant;
use store::operational::login_throttles;
use store::{Database, Fault, Snapshot};

use crate::auth::throttle::{self, FORGOTTEN_AFTER_S, Failures};

/// An attempt whose time has come. It ends with [`failed`](Self::failed) or [`succeeded`](Self::succeeded).
#[derive(Debug)]
#[must_use]
pub struct Attempt {
    subject: String,
    has_failures: bool,
}

/// Whether an attempt may come now.
#[derive(Debug)]
pub enum Admission {
    /// It may.
    Now(Attempt),
    /// It comes too soon: so many seconds, for `Retry-After`.
    In(i64),
}

impl Attempt {
    /// Looks whether this account, known or not, may be tried from this address now.
    ///
    /// # Errors
    /// Where the database fails.
    pub async fn begin(
        snapshot: &mut Snapshot,
        account: &str,
        address: IpAddr,
        now: Instant,
    ) -> Result<Admission, Fault> {
        let subject = throttle::subject(account, address);
        let found = login_throttles::get(snapshot, &subject).await?;
        let failures = found.as_ref().map(|found| Failures { count: found.failures, last: found.last_failure_at });
        Ok(match failures.map_or(0, |failures| throttle::wait_s(failures, now)) {
            0 => Admission::Now(Self { subject, has_failures: found.is_some() }),
            wait_s => Admission::In(wait_s),
        })
    }

    /// It failed: the next one waits longer.
    ///
    /// # Errors
    /// Where the database fails.
    pub async fn failed(self, database: &Database, now: Instant) -> Result<(), Fault> {
        let forgotten_before = Instant(now.0.saturating_sub(FORGOTTEN_AFTER_S * 1_000_000));
        login_throttles::note_failure(database, &self.subject, now, forgotten_before).await.map(drop)
    }

    /// It succeeded: the account starts anew from this address.
    ///
    /// # Errors
    /// Where the database fails.
    pub async fn succeeded(self, database: &Database) -> Result<(), Fault> {
        if self.has_failures { login_throttles::clear(database, &self.subject).await } else { Ok(()) }
    }
}
