//! `POST /service-accounts`: the one answer that shows the secret.

use axum::response::Response;
use domain::Code;
use domain::commands::memberships::set::SetMembership;
use domain::rows::{Membership, PrincipalKind};
use domain::value::id::PrincipalId;
use domain::value::{Patch, Sought};

use super::get;
use super::view::{self, FreshSecret, ServiceAccountView};
use super::wire::ServiceAccountInput;
use crate::http::idempotency;
use crate::http::operations::Operation;
use crate::http::problem::Problem;
use crate::http::users::wire::{ids, texts};
use crate::http::writing::Writing;
use crate::identity::fresh_id;

pub(super) const OPERATION: Operation = Operation::write(SetMembership::OF_SERVICE_ACCOUNTS).rejects(&[
    Code::NotFound,
    Code::UnknownReference,
    Code::GrantExceedsRights,
]);

/// Create a service account
///
/// The secret is shown only in this answer; a replay of the request has null in its place.
#[utoipa::path(post, path = "/api/v1/service-accounts", operation_id = "ServiceAccountsController_create", tag = "Service accounts",
    request_body = ServiceAccountInput, responses((status = 201, description = "The service account", body = ServiceAccountView)))]
pub async fn create(writing: Writing) -> Result<Response, Problem> {
    let input: ServiceAccountInput = writing.body().await?;
    let organization = writing.caller.organization;
    let principal: PrincipalId = match writing.key_hash() {
        Some(hash) => fresh_id::of_key(&organization.0, hash),
        None => fresh_id::new(),
    };
    let name = input.name.0;
    let command = SetMembership {
        principal: Sought::Id(principal),
        kind: PrincipalKind::ServiceAccount,
        roles: texts(input.roles),
        is_active: true,
        owner: input.owner_id,
        warehouses: Patch::from(input.warehouse_ids.map(ids)),
        name: Some(name.clone()),
        if_match: Some(vec![0]),
    };
    let done = writing.run(command).await.map_err(idempotency::reused)?;
    let membership: Membership =
        done.row().ok_or_else(|| Problem::internal(&"a service account without a membership"))?;
    let mut secrets = view::secrets(&mut writing.app.database.snapshot().await?, organization, principal).await?;
    let mut shown = None;
    // A replay finds the secret there, unless the service ended between the two.
    if secrets.is_empty() && !writing.is_dry_run() {
        shown = Some(FreshSecret::make(&writing.app, &writing.caller, principal).await?.text);
        secrets = view::secrets(&mut writing.app.database.snapshot().await?, organization, principal).await?;
    }
    let owner_active =
        get::owner_active(&mut writing.app.database.snapshot().await?, organization, &membership).await?;
    let mut view = ServiceAccountView::of(&membership, Some(name), owner_active, secrets);
    view.client_secret = shown;
    done.created("/service-accounts", view)
}
