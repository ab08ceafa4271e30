//! `POST /warehouses/{id}/costing-scope`: its goods are valued together with those of others, or apart from them.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::warehouses::change_costing_scope::ChangeCostingScope;
use domain::rows::CostingScope;
use domain::value::id::WarehouseId;

use super::moved;
use crate::http::input::{LongText, Moment};
use crate::http::operations::{Operation, rejections};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

crate::input! {
    /// The new costing scope of a warehouse, and when it begins.
    pub struct CostingScopeInput {
        /// `organization`: together with all warehouses of this scope; `warehouse`: on its own.
        pub costing_scope: CostingScope = "organization",
        /// When the change takes effect; now if absent. It must be after all movements there; a change to `warehouse`
        /// always takes effect now.
        pub occurred_at: Option<Moment>,
        pub description: Option<LongText<0, 2000>>,
    }
}

pub(super) const OPERATION: Operation = Operation::of::<ChangeCostingScope>()
    .rejects(rejections::POSTS)
    .rejects(rejections::ACCOUNTS)
    .rejects(&[
        Code::LimitReached,
        Code::OccurredInFuture,
        Code::WouldGoNegative,
        Code::PoolTooLarge,
        Code::PoolFrozen,
        Code::ReplayTooLarge,
        Code::BeforeScopeChange,
        Code::StockAccountNeeded,
        Code::FieldsConflict,
        Code::StockIsNegative,
        Code::ValuationAccountInUse,
    ])
    .conditional()
    .preferable();

/// Change the costing scope of a warehouse
///
/// One movement of kind `costingChange` moves its goods from pool to pool at their value, receipt by receipt, and the
/// warehouse's `costingScope` changes in the same commit. From a shared pool it takes its part by quantity. All
/// warehouses that share costs value an item on the same account. `Location` is the movement, if there was stock to
/// value.
#[utoipa::path(post, path = "/api/v1/warehouses/{id}/costing-scope", operation_id = "WarehousesController_changeCostingScope",
    tag = "Warehouses", request_body = CostingScopeInput, params(("id" = String, Path, description = "The warehouse")),
    responses((status = 204, description = "Changed"), (status = 200, description = "Changed, with `Prefer: return=representation`", body = super::view::WarehouseView)))]
pub async fn change_costing_scope(
    Path(PathId(id)): Path<PathId<WarehouseId>>,
    writing: Writing,
) -> Result<Response, Problem> {
    let input: CostingScopeInput = writing.body().await?;
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
