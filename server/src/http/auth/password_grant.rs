//! The password grant: for the command line and scripts of the house.

use std::net::IpAddr;

use domain::book::context::Actor;
use domain::value::Instant;
use domain::value::permission::PermissionSet;
use store::operational::refresh_families::{self, RefreshFamily};

use super::sign_in;
use super::token::{Admitted, TokenRequest, needed};
use crate::app::App;
use crate::auth::opaque_token::SecretHash;
use crate::auth::session_id::SessionId;
use crate::auth::{fresh, refresh};
use crate::commit;
use crate::http::problem::Problem;
use crate::identity::IdentityError;

/// Lets in a caller who knows the password, and begins a sign-in with its first refresh token.
pub async fn admit(
    app: &App,
    request: TokenRequest,
    scope: Option<PermissionSet>,
    address: IpAddr,
) -> Result<Admitted, Problem> {
    let username = needed(request.username, "username")?;
    let password = needed(request.password, "password")?;
    let login = sign_in::check_password(app, &username, password, address).await?;
    let organization = sign_in::choose_organization(app, &login, request.organization_id.as_ref()).await?;

    let session = SessionId(fresh::random().map_err(IdentityError::from)?);
    let refresh_token = refresh::first(session, fresh::random().map_err(IdentityError::from)?);
    let now = commit::now();
    let row = RefreshFamily {
        family_id: session.0,
        principal_id: login.principal_id,
        organization_id: organization,
        scope: scope.map(PermissionSet::names),
        salt: fresh::random().map_err(IdentityError::from)?,
        current_hash: SecretHash::of(&refresh_token).0,
        previous_hash: None,
        previous_valid_until: None,
        expires_at: Instant(now.0.saturating_add(refresh::LIFETIME_US)),
        revoked_at: None,
        created_at: now,
        last_used_at: now,
    };
    refresh_families::add(&app.database, &row).await?;
    if !sign_in::is_unchanged(app, &login).await? {
        refresh_families::revoke(&app.database, row.family_id, row.current_hash, commit::now()).await?;
        return Err(sign_in::invalid_credentials());
    }
    sign_in::note(app, &login, organization, address).await;
    Ok(Admitted {
        actor: Actor { scope, ..sign_in::user(login.principal_id) },
        organization,
        session: Some(session),
        until: None,
        refresh_token: Some(refresh_token),
        must_change: login.must_change,
    })
}
