//! `POST /inventory/reason-codes`

use axum::response::Response;
use domain::Code;
use domain::commands::reason_codes::create::CreateReasonCode;
use domain::rows::ReasonCode;
use domain::value::id::ReasonCodeId;

use super::view::ReasonCodeView;
use super::wire::ReasonCodeInput;
use crate::http::operations::{Operation, rejections};
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<CreateReasonCode>()
    .makes::<ReasonCodeId>()
    .rejects(rejections::NEW)
    .rejects(&[Code::UnknownReference, Code::AccountNotUsable]);

/// Create a reason code
///
/// Why goods are adjusted, and the account that their value goes to.
#[utoipa::path(post, path = "/api/v1/inventory/reason-codes", operation_id = "ReasonCodesController_create", tag = "Reason codes",
    request_body = ReasonCodeInput, responses((status = 201, description = "The reason code", body = ReasonCodeView)))]
pub async fn create(writing: Writing) -> Result<Response, Problem> {
    let input: ReasonCodeInput = writing.body().await?;
    let done = writing.run(input.command()).await?;
    let made: ReasonCode = done.row().ok_or_else(|| Problem::internal(&"a reason code without its row"))?;
    done.created("/inventory/reason-codes", ReasonCodeView::from(made))
}
