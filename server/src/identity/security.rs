//! Writes the security log: who signed in or failed to, whose password and secrets changed, which writes were denied.
//!
//! It never blocks the events that it records: if it cannot be written, the service's log reports it. Events that a
//! stranger can repeat are counted by the minute, and those that a member can repeat are written ever more rarely
//! (`Repeats`), so that no flood of refusals crowds out the books.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use domain::value::id::{OrganizationId, PrincipalId};
use domain::value::{Instant, TypedId};
use sha2::{Digest as _, Sha256};
use store::operational::security_events::{self, OF_THE_OPERATOR, SecurityEvent, SecurityEventKind};
use store::operational::{login_memberships, organizations_list};
use store::{Database, Fault};

use super::fresh_id;
use crate::auth::throttle;
use crate::commit;

/// Longest text of an event's details, in characters.
const SUBJECT_CHARACTERS: usize = 200;
/// Kinds of refusals that are counted in memory at a time.
const COUNTED: usize = 10_000;
const MINUTE_US: i64 = 60_000_000;
/// Events that are written at once.
const TOGETHER: usize = 100;

/// An event, and the principal concerned.
#[derive(Clone, Debug)]
pub struct Happened {
    kind: SecurityEventKind,
    principal: Option<PrincipalId>,
    actor: Option<PrincipalId>,
    address: Option<IpAddr>,
    subject: Option<String>,
    is_alike: bool,
}

impl Happened {
    /// Something about a principal.
    #[must_use]
    pub fn to(kind: SecurityEventKind, principal: PrincipalId) -> Self {
        Self { kind, principal: Some(principal), actor: None, address: None, subject: None, is_alike: false }
    }

    /// A sign-in that failed, of somebody who is known or not. Those of a minute are one event.
    #[must_use]
    pub fn failed(kind: SecurityEventKind, principal: Option<PrincipalId>, address: IpAddr) -> Self {
        Self { kind, principal, actor: None, address: Some(address), subject: None, is_alike: true }
    }

    /// Something that the operator did by this command, about nobody.
    #[must_use]
    pub fn by_command(kind: SecurityEventKind, command: &str) -> Self {
        Self::named(kind, command)
    }

    /// Something about a name that may be nobody's.
    #[must_use]
    pub fn named(kind: SecurityEventKind, name: &str) -> Self {
        Self { kind, principal: None, actor: None, address: None, subject: None, is_alike: false }.with(name)
    }

    /// By somebody else.
    #[must_use]
    pub fn by(self, actor: Option<PrincipalId>) -> Self {
        Self { actor, ..self }
    }

    /// From this address.
    #[must_use]
    pub fn from(self, address: IpAddr) -> Self {
        Self { address: Some(address), ..self }
    }

    /// With this, of that minute one event.
    #[must_use]
    pub fn with(self, subject: &str) -> Self {
        Self { subject: Some(subject.chars().take(SUBJECT_CHARACTERS).collect()), ..self }
    }

    fn event(&self, organization: OrganizationId, count: i64, now: Instant) -> SecurityEvent {
        // Only of an address with a whole network behind it is the network shown: one host commands all of it.
        let address = self.address.map(|address| throttle::network(address).to_string());
        SecurityEvent {
            organization_id: organization,
            id: if self.is_alike { self.minute_id(now) } else { fresh_id::new::<PrincipalId>().bytes() },
            kind: self.kind,
            at: now,
            last_at: now,
            count,
            principal_id: self.principal,
            actor_id: self.actor,
            address,
            subject: self.subject.clone(),
        }
    }

    /// The id that is the same for all that is alike within a minute, in the order of time with other ids. A stranger who has
    /// many addresses makes one event a minute of an account; of names that nobody has, one a minute and network.
    fn minute_id(&self, now: Instant) -> [u8; 16] {
        let minute_ms = now.0.div_euclid(MINUTE_US) * (MINUTE_US / 1_000);
        let mut digest = Sha256::new().chain_update(self.kind.name());
        match (self.principal, self.address) {
            (Some(principal), _) => digest.update(principal.0),
            (None, Some(address)) => digest.update(throttle::network(address).to_string()),
            (None, None) => {}
        }
        digest.update(self.subject.as_deref().unwrap_or_default());
        let mut id = [0; 16];
        id[..6].copy_from_slice(&minute_ms.to_be_bytes()[2..]);
        id[6..].copy_from_slice(&digest.finalize()[..10]);
        id
    }
}

/// Writes an event down for an organization; `None` for the operator alone.
pub async fn note(database: &Database, organization: Option<OrganizationId>, happened: &Happened) {
    let event = happened.event(organization.unwrap_or(OF_THE_OPERATOR), 1, commit::now());
    told(security_events::add(database, &[event]).await, happened);
}

