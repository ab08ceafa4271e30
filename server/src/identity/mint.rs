//! Mints access tokens with the key that signs now.

use domain::access::PermissionSet;
use domain::value::id::{OrganizationId, PrincipalId};

use super::error::IdentityError;
use crate::app::Auth;
use crate::auth::fresh;
use crate::auth::keys::KeyError;
use crate::auth::session_id::SessionId;
use crate::auth::token::{self, Grant, Minted};
use crate::commit;

/// A token of the command line: no sign-in behind it, so that it ends by its time alone.
///
/// # Errors
/// Where there is no key or no randomness.
pub fn mint(
    auth: &Auth,
    principal: PrincipalId,
    organization: Option<OrganizationId>,
    lifetime_s: i64,
) -> Result<Minted, IdentityError> {
    sign(auth, &Grant { principal, organization, scope: None, session: None, lifetime_s })
}

/// A token of a sign-in.
///
/// # Errors
/// As [`mint`].
pub fn of_session(
    auth: &Auth,
    principal: PrincipalId,
    organization: Option<OrganizationId>,
    scope: Option<PermissionSet>,
    session: Option<SessionId>,
) -> Result<Minted, IdentityError> {
    sign(auth, &Grant { principal, organization, scope, session, lifetime_s: token::LIFETIME_S })
}

fn sign(auth: &Auth, grant: &Grant) -> Result<Minted, IdentityError> {
    let now = commit::now();
    let ring = auth.verifier.ring();
    let key = ring.signing(now).ok_or(KeyError::Generate)?;
    Ok(token::mint(auth.verifier.instance(), key, grant, fresh::random()?, now)?)
}
