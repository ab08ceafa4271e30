//! An attempt to sign in, slowed down after failures by counts that all nodes of the database share.
//!
//! Two reads before the expensive comparison and two writes per failure; a success writes only where there is
//! something to forget. Attempts that run at the same time are not counted until they fail; the queue of
//! [`Passwords`](crate::auth::password::Passwords) bounds how many that can be.

use std::net::IpAddr;

use domain::value::Instant;
use store::operational::login_throttles::{self, LoginThrottle};
use store::{Database, Fault, Snapshot};

use crate::auth::throttle::{self, FORGOTTEN_AFTER_S, Failures, NETWORK_FORGETS_EVERY_S};

/// An attempt whose time has come. It ends with [`failed`](Self::failed) or [`succeeded`](Self::succeeded).
#[derive(Debug)]
#[must_use]
pub struct Attempt {
    subject: String,
    network: String,
    has_failures: bool,
}

/// Whether an attempt may come now.
#[derive(Debug)]
pub enum Admission {
    /// It may.
    Now(Attempt),
    /// Too many of this account failed: so many seconds, for `Retry-After`.
    In(i64),
    /// Too many from this network failed, of whatever accounts: so many seconds.
    OfNetworkIn(i64),
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
        let (subject, network) = (throttle::subject(account, address), throttle::network_subject(address));
        let failures = |found: &LoginThrottle| Failures { count: found.failures, last: found.last_failure_at };
        let of_account = login_throttles::get(snapshot, &subject).await?;
        let of_network = login_throttles::get(snapshot, &network).await?;
        let wait_s = of_account.as_ref().map_or(0, |found| throttle::wait_s(failures(found), now));
        if wait_s > 0 {
            return Ok(Admission::In(wait_s));
        }
        let wait_s = of_network.as_ref().map_or(0, |found| throttle::network_wait_s(failures(found), now));
        if wait_s > 0 {
            return Ok(Admission::OfNetworkIn(wait_s));
        }
        Ok(Admission::Now(Self { subject, network, has_failures: of_account.is_some() }))
    }

    /// It failed: the next one waits longer.
    ///
    /// # Errors
    /// Where the database fails.
    pub async fn failed(self, database: &Database, now: Instant) -> Result<(), Fault> {
        let forgotten_before = Instant(now.0.saturating_sub(FORGOTTEN_AFTER_S * 1_000_000));
        login_throttles::note_failure(database, &self.subject, now, forgotten_before).await?;
        login_throttles::note_fading_failure(database, &self.network, now, NETWORK_FORGETS_EVERY_S * 1_000_000).await
    }

    /// It succeeded: the account starts anew from this address. The network does not: who guesses may have a login, too.
    ///
    /// # Errors
    /// Where the database fails.
    pub async fn succeeded(self, database: &Database) -> Result<(), Fault> {
        if self.has_failures { login_throttles::clear(database, &self.subject).await } else { Ok(()) }
    }
}
