//! `POST /warehouses/{id}/costing-scope`: its goods are valued together with those of others, or apart from them.

use axum::extract::Path;
use axum::response::Response;
use domain::commands::warehouses::change_costing_scope::ChangeCostingScope;
use domain::rows::CostingScope;
use domain::value::id::WarehouseId;
use domain::value::permission::Permission;

use super::moved;
use crate::http::input::{LongText, Moment};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

crate::input! {
    /// How far goods of a warehouse are valued together from some time on.
    pub struct CostingScopeInput {
        /// `organization`: with those of all warehouses that have it so; `warehouse`: apart from others.
        pub costing_scope: CostingScope = "organization",
        /// From when on; now where absent. It is after all that moved there, and what is told apart from others is so from now on.
        pub occurred_at: Option<Moment>,
        pub description: Option<LongText<0, 2000>>,
    }
}

/// Change how far goods of a warehouse are valued together
///
/// Its goods go from pool to pool by one movement of kind `costingChange`, at what they are worth and receipt by receipt, and the
/// warehouse's `costingScope` changes in the same commit. Of goods that lie among others it takes its part by quantity. All
/// warehouses that share costs value an item on one account. `Location` is the movement, where there was something to value.
#[utoipa::path(post, path = "/api/v1/warehouses/{id}/costing-scope", operation_id = "WarehousesController_changeCostingScope",
    tag = "Warehouses", request_body = CostingScopeInput, params(("id" = String, Path, description = "The warehouse")),
    responses((status = 204, description = "Changed"), (status = 200, description = "Changed, with `Prefer: return=representation`", body = super::view::WarehouseView)))]
pub async fn change_costing_scope(
    Path(PathId(id)): Path<PathId<WarehouseId>>,
    writing: Writing,
) -> Result<Response, Problem> {
    let input: CostingScopeInput = writing.body(Permission::MovementsAdjust).await?;
    let command = ChangeCostingScope {
        warehouse: id.clone(),
        if_match: writing.if_match.clone(),
        to: input.costing_scope,
        occurred_at: input.occurred_at.map(|moment| moment.0),
        description: input.description.map(|text| text.0).unwrap_or_default(),
    };
    let done = writing.run(command).await?;
    moved::changed(&writing, done, &id).await
}
