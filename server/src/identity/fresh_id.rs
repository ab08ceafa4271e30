//! New ids outside the books: in the order of time, like those of the core (UUIDv7).

use domain::value::TypedId;
use sha2::{Digest, Sha256};

/// A new id.
#[must_use]
pub fn new<T: TypedId>() -> T {
    T::from_bytes(*uuid::Uuid::now_v7().as_bytes())
}

/// The id that belongs to an idempotency key: the same request again means the same new row. `within` is the owner of
/// the key (the organization), or empty.
#[must_use]
pub fn of_key<T: TypedId>(within: &[u8], key_hash: [u8; 16]) -> T {
    let digest = Sha256::new().chain_update(T::PREFIX).chain_update(within).chain_update(key_hash).finalize();
    let digest: [u8; 32] = digest.into();
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    T::from_bytes(bytes)
}
