//! The client credentials grant: service accounts, with their secret in the body or as HTTP Basic.

use std::net::IpAddr;

use axum::http::HeaderMap;
use domain::Code;
use domain::book::context::Actor;
use domain::rows::PrincipalKind;
use domain::value::permission::PermissionSet;
use store::operational::organizations_list::{self, OrganizationStatus};
use store::operational::security_events::SecurityEventKind;
use store::operational::service_account_secrets;

use super::sign_in;
use super::token::{Admitted, TokenRequest, needed};
use crate::app::App;
use crate::auth::opaque_token::SecretHash;
use crate::auth::{basic, client_secret};
use crate::commit;
use crate::http::problem::{Problem, ServerCode};
use crate::identity::security::{self, Happened};
use crate::identity::{held, memberships};

/// Lets a service account into its one organization. It gets no refresh token: its secret is as good.
pub async fn admit(
    app: &App,
    request: TokenRequest,
    scope: Option<PermissionSet>,
    headers: &HeaderMap,
    address: IpAddr,
) -> Result<Admitted, Problem> {
    let basic = basic::find(headers).map_err(|bad| Problem::new(ServerCode::BadRequest, bad.to_string()))?;
    let (client_id, secret) = match basic {
        Some(client) => (client.id, client.secret),
        None => (needed(request.client_id, "client_id")?, needed(request.client_secret, "client_secret")?),
    };
    let (mut snapshot, attempt) = sign_in::begin(app, &client_id, address).await?;
    let now = commit::now();
    let row = service_account_secrets::by_client(&mut snapshot, &client_id).await?;
    let stored: Vec<SecretHash> =
        row.iter().filter(|row| row.works(now)).map(|row| SecretHash(row.secret_sha256)).collect();
    let fits = client_secret::matches(&secret, &stored);
    let known = row.as_ref().map(|row| (row.organization_id, row.principal_id));
    let Some(row) = row.filter(|_| fits) else {
        drop(snapshot);
        attempt.failed(&app.database, commit::now()).await?;
        let (organization, principal) = known.unzip();
        let failed = Happened::failed(SecurityEventKind::ServiceAccountSignInFailed, principal, address);
        security::note(&app.database, organization, &failed).await;
        return Err(sign_in::invalid_credentials());
    };
    attempt.succeeded(&app.database).await?;
    if held::is_held(&mut snapshot).await? {
        return Err(Problem::new(Code::Forbidden, held::WHY));
    }

    let listed = organizations_list::get(&mut snapshot, row.organization_id).await?;
    let is_open = listed.is_some_and(|listed| listed.status == OrganizationStatus::Active);
    let membership = memberships::active(&mut snapshot, row.organization_id, row.principal_id).await?;
    if !is_open || membership.is_none() {
        return Err(Problem::new(ServerCode::TokenRevoked, "the service account is disabled: ask an administrator"));
    }
    if request.organization_id.is_some_and(|wanted| wanted.id() != Some(row.organization_id)) {
        let message = "is not the organization of this service account: leave it out";
        return Err(Problem::violation("/organizationId", "unknown_reference", message));
    }
    drop(snapshot);
    service_account_secrets::note_use(&app.database, &client_id, commit::now()).await?;
    let signed_in = Happened::to(SecurityEventKind::ServiceAccountSignedIn, row.principal_id).from(address);
    security::note(&app.database, Some(row.organization_id), &signed_in.with(&client_id)).await;
    Ok(Admitted {
        actor: Actor { principal: row.principal_id, kind: PrincipalKind::ServiceAccount, claimed_roles: None, scope },
        organization: Some(row.organization_id),
        session: None,
        until: row.expires_at,
        refresh_token: None,
        must_change: false,
    })
}
