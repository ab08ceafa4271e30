//! `PUT /service-accounts/{id}`: name, roles and state, by merge.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::memberships::set::SetMembership;
use domain::value::Sought;
use domain::value::id::PrincipalId;

use super::get;
use super::view::ServiceAccountView;
use super::wire::ServiceAccountPatch;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::users::wire::{ids, texts};
use crate::http::users::{cover, shut_out};
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::write(SetMembership::OF_SERVICE_ACCOUNTS)
    .rejects(&[Code::UnknownReference, Code::LastAdmin, Code::GrantExceedsRights])
    .conditional()
    .preferable();

/// Update a service account
///
/// A merge: absent fields stay. `isActive: false` disables it at once and ends its tokens for good, even if it becomes
/// active again. To change the owner, you need all the rights of the account.
#[utoipa::path(put, path = "/api/v1/service-accounts/{id}", operation_id = "ServiceAccountsController_update", tag = "Service accounts",
    request_body = ServiceAccountPatch, params(("id" = String, Path, description = "The service account")),
    responses((status = 204, description = "Updated or unchanged"), (status = 200, description = "Updated, with `Prefer: return=representation`", body = ServiceAccountView)))]
pub async fn update(Path(PathId(id)): Path<PathId<PrincipalId>>, writing: Writing) -> Result<Response, Problem> {
    let input: ServiceAccountPatch = writing.body().await?;
    let (app, organization) = (&writing.app, writing.caller.organization);
    let mut snapshot = writing.caller.read(app).await?;
    let before = get::find(&mut snapshot, organization, &id).await?;
    writing.keep(ServiceAccountPatch::KEPT, async |snapshot| get::view(snapshot, organization, &before).await).await?;
    let owner = input.owner_id.clone().set();
    if owner.as_ref().is_some_and(|owner| owner.id() != before.owner_id) {
        // The person who answers for it is responsible for its acts, and takes its secret over.
        cover::require(&writing.caller, &mut snapshot, &before).await?;
    }
    drop(snapshot);
    let is_active = input.is_active.clone().set();
    let held = || before.roles.split_whitespace().map(str::to_owned).collect();
    let command = SetMembership {
        principal: Sought::Id(before.principal_id),
        kind: before.kind,
        roles: input.roles.set().map_or_else(held, texts),
        is_active: is_active.unwrap_or(before.is_active),
        owner,
        warehouses: input.warehouse_ids.map(ids),
        name: input.name.set().map(|name| name.0),
        // Without a condition of the client, the version that was read: absent fields stay as they were then.
        if_match: Some(writing.if_match.clone().unwrap_or_else(|| vec![before.version])),
    };
    if !before.is_active && is_active == Some(true) {
        shut_out::end_issued(&writing, before.principal_id).await?;
    }
    let done = writing.run(command).await?;
    if is_active == Some(false) {
        shut_out::end_issued(&writing, before.principal_id).await?;
    }
    writing
        .changed(done, async |snapshot| {
            let after = get::find(snapshot, organization, &id).await?;
            get::view(snapshot, organization, &after).await
        })
        .await
}
