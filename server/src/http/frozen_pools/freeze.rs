//! `POST /inventory/frozen-pools`: goods stand still from now on.

use axum::response::Response;
use domain::Code;
use domain::commands::frozen_pools::freeze::FreezePool;
use domain::rows::FrozenPool;
use domain::value::Sought;
use domain::value::id::{FrozenPoolId, ItemId, WarehouseId};

use super::get;
use crate::http::input::Reason;
use crate::http::operations::Operation;
use crate::http::problem::Problem;
use crate::http::round_trip;
use crate::http::writing::Writing;

crate::input! {
    /// Goods to freeze.
    pub struct FreezeInput {
        /// If absent, every item in every warehouse.
        pub item_id: Option<Sought<ItemId>>,
        /// If absent, every warehouse.
        pub warehouse_id: Option<Sought<WarehouseId>>,
        pub reason: Reason = "a leak in the roof",
    }
}

pub(super) const OPERATION: Operation = Operation::of::<FreezePool>().rejects(&[
    Code::NotFound,
    Code::UnknownReference,
    Code::FieldsConflict,
    Code::WarehouseNotAssigned,
]);

/// Freeze goods
///
/// Freezes an item in one warehouse or in all, or all goods: they cannot be moved or revalued until they are released.
/// Goods already frozen stay so and are returned. The service itself freezes goods if a proof of stock finds something
/// wrong with them.
#[utoipa::path(post, path = "/api/v1/inventory/frozen-pools", operation_id = "FrozenPoolsController_freeze",
    tag = "Frozen pools", request_body = FreezeInput,
    responses((status = 201, description = "The frozen goods", body = super::view::FrozenPoolView)))]
pub async fn freeze(writing: Writing) -> Result<Response, Problem> {
    let input: FreezeInput = writing.body().await?;
    let command =
        FreezePool { item: input.item_id, warehouse: input.warehouse_id, invariant: None, reason: input.reason.0 };
    let done = writing.run(command).await?;
    let mut snapshot = writing.app.database.snapshot().await?;
    let row = match done.row::<FrozenPool>() {
        Some(row) => row,
        // It was frozen before.
        None => {
            let organization = writing.caller.organization;
            let id = Sought::<FrozenPoolId>::of(&done.reply.subject);
            round_trip::find(&mut snapshot, organization, &id).await?
        }
    };
    let view = get::shown(&mut snapshot, &writing.caller, vec![row]).await?.pop();
    let view = view.ok_or_else(|| Problem::lost("frozen_pools", &done.reply.subject))?;
    done.created("/inventory/frozen-pools", view)
}
