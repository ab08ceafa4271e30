//! Whether the principal and the sign-in behind a token still count.
//!
//! The answer is remembered for a second, so that a busy client costs no extra read per request. What this
//! process revokes is forgotten at once; what another process revokes counts here within the second.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use domain::access::PrincipalKind;
use domain::value::Instant;
use domain::value::id::{OrganizationId, PrincipalId};
use store::operational::logins::LoginStatus;
use store::operational::{logins, refresh_families, service_account_secrets};
use store::{Database, Fault, Snapshot};

use crate::auth::session_id::SessionId;

/// How long an answer is remembered, in microseconds.
pub const REMEMBERED_US: i64 = 1_000_000;
/// Principals whose answer is remembered.
const REMEMBERED: usize = 10_000;

/// Whom a token speaks for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bearer {
    /// Who acts.
    pub principal: PrincipalId,
    /// For which organization.
    pub organization: Option<OrganizationId>,
    /// The sign-in behind it.
    pub session: Option<SessionId>,
}

/// How a bearer stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// What kind of principal it is.
    pub kind: PrincipalKind,
    /// Whether it must change its password before anything else.
    pub must_change: bool,
}

/// The answers of the last second.
#[derive(Debug, Default)]
pub struct Standings(Mutex<Remembered>);

#[derive(Debug, Default)]
struct Remembered {
    answers: HashMap<Bearer, (Instant, Standing)>,
    /// Raised by every forgetting: an answer that was read before must not be remembered after it.
    forgotten: u64,
}

impl Standings {
    /// How a bearer stands now; `None` where he does not count any more.
    ///
    /// # Errors
    /// Where the database fails.
    pub async fn of(&self, database: &Database, bearer: Bearer, now: Instant) -> Result<Option<Standing>, Fault> {
        let forgotten = {
            let remembered = self.lock();
            if let Some((at, standing)) = remembered.answers.get(&bearer)
                && now.0.saturating_sub(at.0) < REMEMBERED_US
            {
                return Ok(Some(*standing));
            }
            remembered.forgotten
        };
        let standing = read(&mut database.snapshot().await?, bearer, now).await?;
        let mut remembered = self.lock();
        if remembered.forgotten == forgotten {
            if remembered.answers.len() >= REMEMBERED {
                remembered.answers.clear();
            }
            match standing {
                Some(standing) => remembered.answers.insert(bearer, (now, standing)),
                None => remembered.answers.remove(&bearer),
            };
        }
        Ok(standing)
    }

    /// Forgets all answers: somebody was signed out, disabled or changed.
    pub fn forget(&self) {
        let mut remembered = self.lock();
        remembered.answers.clear();
        remembered.forgotten += 1;
    }

    fn lock(&self) -> MutexGuard<'_, Remembered> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads how a bearer stands. A principal without login and secret has what its membership gives, if any:
/// such tokens are made by the operator alone.
async fn read(snapshot: &mut Snapshot, bearer: Bearer, now: Instant) -> Result<Option<Standing>, Fault> {
    if let Some(session) = bearer.session {
        let family = refresh_families::get(snapshot, session.0).await?;
        let holds = |family: &refresh_families::RefreshFamily| {
            family.principal_id == bearer.principal && family.revoked_at.is_none() && family.expires_at > now
        };
        if !family.as_ref().is_some_and(holds) {
            return Ok(None);
        }
    }
    if let Some(login) = logins::by_principal(snapshot, bearer.principal).await? {
        let standing = Standing { kind: PrincipalKind::User, must_change: login.must_change };
        return Ok((login.status == LoginStatus::Active).then_some(standing));
    }
    let secrets = match bearer.organization {
        Some(organization) => service_account_secrets::of_principal(snapshot, organization, bearer.principal).await?,
        None => Vec::new(),
    };
    let kind = if secrets.is_empty() { PrincipalKind::User } else { PrincipalKind::ServiceAccount };
    let counts = secrets.is_empty() || secrets.iter().any(|secret| !secret.is_revoked);
    Ok(counts.then_some(Standing { kind, must_change: false }))
}
