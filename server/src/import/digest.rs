//! Keys that follow from what they are of: the beginning of its digest.

use sha2::{Digest, Sha256};

/// The first sixteen bytes of a digest as hexadecimal digits: nothing else has them by chance.
#[must_use]
pub fn short(hash: Sha256) -> String {
    hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_digest_is_the_beginning_of_the_whole_one() {
        assert_eq!(short(Sha256::new().chain_update("abc")), "ba7816bf8f01cfea414140de5dae2223");
    }
}
