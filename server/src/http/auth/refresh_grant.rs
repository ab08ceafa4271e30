//! The refresh grant: each token once, for a moment by several windows; an old one that comes again ends the sign-in.

use domain::book::context::Actor;
use domain::value::Instant;
use domain::value::permission::PermissionSet;
use store::operational::logins::{self, LoginStatus};
use store::operational::refresh_families::{self, Presented, RefreshFamily, Rotation};
use store::operational::security_events::SecurityEventKind;

use super::sign_in;
use super::token::{Admitted, TokenRequest, needed};
use crate::app::App;
use crate::auth::opaque_token::SecretHash;
use crate::auth::refresh;
use crate::auth::session_id::SessionId;
use crate::commit;
use crate::http::problem::{Problem, ServerCode};
use crate::identity::memberships;
use crate::identity::security::{self, Happened};

/// Exchanges a refresh token for the next one.
pub async fn admit(app: &App, request: TokenRequest, scope: Option<PermissionSet>) -> Result<Admitted, Problem> {
    let presented = needed(request.refresh_token, "refresh_token")?;
    let (session, hash) = refresh::read(&presented).ok_or_else(sign_in::invalid_credentials)?;
    let family = refresh_families::get(&mut app.database.snapshot().await?, session.0).await?;
    let family = family.ok_or_else(sign_in::invalid_credentials)?;
    // Only the holder of a token that still counts learns why it would be refused; any other ends the sign-in here.
    if !counts(&family, hash, commit::now()) {
        rotate(app, &presented, session, &family).await?;
        return Err(revoked());
    }
    // All that can be refused is decided before the token is used up, so that the client can ask again.
    let scope = narrowed(&family, scope)?;
    let login = logins::by_principal(&mut app.database.snapshot().await?, family.principal_id).await?;
    let login = login.filter(|login| login.status == LoginStatus::Active).ok_or_else(revoked)?;
    let organization = match (&request.organization_id, family.organization_id) {
        // A login that joined one since goes on without it until it names it.
        (None, None) => sign_in::belongings(app, &login).await.map(|_| None)?,
        (None, Some(own)) => {
            let found = memberships::of_login(&mut app.database.snapshot().await?, login.principal_id).await?;
            Some(found.into_iter().find(|one| one.organization == own).ok_or_else(revoked)?.organization)
        }
        (wanted @ Some(_), _) => sign_in::choose_organization(app, &login, wanted.as_ref()).await?,
    };
    let next_token = rotate(app, &presented, session, &family).await?;
    Ok(Admitted {
        actor: Actor { scope, ..sign_in::user(login.principal_id) },
        organization,
        session: Some(session),
        until: None,
        refresh_token: Some(next_token),
        must_change: login.must_change,
    })
}

/// Whether this is the current token of a running sign-in, or for a moment its predecessor.
fn counts(family: &RefreshFamily, hash: SecretHash, now: Instant) -> bool {
    let is_predecessor =
        family.previous_hash == Some(hash.0) && family.previous_valid_until.is_some_and(|until| until > now);
    family.revoked_at.is_none() && family.expires_at > now && (family.current_hash == hash.0 || is_predecessor)
}

/// Exchanges the presented token; returns the next one.
async fn rotate(app: &App, token: &str, session: SessionId, family: &RefreshFamily) -> Result<String, Problem> {
    let next_token = refresh::next(session, family.salt, token);
    let now = commit::now();
    let latest = family.created_at.0.saturating_add(refresh::FAMILY_LIFETIME_US);
    let presented = Presented {
        family_id: session.0,
        hash: SecretHash::of(token).0,
        next_hash: SecretHash::of(&next_token).0,
        at: now,
        grace_until: Instant(now.0.saturating_add(refresh::PREDECESSOR_US)),
        expires_at: Instant(now.0.saturating_add(refresh::LIFETIME_US).min(latest)),
    };
    match refresh_families::rotate(&app.database, &presented).await? {
        Rotation::Rotated(_) => Ok(next_token),
        Rotation::Reused => {
            app.auth.standings.forget();
            let reused = Happened::to(SecurityEventKind::UserRefreshTokenReused, family.principal_id);
            security::note_everywhere(&app.database, family.principal_id, &reused).await;
            tracing::warn!(principal = %family.principal_id, session = %session, "an old refresh token was used again: \
                 the sign-in was ended, sign in again");
            Err(revoked())
        }
        Rotation::Refused if family.expires_at <= now => {
            Err(Problem::new(ServerCode::TokenExpired, "the refresh token has expired: sign in again"))
        }
        Rotation::Refused => Err(revoked()),
    }
}

/// The scope of the sign-in, narrowed further for this token where one is asked for.
fn narrowed(family: &RefreshFamily, scope: Option<PermissionSet>) -> Result<Option<PermissionSet>, Problem> {
    let Some(granted) = &family.scope else { return Ok(scope) };
    // A permission that this program no longer knows grants nothing.
    let known: Vec<_> = granted.split_whitespace().filter_map(domain::value::permission::Permission::parse).collect();
    let granted = PermissionSet::of(&known);
    match scope {
        Some(wanted) if !granted.covers(wanted) => {
            Err(Problem::violation("/scope", "scope_exceeded", "exceeds the permissions of the sign-in: ask for fewer"))
        }
        Some(wanted) => Ok(Some(wanted)),
        None => Ok(Some(granted)),
    }
}

fn revoked() -> Problem {
    Problem::new(ServerCode::TokenRevoked, "the sign-in behind this refresh token has ended: sign in again")
}
