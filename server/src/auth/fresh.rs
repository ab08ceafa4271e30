//! The edge: fresh randomness from the operating system and the time of its clock.

use std::time::{SystemTime, UNIX_EPOCH};

use domain::value::Instant;

/// The operating system gave no randomness; without it no secret can be made.
#[derive(Debug, thiserror::Error)]
#[error("the operating system provides no randomness: {0}")]
pub struct NoRandomness(String);

/// Random bytes for secrets and ids.
///
/// # Errors
/// When the operating system has none.
pub fn random<const BYTES: usize>() -> Result<[u8; BYTES], NoRandomness> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(|error| NoRandomness(error.to_string()))?;
    Ok(bytes)
}

/// Now, by the clock of the system; a clock before 1970 reads as 1970.
#[must_use]
pub fn now() -> Instant {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Instant(i64::try_from(since.as_micros()).unwrap_or(i64::MAX))
}
