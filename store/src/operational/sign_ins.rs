//! What a principal is signed in by: sessions of the console and families of refresh tokens, as one list.

use domain::named_enum;
use domain::value::id::{OrganizationId, PrincipalId};
use domain::value::{CellValue, Instant};

use super::record::{Record, record};
use crate::{Fault, Snapshot};

named_enum! {
    /// The way of a sign-in.
    SignInKind {
        /// A session of the console: a cookie.
        Console = "console",
        /// A refresh token, with the access tokens that come of it.
        Token = "token",
    }
}

record! {
    /// A sign-in that has not ended.
    SignIn {
        id: [u8; 16],
        kind: SignInKind,
        organization_id: Option<OrganizationId>,
        created_at: Instant,
        last_used_at: Instant,
        expires_at: Instant,
    }
}

/// Which sign-ins have not ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Running {
    /// Now.
    pub at: Instant,
    /// Sessions of the console that were last used before this have ended.
    pub idle_before: Instant,
}

/// At most so many sign-ins of a principal, newest first; those before this one in time, if one is named.
pub async fn of_principal(
    snapshot: &mut Snapshot,
    principal: PrincipalId,
    running: Running,
    before: Option<(Instant, [u8; 16])>,
    limit: usize,
) -> Result<Vec<SignIn>, Fault> {
    let (before, id) = before.unwrap_or((Instant(i64::MAX), [u8::MAX; 16]));
    let params =
        [principal.to_cell(), running.at.to_cell(), running.idle_before.to_cell(), before.to_cell(), id.to_cell()];
    SignIn::read_all(&snapshot.query(&sql(limit), &params, SignIn::KINDS).await?)
}

pub(crate) fn sql(limit: usize) -> String {
    format!(
        "select {0} from (\
           select session_id as id, 'console' as kind, organization_id, created_at, last_used_at, expires_at \
           from console_sessions where principal_id = $1 and expires_at > $2 and last_used_at > $3 \
           union all \
           select family_id as id, 'token' as kind, organization_id, created_at, last_used_at, expires_at \
           from refresh_families where principal_id = $1 and revoked_at is null and expires_at > $2) s \
         where created_at < $4 or (created_at = $4 and id < $5) order by created_at desc, id desc limit {limit}",
        SignIn::columns()
    )
}
