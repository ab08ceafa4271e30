//! Refresh tokens: one row per sign-in, rotated in place, revoked when an old token comes back.
//!
//! Which token follows which is the caller's rule; here it is looked at that all who present one are given the same.

use domain::value::id::{OrganizationId, PrincipalId};
use domain::value::{CellKind, CellValue, Instant};

use super::record::{Record, record};
use crate::{Database, Fault, Snapshot};

record! {
    /// All refresh tokens of one sign-in.
    RefreshFamily in "refresh_families" key 1 {
        family_id: [u8; 16],
        principal_id: PrincipalId,
        /// `None` where the sign-in chose no organization.
        organization_id: Option<OrganizationId>,
        scope: Option<String>,
        /// With it each token is made from the one before; of no use without a token.
        salt: [u8; 32],
        current_hash: [u8; 32],
        /// The token before, which may come again for a moment and is then given the current one.
        previous_hash: Option<[u8; 32]>,
        previous_valid_until: Option<Instant>,
        expires_at: Instant,
        revoked_at: Option<Instant>,
        created_at: Instant,
        last_used_at: Instant,
    }
}

/// The outcome of presenting a refresh token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rotation {
    /// The new token counts, from now on or since the presented one came before.
    Rotated(Box<RefreshFamily>),
    /// An older token came back: somebody holds a copy, and the family is revoked.
    Reused,
    /// Unknown, expired or revoked.
    Refused,
}

/// A token that is presented, and its successor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Presented {
    /// The family that the token names.
    pub family_id: [u8; 16],
    /// SHA-256 of the token.
    pub hash: [u8; 32],
    /// SHA-256 of the next token.
    pub next_hash: [u8; 32],
    /// Now.
    pub at: Instant,
    /// Until when the presented token may come again.
    pub grace_until: Instant,
    /// When the family ends unless it is used again.
    pub expires_at: Instant,
}

/// Begins a family.
///
/// # Errors
/// `Constraint` where its id exists.
pub async fn add(database: &Database, family: &RefreshFamily) -> Result<(), Fault> {
    let sql = format!("insert into refresh_families ({}) {}", RefreshFamily::columns(), RefreshFamily::values());
    database.operational(&sql, &family.cells(), &[]).await.map(drop)
}

/// Exchanges a token for the next one. Its immediate predecessor is, for a moment, given the current one again and
/// changes nothing. One statement, so that of several at once each finds a settled row.
pub async fn rotate(database: &Database, presented: &Presented) -> Result<Rotation, Fault> {
    let sql = format!(
        "update refresh_families set \
           previous_hash = case when current_hash = $2 then current_hash else previous_hash end, \
           previous_valid_until = case when current_hash = $2 then $5 else previous_valid_until end, \
           expires_at = case when current_hash = $2 then $6 else expires_at end, \
           current_hash = $3, last_used_at = $4 \
         where family_id = $1 and revoked_at is null and expires_at > $4 and (current_hash = $2 \
           or (previous_hash = $2 and previous_valid_until > $4 and current_hash = $3)) \
         returning {}",
        RefreshFamily::columns()
    );
    let params = [
        presented.family_id.to_cell(),
        presented.hash.to_cell(),
        presented.next_hash.to_cell(),
        presented.at.to_cell(),
        presented.grace_until.to_cell(),
        presented.expires_at.to_cell(),
    ];
    let rows = database.operational(&sql, &params, RefreshFamily::KINDS).await?;
    if let Some(family) = RefreshFamily::read_one(&rows)? {
        return Ok(Rotation::Rotated(Box::new(family)));
    }
    // A token that is neither now can never become one of them: no race to lose here.
    let sql = "update refresh_families set revoked_at = $2 \
         where family_id = $1 and revoked_at is null and expires_at > $2 returning family_id";
    let revoked =
        database.operational(sql, &[presented.family_id.to_cell(), presented.at.to_cell()], &[CellKind::Id]).await?;
    Ok(if revoked.is_empty() { Rotation::Refused } else { Rotation::Reused })
}

/// The family with this id.
pub async fn get(snapshot: &mut Snapshot, family_id: [u8; 16]) -> Result<Option<RefreshFamily>, Fault> {
    let sql = format!("select {} from refresh_families where family_id = $1", RefreshFamily::columns());
    RefreshFamily::read_one(&snapshot.query(&sql, &[family_id.to_cell()], RefreshFamily::KINDS).await?)
}

/// Revokes the family whose current or previous token this is; done twice it is done once.
pub async fn revoke(database: &Database, family_id: [u8; 16], hash: [u8; 32], at: Instant) -> Result<(), Fault> {
    let sql = "update refresh_families set revoked_at = $3 \
         where family_id = $1 and revoked_at is null and (current_hash = $2 or previous_hash = $2)";
    database.operational(sql, &[family_id.to_cell(), hash.to_cell(), at.to_cell()], &[]).await.map(drop)
}

/// Revokes the family of this id, where it is the principal's; `false` where it is not, or has ended.
pub async fn revoke_own(
    database: &Database,
    principal: PrincipalId,
    family_id: [u8; 16],
    at: Instant,
) -> Result<bool, Fault> {
    let sql = "update refresh_families set revoked_at = $3 \
         where family_id = $2 and principal_id = $1 and revoked_at is null and expires_at > $3 returning family_id";
    let params = [principal.to_cell(), family_id.to_cell(), at.to_cell()];
    Ok(!database.operational(sql, &params, &[CellKind::Id]).await?.is_empty())
}

/// Revokes all families of a principal.
pub async fn revoke_all(database: &Database, principal: PrincipalId, at: Instant) -> Result<(), Fault> {
    let sql = "update refresh_families set revoked_at = $2 where principal_id = $1 and revoked_at is null";
    database.operational(sql, &[principal.to_cell(), at.to_cell()], &[]).await.map(drop)
}

/// Revokes all families of a principal that began in this organization.
pub async fn revoke_all_in(
    database: &Database,
    organization: OrganizationId,
    principal: PrincipalId,
    at: Instant,
) -> Result<(), Fault> {
    let sql = "update refresh_families set revoked_at = $3 \
         where principal_id = $2 and organization_id = $1 and revoked_at is null";
    let params = [organization.to_cell(), principal.to_cell(), at.to_cell()];
    database.operational(sql, &params, &[]).await.map(drop)
}

/// Revokes every family: after a restore nobody stays signed in.
pub async fn revoke_everyone(database: &Database, at: Instant) -> Result<(), Fault> {
    database
        .operational("update refresh_families set revoked_at = $1 where revoked_at is null", &[at.to_cell()], &[])
        .await
        .map(drop)
}

/// Forgets families that ended before this moment; returns how many.
pub async fn purge(database: &Database, before: Instant) -> Result<usize, Fault> {
    let sql = "delete from refresh_families where expires_at < $1 or revoked_at < $1 returning family_id";
    Ok(database.operational(sql, &[before.to_cell()], &[CellKind::Id]).await?.len())
}
