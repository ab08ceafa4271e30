//! `POST /inventory/counts`: the snapshot of the expected quantities.

use axum::response::Response;
use domain::Code;
use domain::commands::counts::open::OpenCount;
use domain::rows::Count;
use domain::value::id::CountId;

use super::get::shown;
use super::view::CountView;
use super::wire::CountInput;
use crate::http::operations::{Operation, rejections};
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation =
    Operation::of::<OpenCount>().makes::<CountId>().rejects(rejections::IN_WAREHOUSE).rejects(&[
        Code::NotFound,
        Code::UnknownReference,
        Code::LimitReached,
        Code::AmountOutOfRange,
        Code::MovementIncomplete,
        Code::ReasonNotUsable,
        Code::CountOverlaps,
        Code::OccurredInFuture,
        Code::QuantityPrecision,
    ]);

/// Open a count
///
/// For a warehouse, or some of its locations, items or categories. The expected quantities are those in the books now, or
/// those for the instant `occurredAt`, by item, bin, lot and piece. Movements can go on; differences are posted as of
/// that instant. Goods in one place can be in only one open count.
#[utoipa::path(post, path = "/api/v1/inventory/counts", operation_id = "CountsController_open", tag = "Counts",
    request_body = CountInput, responses((status = 201, description = "The count", body = CountView)))]
pub async fn open(writing: Writing) -> Result<Response, Problem> {
    let input: CountInput = writing.body().await?;
    let command = writing.caller.admit(&writing.app, input.command()).await?;
    let done = writing.run(command).await?;
    let count: Count = done.row().ok_or_else(|| Problem::internal(&"a count without its row"))?;
    let mut snapshot = writing.app.database.snapshot().await?;
    let view = shown(&mut snapshot, &writing.caller, count, &writing.app.base_url).await?;
    done.created("/inventory/counts", view)
}
