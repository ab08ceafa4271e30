//! The signing keys of this instance: stored, rotated, and read again while the service runs.

use std::sync::Arc;
use std::time::Duration;

use domain::value::Instant;
use store::Database;
use store::operational::signing_keys::{self, SigningKey};

use super::error::IdentityError;
use crate::app::Auth;
use crate::auth::key_ring::KeyRing;
use crate::auth::keys::StoredKey;
use crate::commit;

/// How often the keys are read again, so that every server knows a new one before it signs.
pub const REFRESH_EVERY: Duration = Duration::from_secs(60);

/// The stored keys; makes one where it is time for it.
///
/// # Errors
/// Where a stored key is damaged, or the first one cannot be stored.
pub async fn load_or_create(database: &Database, now: Instant) -> Result<KeyRing, IdentityError> {
    let ring = load(database, now).await?;
    let Some(signs_from) = ring.rotation_due(now) else { return Ok(ring) };
    match add(database, &StoredKey::generate(signs_from)?).await {
        // Another server may have added one at the same moment; both count.
        Ok(()) => load(database, now).await,
        Err(error) if ring.signing(now).is_some() => {
            tracing::warn!(%error, "could not store a new signing key; the present one signs on");
            Ok(ring)
        }
        Err(error) => Err(error),
    }
}

/// Adds a key that signs in some minutes: what an operator asks for after a doubt. Answers its id.
///
/// # Errors
/// Where it cannot be stored.
pub async fn rotate_by_hand(database: &Database, now: Instant) -> Result<String, IdentityError> {
    let ring = load(database, now).await?;
    let key = StoredKey::generate(ring.rotate_by_hand(now))?;
    add(database, &key).await?;
    Ok(key.kid)
}

/// Reads the keys again, rotates them and forgets the outlived; then the keys of trusted issuers.
///
/// # Errors
/// Where the own keys cannot be read.
pub async fn refresh(database: &Database, auth: &Auth, now: Instant) -> Result<(), IdentityError> {
    let ring = load_or_create(database, now).await?;
    for kid in ring.outlived(now) {
        signing_keys::retire(database, kid, now).await?;
    }
    // Those that were just retired stay in the table for one more round.
    signing_keys::purge(database, Instant(now.0.saturating_sub(60_000_000))).await?;
    auth.verifier.replace_ring(ring);
    for (issuer, error) in auth.verifier.refresh_issuers(now).await {
        tracing::warn!(issuer, %error, "could not read the keys of a trusted issuer; the last good ones stay");
    }
    Ok(())
}

/// Refreshes the keys every minute, for as long as the service runs; the first time at once.
pub async fn keep_fresh(database: Database, auth: Arc<Auth>) {
    let mut every = tokio::time::interval(REFRESH_EVERY);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        every.tick().await;
        if let Err(error) = refresh(&database, &auth, commit::now()).await {
            tracing::warn!(%error, "could not refresh the signing keys; the present ones stay");
        }
    }
}

async fn load(database: &Database, now: Instant) -> Result<KeyRing, IdentityError> {
    let rows = signing_keys::all(&mut database.snapshot().await?).await?;
    let counts = |row: &SigningKey| row.retires_at.is_none_or(|at| at > now);
    let stored: Vec<StoredKey> = rows
        .into_iter()
        .filter(counts)
        .map(|row| StoredKey { kid: row.kid, private_pkcs8: row.private_key, signs_from: row.created_at })
        .collect();
    Ok(KeyRing::read(&stored)?)
}

/// The table's moment of making is the moment from which the key signs.
async fn add(database: &Database, key: &StoredKey) -> Result<(), IdentityError> {
    let row = SigningKey {
        kid: key.kid.clone(),
        private_key: key.private_pkcs8.clone(),
        created_at: key.signs_from,
        retires_at: None,
    };
    signing_keys::add(database, &row).await?;
    Ok(())
}
