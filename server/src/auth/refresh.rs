//! Refresh tokens: each is used once and replaced; an old one that comes again ends its whole family.
//!
//! Two windows of one client may use the same token at once. So the next token is not drawn by chance: it follows from
//! the presented one and a salt of the family, and a client that presents the immediate predecessor within a moment
//! gets the same one. The salts alone, or an old token alone, are not enough to make the next.

use aws_lc_rs::hmac;

use super::opaque_token::{self, SecretHash};
use super::session_id::SessionId;

/// The prefix of a refresh token.
pub const PREFIX: &str = "chr_";
/// How long an unused refresh token lasts: 14 days.
pub const LIFETIME_US: i64 = 14 * 86_400 * 1_000_000;
/// How long a family lasts at most, however often it is used: 90 days.
pub const FAMILY_LIFETIME_US: i64 = 90 * 86_400 * 1_000_000;
/// How long the immediate predecessor is given the same successor: 30 seconds.
pub const PREDECESSOR_US: i64 = 30 * 1_000_000;

/// The text of a family's first refresh token, from 32 fresh random bytes.
#[must_use]
pub fn first(family: SessionId, secret: [u8; 32]) -> String {
    opaque_token::write(PREFIX, family, secret)
}

/// The text of the token that follows a presented one, in its family with this salt.
#[must_use]
pub fn next(family: SessionId, salt: [u8; 32], presented: &str) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, &salt);
    let digest = hmac::sign(&key, presented.as_bytes());
    let mut secret = [0; 32];
    secret.copy_from_slice(digest.as_ref());
    opaque_token::write(PREFIX, family, secret)
}

/// The family and the hash of a presented refresh token; `None` for a text that is none.
#[must_use]
pub fn read(text: &str) -> Option<(SessionId, SecretHash)> {
    opaque_token::read(PREFIX, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_token_follows_from_the_presented_one_and_its_family_alone() {
        let (family, salt) = (SessionId([7; 16]), [1; 32]);
        let one = first(family, [5; 32]);
        let two = next(family, salt, &one);
        assert_eq!(next(family, salt, &one), two, "whoever presents it is given the same");
        assert_eq!(read(&two), Some((family, SecretHash::of(&two))));
        for other in [&one, &next(family, [2; 32], &one), &next(family, salt, &two), &first(family, salt)] {
            assert_ne!(*other, two);
        }
        assert_eq!(read("chr_made-up"), None);
    }
}
