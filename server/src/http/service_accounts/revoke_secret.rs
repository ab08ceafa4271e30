//! `DELETE /service-accounts/{id}/secrets/{clientId}`: one secret works no more.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::Code;
use domain::value::id::PrincipalId;
use domain::value::permission::Permission;
use store::operational::security_events::SecurityEventKind;
use store::operational::service_account_secrets;

use super::{get, view};
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::http::users::cover;
use crate::identity::cutoffs;

pub(super) const OPERATION: Operation =
    Operation::action(Permission::ServiceAccountsManage).rejects(&[Code::GrantExceedsRights]);

/// Revoke a secret of a service account
///
/// The account's tokens end as well: a client with another secret gets a new one. You need all the rights of the
/// account; otherwise make the account inactive instead.
#[utoipa::path(delete, path = "/api/v1/service-accounts/{id}/secrets/{clientId}", operation_id = "ServiceAccountsController_revokeSecret", tag = "Service accounts",
    params(("id" = String, Path, description = "The service account"), ("clientId" = String, Path, description = "The secret's client id")),
    responses((status = 204, description = "Revoked, now or earlier")))]
pub async fn revoke_secret(
    State(app): State<App>,
    Path((id, client_id)): Path<(PathId<PrincipalId>, String)>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let NoQuery {} = query.decode()?;
    let membership = get::find(&mut snapshot, caller.organization, &id.0).await?;
    cover::require(&caller, &mut snapshot, &membership).await?;
    let secrets = view::secrets(&mut snapshot, caller.organization, membership.principal_id).await?;
    drop(snapshot);
    if !secrets.iter().any(|secret| secret.client_id == client_id) {
        return Err(Problem::not_found());
    }
    if service_account_secrets::revoke(&app.database, caller.organization, &client_id).await? {
        let kind = SecurityEventKind::ServiceAccountSecretRevoked;
        view::note(&app, &caller, kind, membership.principal_id, &client_id).await;
        cutoffs::end_in(&app.database, &app.auth.standings, caller.organization, membership.principal_id).await?;
    }
    app.auth.standings.forget();
    Ok(StatusCode::NO_CONTENT.into_response())
}
