//! Opaque tokens: a prefix that scanners find, an id to look up, a secret to compare; stored as a hash only.

use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine as _};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq as _;

use super::session_id::SessionId;

/// The SHA-256 under which a secret is stored. The secrets are random, so that no slow hash is needed.
#[derive(Clone, Copy, Debug)]
pub struct SecretHash(pub [u8; 32]);

impl SecretHash {
    /// The hash of a secret's whole text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        Self(Sha256::digest(text.as_bytes()).into())
    }
}

impl PartialEq for SecretHash {
    /// In constant time.
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Eq for SecretHash {}

/// The text of a token: prefix, then base64url of id and secret.
#[must_use]
pub fn write(prefix: &str, id: SessionId, secret: [u8; 32]) -> String {
    let mut bytes = [0; 48];
    bytes[..16].copy_from_slice(&id.0);
    bytes[16..].copy_from_slice(&secret);
    format!("{prefix}{}", BASE64_URL_SAFE_NO_PAD.encode(bytes))
}

/// The id and the hash of a presented token; `None` for a text that is none.
#[must_use]
pub fn read(prefix: &str, text: &str) -> Option<(SessionId, SecretHash)> {
    let encoded = text.strip_prefix(prefix).filter(|rest| rest.len() == 64)?;
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(encoded).ok()?;
    let id: [u8; 16] = bytes.get(..16)?.try_into().ok()?;
    Some((SessionId(id), SecretHash::of(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_reads_back_and_nothing_else_does() {
        let text = write("chr_", SessionId([1; 16]), [2; 32]);
        assert_eq!(text.len(), 68);
        let (id, hash) = read("chr_", &text).unwrap();
        assert!(id == SessionId([1; 16]) && hash == SecretHash::of(&text));
        assert!(hash != SecretHash::of(&write("chr_", SessionId([1; 16]), [3; 32])));
        let strange = format!("chr_.{}", &text[5..]);
        for wrong in [
            "",
            "chr_",
            &text[..67],
            &text[4..],
            &format!("{text}A"),
            &format!(" {text}"),
            &format!("{}=", &text[..67]),
            &strange,
        ] {
            assert!(read("chr_", wrong).is_none(), "{wrong}");
        }
        assert!(read("chc_", &text).is_none());
    }
}
