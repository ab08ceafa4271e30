//! `GET /accounting/approval-policies/{id}`

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::rows::ApprovalPolicy;
use domain::value::Sought;
use domain::value::id::ApprovalPolicyId;
use domain::value::permission::Permission;
use store::Snapshot;

use super::view::ApprovalPolicyView;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::conditional::etag;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::http::{called, organization, round_trip};

pub(super) const OPERATION: Operation = Operation::read(Permission::ApprovalPoliciesRead);

/// Get an approval policy
#[utoipa::path(get, path = "/api/v1/accounting/approval-policies/{id}", operation_id = "ApprovalPoliciesController_get",
    tag = "Approval policies", params(("id" = String, Path, description = "The policy")),
    responses((status = 200, description = "The policy", body = ApprovalPolicyView)))]
pub async fn get(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<ApprovalPolicyId>>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    query.decode::<NoQuery>()?;
    let view = read(&mut snapshot, &caller, &id).await?;
    Ok(([etag(view.version)], axum::Json(view)).into_response())
}

/// The view of the policy with this wire id.
pub async fn read(
    snapshot: &mut Snapshot,
    caller: &Caller,
    id: &Sought<ApprovalPolicyId>,
) -> Result<ApprovalPolicyView, Problem> {
    let policy = round_trip::find::<ApprovalPolicy, _>(snapshot, caller.organization, id).await?;
    let settings = organization::find(snapshot, caller.organization).await?;
    called::filled(snapshot, caller, ApprovalPolicyView::of(policy, settings.base_currency)).await
}
