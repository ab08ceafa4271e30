//! Authentication: tokens, the console's session, who I am, passwords, the first set-up, the public keys.

mod address;
#[cfg(test)]
mod at_once;
mod client_grant;
#[cfg(test)]
mod guessing;
#[cfg(test)]
pub(crate) mod house;
mod invitations;
mod jwks;
mod me;
mod password;
mod password_grant;
pub mod problems;
mod refresh_grant;
mod revoke;
mod session;
mod setup;
mod sign_in;
#[cfg(test)]
mod tests;
mod token;
#[cfg(test)]
mod two_issuers;

use axum::http::header::{CACHE_CONTROL, HeaderName, HeaderValue};
use domain::Code;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::operations::{Access, Operation};
use super::problem::ServerCode;
use crate::app::App;

/// Answers with secrets in them are kept by nobody (RFC 6749, section 5.1).
const NOT_STORED: [(HeaderName, HeaderValue); 1] = [(CACHE_CONTROL, HeaderValue::from_static("no-store"))];

const ANSWERING: &[Code] = &[Code::Forbidden, Code::NotFound];

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[
    Operation::action("AuthController_token", "POST", "/api/v1/auth/token", Access::Public)
        .rejects(&[Code::Forbidden])
        .faults(&[
            ServerCode::InvalidCredentials,
            ServerCode::OrganizationRequired,
            ServerCode::TokenRevoked,
            ServerCode::TokenExpired,
        ]),
    Operation::action("AuthController_revoke", "POST", "/api/v1/auth/revoke", Access::Public),
    Operation::read("AuthController_me", "/api/v1/auth/me", Access::Login),
    Operation::action("AuthController_changePassword", "POST", "/api/v1/auth/password", Access::Login)
        .rejects(&[Code::Forbidden])
        .faults(&[ServerCode::InvalidCredentials]),
    Operation::action("AuthController_showInvitation", "POST", "/api/v1/auth/invitations/show", Access::Login)
        .rejects(ANSWERING),
    Operation::action("AuthController_acceptInvitation", "POST", "/api/v1/auth/invitations/accept", Access::Login)
        .rejects(&[Code::Forbidden, Code::NotFound, Code::LastAdmin])
        .faults(&[ServerCode::StorageFull, ServerCode::OutcomeUnknown]),
    Operation::action("AuthController_declineInvitation", "POST", "/api/v1/auth/invitations/decline", Access::Login)
        .rejects(ANSWERING),
    Operation::action("AuthController_signIn", "POST", "/api/v1/auth/session", Access::Public)
        .rejects(&[Code::Forbidden])
        .faults(&[ServerCode::InvalidCredentials, ServerCode::OrganizationRequired, ServerCode::CsrfFailed]),
    Operation::action("AuthController_signOut", "DELETE", "/api/v1/auth/session", Access::Login),
    Operation::action("AuthController_setup", "POST", "/api/v1/auth/setup", Access::Public)
        .rejects(&[Code::Forbidden])
        .faults(&[ServerCode::InvalidCredentials, ServerCode::StorageFull, ServerCode::OutcomeUnknown]),
    Operation::read("AuthController_jwks", "/.well-known/jwks.json", Access::Public),
];

/// The noun's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(token::token))
        .routes(routes!(revoke::revoke))
        .routes(routes!(me::me))
        .routes(routes!(password::change))
        .routes(routes!(invitations::show))
        .routes(routes!(invitations::accept))
        .routes(routes!(invitations::decline))
        .routes(routes!(session::sign_in, session::sign_out))
        .routes(routes!(setup::setup))
        .routes(routes!(jwks::jwks))
}
