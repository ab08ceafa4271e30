//! Whether the principal and the sign-in behind a token still count.
//!
//! A read asks in its own snapshot, so that every revocation before the request counts. A write asks here, where the
//! answer is remembered for a second, so that it costs no read besides its commit. Revocations by this process take
//! effect at once, which is all of them on SQLite; on PostgreSQL, revocations by another node outside the books count
//! for writes within the second. Rights are in the books, and decided with them.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use domain::rows::PrincipalKind;
use domain::value::Instant;
use domain::value::id::{OrganizationId, PrincipalId};
use store::operational::bearers::{self, Named};
use store::operational::logins::LoginStatus;
use store::{Database, Fault, Snapshot};

use crate::auth::session_id::SessionId;

/// How long an answer is remembered, in microseconds.
pub const REMEMBERED_US: i64 = 1_000_000;
/// Principals whose answer is remembered.
const REMEMBERED: usize = 10_000;

/// The principal behind a token.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Bearer {
    /// Who acts.
    pub principal: PrincipalId,
    /// For which organization.
    pub organization: Option<OrganizationId>,
    /// The sign-in behind it.
    pub session: Option<SessionId>,
    /// When the token was issued, or the session began.
    pub issued_at: Instant,
    /// Since when it acts for the organization.
    pub entered_at: Instant,
    /// The key of ours that signed the token; `None` for a session.
    pub kid: Option<String>,
    /// SHA-256 of the signed text; `None` for a session.
    pub token: Option<[u8; 32]>,
}

/// How a bearer stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The kind of principal.
    pub kind: PrincipalKind,
    /// Whether it must change its password before anything else.
    pub must_change: bool,
    /// Whether users and secrets are held after a restore.
    pub is_held: bool,
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
    /// The standing of a bearer, now or a second ago; `None` if they no longer count.
    pub async fn of(&self, database: &Database, bearer: &Bearer, now: Instant) -> Result<Option<Standing>, Fault> {
        let forgotten = {
            let remembered = self.lock();
            if let Some((at, standing)) = remembered.answers.get(bearer)
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
                Some(standing) => remembered.answers.insert(bearer.clone(), (now, standing)),
                None => remembered.answers.remove(bearer),
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

/// Reads how a bearer stands, in the moment of the snapshot. A principal without login and secret has the rights of its
/// membership, if any: such tokens are made by the operator, or by a trusted issuer.
pub async fn read(snapshot: &mut Snapshot, bearer: &Bearer, now: Instant) -> Result<Option<Standing>, Fault> {
    let sign_in = bearer.session.map(|session| session.0);
    let named = Named {
        principal: bearer.principal,
        sign_in,
        organization: bearer.organization,
        kid: bearer.kid.as_deref(),
        token_sha256: bearer.token,
    };
    let found = bearers::get(snapshot, named, now).await?;
    // The keys in memory are read anew every minute; a withdrawn one counts no more at once.
    if found.revocations > 0 || (bearer.kid.is_some() && found.counting_keys == 0) {
        return Ok(None);
    }
    if sign_in.is_some() && found.running_sign_ins == 0 {
        return Ok(None);
    }
    let is_cut_off = found.login_not_before.is_some_and(|not_before| bearer.issued_at <= not_before)
        || found.membership_not_before.is_some_and(|not_before| bearer.entered_at <= not_before);
    if is_cut_off {
        return Ok(None);
    }
    let is_held = found.holds == Some(true);
    Ok(match (found.login_status, found.secrets) {
        (Some(LoginStatus::Active), _) => {
            let must_change = found.must_change.unwrap_or(false);
            Some(Standing { kind: PrincipalKind::User, must_change, is_held })
        }
        (Some(LoginStatus::Disabled), _) => None,
        (None, 0) => Some(Standing { kind: PrincipalKind::User, must_change: false, is_held }),
        (None, _) => {
            let standing = Standing { kind: PrincipalKind::ServiceAccount, must_change: false, is_held };
            (found.working_secrets > 0).then_some(standing)
        }
    })
}
