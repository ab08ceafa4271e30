//! Who is calling: access tokens, trusted issuers, passwords, sessions and the throttle before them.
//!
//! No HTTP handler and no SQL lives here. Rules take the clock and randomness as values; what must be
//! stored is handed out as plain data and handed in again.
//!
//! Reading order: a request's token is found by [`bearer`], checked by [`verifier`] against [`keys`] or
//! [`issuers`]; tokens are made by [`token`]; everything else is how somebody comes to deserve one.

pub mod bearer;
pub mod token_error;
pub mod verifier;
pub mod token;
pub mod claims;
pub mod session_id;
pub mod keys;
pub mod key_ring;
pub mod jws;
pub mod strict_json;
pub mod signature_cache;

pub mod issuers;
pub mod foreign;
pub mod jwks;
pub mod jwks_source;

#[doc(hidden)]
pub mod attacks;
