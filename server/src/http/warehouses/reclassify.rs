//! `POST /warehouses/{id}/reclassify`: its goods are valued on another account.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::warehouses::reclassify::ReclassifyWarehouse;
use domain::value::id::{AccountId, WarehouseId};
use domain::value::{IdOrCode, Sought};

use super::moved;
use crate::http::input::{CodeText, LongText, Moment, Pointer, Violations};
use crate::http::operations::{Operation, rejections};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

crate::input! {
    /// The new valuation account of a warehouse, and when it begins.
    pub struct ReclassifyInput {
        /// The account that values them: an asset with `controlFor` `stock`.
        pub to_account_id: Option<Sought<AccountId>>,
        pub to_account_code: Option<CodeText<32>> = "1210",
        /// When the change takes effect; now if absent.
        pub occurred_at: Option<Moment>,
        pub description: Option<LongText<0, 2000>>,
    }
}

pub(super) const OPERATION: Operation = Operation::of::<ReclassifyWarehouse>()
    .rejects(rejections::POSTS)
    .rejects(rejections::ACCOUNTS)
    .rejects(&[
        Code::UnknownReference,
        Code::LimitReached,
        Code::OccurredInFuture,
        Code::PoolFrozen,
        Code::ReplayTooLarge,
        Code::ValuationAccountInUse,
        Code::WarehouseNotAssigned,
    ])
    .conditional()
    .preferable();

/// Value a warehouse on another account
///
/// One movement moves the value of its goods to the other account, and the same commit sets the warehouse's
/// `valuationAccountId` to it. Warehouses that share costs change together. `Location` is the movement, if there was
/// stock to value.
#[utoipa::path(post, path = "/api/v1/warehouses/{id}/reclassify", operation_id = "WarehousesController_reclassify",
    tag = "Warehouses", request_body = ReclassifyInput, params(("id" = String, Path, description = "The warehouse")),
    responses((status = 204, description = "Reclassified"), (status = 200, description = "Reclassified, with `Prefer: return=representation`", body = super::view::WarehouseView)))]
pub async fn reclassify(Path(PathId(id)): Path<PathId<WarehouseId>>, writing: Writing) -> Result<Response, Problem> {
    let input: ReclassifyInput = writing.body().await?;
    let to_account = match (input.to_account_id, input.to_account_code) {
        (Some(id), None) => IdOrCode::Id(id),
        (None, Some(code)) => IdOrCode::Code(code.0),
        (given, _) => {
            let mut errors = Violations::default();
            let (code, message) = match given {
                Some(_) => ("ambiguous", "give toAccountId or toAccountCode, not both"),
                None => ("required", "the account for the goods is missing: give toAccountId or toAccountCode"),
            };
            errors.push(&Pointer::Body.field("toAccountId"), code, message);
            return Err(Problem::validation(errors.into_vec()));
        }
    };
    let command = ReclassifyWarehouse {
        warehouse: id.clone(),
        if_match: writing.if_match.clone(),
        to_account,
        occurred_at: input.occurred_at.map(|moment| moment.0),
        description: input.description.map(|text| text.0).unwrap_or_default(),
    };
    let done = writing.run(command).await?;
    moved::changed(&writing, done, &id).await
}
