//! An attempt to sign in, slowed down after failures by counts that all nodes of the database share.
//!
//! Two reads before the expensive comparison and two writes per failure; a success writes only if there is something to
//! forget. Attempts that run at the same time are not counted until they fail, so each is checked again before its
//! outcome is answered.

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
    /// Too many of this account failed: this many seconds, for `Retry-After`.
    In(i64),
    /// Too many failures from this network, for any accounts: wait this many seconds.
    OfNetworkIn(i64),
}

/// The required wait, in seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wait {
    /// Too many of this account failed.
    OfAccount(i64),
    /// Too many failures from this network, for any accounts.
    OfNetwork(i64),
}

impl Attempt {
    /// Looks whether this account, known or not, may be tried from this address now.
    pub async fn begin(
        snapshot: &mut Snapshot,
        account: &str,
        address: IpAddr,
        now: Instant,
    ) -> Result<Admission, Fault> {
        let (subject, network) = (throttle::subject(account, address), throttle::network_subject(address));
        let has_failures = login_throttles::get(snapshot, &subject).await?.is_some();
        let attempt = Self { subject, network, has_failures };
        Ok(match attempt.wait(snapshot, now).await? {
            Some(Wait::OfAccount(wait_s)) => Admission::In(wait_s),
            Some(Wait::OfNetwork(wait_s)) => Admission::OfNetworkIn(wait_s),
            None => Admission::Now(attempt),
        })
    }

    /// How long it would have to wait if it came now: others that ran at the same time may have failed since it began.
    /// Its outcome is then not answered, otherwise as many guesses could be tried at once as there are places.
    pub async fn wait(&self, snapshot: &mut Snapshot, now: Instant) -> Result<Option<Wait>, Fault> {
        let failures = |found: LoginThrottle| Failures { count: found.failures, last: found.last_failure_at };
        let of_account = login_throttles::get(snapshot, &self.subject).await?.map(failures);
        let of_network = login_throttles::get(snapshot, &self.network).await?.map(failures);
        let account_s = of_account.map_or(0, |found| throttle::wait_s(found, now));
        let network_s = of_network.map_or(0, |found| throttle::network_wait_s(found, now));
        Ok(match (account_s, network_s) {
            (1.., _) => Some(Wait::OfAccount(account_s)),
            (_, 1..) => Some(Wait::OfNetwork(network_s)),
            _ => None,
        })
    }

    /// It failed: the next one waits longer.
    pub async fn failed(self, database: &Database, now: Instant) -> Result<(), Fault> {
        let forgotten_before = Instant(now.0.saturating_sub(FORGOTTEN_AFTER_S * 1_000_000));
        login_throttles::note_failure(database, &self.subject, now, forgotten_before).await?;
        login_throttles::note_fading_failure(database, &self.network, now, NETWORK_FORGETS_EVERY_S * 1_000_000).await
    }

    /// It succeeded: the account starts anew from this address. The network does not: who guesses may have a login, too.
    pub async fn succeeded(self, database: &Database) -> Result<(), Fault> {
        if self.has_failures { login_throttles::clear(database, &self.subject).await } else { Ok(()) }
    }
}
