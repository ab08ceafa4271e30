//! Secrets of service accounts: only their hashes are kept.

use domain::value::id::{OrganizationId, PrincipalId};
use domain::value::{CellKind, CellValue, Instant};

use super::record::{Record, record};
use crate::{Database, Fault, Snapshot};

record! {
    /// A secret of a service account.
    ServiceAccountSecret in "service_account_secrets" key 1 {
        client_id: String,
        principal_id: PrincipalId,
        organization_id: OrganizationId,
        secret_sha256: [u8; 32],
        is_revoked: bool,
        created_at: Instant,
        /// To the hour.
        last_used_at: Option<Instant>,
        /// Until when it works, where another took its place.
        expires_at: Option<Instant>,
    }
}

impl ServiceAccountSecret {
    /// Whether it works at this moment.
    #[must_use]
    pub fn works(&self, now: Instant) -> bool {
        !self.is_revoked && self.expires_at.is_none_or(|end| end > now)
    }
}

/// Uses within this many microseconds of the last one are not written down.
const USE_RESOLUTION_US: i64 = 3_600_000_000;

/// Adds a secret; `false` where the client id is taken.
pub async fn add(database: &Database, secret: &ServiceAccountSecret) -> Result<bool, Fault> {
    let sql = format!(
        "insert into service_account_secrets ({}) {} on conflict (client_id) do nothing returning client_id",
        ServiceAccountSecret::columns(),
        ServiceAccountSecret::values()
    );
    Ok(!database.operational(&sql, &secret.cells(), &[CellKind::Text]).await?.is_empty())
}

/// The secret of this client, revoked ones included.
pub async fn by_client(snapshot: &mut Snapshot, client_id: &str) -> Result<Option<ServiceAccountSecret>, Fault> {
    let sql = format!("select {} from service_account_secrets where client_id = $1", ServiceAccountSecret::columns());
    let rows = snapshot.query(&sql, &[client_id.to_owned().to_cell()], ServiceAccountSecret::KINDS).await?;
    ServiceAccountSecret::read_one(&rows)
}

/// The secrets of one service account.
pub async fn of_principal(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    principal: PrincipalId,
) -> Result<Vec<ServiceAccountSecret>, Fault> {
    let sql = format!(
        "select {} from service_account_secrets where organization_id = $1 and principal_id = $2 order by client_id",
        ServiceAccountSecret::columns()
    );
    let rows =
        snapshot.query(&sql, &[organization.to_cell(), principal.to_cell()], ServiceAccountSecret::KINDS).await?;
    ServiceAccountSecret::read_all(&rows)
}

/// Notes a use, at most once an hour.
pub async fn note_use(database: &Database, client_id: &str, at: Instant) -> Result<(), Fault> {
    let sql = "update service_account_secrets set last_used_at = $2 \
         where client_id = $1 and (last_used_at is null or last_used_at < $3)";
    let params =
        [client_id.to_owned().to_cell(), at.to_cell(), Instant(at.0.saturating_sub(USE_RESOLUTION_US)).to_cell()];
    database.operational(sql, &params, &[]).await.map(drop)
}

/// Revokes a secret of this organization; `false` where there is none, or it was revoked before.
pub async fn revoke(database: &Database, organization: OrganizationId, client_id: &str) -> Result<bool, Fault> {
    let sql = "update service_account_secrets set is_revoked = 1 \
         where organization_id = $1 and client_id = $2 and is_revoked = 0 returning client_id";
    let params = [organization.to_cell(), client_id.to_owned().to_cell()];
    Ok(!database.operational(sql, &params, &[CellKind::Text]).await?.is_empty())
}

/// Lets a secret of this organization end at this moment, unless it ends before.
pub async fn expire(
    database: &Database,
    organization: OrganizationId,
    client_id: &str,
    end: Instant,
) -> Result<(), Fault> {
    let sql = "update service_account_secrets set expires_at = $3 \
         where organization_id = $1 and client_id = $2 and is_revoked = 0 and (expires_at is null or expires_at > $3)";
    let params = [organization.to_cell(), client_id.to_owned().to_cell(), end.to_cell()];
    database.operational(sql, &params, &[]).await.map(drop)
}

/// Marks those whose time is over as revoked, in all organizations; returns them.
pub async fn revoke_expired(database: &Database, now: Instant) -> Result<Vec<ServiceAccountSecret>, Fault> {
    let sql = format!(
        "update service_account_secrets set is_revoked = 1 where is_revoked = 0 and expires_at <= $1 returning {}",
        ServiceAccountSecret::columns()
    );
    let rows = database.operational(&sql, &[now.to_cell()], ServiceAccountSecret::KINDS).await?;
    ServiceAccountSecret::read_all(&rows)
}
