//! `PUT /warehouses/{id}`: a merge (RFC 7396 rules).

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::warehouses::update::UpdateWarehouse;
use domain::value::id::WarehouseId;

use super::get;
use super::view::WarehouseView;
use super::wire::WarehousePatch;
use crate::http::operations::{Operation, rejections};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::round_trip::{expected, require_same_id};
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<UpdateWarehouse>()
    .rejects(rejections::IN_TREE)
    .rejects(rejections::IN_WAREHOUSE)
    .rejects(&[
        Code::LimitReached,
        Code::AccountNotUsable,
        Code::ParentCycle,
        Code::ParentNotUsable,
        Code::WarehouseInUse,
        Code::WarehouseNotEmpty,
        Code::WarehouseHasOpenWork,
        Code::WarehouseIsDefault,
        Code::WarehouseIsLastActive,
        Code::StockIsNegative,
        Code::ValuationAccountInUse,
    ])
    .conditional()
    .preferable();

/// Update a warehouse
///
/// A merge: absent fields stay, null clears, objects merge by key, lists are replaced. An empty object checks
/// everything and changes nothing.
#[utoipa::path(put, path = "/api/v1/warehouses/{id}", operation_id = "WarehousesController_update", tag = "Warehouses",
    request_body = WarehousePatch, params(("id" = String, Path, description = "The warehouse")),
    responses((status = 204, description = "Updated or unchanged"), (status = 200, description = "Updated, with `Prefer: return=representation`", body = WarehouseView)))]
pub async fn update(Path(PathId(id)): Path<PathId<WarehouseId>>, mut writing: Writing) -> Result<Response, Problem> {
    let caller = writing.caller.clone();
    let base_url = writing.app.base_url.clone();
    writing.leave_out_repeated(async |snapshot| get::read(snapshot, caller.organization, &base_url, &id).await).await;
    let input: WarehousePatch = writing.body().await?;
    writing.caller.admit(&writing.app, require_same_id(input.id.as_ref(), &id)).await?;
    let if_match = expected(writing.if_match.as_deref(), input.version);
    let done = writing.run(UpdateWarehouse { warehouse: id.clone(), if_match, fields: input.fields() }).await?;
    writing
        .changed(done, async |snapshot| {
            get::read(snapshot, writing.caller.organization, &writing.app.base_url, &id).await
        })
        .await
}
