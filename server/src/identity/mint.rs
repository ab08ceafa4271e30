//! Mints access tokens with the key that signs now.

use domain::book::context::Actor;
use domain::value::Instant;
use domain::value::id::{OrganizationId, PrincipalId};
use store::Database;

use super::error::IdentityError;
use super::keys;
use crate::app::Auth;
use crate::auth::fresh;
use crate::auth::keys::KeyError;
use crate::auth::session_id::SessionId;
use crate::auth::token::{self, Grant, Minted};
use crate::commit;

/// A token of the command line, with no sign-in behind it: it ends by its time, when it is revoked, and with everything
/// issued to the user before a new password or a disabling.
///
/// # Errors
/// If there is no key or no randomness.
pub fn mint(
    auth: &Auth,
    principal: PrincipalId,
    organization: Option<OrganizationId>,
    lifetime_s: i64,
) -> Result<Minted, IdentityError> {
    sign(auth, &Grant { principal, organization, scope: None, session: None, lifetime_s })
}

/// A token of a sign-in, or of a secret; not longer than until the secret ends.
///
/// # Errors
/// As [`mint`].
pub async fn of_session(
    database: &Database,
    auth: &Auth,
    actor: Actor,
    organization: Option<OrganizationId>,
    session: Option<SessionId>,
    until: Option<Instant>,
) -> Result<Minted, IdentityError> {
    let now = commit::now();
    keys::require_signing(database, auth, now).await?;
    let left_s = until.map_or(i64::MAX, |end| end.0.saturating_sub(now.0) / 1_000_000);
    let lifetime_s = token::LIFETIME_S.min(left_s.max(1));
    sign(auth, &Grant { principal: actor.principal, organization, scope: actor.scope, session, lifetime_s })
}

fn sign(auth: &Auth, grant: &Grant) -> Result<Minted, IdentityError> {
    let now = commit::now();
    let ring = auth.verifier.ring();
    let key = ring.signing(now).ok_or(KeyError::Generate)?;
    Ok(token::mint(auth.verifier.instance(), key, grant, fresh::random()?, now)?)
}
