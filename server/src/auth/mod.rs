//! The identity of callers: access tokens, trusted issuers, passwords, sessions and the throttle before them.
//!
//! No HTTP handler and no SQL lives here. Rules take the clock and randomness as values; state to be stored is handed
//! out as plain data and handed in again.
//!
//! Reading order: a request's token is found by [`bearer`] and checked by [`verifier`] against the keys of [`key_ring`]
//! or [`issuers`]; [`token`] makes our own; everything below decides who gets one.

pub mod bearer;
pub mod claims;
pub mod jws;
pub mod signature_cache;
pub mod strict_json;
pub mod token_error;
pub mod verifier;

pub mod key_ring;
pub mod keys;
pub mod token;

pub mod foreign;
pub mod invitation_code;
pub mod issuers;
pub mod jwks;
pub mod jwks_source;

pub mod client_address;
pub mod common_passwords;
pub mod password;
pub mod setup_code;
pub mod throttle;

pub mod basic;
pub mod client_secret;
pub mod fresh;
pub mod opaque_token;
pub mod refresh;
pub mod session;
pub mod session_id;

#[doc(hidden)]
pub mod attacks;
