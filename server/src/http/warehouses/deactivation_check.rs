//! `GET /warehouses/{id}/deactivation-check`: the refusals of a deactivation, without trying it.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::Code;
use domain::Rejection;
use domain::rows::Warehouse;
use domain::stock::warehouses::deactivation;
use domain::value::id::WarehouseId;
use domain::value::permission::Permission;

use crate::app::App;
use crate::commit;
use crate::http::caller::{Caller, consulted};
use crate::http::context::RequestContext;
use crate::http::operations::Operation;
use crate::http::output::Refusal;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::http::round_trip;

crate::output! {
    /// Whether a warehouse can be deactivated.
    pub struct DeactivationCheckView {
        pub can_deactivate: bool,
        /// The problems with which the change would be refused, each with its `code`, `context` and `resolutions`.
        pub problems: Vec<Refusal>,
    }
}

pub(super) const OPERATION: Operation =
    Operation::read(Permission::WarehousesRead).rejects(&[Code::WarehouseNotAssigned]);

/// Check whether a warehouse can be deactivated
///
/// Applies the same rules as the change itself. A warehouse cannot be deactivated if it is the default or the last
/// active one, if others refer to it, if it holds goods, or if it has open work: drafts (including those waiting for
/// approval), open counts, goods in transit or reservations.
#[utoipa::path(get, path = "/api/v1/warehouses/{id}/deactivation-check",
    operation_id = "WarehousesController_deactivationCheck", tag = "Warehouses",
    params(("id" = String, Path, description = "The warehouse")),
    responses((status = 200, description = "The obstacles", body = DeactivationCheckView)))]
pub async fn deactivation_check(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<WarehouseId>>,
    context: RequestContext,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    query.decode::<NoQuery>()?;
    let Warehouse { id, .. } = round_trip::find(&mut snapshot, caller.organization, &id).await?;
    caller.require_assigned(&mut snapshot, id).await?;
    let now = commit::now();
    let found = consulted(&mut snapshot, caller.organization, |book| {
        let warehouse = book.warehouse(id)?.ok_or_else(Rejection::not_found)?.clone();
        deactivation::deactivation_check(book, now, &warehouse)
    })
    .await?;
    let rights = Some(caller.rights(&mut snapshot).await?);
    let problems: Vec<Refusal> =
        found.into_iter().map(|rejection| Refusal(Problem::from(rejection).to_json(&context, rights))).collect();
    Ok(axum::Json(DeactivationCheckView { can_deactivate: problems.is_empty(), problems }).into_response())
}
