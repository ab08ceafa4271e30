//! Whether the owners of tokens still count: logins, sign-ins and secrets, seen in one read.

use domain::value::id::{OrganizationId, PrincipalId};
use domain::value::{CellValue, Instant};

use super::logins::LoginStatus;
use super::record::{Record, record};
use crate::{Fault, Snapshot};

record! {
    /// The stored state of a principal, and of the sign-in and the organization that its token names.
    Bearer {
        /// `None` where it has no login.
        login_status: Option<LoginStatus>,
        must_change: Option<bool>,
        /// Everything issued to the login until then has ended.
        login_not_before: Option<Instant>,
        /// Everything issued to it for the named organization until then has ended.
        membership_not_before: Option<Instant>,
        /// Keys with the named id whose tokens count: 1 or 0.
        counting_keys: i64,
        /// Whether the token was revoked: 1 or 0.
        revocations: i64,
        /// Whether users and secrets are held after a restore; `None` before the instance was made.
        holds: Option<bool>,
        /// Sign-ins of the principal with the named id that still run: 1 or 0.
        running_sign_ins: i64,
        /// Its secrets as a service account of the organization, revoked ones included.
        secrets: i64,
        /// Those of them that work.
        working_secrets: i64,
    }
}

/// The names in a token or a session.
#[derive(Clone, Copy, Debug)]
pub struct Named<'n> {
    /// The principal.
    pub principal: PrincipalId,
    /// The sign-in behind it.
    pub sign_in: Option<[u8; 16]>,
    /// In which organization.
    pub organization: Option<OrganizationId>,
    /// The key of ours that signed it.
    pub kid: Option<&'n str>,
    /// SHA-256 of the signed text.
    pub token_sha256: Option<[u8; 32]>,
}

/// Reads all of it.
pub async fn get(snapshot: &mut Snapshot, named: Named<'_>, at: Instant) -> Result<Bearer, Fault> {
    let sql = "select l.status, l.must_change, l.not_before, \
         (select not_before from token_cutoffs where organization_id = $3 and principal_id = $1), \
         (select count(*) from signing_keys where kid = $5 and (retires_at is null or retires_at > $4)), \
         (select count(*) from revoked_tokens where token_sha256 = $6), \
         (select is_paused from instance), \
         (select count(*) from refresh_families \
          where family_id = $2 and principal_id = $1 and revoked_at is null and expires_at > $4), \
         (select count(*) from service_account_secrets where organization_id = $3 and principal_id = $1), \
         (select count(*) from service_account_secrets \
          where organization_id = $3 and principal_id = $1 and is_revoked = 0 \
          and (expires_at is null or expires_at > $4)) \
         from (select 1 as one) o left join logins l on l.principal_id = $1";
    let params = [
        named.principal.to_cell(),
        named.sign_in.to_cell(),
        named.organization.to_cell(),
        at.to_cell(),
        named.kid.map(str::to_owned).to_cell(),
        named.token_sha256.to_cell(),
    ];
    let found = Bearer::read_one(&snapshot.query(sql, &params, Bearer::KINDS).await?)?;
    found.ok_or_else(|| Fault::Corrupt("a principal has no row to be read in".to_owned()))
}
