//! Receipts: the answers kept for requests that come again.

use crate::rows;
use crate::value::Instant;

rows! {
    /// The answer to a request with an idempotency key. Kept 7 days.
    Receipt in "receipts" (4 v 1, Receipt) key {
        /// First 16 bytes of SHA-256 over principal and key.
        key_hash: [u8; 16],
    } {
        /// SHA-256 of the request by its meaning: method, path, query and body.
        fingerprint: [u8; 32],
        /// Method and path of the request, for the refusal of another one under its key.
        request: String,
        at: Instant,
        /// The encoded reply from which the same answer is rendered again.
        reply: Vec<u8>,
    }
}
