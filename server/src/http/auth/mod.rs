//! Authentication: tokens, the console's session, who I am, passwords, the first set-up, the public keys.

mod accept_invitation;
mod address;
#[cfg(test)]
mod at_once;
mod change_organization;
mod change_password;
mod client_grant;
mod decline_invitation;
mod end_sign_in;
#[cfg(test)]
mod guessing;
#[cfg(test)]
pub(crate) mod house;
mod invitations;
mod jwks;
mod me;
pub mod new_password;
mod oauth_error;
mod open_session;
mod password_grant;
pub mod problems;
mod refresh_grant;
mod revoke;
mod setup;
mod setup_state;
mod show_invitation;
mod sign_in;
mod sign_ins;
mod sign_out;
#[cfg(test)]
mod tests;
mod token;
#[cfg(test)]
mod two_issuers;

use axum::http::header::{CACHE_CONTROL, HeaderName, HeaderValue};

use super::operations::Operations;

/// Answers with secrets in them are kept by nobody (RFC 6749, section 5.1).
const NOT_STORED: [(HeaderName, HeaderValue); 1] = [(CACHE_CONTROL, HeaderValue::from_static("no-store"))];

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! {
        token, revoke, me, change_password, show_invitation, accept_invitation, decline_invitation,
        open_session, change_organization, sign_out, sign_ins, end_sign_in, setup, setup_state, jwks
    }
}
