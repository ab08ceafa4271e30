//! Codes of invitations: shown once to the inviter, stored as a hash, sent by the invited with their own sign-in.

use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine as _};

/// The prefix of a code, for scanners that look for secrets.
pub const PREFIX: &str = "chi_";

/// The text of a code, from 32 fresh random bytes. Show it once and store its hash.
#[must_use]
pub fn write(random: [u8; 32]) -> String {
    format!("{PREFIX}{}", BASE64_URL_SAFE_NO_PAD.encode(random))
}
