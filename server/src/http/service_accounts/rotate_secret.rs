//! `POST /service-accounts/{id}/rotate-secret`: a new secret in the place of the old ones.

use axum::extract::Path;
use axum::http::HeaderValue;
use axum::http::header::CACHE_CONTROL;
use axum::response::Response;
use domain::Code;
use domain::commands::service_accounts::take_secret::TakeSecret;
use domain::value::id::PrincipalId;
use domain::value::{Instant, Sought, TypedId};
use store::operational::security_events::SecurityEventKind;
use store::operational::service_account_secrets::{self, ServiceAccountSecret};

use super::get;
use super::view::{self, FreshSecret, ServiceAccountView};
use super::wire::{Earlier, RotateSecret};
use crate::commit;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::users::cover;
use crate::http::writing::Writing;
use crate::identity::{cutoffs, fresh_id};

pub(super) const OPERATION: Operation =
    Operation::of::<TakeSecret>().alone().body_optional().rejects(&[Code::GrantExceedsRights]);

const HOUR_US: i64 = 3_600_000_000;

/// Replace the secret of a service account
///
/// The answer has a new client id with its secret, which is shown only once; the caller is recorded in `heldBy` and
/// cannot approve anything that the account prepares. The earlier secrets work for another 24 hours, so that running
/// clients can change over: `previousExpiresAt` says until when. `previousExpiresInHours` gives another time,
/// `endPrevious` ends them and all tokens of the account now, and `keepPrevious` keeps them valid until each is revoked.
/// With an `Idempotency-Key`, a repeated request makes no other secret; it has null in its place.
#[utoipa::path(post, path = "/api/v1/service-accounts/{id}/rotate-secret", operation_id = "ServiceAccountsController_rotateSecret", tag = "Service accounts",
    request_body = RotateSecret, params(("id" = String, Path, description = "The service account")),
    responses((status = 200, description = "The service account with its new secret", body = ServiceAccountView)))]
pub async fn rotate_secret(Path(PathId(id)): Path<PathId<PrincipalId>>, writing: Writing) -> Result<Response, Problem> {
    let request: RotateSecret = writing.body_or_empty().await?;
    let wish = request.earlier()?;
    let (app, organization) = (&writing.app, writing.caller.organization);
    let mut snapshot = writing.caller.read(app).await?;
    let membership = get::find(&mut snapshot, organization, &id).await?;
    cover::require(&writing.caller, &mut snapshot, &membership).await?;
    let account = membership.principal_id;
    let earlier = view::secrets(&mut snapshot, organization, account).await?;
    drop(snapshot);
    // The person who is shown a secret is in the books before it works.
    let done = writing.run(TakeSecret { account: id }).await?;
    let mut shown = None;
    if !writing.is_dry_run() {
        // The new one first: a service that ends between the two leaves one too many, never none.
        shown = match writing.key_hash() {
            // The client id follows from the key: a replay finds it, unless the service ended before it was made.
            Some(hash) => {
                let id: PrincipalId = fresh_id::of_key(&[organization.0, account.0].concat(), hash);
                FreshSecret::make_as(app, &writing.caller, account, view::client_id(id.bytes())).await?
            }
            None => Some(FreshSecret::make(app, &writing.caller, account).await?),
        };
        if shown.is_some() {
            retire(&writing, wish, &earlier, account).await?;
        }
    }
    app.auth.standings.forget();
    let mut snapshot = app.database.snapshot().await?;
    let membership = get::find(&mut snapshot, organization, &Sought::Id(account)).await?;
    let mut view = get::view(&mut snapshot, organization, &membership).await?;
    view.client_secret = shown.map(|secret| secret.text);
    let mut response = done.answered(view)?;
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// Does with the earlier secrets what the caller wishes.
async fn retire(
    writing: &Writing,
    wish: Earlier,
    earlier: &[ServiceAccountSecret],
    account: PrincipalId,
) -> Result<(), Problem> {
    let (app, organization) = (&writing.app, writing.caller.organization);
    let now = commit::now();
    for old in earlier.iter().filter(|old| old.works(now)) {
        match wish {
            Earlier::Stay => {}
            Earlier::ExpireIn(hours) => {
                let end = Instant(now.0.saturating_add(hours.saturating_mul(HOUR_US)));
                service_account_secrets::expire(&app.database, organization, &old.client_id, end).await?;
            }
            Earlier::End => {
                service_account_secrets::revoke(&app.database, organization, &old.client_id).await?;
                let kind = SecurityEventKind::ServiceAccountSecretRevoked;
                view::note(app, &writing.caller, kind, account, &old.client_id).await;
            }
        }
    }
    if wish == Earlier::End {
        // A person who had the old ones may have taken a token with them.
        cutoffs::end_in(&app.database, &app.auth.standings, organization, account).await?;
    }
    Ok(())
}
