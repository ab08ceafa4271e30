//! `POST /service-accounts/{id}/rotate-secret`: a new secret in the place of the old ones.

use axum::extract::{Path, State};
use axum::http::HeaderValue;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use domain::Code;
use domain::batch::Work;
use domain::commands::service_accounts::take_secret::TakeSecret;
use domain::value::Sought;
use domain::value::id::PrincipalId;
use domain::value::permission::Permission;
use store::operational::security_events::SecurityEventKind;
use store::operational::service_account_secrets;

use super::get;
use super::view::{self, FreshSecret, ServiceAccountView};
use super::wire::RotateSecret;
use crate::app::App;
use crate::commit::Request;
use crate::http::body::JsonBody;
use crate::http::caller::Caller;
use crate::http::context::RequestContext;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::{Problem, ServerCode};
use crate::http::query::{NoQuery, RawQuery};
use crate::http::users::cover;
use crate::http::writing::only_reply;
use crate::identity::cutoffs;

pub(super) const OPERATION: Operation = Operation::action(Permission::ServiceAccountsManage)
    .rejects(&[Code::GrantExceedsRights])
    .faults(&[ServerCode::StorageFull, ServerCode::OutcomeUnknown]);

/// Replace the secret of a service account
///
/// The answer has a new client id with its secret, which is shown only once; the caller is recorded in `heldBy` and
/// cannot approve anything that the account prepares. The earlier secrets and all tokens of the account end now, unless
/// `keepPrevious` keeps them valid until each is revoked.
#[utoipa::path(post, path = "/api/v1/service-accounts/{id}/rotate-secret", operation_id = "ServiceAccountsController_rotateSecret", tag = "Service accounts",
    request_body = RotateSecret, params(("id" = String, Path, description = "The service account")),
    responses((status = 200, description = "The service account with its new secret", body = ServiceAccountView)))]
pub async fn rotate_secret(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<PrincipalId>>,
    caller: Caller,
    context: RequestContext,
    query: RawQuery,
    body: JsonBody,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let NoQuery {} = query.decode()?;
    let request: RotateSecret = body.decode_or_empty()?;
    let membership = get::find(&mut snapshot, caller.organization, &id).await?;
    cover::require(&caller, &mut snapshot, &membership).await?;
    let earlier = view::secrets(&mut snapshot, caller.organization, membership.principal_id).await?;
    drop(snapshot);
    // The person who is shown a secret is in the books before it works.
    let taken = Request {
        organization: caller.organization,
        actor: caller.actor.clone(),
        request_id: context.request_id.to_string(),
        receipt: None,
        work: Work::One(Box::new(TakeSecret { account: id }.into())),
    };
    only_reply(app.committer.submit(taken).await?)?;
    // The new one first: a service that ends between the two leaves one too many, never none.
    let secret = FreshSecret::make(&app, &caller, membership.principal_id).await?;
    if !request.keep_previous.unwrap_or(false) {
        for old in earlier.iter().filter(|old| !old.is_revoked) {
            service_account_secrets::revoke(&app.database, caller.organization, &old.client_id).await?;
            let kind = SecurityEventKind::ServiceAccountSecretRevoked;
            view::note(&app, &caller, kind, membership.principal_id, &old.client_id).await;
        }
        // A person who had the old ones may have taken a token with them.
        cutoffs::end_in(&app.database, &app.auth.standings, caller.organization, membership.principal_id).await?;
    }
    app.auth.standings.forget();
    let mut snapshot = app.database.snapshot().await?;
    let membership = get::find(&mut snapshot, caller.organization, &Sought::Id(membership.principal_id)).await?;
    let mut view = get::view(&mut snapshot, caller.organization, &membership).await?;
    view.client_secret = Some(secret.text);
    Ok(([(CACHE_CONTROL, HeaderValue::from_static("no-store"))], axum::Json(view)).into_response())
}
