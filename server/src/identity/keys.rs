//! The signing keys of this instance: stored, rotated, and read again while the service runs.

use std::sync::Arc;
use std::sync::atomic::Ordering;
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
/// How soon they are read again for a token whose key is not known, in microseconds: tokens of strangers come often.
const AGAIN_AFTER_US: i64 = 1_000_000;

/// The stored keys; makes one where it is time for it.
pub async fn load_or_create(database: &Database, now: Instant) -> Result<KeyRing, IdentityError> {
    let ring = load(database, now).await?;
    let Some(signs_from) = ring.rotation_due(now) else { return Ok(ring) };
    match add(database, &StoredKey::generate(signs_from)?).await {
        // Another server may have added one at the same moment; both count.
        Ok(()) => load(database, now).await,
        Err(error) if ring.signing(now).is_some() => {
            tracing::warn!(%error, "could not store a new signing key; the present one stays in use");
            Ok(ring)
        }
        Err(error) => Err(error),
    }
}

/// Adds a key that signs in some minutes: for an operator with a doubt. Returns its id.
pub async fn rotate_by_hand(database: &Database, now: Instant) -> Result<String, IdentityError> {
    let ring = load(database, now).await?;
    let key = StoredKey::generate(ring.rotate_by_hand(now))?;
    add(database, &key).await?;
    Ok(key.kid)
}

/// Withdraws a key: everything it signed is refused from now on, on every server. If it was the only one, makes another
/// that signs at once. `false` if there is no such key.
pub async fn withdraw(database: &Database, kid: &str, now: Instant) -> Result<bool, IdentityError> {
    let is_withdrawn = signing_keys::retire(database, kid, now).await?;
    load_or_create(database, now).await?;
    Ok(is_withdrawn)
}

/// Sees that the key that signs here was not withdrawn meanwhile; else takes over the keys that are stored.
pub async fn require_signing(database: &Database, auth: &Auth, now: Instant) -> Result<(), IdentityError> {
    let ring = auth.verifier.ring();
    if let Some(key) = ring.signing(now)
        && signing_keys::counts(&mut database.snapshot().await?, key.kid(), now).await?
    {
        return Ok(());
    }
    auth.verifier.replace_ring(load_or_create(database, now).await?);
    Ok(())
}

/// Reads the keys again for a token whose key is not known here: another server may just have made it. `false` where
/// that was done within the last second.
pub async fn read_again(database: &Database, auth: &Auth) -> Result<bool, IdentityError> {
    let now = commit::now();
    let last = auth.keys_read_at_us.load(Ordering::Relaxed);
    if now.0.saturating_sub(last) < AGAIN_AFTER_US {
        return Ok(false);
    }
    auth.keys_read_at_us.store(now.0, Ordering::Relaxed);
    auth.verifier.replace_ring(load(database, now).await?);
    Ok(true)
}

/// Reads the keys again, rotates them and forgets the outlived; then the keys of trusted issuers.
pub async fn refresh(database: &Database, auth: &Auth, now: Instant) -> Result<(), IdentityError> {
    let ring = load_or_create(database, now).await?;
    for kid in ring.outlived(now) {
        signing_keys::retire(database, kid, now).await?;
    }
    // Those that were just retired stay in the table for one more round.
    signing_keys::purge(database, Instant(now.0.saturating_sub(60_000_000))).await?;
    auth.verifier.replace_ring(ring);
    for (issuer, error) in auth.verifier.refresh_issuers(now).await {
        tracing::warn!(issuer, %error, "could not read the keys of a trusted issuer; the last good ones stay in use");
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
            tracing::warn!(%error, "could not refresh the signing keys; the present ones stay in use");
        }
    }
}

/// The keys that count.
pub async fn load(database: &Database, now: Instant) -> Result<KeyRing, IdentityError> {
    let rows = signing_keys::all(&mut database.snapshot().await?).await?;
    let counts = |row: &SigningKey| row.retires_at.is_none_or(|at| at > now);
    let stored: Vec<StoredKey> = rows
        .into_iter()
        .filter(counts)
        .map(|row| StoredKey { kid: row.kid, private_pkcs8: row.private_key, signs_from: row.created_at })
        .collect();
    Ok(KeyRing::read(&stored)?)
}

/// Stores a key. The table's moment of making is the moment from which the key signs.
pub(crate) async fn add(database: &Database, key: &StoredKey) -> Result<(), IdentityError> {
    let row = SigningKey {
        kid: key.kid.clone(),
        private_key: key.private_pkcs8.clone(),
        created_at: key.signs_from,
        retires_at: None,
    };
    signing_keys::add(database, &row).await?;
    Ok(())
}
