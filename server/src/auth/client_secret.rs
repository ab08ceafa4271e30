//! The secrets of service accounts: shown once, stored as a hash, compared in constant time.

use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine as _};

use super::opaque_token::SecretHash;

/// The prefix of a client secret.
pub const PREFIX: &str = "chs_";

/// The text of a secret, from 32 fresh random bytes. Show it once and store [`SecretHash::of`] it.
#[must_use]
pub fn write(random: [u8; 32]) -> String {
    format!("{PREFIX}{}", BASE64_URL_SAFE_NO_PAD.encode(random))
}

/// Whether a presented text is one of the secrets stored (two while one is being replaced).
/// Without any, as for an unknown account, it still hashes and compares.
#[must_use]
pub fn matches(presented: &str, stored: &[SecretHash]) -> bool {
    let hash = SecretHash::of(presented);
    let none = [SecretHash([0; 32])];
    let candidates = if stored.is_empty() { &none } else { stored };
    candidates.iter().fold(false, |found, secret| (*secret == hash) | found) & !stored.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_stored_secret_matches() {
        let (one, two) = (write([1; 32]), write([2; 32]));
        assert_eq!(one.len(), 47);
        let stored = [SecretHash::of(&one), SecretHash::of(&two)];
        assert!(matches(&one, &stored) && matches(&two, &stored));
        for wrong in ["", "chs_", &one[4..], &write([3; 32]), &format!("{one} ")] {
            assert!(!matches(wrong, &stored), "{wrong}");
        }
        assert!(!matches(&one, &[]));
    }
}
