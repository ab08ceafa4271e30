//! `POST /inventory/lots`

use axum::response::Response;
use domain::Code;
use domain::commands::lots::create::CreateLot;
use domain::rows::Lot;
use domain::value::id::LotId;

use super::view::LotView;
use super::wire::LotInput;
use crate::http::operations::{Operation, rejections};
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<CreateLot>()
    .makes::<LotId>()
    .rejects(rejections::NEW)
    .rejects(&[Code::UnknownReference, Code::ItemNotTracked, Code::FieldsConflict]);

/// Create a lot
///
/// Receipts make lots by themselves. This makes one before its goods come, for example with its day of expiry.
#[utoipa::path(post, path = "/api/v1/inventory/lots", operation_id = "LotsController_create", tag = "Lots",
    request_body = LotInput, responses((status = 201, description = "The lot", body = LotView)))]
pub async fn create(writing: Writing) -> Result<Response, Problem> {
    let input: LotInput = writing.body().await?;
    let done = writing.run(input.command()).await?;
    let made: Lot = done.row().ok_or_else(|| Problem::internal(&"a lot without its row"))?;
    done.created("/inventory/lots", LotView::from(made))
}
