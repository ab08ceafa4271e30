//! Who is calling: access tokens, trusted issuers, passwords, sessions and the throttle before them.
//!
//! No HTTP handler and no SQL lives here. Rules take the clock and randomness as values; what must be
//! stored is handed out as plain data and handed in again.
//!
//! Reading order: a request's token is found by [`bearer`] and checked by [`verifier`] against the keys of
//! [`key_ring`] or [`issuers`]; [`token`] makes our own; everything below is how somebody comes to deserve one.

pub mod bearer;
pub mod verifier;
pub mod token_error;
pub mod jws;
pub mod strict_json;
pub mod claims;
pub mod signature_cache;

pub mod token;
pub mod keys;
pub mod key_ring;

pub mod issuers;
pub mod foreign;
pub mod jwks;
pub mod jwks_source;

pub mod password;
pub mod throttle;
pub mod client_address;
pub mod setup_code;

pub mod session_id;
pub mod opaque_token;
pub mod refresh;
pub mod client_secret;
pub mod basic;
pub mod session;
pub mod fresh;

#[doc(hidden)]
pub mod attacks;
