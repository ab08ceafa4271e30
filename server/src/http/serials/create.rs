//! `POST /inventory/serials`

use axum::response::Response;
use domain::Code;
use domain::commands::serials::create::CreateSerial;
use domain::rows::Serial;
use domain::value::id::SerialId;

use super::view::SerialView;
use super::wire::SerialInput;
use crate::http::operations::{Operation, rejections};
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<CreateSerial>()
    .makes::<SerialId>()
    .rejects(rejections::NEW)
    .rejects(&[Code::UnknownReference, Code::ItemNotTracked]);

/// Create a serial number
///
/// Receipts make serial numbers by themselves. This makes one before its piece comes.
#[utoipa::path(post, path = "/api/v1/inventory/serials", operation_id = "SerialsController_create", tag = "Serial numbers",
    request_body = SerialInput, responses((status = 201, description = "The serial number", body = SerialView)))]
pub async fn create(writing: Writing) -> Result<Response, Problem> {
    let input: SerialInput = writing.body().await?;
    let done = writing.run(input.command()).await?;
    let made: Serial = done.row().ok_or_else(|| Problem::internal(&"a serial number without its row"))?;
    done.created("/inventory/serials", SerialView::from(made))
}