/// Writes an event down for every organization that a login may enter; for the operator where there is none.
pub async fn note_everywhere(database: &Database, login: PrincipalId, happened: &Happened) {
    let organizations = match organizations(database, login).await {
        Ok(organizations) if organizations.is_empty() => vec![OF_THE_OPERATOR],
        Ok(organizations) => organizations,
        Err(fault) => return told(Err(fault), happened),
    };
    let now = commit::now();
    let events: Vec<_> = organizations.into_iter().map(|organization| happened.event(organization, 1, now)).collect();
    told(security_events::add(database, &events).await, happened);
}

/// Writes an event down for the operator and for every organization of the service.
pub async fn note_to_all(database: &Database, happened: &Happened) {
    let listed = match listed(database).await {
        Ok(listed) => listed,
        Err(fault) => return told(Err(fault), happened),
    };
    let now = commit::now();
    for organizations in [vec![OF_THE_OPERATOR], listed].concat().chunks(TOGETHER) {
        let events: Vec<_> = organizations.iter().map(|organization| happened.event(*organization, 1, now)).collect();
        told(security_events::add(database, &events).await, happened);
    }
}

async fn listed(database: &Database) -> Result<Vec<OrganizationId>, Fault> {
    let listed = organizations_list::all(&mut database.snapshot().await?).await?;
    Ok(listed.into_iter().map(|one| one.organization_id).collect())
}

async fn organizations(database: &Database, login: PrincipalId) -> Result<Vec<OrganizationId>, Fault> {
    let entered = login_memberships::organizations(&mut database.snapshot().await?, login).await?;
    Ok(entered.into_iter().map(|one| one.organization_id).collect())
}

fn told(written: Result<(), Fault>, happened: &Happened) {
    if let Err(fault) = written {
        let kind = happened.kind.name();
        tracing::warn!(%fault, kind, "an event of the security log could not be written");
    }
}

/// How often the refusals of this minute came, so that not each of them is written.
#[derive(Debug, Default)]
pub struct Repeats(Mutex<HashMap<[u8; 16], Repeat>>);

#[derive(Clone, Copy, Debug, Default)]
struct Repeat {
    seen: i64,
    written: i64,
}

impl Repeats {
    /// Writes down that a write was denied: the first of a minute, the second, the fourth and so on, each with those
    /// that came between, so that a thousand cost ten writes. Denials of a minute after the last of them are not
    /// counted.
    pub async fn note_denied(
        &self,
        database: &Database,
        organization: OrganizationId,
        principal: PrincipalId,
        lacking: &str,
    ) {
        let happened = Happened::to(SecurityEventKind::WriteDenied, principal).with(lacking);
        let happened = Happened { is_alike: true, ..happened };
        let now = commit::now();
        if let Some(count) = self.due(happened.minute_id(now)) {
            let written = security_events::add(database, &[happened.event(organization, count, now)]).await;
            told(written, &happened);
        }
    }

    /// How many are to be written now.
    fn due(&self, id: [u8; 16]) -> Option<i64> {
        let mut counted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if counted.len() >= COUNTED {
            counted.clear();
        }
        let repeat = counted.entry(id).or_default();
        repeat.seen += 1;
        let is_due = repeat.seen & (repeat.seen - 1) == 0;
        let count = repeat.seen - repeat.written;
        if is_due {
            repeat.written = repeat.seen;
        }
        is_due.then_some(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_alike_few_are_written_and_their_count_is_right_then() {
        let repeats = Repeats::default();
        let written: Vec<i64> = (0..1_000).filter_map(|_| repeats.due([1; 16])).collect();
        assert_eq!((written.len(), written.iter().sum::<i64>()), (10, 512));
        assert_eq!(repeats.due([2; 16]), Some(1));
    }

    #[test]
    fn what_is_alike_within_a_minute_is_one_event_in_the_order_of_time() {
        let failed = |principal: Option<u8>, address: &str, at_s: i64| {
            let principal = principal.map(|byte| PrincipalId([byte; 16]));
            let address = address.parse().unwrap();
            Happened::failed(SecurityEventKind::UserSignInFailed, principal, address)
                .minute_id(Instant(at_s * 1_000_000))
        };
        let one = failed(None, "203.0.113.7", 1_800_000_000);
        assert_eq!(failed(None, "203.0.113.7", 1_800_000_059), one);
        assert_ne!(failed(None, "203.0.113.8", 1_800_000_000), one);
        assert!(failed(None, "203.0.113.7", 1_800_000_060) > one);
        assert_eq!(failed(Some(1), "203.0.113.7", 1_800_000_000), failed(Some(1), "203.0.113.8", 1_800_000_000));
        assert!(fresh_id::new::<PrincipalId>().bytes() > failed(None, "::1", 1_000_000_000));
    }
}
