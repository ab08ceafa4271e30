//! Receipts: the answers kept for requests that come again.

use crate::rows;
use crate::value::Instant;

rows! {
    /// The answer to a request with an idempotency key. Kept 7 days.
    Receipt in "receipts" (4 v 1, Receipt) key {
        /// First 16 bytes of SHA-256 over principal and key.
        key_hash: [u8; 16],
    } {
        /// SHA-256 of method, path, sorted query and body.
        fingerprint: [u8; 32],
        at: Instant,
        /// The encoded reply from which the same answer is rendered again.
        reply: Vec<u8>,
    }
}
